//! The example `check_certificate` from outside: accepts what is shown, refuses everything else.

use std::path::PathBuf;

use crate::example::{Run, file, folder, run, text};

const HEAD: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p";
const NO_MATE: &str = "9/7kp/R8/6P2/9/9/9/b8/9 b rb4g4s4n4l16p";

/// A folder with the certificates of a mate and a no-mate.
fn certificates(name: &str) -> PathBuf {
    let folder = folder(name);
    let problems = file(&folder, "problems.sfen", &format!("head\t{HEAD} 1\nopen\t{NO_MATE} 1\n"));
    let words = ["--hash-mb", "8", "--file", &problems, "--certificate", text(&folder)];
    run("solve_tsume", &words).done();
    folder
}

fn check(files: &[PathBuf]) -> Run {
    let words: Vec<&str> = files.iter().map(|file| text(file)).collect();
    run("check_certificate", &words)
}

#[test]
fn a_line_says_what_each_file_shows() {
    let folder = certificates("check-good");
    let files = ["head.kmdc", "open.kmdc"].map(|name| folder.join(name));
    let run = check(&files);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let lines: Vec<Vec<&str>> = run.out.lines().map(|line| line.split('\t').collect()).collect();
    let [file, claim, records, plies, ms, sfen] = lines[0].as_slice() else { panic!("{}", run.out) };
    assert_eq!([*file, claim, records, plies, sfen], [text(&files[0]), "mate", "1", "1", HEAD]);
    assert!(ms.parse::<f64>().unwrap() >= 0.0);
    assert_eq!([lines[1][1], lines[1][3], lines[1][5]], ["nomate", "--", NO_MATE]);
    assert!(lines[1][2].parse::<u64>().unwrap() > 10, "{}", run.out);
    assert!(run.out.contains("\n2 accepted, 0 refused"), "{}", run.out);
}

#[test]
fn mate_and_lower_bound_together_are_an_exact_length_in_words() {
    let folder = folder("check-lengths");
    let three = "6sR1/1+B4g1l/p4p1gk/1pl3p1p/3P1n1P1/P1PKPNP1P/2NSSS3/1b2G4/+p8 b RG2Pn2l3p 1";
    let problems =
        file(&folder, "problems.sfen", &format!("three\t{three}\nhead\t{HEAD} 1\nopen\t{NO_MATE} 1\n"));
    let words = ["--hash-mb", "8", "--exact", "--file", &problems, "--certificate", text(&folder)];
    let solved = run("solve_tsume", &words).done();
    assert!(solved.out.contains("Exact lengths shown by certificates: 2 of 2 mates"), "{}", solved.out);
    let [mate, lower] = ["three.kmdc", "three.lower.kmdc"].map(|name| folder.join(name));
    let plies = solved.out.split('\t').nth(2).expect("the plies of the first line").parse::<u32>().unwrap();
    let (both, alone) = (
        check(&[mate.clone(), folder.join("open.kmdc"), lower.clone()]),
        check(std::slice::from_ref(&lower)),
    );
    assert_eq!((both.status, alone.status), (0, 0), "{}{}", both.out, alone.out);
    let sfen = three.rsplit_once(' ').unwrap().0;
    let none = plies - 2;
    assert!(
        plies > 1 && alone.out.contains(&format!("\n{sfen}:\n  no mate within {none}\n")),
        "{}",
        alone.out
    );
    let exact = format!("\n{sfen}:\n  mate in {plies}; no mate within {none}: the length {plies} is exact\n");
    assert!(both.out.contains(&exact), "{}", both.out);
    let fields: Vec<&str> = both.out.lines().nth(2).unwrap().split('\t').collect();
    assert_eq!([fields[1], fields[3], fields[5]], ["within", &none.to_string(), sfen]);
    // Nothing is shorter than a mate in one, and what is no mate has no length.
    assert!(!folder.join("head.lower.kmdc").exists() && !folder.join("open.lower.kmdc").exists());
    // A refused half leaves the other as it is.
    let mut bytes = std::fs::read(&lower).unwrap();
    bytes[6] = 2;
    std::fs::write(&lower, bytes).unwrap();
    let half = check(&[mate, lower]);
    assert!(half.status == 1 && !half.out.contains("exact"), "{}", half.out);
}

#[test]
fn a_changed_file_is_refused_with_the_reason_and_the_others_are_still_checked() {
    let folder = certificates("check-changed");
    let good = folder.join("head.kmdc");
    let changed = folder.join("changed.kmdc");
    let bytes = std::fs::read(folder.join("open.kmdc")).unwrap();
    for at in [0, 6, 20, bytes.len() / 2, bytes.len() - 1] {
        let mut bytes = bytes.clone();
        bytes[at] ^= 1;
        std::fs::write(&changed, bytes).unwrap();
        let run = check(&[changed.clone(), good.clone()]);
        assert_eq!(run.status, 1, "{at}: {}", run.out);
        let first = run.out.lines().next().unwrap();
        let reason = if at == 0 { "begins with \"JMDC\", expected a certificate" } else { "certificate: " };
        assert!(first.contains(&format!("changed.kmdc\trefused\t{reason}")), "{at}: {first}");
        assert!(run.out.contains("\n1 accepted, 1 refused"), "{at}: {}", run.out);
    }
    std::fs::write(&changed, &bytes[..bytes.len() - 7]).unwrap();
    assert_eq!(check(&[changed]).status, 1);
    // Any other file is no certificate.
    let run = check(&[PathBuf::from("Cargo.toml")]);
    assert_eq!(run.status, 1);
    assert!(run.out.contains("expected a certificate of a mate or no-mate"), "{}", run.out);
}

//! The example `check_certificate` from outside: accepts what is shown, refuses everything else.

use crate::aids::Folder;
use crate::example::text;

const HEAD: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p";
const NO_MATE: &str = "9/7kp/R8/6P2/9/9/9/b8/9 b rb4g4s4n4l16p";
const THREE: &str = "6sR1/1+B4g1l/p4p1gk/1pl3p1p/3P1n1P1/P1PKPNP1P/2NSSS3/1b2G4/+p8 b RG2Pn2l3p";

/// A folder with the certificates of two mates and a no-mate, and of their lengths; what solving them printed.
fn certificates(name: &str) -> (Folder, String) {
    let here = Folder::new(name);
    here.file("problems.sfen", format!("three\t{THREE} 1\nhead\t{HEAD} 1\nopen\t{NO_MATE} 1\n"));
    let solved = here.run("solve_tsume --hash-mb 8 --exact --file @problems.sfen --certificate @").done();
    (here, solved.out)
}

#[test]
fn a_line_says_what_each_file_shows() {
    let (here, _) = certificates("check-good");
    let run = here.run("check_certificate @head.kmdc @open.kmdc").done();
    assert_eq!(run.err, "");
    let lines: Vec<Vec<&str>> = run.out.lines().map(|line| line.split('\t').collect()).collect();
    let [file, claim, records, plies, ms, sfen] = lines[0].as_slice() else { panic!("{}", run.out) };
    assert_eq!([*file, claim, records, plies, sfen], [text(&here.path("head.kmdc")), "mate", "1", "1", HEAD]);
    assert!(ms.parse::<f64>().unwrap() >= 0.0);
    assert_eq!([lines[1][1], lines[1][3], lines[1][5]], ["nomate", "--", NO_MATE]);
    assert!(lines[1][2].parse::<u64>().unwrap() > 10, "{}", run.out);
    assert!(run.out.contains("\n2 accepted, 0 refused"), "{}", run.out);
    // A stream, such as a shell makes of `<(zcat FILE.gz)`, can be read only once.
    if cfg!(unix) {
        let out = here.fed("check_certificate /dev/stdin", &here.read_bytes("head.kmdc"));
        assert!(out.starts_with("/dev/stdin\tmate\t1\t1\t"), "{out}");
    }
}

#[test]
fn mate_and_lower_bound_together_are_an_exact_length_in_words() {
    let (here, solved) = certificates("check-lengths");
    assert!(solved.contains("Exact lengths shown by certificates: 2 of 2 mates"), "{solved}");
    let plies = solved.split('\t').nth(2).expect("the plies of the first line").parse::<u32>().unwrap();
    let none = plies - 2;
    let alone = here.run("check_certificate @three.lower.kmdc").done();
    let told = format!("\n{THREE}:\n  no mate within {none}\n");
    assert!(plies > 1 && alone.out.contains(&told), "{}", alone.out);
    let both = here.run("check_certificate @three.kmdc @open.kmdc @three.lower.kmdc").done();
    let exact =
        format!("\n{THREE}:\n  mate in {plies}; no mate within {none}: the length {plies} is exact\n");
    assert!(both.out.contains(&exact), "{}", both.out);
    let fields: Vec<&str> = both.out.lines().nth(2).unwrap().split('\t').collect();
    assert_eq!([fields[1], fields[3], fields[5]], ["within", &none.to_string(), THREE]);
    // Nothing is shorter than a mate in one, and a no-mate has no length.
    assert!(!here.has("head.lower.kmdc") && !here.has("open.lower.kmdc"));
    // A refused half leaves the other as it is.
    let mut bytes = here.read_bytes("three.lower.kmdc");
    bytes[6] = 2;
    here.file("three.lower.kmdc", bytes);
    let half = here.run("check_certificate @three.kmdc @three.lower.kmdc");
    assert!(half.status == 1 && !half.out.contains("exact"), "{}", half.out);
}

#[test]
fn a_changed_file_is_refused_with_the_reason_and_the_others_are_still_checked() {
    let (here, _) = certificates("check-changed");
    let bytes = here.read_bytes("open.kmdc");
    for at in [0, 6, 20, bytes.len() / 2, bytes.len() - 1] {
        let mut bytes = bytes.clone();
        bytes[at] ^= 1;
        here.file("changed.kmdc", bytes);
        let run = here.run("check_certificate @changed.kmdc @head.kmdc");
        assert_eq!(run.status, 1, "{at}: {}", run.out);
        let first = run.out.lines().next().unwrap();
        let reason = if at == 0 { "begins with \"JMDC\", expected a certificate" } else { "certificate: " };
        assert!(first.contains(&format!("changed.kmdc\trefused\t{reason}")), "{at}: {first}");
        assert!(run.out.contains("\n1 accepted, 1 refused"), "{at}: {}", run.out);
    }
    here.file("changed.kmdc", &bytes[..bytes.len() - 7]);
    assert_eq!(here.run("check_certificate @changed.kmdc").status, 1);
    // Any other file is not a certificate, nor is a device without an end.
    for (file, told) in [
        ("Cargo.toml", "expected a certificate of a mate or no-mate"),
        #[cfg(unix)]
        ("/dev/zero", "/dev/zero\trefused\tbegins with"),
    ] {
        let run = here.run(&format!("check_certificate {file}"));
        assert!(run.status == 1 && run.out.contains(told), "{}", run.out);
    }
}

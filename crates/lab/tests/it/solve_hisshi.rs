//! The example `solve_hisshi` as a program: answers, certificates, answers taken over.

use crate::example::{file, folder, read, run, text};

const BELLY_SILVER: &str = "5+B1nl/7k1/6ppp/9/9/9/9/9/9 b S2rb4g3s3n3l15p 1";

#[test]
fn key_threat_replies_and_hardest_line_are_told() {
    let run = run("solve_hisshi", &["--sfen", BELLY_SILVER, "--all-keys"]).done();
    let begins: Vec<&str> =
        run.out.lines().map(|line| line.split_whitespace().next().unwrap_or("")).collect();
    assert_eq!(begins, ["1", "key", "threat", "replies", "hardest", "", "1", "Certificates"], "{}", run.out);
    for part in
        ["hisshi (必至), mates in 5 plies", ", checked", "▲３二銀 (S*3b)", "463 legal, each mated", "▲２三銀"]
    {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    assert!(run.out.contains("1 problem: 1 hisshi, 0 none, 0 mate, 0 unknown;"), "{}", run.out);
}

#[test]
fn built_in_problems_have_one_key_each_and_their_certificates_are_accepted() {
    let folder = folder("hisshi-certificates");
    let solved = run("solve_hisshi", &["--all-keys", "--certificate", text(&folder)]).done();
    let problems =
        std::fs::read_to_string(crate::example::repository().join("data/tsume/hisshi.sfen")).unwrap();
    let names: Vec<&str> = problems
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split('\t').next())
        .collect();
    assert_eq!(solved.out.matches("hisshi (必至)").count(), names.len(), "{}", solved.out);
    assert!(!solved.out.contains("  also "), "{}", solved.out);
    let files: Vec<_> = names.iter().map(|name| folder.join(format!("{name}.kmdh"))).collect();
    let checked = run("check_certificate", &files.iter().map(|path| text(path)).collect::<Vec<_>>());
    assert_eq!(checked.status, 0, "{}", checked.out);
    assert!(checked.out.contains(&format!("{} accepted, 0 refused", names.len())), "{}", checked.out);
    assert!(checked.out.contains("\thisshi\t") && checked.out.contains("\tS*3b\n"), "{}", checked.out);

    // One byte of one file.
    let mut bytes = std::fs::read(&files[0]).unwrap();
    bytes[30] ^= 1;
    std::fs::write(&files[0], bytes).unwrap();
    let checked = run("check_certificate", &[text(&files[0])]);
    assert_eq!(checked.status, 1);
    assert!(checked.out.contains("\trefused\tcertificate: checksum"), "{}", checked.out);
}

#[test]
fn mates_problems_without_a_key_and_open_ones_are_told_apart() {
    let mate = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    let none = "4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1";
    let certificates = folder("hisshi-kinds");
    let text_of_problems = format!("m\t{mate}\nn\t{none}\nh\t{BELLY_SILVER}\n");
    let problems = file(&certificates, "kinds.sfen", &text_of_problems);
    let solved = run("solve_hisshi", &["--file", &problems, "--certificate", text(&certificates)]).done();
    assert!(
        solved.out.contains("m\tmates by checks in 1 ply, so there is nothing to prepare"),
        "{}",
        solved.out
    );
    assert!(solved.out.contains("n\tnone: each of "), "{}", solved.out);
    assert!(solved.out.contains("3 problems: 1 hisshi, 1 none, 1 mate, 0 unknown;"), "{}", solved.out);
    assert!(!certificates.join("m.kmdh").exists());
    let checked = run("check_certificate", &[text(&certificates.join("n.kmdh"))]);
    assert!(checked.status == 0 && checked.out.contains("\tnohisshi\t"), "{}", checked.out);
    let few = run("solve_hisshi", &["--sfen", BELLY_SILVER, "--nodes", "20"]);
    assert!(few.out.contains("unknown: ") && few.out.contains("0 mate, 1 unknown;"), "{}", few.out);
}

#[test]
fn records_are_read_as_by_solve_tsume() {
    let folder = folder("hisshi-records");
    let csa = "V2.2\nP-21KE11KY22OU33FU23FU13FU\nP+41UM00GI\nP-00AL\n+\n";
    let solved = run("solve_hisshi", &["--file", &file(&folder, "belly.csa", csa)]).done();
    assert!(solved.out.starts_with("belly.csa\thisshi (必至), mates in 5 plies"), "{}", solved.out);
    std::fs::write(folder.join("bad.kif"), "手合割：平手\n").unwrap();
    let solved = run("solve_hisshi", &["--file", text(&folder)]);
    assert!(solved.status == 1 && solved.err.contains("bad.kif"), "{} {}", solved.status, solved.err);
    assert!(
        solved.out.contains("1 problem: 1 hisshi") && solved.out.contains("be read: 1"),
        "{}",
        solved.out
    );
    let solved = run("solve_hisshi", &["--sfen", &format!("position sfen {BELLY_SILVER}")]);
    assert!(solved.status == 0 && solved.out.contains("▲３二銀 (S*3b)"), "{}", solved.err);
}

#[test]
fn a_journal_of_something_else_is_refused() {
    let out = folder("hisshi-out");
    let words = ["--all-keys", "--out", text(&out)];
    run("solve_hisshi", &words).done();
    let saved = read(&out, "solve-hisshi.tsv");
    for (from, to, explanation) in [
        ("\"Hisshi\"", "\"hisshi\"", "expected an answer of this experiment as JSON"),
        ("[\"S*3b\"]", "[\"S*2b\"]", "moves that cannot be played"),
    ] {
        assert!(saved.contains(from), "{saved}");
        std::fs::write(out.join("solve-hisshi.tsv"), saved.replace(from, to)).unwrap();
        let run = run("solve_hisshi", &words);
        assert!(run.status == 2 && run.err.contains(explanation), "{explanation}: {}", run.err);
    }
}

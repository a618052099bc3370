//! The example `solve_hisshi` as a program: answers, certificates, reused answers.

use crate::aids::{Folder, ran};
use crate::example::{Run, read, repository};

const BELLY_SILVER: &str = "5+B1nl/7k1/6ppp/9/9/9/9/9/9 b S2rb4g3s3n3l15p 1";

#[test]
fn key_threat_replies_and_hardest_line_are_told() {
    let (run, _) = ran("hisshi-told", &format!("solve_hisshi --sfen \"{BELLY_SILVER}\" --all-keys"));
    let begins = run.out.lines().map(|line| line.split_whitespace().next().unwrap_or_default());
    let known = ["1", "key", "threat", "replies", "hardest", "", "1", "Certificates"];
    assert!(begins.eq(known), "{}", run.out);
    run.says(&["hisshi (必至), mates in at most 5 plies", ", checked", "▲３二銀 (S*3b)"]);
    run.says(&["463 legal, each mated", "▲２三銀", "1 problem: 1 hisshi, 0 none, 0 mate, 0 unknown;"]);
}

#[test]
fn built_in_problems_have_one_key_each_and_their_certificates_are_accepted() {
    let (Run { out: solved, .. }, here) =
        ran("hisshi-certificates", "solve_hisshi --all-keys --certificate @");
    let problems = read(repository(), "data/tsume/hisshi.sfen");
    let names = problems.lines().filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = names.filter_map(|line| line.split('\t').next()).collect();
    assert_eq!(solved.matches("hisshi (必至)").count(), names.len(), "{solved}");
    assert!(!solved.contains("  also "), "{solved}");
    let files: Vec<String> = names.iter().map(|name| format!("@{name}.kmdh")).collect();
    let checked = here.run(&format!("check_certificate {}", files.join(" "))).done();
    checked.says(&[&format!("{} accepted, 0 refused", names.len()), "\thisshi\t", "\tS*3b\n"]);
}

#[test]
fn mates_problems_without_a_key_and_open_ones_are_told_apart_and_a_journal_of_something_else_is_refused() {
    let here = Folder::new("hisshi-kinds");
    let mate = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    let none = "4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1";
    here.file("kinds.sfen", format!("m\t{mate}\nn\t{none}\nh\t{BELLY_SILVER}\n"));
    let words = "solve_hisshi --file @kinds.sfen --certificate @ --out @";
    let solved = here.run(words).done();
    solved.says(&["m\tmates by checks in at most 1 ply, so there is nothing to prepare"]);
    solved.says(&["n\tnone: each of ", "3 problems: 1 hisshi, 1 none, 1 mate, 0 unknown;"]);
    assert!(!here.has("m.kmdh"));
    // An answer that is kept is found again if its certificate is gone.
    here.remove("n.kmdh");
    assert_eq!(here.run(words).done().out, solved.out);
    here.run("check_certificate @n.kmdh").done().says(&["\tnohisshi\t"]);
    let saved = here.read("solve-hisshi.tsv");
    for (from, to, explanation) in [
        ("\"Hisshi\"", "\"hisshi\"", "expected an answer of this experiment as JSON"),
        ("[\"S*3b\"]", "[\"S*2b\"]", "moves that cannot be played"),
    ] {
        assert!(saved.contains(from), "{saved}");
        here.file("solve-hisshi.tsv", saved.replace(from, to));
        here.run(words).refused(&to, explanation);
    }
    // In check, and the only legal move, the capture of the rook, gives check.
    let forced = "9/9/9/7k1/8r/9/9/7P1/4B2LK b - 1";
    let few = |sfen: &str, nodes: u32| here.run(&format!("solve_hisshi --sfen \"{sfen}\" --nodes {nodes}"));
    few(forced, 1).says(&["none: ", "whether checks alone mate is not known"]);
    few(BELLY_SILVER, 20).says(&["unknown: ", "0 mate, 1 unknown;"]);
}

#[test]
fn one_key_among_moves_that_are_not_decided_is_not_told_as_the_only_one() {
    let here = Folder::new("hisshi-open");
    let words = format!("solve_hisshi --sfen \"{BELLY_SILVER}\" --nodes 1400");
    let all = here.run(&format!("{words} --all-keys")).done();
    all.says(&["(S*3b)", "\n  open       ", " of 80 moves without check are not decided"]);
    // A search for one key has found it.
    assert!(!here.run(&words).done().out.contains("not decided"));
}

#[test]
fn records_are_read_as_by_solve_tsume() {
    let here = Folder::new("hisshi-records");
    here.file("belly.csa", "V2.2\nP-21KE11KY22OU33FU23FU13FU\nP+41UM00GI\nP-00AL\n+\n");
    let solved = here.run("solve_hisshi --file @belly.csa").done().out;
    assert!(solved.starts_with("belly.csa\thisshi (必至), mates in at most 5 plies"), "{solved}");
    here.file("bad.kif", "手合割：平手\n");
    let solved = here.run("solve_hisshi --file @");
    assert!(solved.status == 1 && solved.err.contains("bad.kif"), "{} {}", solved.status, solved.err);
    solved.says(&["1 problem: 1 hisshi", "be read: 1"]);
    let solved = here.run(&format!("solve_hisshi --sfen \"position sfen {BELLY_SILVER}\""));
    solved.done().says(&["▲３二銀 (S*3b)"]);
}

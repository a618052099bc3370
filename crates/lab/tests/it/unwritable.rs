//! Places that cannot be written are found before the work, which would be lost.

use crate::aids::lab;
use crate::example::{Run, file, folder, read, run, text};

/// A run of an example, or of an experiment, whose name has a hyphen.
fn told(words: &[&str]) -> Run {
    if words[0].contains('-') { lab(words) } else { run(words[0], &words[1..]) }
}

/// A file where a folder is needed: it cannot be one.
const NO_FOLDER: &str = "Cargo.toml";

#[test]
fn a_folder_that_cannot_be_written_is_told_before_anything_is_worked_out() {
    let game = "data/records/s05_problem001.csa";
    for words in [
        &["analyze", game, "--out", NO_FOLDER][..],
        &["compare_cycles", "--out", NO_FOLDER],
        &["build_book", "--out", NO_FOLDER],
    ] {
        refuses_folder(&words[0].replace("compare_cycles", "compare-cycles"), &run(words[0], &words[1..]));
    }
    let screen = ["tune", "screen", "--factors", "null=off:on"];
    for words in [
        &["heuristics"][..],
        &["self-play"],
        &["next-move"],
        &["killer-effectiveness"],
        &["consultation"],
        &screen,
    ] {
        refuses_folder(words[0], &lab(&[words, &["--out", NO_FOLDER]].concat()));
    }
}

/// The error of a program names option and folder, and nothing was printed.
fn refuses_folder(program: &str, told: &Run) {
    assert_eq!((told.status, told.out.as_str()), (2, ""), "{program}: {}", told.err);
    let start = format!("{program}: --out {NO_FOLDER}: ");
    assert!(told.err.lines().any(|line| line.starts_with(&start)), "{program}: {}", told.err);
}

#[test]
fn a_model_that_cannot_be_saved_is_told_before_it_is_trained() {
    let out = folder("unwritable");
    for words in [
        &["build_book", "--out", text(&out), "--save"][..],
        &["count-categories", "--out", text(&out), "--save"],
        &["train-discriminant", "--model", "sibling", "--out", text(&out), "--save"],
    ] {
        for (place, reason) in
            [("no/such/folder/a.kmd", "--save no/such/folder/a.kmd: "), ("data", "found a folder")]
        {
            let told = told(&[words, &[place]].concat());
            assert_eq!(told.status, 2, "{words:?}: {}", told.err);
            assert!(told.err.contains(reason) && told.out.is_empty(), "{words:?}: {} {}", told.err, told.out);
        }
    }
}

#[test]
fn a_file_of_another_kind_is_not_replaced_by_a_result() {
    let folder = folder("not-replaced");
    let out = folder.join("out");
    let game = file(&folder, "problems/game.kif", "mine\n");
    let problem = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    for words in [
        &["build_book", "--out", text(&out), "--save", &game][..],
        &["count-categories", "--out", text(&out), "--softmax", "--save-softmax", &game],
        &["train-discriminant", "--model", "sibling", "--out", text(&out), "--save", &game],
        &["train-discriminant", "--model", "sibling", "--out", text(&out), "--checkpoint", &game],
        &["make-corpus", "--games", "1", "--out", &game],
        &["solve_tsume", "--sfen", problem, "--kif", &game],
        &["solve_tsume", "--sfen", problem, "--out", &game],
        &["solve_hisshi", "--sfen", problem, "--out", &game],
    ] {
        let told = told(words);
        assert_eq!(told.status, 2, "{words:?}: {}", told.err);
        assert!(told.err.contains(&game) && told.out.is_empty(), "{words:?}: {} {}", told.err, told.out);
        assert_eq!(read(&folder, "problems/game.kif"), "mine\n", "{words:?}");
    }
    // A certificate may replace a certificate, and nothing else.
    let page = file(&folder, "page.html", "mine\n");
    let told = run("solve_tsume", &["--sfen", problem, "--html", &page]);
    assert!(told.status == 2 && told.err.contains("is not a page"), "{}", told.err);
    let certificate = file(&folder, "mate.kmdc", "KMDC");
    let told = run("solve_tsume", &["--sfen", problem, "--certificate", &certificate]);
    assert_eq!(told.status, 0, "{}", told.err);
}

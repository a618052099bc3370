//! Places that cannot be written are found before the work, which would be lost.

use crate::example::{run, text};

/// A file where a folder is needed: it cannot be one.
const NO_FOLDER: &str = "Cargo.toml";

#[test]
fn a_folder_that_cannot_be_written_is_told_before_anything_is_worked_out() {
    let game = "data/records/s05_problem001.csa";
    for words in [
        &["analyze", game, "--out", NO_FOLDER][..],
        &["next_move", "--out", NO_FOLDER],
        &["compare_cycles", "--out", NO_FOLDER],
        &["rate_evaluation", "--out", NO_FOLDER],
        &["build_book", "--out", NO_FOLDER],
        &["train_pairs", "--out", NO_FOLDER],
        &["killer_effectiveness", "--out", NO_FOLDER],
        &["consultation", "--out", NO_FOLDER],
    ] {
        let told = run(words[0], &words[1..]);
        assert_eq!(told.status, 2, "{words:?}: {}", told.err);
        let start = format!("{}: --out {NO_FOLDER}: ", words[0]);
        assert!(told.err.lines().any(|line| line.starts_with(&start)), "{words:?}: {}", told.err);
        assert_eq!(told.out, "", "{words:?}");
    }
}

#[test]
fn a_model_that_cannot_be_saved_is_told_before_it_is_trained() {
    let out = crate::example::folder("unwritable");
    for words in [
        &["train_pairs", "--model", "sibling", "--out", text(&out), "--save"][..],
        &["build_book", "--out", text(&out), "--save"],
        &["count_categories", "--out", text(&out), "--save"],
    ] {
        for (place, reason) in
            [("no/such/folder/a.kmd", "--save no/such/folder/a.kmd: "), ("data", "found a folder")]
        {
            let told = run(words[0], &[&words[1..], &[place]].concat());
            assert_eq!(told.status, 2, "{words:?}: {}", told.err);
            assert!(told.err.contains(reason) && told.out.is_empty(), "{words:?}: {} {}", told.err, told.out);
        }
    }
}

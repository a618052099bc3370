//! The example `convert` from outside.

use crate::example::{folder, program, run, text};
use komadai::Position;

const KIF: &str = "data/records/s27_kif-sjis.kif";
const CSA: &str = "data/records/s05_problem001.csa";

#[test]
fn a_summary_says_what_the_table_of_expected_records_says() {
    let expected = std::fs::read_to_string("data/records/expected.tsv").expect("the table of records");
    let run = run("convert", &["--summary", KIF, CSA]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let lines: Vec<Vec<&str>> = run.out.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(lines.len(), 2, "{}", run.out);
    for (file, line) in [KIF, CSA].into_iter().zip(&lines) {
        let row = expected
            .lines()
            .map(|row| row.split('\t').collect::<Vec<_>>())
            .find(|row| file.ends_with(row[0]))
            .expect("the table knows the file");
        assert_eq!(line[0], file);
        // The other program has other names of encodings, and writes the pieces in hand in another order.
        let encoding = match row[3] {
            "cp932" => "Shift_JIS",
            "utf-8" => "UTF-8",
            other => other,
        };
        assert_eq!(line[1..6], [row[1], row[2], encoding, row[4], row[5]], "{file}");
        for (ours, theirs) in line[6..8].iter().zip(&row[6..8]) {
            assert_eq!(ours.parse::<Position>().unwrap(), theirs.parse().unwrap(), "{file}");
        }
        assert_eq!(line[8..], row[8..9], "{file}");
    }
}

#[test]
fn a_record_is_written_in_the_format_that_was_asked_for() {
    let run = run("convert", &[CSA, "--to", "usi"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let start = "lns5l/9/Sk1s1+rn2/1B1pp1ps1/pG6p/+b5PP1/4P1NKP/+r4+p1LL/1N7 b G2g8p 1";
    assert_eq!(run.out.trim_end(), format!("position sfen {start} moves 8e9d"));
}

#[test]
fn a_missing_file_costs_a_line_and_the_status_but_not_the_others() {
    let run = run("convert", &["no-such-file.kif", CSA, "--to", "sfen"]);
    assert_eq!(run.status, 1);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    assert!(run.err.starts_with("no-such-file.kif: "), "{}", run.err);
    let last = "lns5l/9/Sk1s1+rn2/GB1pp1ps1/p7p/+b5PP1/4P1NKP/+r4+p1LL/1N7 w G2g8p 2";
    assert!(run.out.trim_end().ends_with(last), "{}", run.out);
}

/// A folder with two games of the same name in different formats, and the names of the files in it.
fn folder_of_namesakes(name: &str) -> std::path::PathBuf {
    let folder = folder(name);
    std::fs::copy(KIF, folder.join("game.kif")).expect("a file of this test");
    std::fs::copy(CSA, folder.join("game.csa")).expect("a file of this test");
    folder
}

fn names(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder of this test");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn nothing_is_written_over_an_input_an_earlier_output_or_a_namesake() {
    let folder = folder_of_namesakes("convert-over");
    let (kif, csa) = (folder.join("game.kif"), folder.join("game.csa"));
    let (kif, csa, out) = (text(&kif), text(&csa), text(&folder));
    let before = std::fs::read(kif).expect("a file of this test");
    // Into its own folder and format, even with --overwrite.
    for overwrite in [&[][..], &["--overwrite"]] {
        let refused = run("convert", &[&[kif, "--to", "kif", "--out", out], overwrite].concat());
        assert_eq!(refused.status, 2);
        assert!(refused.err.contains("game.kif is one of the files to be read"), "{}", refused.err);
    }
    // Two inputs, one name.
    let refused = run("convert", &[kif, csa, "--to", "usi", "--out", out]);
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("would both become"), "{}", refused.err);
    assert_eq!(names(&folder), ["game.csa", "game.kif"]);
    // An output that is there.
    assert_eq!(run("convert", &[kif, "--to", "usi", "--out", out]).status, 0);
    let first = std::fs::read(folder.join("game.usi")).expect("it was written");
    let refused = run("convert", &[csa, "--to", "usi", "--out", out]);
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("game.usi is there already, expected --overwrite"), "{}", refused.err);
    assert_eq!(std::fs::read(folder.join("game.usi")).expect("it is there"), first);
    assert_eq!(run("convert", &[csa, "--to", "usi", "--out", out, "--overwrite"]).status, 0);
    assert_ne!(std::fs::read(folder.join("game.usi")).expect("it is there"), first);
    assert_eq!(std::fs::read(kif).expect("a file of this test"), before);
    assert_eq!(names(&folder), ["game.csa", "game.kif", "game.usi"]);
}

/// The reader of a pipe may have read enough after a line.
#[test]
fn programs_whose_output_nobody_reads_any_more_end_in_peace() {
    for words in [
        &["convert", KIF, CSA, "--to", "kif"][..],
        &["convert", KIF, CSA, "--summary"],
        &["perft", "3"],
        &["perft", "--suite", "data/perft/perft.epd", "--max-nodes", "1000"],
    ] {
        let mut child = std::process::Command::new(program(words[0]))
            .args(&words[1..])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("the example runs");
        drop(child.stdout.take());
        let ended = child.wait_with_output().expect("it ends");
        let told = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(ended.status.success() && told.is_empty(), "{words:?}: {} {told}", ended.status);
    }
}

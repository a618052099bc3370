//! The example `convert` from outside.

use crate::example::run;
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

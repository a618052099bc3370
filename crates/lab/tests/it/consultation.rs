//! The experiment `consultation` from outside: its tables, its files, how it refuses.

use std::path::{Path, PathBuf};

use crate::aids::lab;
use crate::example::{Run, file, folder, read, text};

fn run(words: &[&str]) -> Run {
    lab(&[&["consultation"], words].concat())
}

/// Three positions, shallow.
fn quick(name: &str, more: &[&str]) -> (Run, PathBuf) {
    let folder = folder(name);
    let out = text(&folder);
    let words = ["--positions", "3", "--depth", "2", "--sigma", "20,200", "--hash-mb", "1", "--out", out];
    (run(&[&words[..], more].concat()).done(), folder)
}

/// The rows of a table, each as its cells under the names of their columns.
fn rows(folder: &Path, file: &str) -> Vec<Vec<(String, String)>> {
    let csv = std::fs::read_to_string(folder.join(file)).expect("the example wrote it");
    let mut lines = csv.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let heading = lines.next().expect("a heading");
    lines.map(|cells| heading.iter().cloned().zip(cells).collect()).collect()
}

fn cell<'a>(row: &'a [(String, String)], column: &str) -> &'a str {
    let found = row.iter().find(|(name, _)| name == column);
    found.map_or_else(|| panic!("no column {column}"), |(_, cell)| cell.as_str())
}

fn number(row: &[(String, String)], column: &str) -> f64 {
    cell(row, column).parse().unwrap_or_else(|_| panic!("{column}: {}", cell(row, column)))
}

#[test]
fn cost_lies_between_one_engine_and_as_many_apart() {
    let (run, folder) = quick("consultation-cost", &[]);
    assert!(run.out.starts_with("3 positions at ply 50, material, depth 2; time is "), "{}", run.out);
    let rows = rows(&folder, "consultation-cost.csv");
    let sizes: Vec<(f64, f64)> = rows.iter().map(|row| (number(row, "σ"), number(row, "N"))).collect();
    assert_eq!(sizes, [20.0, 200.0].map(|s| [1.0, 4.0, 8.0, 16.0].map(|n| (s, n))).concat());
    for row in &rows {
        let (n, nodes) = (number(row, "N"), number(row, "nodes"));
        let ratio = number(row, "nodes (times one)");
        assert!((ratio - nodes / number(row, "N apart (nodes)") * n).abs() < 1e-9, "{row:?}");
        let noiseless = number(row, "nodes (times noiseless)");
        assert!((noiseless - nodes / number(row, "one without noise (nodes)")).abs() < 1e-9, "{row:?}");
        for of in ["nodes (times one", "nodes (times noiseless", "time (times one", "time (times noiseless"] {
            let (low, high) = cell(row, &format!("{of}; 95 %)")).split_once(" to ").expect("two ends");
            let [low, high] = [low, high].map(|end| end.parse::<f64>().expect("a number"));
            let value = number(row, &format!("{of})"));
            assert!((low - 0.005..=high + 0.005).contains(&value), "{of}: {row:?}");
        }
        if cell(row, "N") == "1" {
            assert_eq!((cell(row, "nodes (times one)"), cell(row, "nodes split (%)")), ("1", "0"), "{row:?}");
        } else {
            assert!(nodes < number(row, "N apart (nodes)"), "{row:?}");
        }
    }
    // More noise, fewer cuts in common.
    assert!(number(&rows[7], "moves that waited (%)") > number(&rows[3], "moves that waited (%)"));
    let svg = std::fs::read_to_string(folder.join("consultation-cost.svg")).expect("a figure");
    assert!(svg.contains("multiples of one engine alone") && svg.contains("σ = 200"));
}

#[test]
fn elements_vote_as_they_do_apart_where_no_table_comes_between() {
    let folder = folder("consultation-votes");
    let out = text(&folder);
    let words = ["--positions", "3", "--depth", "2", "--sigma", "50", "--hash-mb", "0", "--out", out];
    run(&words).done();
    for row in rows(&folder, "consultation-votes.csv") {
        if cell(&row, "N") == "1" {
            assert_eq!(cell(&row, "virtual element: the same apart"), "100", "{row:?}");
            assert_eq!(cell(&row, "virtual majority: separate majority"), "100", "{row:?}");
        }
        for column in ["virtual majority: no noise", "one noisy engine: no noise"] {
            assert!((0.0..=100.0).contains(&number(&row, column)), "{row:?}");
        }
        assert!((1.0..=number(&row, "N")).contains(&number(&row, "moves voted for (mean)")), "{row:?}");
    }
}

#[test]
fn what_was_measured_is_not_measured_again_and_evaluations_are_told_apart() {
    let folder = folder("consultation-again");
    let begin = ["--positions", "2", "--depth", "2", "--hash-mb", "1", "--out", text(&folder)];
    let again = |more: &[&str]| {
        let run = run(&[&begin[..], more].concat()).done();
        (run, read(&folder, "consultation-cost.csv"))
    };
    let (first, cost) = again(&["--sigma", "30"]);
    assert!(first.err.contains("2 of 2 measurements"), "{}", first.err);
    // Times would differ if anything was measured again.
    let (second, same) = again(&["--sigma", "30"]);
    assert_eq!((second.err.as_str(), same), ("", cost.clone()));
    // One more σ and one more evaluation: only what is new.
    let (more, _) = again(&["--sigma", "30,90"]);
    assert!(more.err.contains("4 of 4") && !more.err.contains("2 of 4"), "{}", more.err);
    let (_, other) = again(&["--sigma", "30", "--eval", "default"]);
    let nodes = |csv: &str| csv.lines().nth(1).map(|row| row.split(',').nth(2).map(str::to_owned));
    assert_ne!(nodes(&cost), nodes(&other));
    // A line that is none is told, with its place.
    let journal = folder.join("consultation.tsv");
    let damaged = read(&folder, "consultation.tsv") + "no question\n";
    std::fs::write(&journal, damaged).expect("it was there");
    let refused = run(&begin);
    assert_eq!(refused.status, 2, "{}", refused.out);
    assert!(refused.err.contains("consultation.tsv: line 8: found \"no question\""), "{}", refused.err);
}

#[test]
fn positions_may_come_from_files_of_positions() {
    let folder = folder("consultation-suite");
    let suite = file(&folder, "two.tsv", "a\tstartpos moves 7g7f\nb\t4k4/9/9/9/9/9/9/9/4K4 b R 1\n");
    let words = ["--suite", suite.as_str(), "--depth", "1", "--sigma", "50", "--out", text(&folder)];
    let suites = run(&words).done();
    assert!(suites.out.starts_with("2 positions of "), "{}", suites.out);
}

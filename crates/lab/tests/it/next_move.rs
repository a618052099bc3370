//! The experiment `next-move` from outside: its tables, its files, how it refuses.

use std::path::PathBuf;

use crate::aids::lab;
use crate::example::{Run, file, folder, text};

fn run(words: &[&str]) -> Run {
    lab(&[&["next-move"], words].concat())
}

/// Two mates in one, a position without an answer, and a move that somebody played.
const POSITIONS: &str = "# name\tposition\tmoves\tclass\n\
    head\t4k4/9/4P4/9/9/9/9/9/4K4 b G 1\tG*5b\tmate\n\
    edge\t8k/9/8P/9/9/9/9/9/4K4 b G 1\tG*1b\tmate\n\
    silent\tstartpos\t-\tmate\n\
    never\tstartpos\t5i5h\tplayed by nobody\n";

fn quick(name: &str, more: &[&str]) -> (Run, PathBuf) {
    let folder = folder(name);
    let file = file(&folder, "positions.tsv", POSITIONS);
    let words = ["--file", &file, "--nodes", "3000", "--hash-mb", "1", "--out", text(&folder)];
    (run(&[&words[..], more].concat()).done(), folder)
}

/// The words of the first row that begins so.
fn row<'a>(text: &'a str, start: &str) -> Vec<&'a str> {
    let line = text.lines().find(|line| line.trim_start().starts_with(start));
    line.unwrap_or_else(|| panic!("no row {start:?} in:\n{text}")).split_whitespace().collect()
}

#[test]
fn problems_and_played_moves_stand_in_tables_of_their_own() {
    let (run, folder) = quick("next-move-quick", &[]);
    assert!(run.out.starts_with("3 positions, 3,000 nodes each, 1 MB of table"), "{}", run.out);
    let (solved, agreed) = run.out.split_once("\nAgreement").expect("two tables");
    // Both mates by both searches: nobody alone, no difference, nothing significant.
    assert_eq!(row(solved, "mate")[1..9], ["2", "2", "2", "0", "0", "+0.0", "[+0.0,", "+0.0]"]);
    assert_eq!(row(solved, "thesis: first")[3..], ["100", "67", "63", "+4.0"]);
    assert_eq!(row(solved, "thesis: fourth")[3..], ["100", "43", "40", "+3.0"]);
    assert_eq!(row(agreed, "played by nobody")[3..6], ["1", "0", "0"]);
    assert!(!solved.contains("played by") && !agreed.contains("mate"));

    let csv = std::fs::read_to_string(folder.join("next-move.csv")).expect("the table of all positions");
    let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 6);
    for row in &rows {
        let (moves, best, right, since) = (row[3], row[4], row[5], row[6]);
        assert_eq!(right == "1", moves == best, "{row:?}");
        // Mates in one are right from the first iteration on.
        assert_eq!(since, if right == "1" { "1" } else { "" }, "{row:?}");
        assert!((1..=3000).contains(&row[8].parse::<u64>().expect("a number of nodes")), "{row:?}");
    }
    let svg = std::fs::read_to_string(folder.join("next-move.svg")).expect("a figure");
    assert!(svg.contains("modern: mate") && svg.contains("modern-null: played by nobody"));
}

#[test]
fn engines_that_vote_solve_problems_too() {
    let (_, folder) = quick("next-move-votes", &["--a", "consultation-4-30", "--b", "ensemble-4-30"]);
    // A mate carries no noise: everybody sees it, from the first iteration on.
    let csv = std::fs::read_to_string(folder.join("next-move.csv")).expect("the table of all positions");
    let mates: Vec<Vec<&str>> = csv
        .lines()
        .map(|line| line.split(',').collect())
        .filter(|row: &Vec<&str>| row[1] == "mate")
        .collect();
    assert_eq!(mates.len(), 4);
    assert!(mates.iter().all(|row| row[5] == "1" && row[6] == "1"), "{mates:?}");
}

//! The experiment `heuristics` from outside: its tables, its journal, threads, how it refuses.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::aids::{cells, lab};
use crate::example::{Run, folder, read, text};

fn run(words: &[&str]) -> Run {
    lab(&[&["heuristics"], words].concat())
}

/// The tables, and the rows asked for.
const QUICK: &str = "--tables combined,killers,audit,tree --rows null,brother --positions 2 --depths 2,3 \
                     --nodes 100 --claims 3 --hash-mb 1 --seed 7";

fn quick(out: &Path, more: &[&str]) -> Run {
    let words: Vec<&str> = QUICK.split_whitespace().collect();
    run(&[&words[..], &["--out", text(out)], more].concat())
}

/// A table without what the clock says: the time of a node.
fn lasting(folder: &Path, table: &str) -> Vec<Vec<String>> {
    let cells = cells(&read(folder, &format!("{table}.csv")));
    let lasts = |column: usize| !cells[0][column].contains("time");
    cells
        .iter()
        .map(|row| {
            assert_eq!(row.len(), cells[0].len(), "{table}: {row:?}");
            (0..row.len()).filter(|&column| lasts(column)).map(|column| row[column].clone()).collect()
        })
        .collect()
}

const TABLES: [&str; 4] = ["combined", "killers", "audit", "tree"];

/// One quick run for all tests that only look at it.
fn shared() -> &'static (Run, PathBuf) {
    static SHARED: OnceLock<(Run, PathBuf)> = OnceLock::new();
    SHARED.get_or_init(|| {
        let folder = folder("heuristics-quick");
        (quick(&folder, &[]).done(), folder)
    })
}

fn number(cell: &str) -> f64 {
    let word = cell.split(' ').next().unwrap_or_default();
    word.parse().unwrap_or_else(|error| panic!("{cell:?}: {error}"))
}

#[test]
fn every_table_has_the_rows_asked_for() {
    let (run, folder) = shared();
    let names = |table: &str| -> Vec<String> {
        lasting(folder, table).into_iter().skip(1).map(|mut row| row.swap_remove(0)).collect()
    };
    assert_eq!(names("combined"), ["brother", "null"]);
    assert_eq!(
        names("killers"),
        ["brother, alone", "brother, on history", "brother, on continuation history"]
    );
    for by in ["late move pruning", "reduction"] {
        assert!(names("audit").iter().any(|name| name == by), "{by}");
    }
    for table in TABLES {
        assert!(run.out.contains(&format!("{table}.csv")), "{table}");
    }
    // Terminal and file say the same; a wide table has several lines for a row.
    for row in lasting(folder, "combined").iter().skip(1) {
        let lines = || run.out.lines().filter(|line| line.trim_start().starts_with(&row[0]));
        for cell in row {
            let is_shown = |line: &str| line.contains(&shown(cell)) || line.contains(cell);
            assert!(lines().any(is_shown), "{cell:?} of {row:?}");
        }
    }
}

#[test]
fn the_prunings_of_any_search_are_audited() {
    let folder = folder("heuristics-watch");
    let words = ["--tables", "audit", "--positions", "2", "--depths", "3", "--cap", "3000", "--claims", "2"];
    let watched = ["--watch", "bare+null", "--out", text(&folder)];
    let audited = run(&[&words[..], &watched].concat()).done();
    assert!(audited.out.contains("bare+null"), "{}", audited.out);
    let rows = &lasting(&folder, "audit")[1..];
    assert!(!rows.is_empty() && rows.iter().all(|row| row[0] == "null move"), "{rows:?}");
}

/// A cell as the terminal shows it: numbers with a decimal.
fn shown(cell: &str) -> String {
    match cell.parse::<f64>() {
        Ok(number) if cell.contains('.') || number.abs() < 1_000.0 => format!("{number:.1}"),
        _ => cell.to_owned(),
    }
}

#[test]
fn ratios_and_claims_are_of_the_right_kind() {
    let (_, folder) = shared();
    for table in ["combined", "killers"] {
        for row in &lasting(folder, table)[1..] {
            for ratio in &row[1..3] {
                assert!((0.1..10.0).contains(&number(ratio)), "{table}: {row:?}");
            }
            assert!(row[4..6].iter().all(|cuts| (50.0..=100.0).contains(&number(cuts))), "{table}: {row:?}");
            assert!(row[6..].iter().all(|share| (0.0..=100.0).contains(&number(share))), "{table}: {row:?}");
        }
    }
    for row in &lasting(folder, "audit")[1..] {
        let [asked, share] = [4, 5].map(|column| number(&row[column]));
        // Three of each kind at each of two positions, fewer where fewer were made.
        assert!((0.0..=6.0).contains(&asked) && (0.0..=100.0).contains(&share), "{row:?}");
        let wrong = share * asked / 100.0;
        assert!((wrong - wrong.round()).abs() < 1e-6, "{row:?}");
        assert_eq!(wrong > 0.5, !row[7].is_empty(), "{row:?}");
        if !row[3].is_empty() {
            assert!(asked + number(&row[8]) <= number(&row[3]), "{row:?}");
        }
    }
}

#[test]
fn the_journal_is_believed_for_the_question_it_answers() {
    let (_, first) = shared();
    let again = folder("heuristics-again");
    let journal = read(first, "heuristics.tsv");
    // Ten times the nodes without the null move at the first position.
    let told: Vec<String> = journal
        .lines()
        .enumerate()
        .map(|(i, line)| match line.split_once('\t') {
            Some((key, value)) if i == 3 => format!("{key}\t{}\n", value.replacen(',', "0,", 1)),
            _ => format!("{line}\n"),
        })
        .collect();
    let told = told.concat();
    std::fs::write(again.join("heuristics.tsv"), &told).expect("a file");
    quick(&again, &[]).done();
    let ratios = [&again, first].map(|folder| number(&lasting(folder, "combined")[1][1]));
    assert!((ratios[0] / ratios[1] - 10_f64.sqrt()).abs() < 0.1, "{ratios:?}");
    quick(&again, &["--cap", "100000"]).done();
    assert!(read(&again, "heuristics.tsv").len() > told.len());
    assert_eq!(lasting(&again, "combined"), lasting(first, "combined"));
}

#[test]
fn a_position_that_is_not_reached_counts_with_the_cap() {
    let out = folder("heuristics-cap");
    let words = ["--tables", "combined", "--rows", "null", "--positions", "2", "--depths", "2,30"];
    run(&[&words[..], &["--cap", "3000", "--nodes", "100", "--hash-mb", "1", "--out", text(&out)]].concat())
        .done();
    let rows = lasting(&out, "combined");
    assert_eq!((rows[1][2].as_str(), rows[1][3].as_str()), ("1.00 [1.00, 1.00]", "2 / 2"), "{rows:?}");
}

#[test]
fn a_suite_of_ones_own_takes_the_place_of_the_built_in_one() {
    let out = folder("heuristics-suite");
    let suite = out.join("own.tsv");
    let built_in = include_str!("../../../../data/positions/midgame.tsv");
    let third: Vec<&str> = built_in.lines().filter(|line| !line.starts_with('#')).skip(2).take(1).collect();
    std::fs::write(&suite, third.join("\n") + "\n").expect("a file of its own");
    let words =
        ["--tables", "combined", "--rows", "history", "--nodes", "100", "--hash-mb", "1", "--depths", "2"];
    let base = ["--base", "bare+table"];
    let run = run(&[&words[..], &base, &["--suite", text(&suite), "--out", text(&out)]].concat()).done();
    assert!(run.out.contains("Inside bare+table: 1 positions, "), "{}", run.out);
}

#[test]
fn every_number_of_threads_has_a_row_and_the_first_is_the_measure() {
    let folder = folder("heuristics-threads-table");
    let words =
        ["--tables", "threads", "--threads", "2", "--depths", "4", "--positions", "2", "--hash-mb", "1"];
    let words = [&words[..], &["--out", text(&folder)]].concat();
    let first = run(&words).done();
    let title = "Threads: 2 positions to depth 4, modern, material, 1 MB";
    assert!(first.out.contains(title), "{}", first.out);
    let ratios = cells(&read(&folder, "threads-ratios.csv"));
    assert_eq!((ratios.len(), ratios[1][1].as_str()), (3, "1.00 [1.00, 1.00]"));
    // With everything known, even the times are the same.
    let (table, again) = (read(&folder, "threads.csv"), run(&words));
    assert_eq!((again.err.as_str(), again.out, read(&folder, "threads.csv")), ("", first.out, table));
}

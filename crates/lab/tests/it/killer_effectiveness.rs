//! The experiment `killer-effectiveness` from outside: its tables, its files, how it refuses.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::aids::lab;
use crate::example::{Run, folder, text};

fn run(words: &[&str]) -> Run {
    lab(&[&["killer-effectiveness"], words].concat())
}

/// One quick run over some of the built-in positions for all tests that only look at it.
fn shared() -> &'static (Run, PathBuf) {
    static SHARED: OnceLock<(Run, PathBuf)> = OnceLock::new();
    SHARED.get_or_init(|| search("killers-quick", &["--positions", "12", "--nodes", "3000"]))
}

fn search(name: &str, words: &[&str]) -> (Run, PathBuf) {
    let folder = folder(name);
    (run(&[&["--out", text(&folder)], words].concat()).done(), folder)
}

fn rows(folder: &Path, file: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(folder.join(file)).expect(file);
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

#[test]
fn rates_are_those_of_the_counts_and_the_summary_is_their_mean() {
    let (run, folder) = shared();
    assert!(run.out.starts_with("12 positions after ply "), "{}", run.out);
    let positions = rows(folder, "positions.csv");
    assert_eq!(positions.len(), 12 * 9);
    for row in &positions {
        let [ply, progress, legal, best, cut, open, rate, main] =
            [1, 2, 4, 5, 6, 7, 8, 10].map(|column| number(&row[column]));
        assert!((30.0..=80.0).contains(&ply) && (0.0..=127.0).contains(&progress), "{row:?}");
        assert!(best + cut + open <= legal && main <= legal, "{row:?}");
        assert!(legal == 0.0 || ((best + cut) / legal - rate).abs() < 1e-12, "{row:?}");
    }
    let summary = rows(folder, "summary.csv");
    for killer in ["Brotherbest", "Premovebest", "Contextbest"] {
        let told = |row: &&Vec<String>| row[3] == killer && number(&row[4]) >= 10.0;
        let rates: Vec<f64> = positions.iter().filter(told).map(|row| number(&row[8])).collect();
        let mean = rates.iter().sum::<f64>() / rates.len() as f64;
        let row = summary.iter().find(|row| row[0] == killer).expect("a row for each killer");
        assert_eq!(row[1], rates.len().to_string());
        assert!((number(&row[4]) - mean).abs() < 1e-9, "{row:?}: {mean}");
        let (low, high) = row[5].split_once(" to ").expect("two ends");
        assert!(number(low) < mean && mean < number(high), "{row:?}");
    }
    assert!(run.out.contains("paper: Passbest") && run.out.contains("0.91"), "{}", run.out);
}

#[test]
fn kinds_add_up_to_a_hundred_and_nobody_answers_a_check_by_passbest() {
    let kinds = rows(&shared().1, "kinds.csv");
    for column in [1, 5, 13, 19] {
        let share = |row: &Vec<String>| number(&row[column]);
        // The last row sums up two others.
        let (both, single) = kinds.split_last().expect("rows");
        let sum: f64 = single.iter().map(share).sum();
        assert!((sum - 100.0).abs() < 1e-6, "column {column}: {sum}");
        let of = |kind: &str| single.iter().filter(|row| row[0] == kind).map(share).sum::<f64>();
        assert!(
            (share(both) - of("answer to a check") - of("takes back")).abs() < 1e-6,
            "column {column}: {both:?}"
        );
    }
    let check = kinds.iter().find(|row| row[0] == "answer to a check").expect("a row of that name");
    assert!(number(&check[3]) == 0.0 && number(&check[1]) > 0.0, "{check:?}");
}

#[test]
fn figures_show_every_position_and_both_extremes_are_drawn() {
    let (run, folder) = search("killers-figures", &["--nodes", "8000", "--positions", "5"]);
    let svg = |name: &str| std::fs::read_to_string(folder.join(name)).expect(name);
    // One mark a position, one in the legend.
    assert_eq!(svg("fig31-brotherbest.svg").matches("<circle ").count(), 5 + 1);
    assert!(svg("fig35-kinds.svg").contains("takes back"));
    assert!(svg("fig34-depth-from-root.svg").contains("Premovebest"));
    if run.out.contains("never legal") {
        assert!(!folder.join("fig32-most-effective.svg").exists());
    } else {
        assert_eq!(run.out.matches("+---------------------------+").count(), 4, "{}", run.out);
        assert!(svg("fig32-most-effective.svg").contains("Passbest, rate "));
        assert!(svg("fig33-least-effective.svg").contains("Passbest, rate "));
    }
}

#[test]
fn positions_are_drawn_from_games_between_ply_30_and_80() {
    let (run, folder) =
        search("killers-games", &["--games", "data/games/sample.tsv", "--nodes", "500", "--positions", "12"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let positions = rows(&folder, "positions.csv");
    assert_eq!(positions.len(), 12 * 9);
    for row in positions {
        let (name, ply) = row[0].rsplit_once('-').expect("ID and ply");
        assert!(name.starts_with('g') && ply == row[1] && (30.0..=80.0).contains(&number(ply)), "{row:?}");
    }
}

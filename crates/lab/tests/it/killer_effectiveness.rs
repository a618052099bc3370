//! The experiment `killer-effectiveness` from outside: its tables, its files.

use std::sync::LazyLock;

use crate::aids::{Folder, number, ran};
use crate::example::Run;

fn search(name: &str, words: &str) -> (Run, Folder) {
    ran(name, &format!("killer-effectiveness {words} --out @"))
}

/// One run over some of the built-in positions for all tests that only look at it.
static SHARED: LazyLock<(Run, Folder)> =
    LazyLock::new(|| search("killers-quick", "--positions 5 --nodes 2500"));

#[test]
fn rates_are_those_of_the_counts_and_the_summary_is_their_mean() {
    let (run, here) = &*SHARED;
    assert!(run.out.starts_with("5 positions after ply "), "{}", run.out);
    let positions = here.rows("positions.csv");
    assert_eq!(positions.len(), 5 * 9);
    for row in &positions {
        let [ply, progress, legal, best, cut, open, rate, main] =
            [1, 2, 4, 5, 6, 7, 8, 10].map(|column| number(&row[column]));
        assert!((30.0..=80.0).contains(&ply) && (0.0..=127.0).contains(&progress), "{row:?}");
        assert!(best + cut + open <= legal && main <= legal, "{row:?}");
        assert!(legal == 0.0 || ((best + cut) / legal - rate).abs() < 1e-12, "{row:?}");
    }
    let summary = here.rows("summary.csv");
    for killer in ["Brotherbest", "Premovebest", "Contextbest", "counter move"] {
        let told = |row: &&Vec<String>| row[3] == killer && number(&row[4]) >= 10.0;
        let rates: Vec<f64> = positions.iter().filter(told).map(|row| number(&row[8])).collect();
        let mean = rates.iter().sum::<f64>() / rates.len() as f64;
        let row = summary.iter().find(|row| row[0] == killer).expect("a row for each killer");
        assert_eq!(row[1], rates.len().to_string());
        assert!((number(&row[4]) - mean).abs() < 1e-9, "{row:?}: {mean}");
        let (low, high) = row[5].split_once(" to ").expect("two ends");
        assert!(number(low) < mean && mean < number(high), "{row:?}");
        // The other rates are of the positions with as many cases of theirs.
        let there = positions.iter().filter(|row| row[3] == killer && number(&row[10]) >= 10.0).count();
        assert_eq!(row[11], there.to_string(), "{row:?}");
        let known = |row: &&Vec<String>| row[3] == killer && number(&row[4]) - number(&row[7]) >= 10.0;
        let rates: Vec<f64> = positions.iter().filter(known).map(|row| number(&row[9])).collect();
        let mean = rates.iter().sum::<f64>() / rates.len() as f64;
        assert!((number(&row[8]) - mean).abs() < 1e-9, "{row:?}: {mean}");
    }
    assert!(run.out.contains("paper: Passbest") && run.out.contains("0.91"), "{}", run.out);
}

#[test]
fn kinds_add_up_to_a_hundred_and_nobody_answers_a_check_by_passbest() {
    let kinds = SHARED.1.rows("kinds.csv");
    // The last row sums up two others.
    let (both, single) = kinds.split_last().expect("rows");
    let row = |kind: &str| single.iter().find(|row| row[0] == kind).expect("a row of that name");
    let (check, back) = (row("answer to a check"), row("takes back"));
    for column in [1, 5, 13, 19] {
        let share = |row: &Vec<String>| number(&row[column]);
        let sum: f64 = single.iter().map(share).sum();
        assert!((sum - 100.0).abs() < 1e-6, "column {column}: {sum}");
        assert!((share(both) - share(check) - share(back)).abs() < 1e-6, "column {column}: {both:?}");
    }
    assert!(number(&check[9]) == 0.0 && number(&check[1]) > 0.0, "{check:?}");
    let less = SHARED.1.rows("kinds-less-none.csv");
    let (half, less) = less.split_last().expect("rows");
    for column in [1, 3, 5] {
        let sum: f64 = less[..single.len()].iter().map(|row| number(&row[column]).abs()).sum();
        assert!((number(&half[column]) - sum / 2.0).abs() < 1e-6, "{half:?}: {sum}");
    }
}

#[test]
fn figures_show_every_position_and_both_extremes_are_drawn() {
    let (run, here) = &*SHARED;
    // One mark per position, one in the legend.
    assert_eq!(here.read("fig31-brotherbest.svg").matches("<circle ").count(), 5 + 1);
    assert!(here.read("fig35-kinds.svg").contains("takes back"));
    assert!(here.read("fig34-depth-from-root.svg").contains("Premovebest"));
    if run.out.contains("never legal") {
        assert!(!here.has("fig32-most-effective.svg"));
    } else {
        assert_eq!(run.out.matches("+---------------------------+").count(), 4, "{}", run.out);
        for name in ["fig32-most-effective.svg", "fig33-least-effective.svg"] {
            assert!(here.read(name).contains("Passbest, rate "), "{name}");
        }
    }
}

#[test]
fn positions_are_drawn_from_games_between_ply_30_and_80() {
    let (_, here) = search("killers-games", "--games data/games/sample.tsv --nodes 200 --positions 4");
    let positions = here.rows("positions.csv");
    assert_eq!(positions.len(), 4 * 9);
    for row in positions {
        let (name, ply) = row[0].rsplit_once('-').expect("ID and ply");
        assert!(name.starts_with('g') && ply == row[1] && (30.0..=80.0).contains(&number(ply)), "{row:?}");
    }
}

//! The experiment `count-categories` from outside: its tables, its files, how it refuses.

use std::path::PathBuf;

use crate::aids::{lab, rows, short_games};
use crate::example::{Run, folder, text};
use komadai::artifact::Artifact;
use komadai::search::policy::category::{Classifier, Tacos};
use komadai_learn::{CategoryCounts, MoveWeights};

fn run(words: &[&str]) -> Run {
    lab(&[&["count-categories"], words].concat())
}

/// A quick run over two classes of short games.
fn quick(name: &str, more: &[&str]) -> (Run, PathBuf) {
    let folder = folder(name);
    let (one, other) = (folder.join("one.tsv"), folder.join("other.tsv"));
    short_games(&one, 6, 80);
    short_games(&other, 7, 24);
    let words = ["--games", text(&one), "--games", text(&other), "--out", text(&folder)];
    (run(&[&words[..], more].concat()).done(), folder)
}

#[test]
fn every_position_is_counted_once_and_no_category_is_played_where_it_is_not() {
    let (run, folder) = quick("categories-counted", &["--held-out", "0"]);
    let csv = std::fs::read_to_string(folder.join("categories.csv")).unwrap();
    let rows = rows(&csv);
    assert_eq!(rows.len(), 2 * Tacos::NAMES.len());
    let number = |row: &[&str], n: usize| row[n].parse::<u64>().unwrap();
    for (n, row) in rows.iter().enumerate() {
        assert_eq!(row[0], ["one", "other"][n / 21]);
        assert_eq!(row[2], Tacos::NAMES[n % 21]);
        assert!(number(row, 5) <= number(row, 3) && number(row, 3) <= number(row, 4), "{row:?}");
    }
    let played: u64 = rows.iter().map(|row| number(row, 5)).sum();
    let said = run.out.split("Categories of TACOS in ").nth(1).and_then(|rest| rest.split(' ').next());
    assert_eq!(said, Some(played.to_string().as_str()), "{}", run.out);
    let check = std::fs::read_to_string(folder.join("winning-check.csv")).expect("a table");
    assert!(check.contains("\nwins material with check,") && check.contains(",about 43\n"), "{check}");
    assert!(!run.out.contains("Moves of the games held out"), "{}", run.out);
}

#[test]
fn models_know_more_the_more_they_look_at_and_files_hold_them() {
    let folder = folder("categories-models");
    let (counts, weights) = (folder.join("tacos.kmd"), folder.join("softmax.kmd"));
    let words = ["--softmax", "--save", text(&counts), "--save-softmax", text(&weights)];
    let (_, folder) = quick("categories-models", &words);
    let csv = std::fs::read_to_string(folder.join("models.csv")).unwrap();
    let losses: Vec<(&str, f64)> =
        rows(&csv).into_iter().map(|row| (row[0], row[2].parse().unwrap())).collect();
    assert_eq!(
        losses.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
        ["uniform", "coarse", "tacos", "softmax"]
    );
    assert!(losses.windows(2).all(|pair| pair[0].1 > pair[1].1), "{losses:?}");
    let (counts, from) = CategoryCounts::load(&counts).unwrap();
    assert_eq!(counts.positions(), from.rows);
    assert!(from.source.contains("one.tsv, other.tsv"), "{}", from.source);
    MoveWeights::load(&weights).unwrap().0.softmax().unwrap();
    for name in ["categories.svg", "training.svg"] {
        assert!(std::fs::read_to_string(folder.join(name)).unwrap().starts_with("<svg"), "{name}");
    }
}

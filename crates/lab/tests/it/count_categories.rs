//! The experiment `count-categories` from outside: its tables, its files, how it refuses.

use std::path::PathBuf;

use crate::aids::{lab, rows, short_games};
use crate::example::{Run, file, folder, text};
use komadai::artifact::Artifact;
use komadai::learn::{CategoryCounts, MoveWeights};
use komadai::search::policy::category::{Classifier, Tacos};

fn run(words: &[&str]) -> Run {
    lab(&[&["count-categories"], words].concat())
}

/// A quick run over two classes of short games.
fn quick(name: &str, more: &[&str]) -> (Run, PathBuf) {
    let folder = folder(name);
    let (one, other) = (folder.join("one.tsv"), folder.join("other.tsv"));
    short_games(&one, 6, 80);
    short_games(&other, 7, 24);
    let mut words =
        vec!["--games", text(&one), "--games", text(&other), "--nodes", "200", "--positions", "3"];
    words.extend(["--out", text(&folder)]);
    words.extend(more);
    (run(&words), folder)
}

#[test]
fn every_position_is_counted_once_and_no_category_is_played_where_it_is_not() {
    let (run, folder) = quick("categories-counted", &["--held-out", "0"]);
    assert_eq!(run.status, 0, "{}", run.err);
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
    let (run, folder) = quick("categories-models", &words);
    assert_eq!(run.status, 0, "{}", run.err);
    let csv = std::fs::read_to_string(folder.join("models.csv")).unwrap();
    let losses: Vec<(&str, f64)> =
        rows(&csv).into_iter().map(|row| (row[0], row[2].parse().unwrap())).collect();
    assert_eq!(
        losses.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
        ["uniform", "coarse", "tacos", "softmax"]
    );
    assert!(losses.windows(2).all(|pair| pair[0].1 > pair[1].1), "{losses:?}");
    let searches = std::fs::read_to_string(folder.join("searches.csv")).unwrap();
    assert_eq!(rows(&searches).len(), 7);
    let (counts, from) = CategoryCounts::load(&counts).unwrap();
    assert_eq!(counts.positions(), from.rows);
    assert!(from.source.contains("one.tsv, other.tsv"), "{}", from.source);
    MoveWeights::load(&weights).unwrap().0.softmax().unwrap();
    for name in ["categories.svg", "training.svg"] {
        assert!(std::fs::read_to_string(folder.join(name)).unwrap().starts_with("<svg"), "{name}");
    }
}

#[test]
fn results_do_not_depend_on_threads_but_on_the_seed() {
    let (one, _) = quick("categories-one-thread", &[]);
    let (three, _) = quick("categories-three-threads", &["--threads", "3"]);
    let tables = |text: &str| text.split("\nTable     ").next().map(str::to_owned);
    assert_eq!(tables(&one.out), tables(&three.out));
    assert!(one.out.contains("Searches of 200 nodes"), "{}{}", one.out, one.err);
    let (other, _) = quick("categories-seed", &["--seed", "2"]);
    assert_ne!(tables(&one.out), tables(&other.out));
}

#[test]
fn whatever_is_wrong_is_explained_with_status_2() {
    let folder = folder("categories-wrong");
    let file = |name: &str, content: &str| file(&folder, name, content);
    let illegal = file("illegal.tsv", "#\na\tstartpos\t7g7f 7g7f\tb\n");
    let short = file("short.tsv", "a\tstartpos\n");
    let start = file("start.tsv", "a\tstart\t7g7f\tb\n");
    let word = file("word.tsv", "a\tstartpos\tP-7f\tb\n");
    let empty = file("empty.tsv", "# nothing\n");
    let one = file("one.tsv", "a\tstartpos\t7g7f\tb\n");
    for (words, explanation) in [
        (&["--games", illegal.as_str()] as &[&str], "illegal.tsv, line 2: move 2, 7g7f: not legal"),
        (&["--games", &short], "short.tsv, line 1: expected ID, start and moves"),
        (&["--games", &start], "start \"start\", expected \"startpos\""),
        (&["--games", &word], "word.tsv, line 1: "),
        (&["--games", &empty], "no game in empty.tsv"),
        (&["--games", &one], "give more games"),
        (&["--games", "no-such-file"], "no-such-file: "),
        (&["--held-out", "91"], "91 is not in 0..=90"),
        (&["--save-softmax", "x.kmd"], "--softmax"),
        (&["--threads", "0"], "--threads"),
        (&["--nodes", "many"], "invalid digit"),
    ] {
        run(words).refused(&words, explanation);
    }
}

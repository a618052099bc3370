//! The experiment `count-categories` from outside: its tables, its files.

use crate::aids::{Folder, number};
use crate::example::Run;
use komadai::artifact::Artifact;
use komadai::search::policy::category::{Classifier, Tacos};
use komadai_learn::{CategoryCounts, MoveWeights};

/// A quick run over two classes of short games.
fn quick(name: &str, more: &str) -> (Run, Folder) {
    let here = Folder::new(name);
    here.short_games("one.tsv", 6, 80);
    here.short_games("other.tsv", 60, 80);
    let run = here.run(&format!("count-categories --games @one.tsv --games @other.tsv --out @ {more}"));
    (run.done(), here)
}

#[test]
fn every_position_is_counted_once_and_no_category_is_played_where_it_is_not() {
    let (run, here) = quick("categories-counted", "--held-out 0");
    let rows = here.rows("categories.csv");
    assert_eq!(rows.len(), 2 * Tacos::NAMES.len());
    let mut all = 0.0;
    for (n, row) in rows.iter().enumerate() {
        assert_eq!((&*row[0], &*row[2]), (["one", "other"][n / 21], Tacos::NAMES[n % 21]));
        let [positions, moves, played] = [3, 4, 5].map(|column| number(&row[column]));
        assert!(played <= positions && positions <= moves, "{row:?}");
        all += played;
        // The moves of the one game of the other class say nothing about other games.
        assert!(n < 21 || row[7].is_empty() && row[8].is_empty(), "{row:?}");
    }
    assert!(rows[..21].iter().any(|row| !row[8].is_empty()), "{rows:?}");
    assert!(run.out.contains(&format!("Categories of TACOS in {all} positions")), "{}", run.out);
    let check = here.read("winning-check.csv");
    assert!(check.contains("\nwins material with check,") && check.contains(",about 43\n"), "{check}");
    assert!(!run.out.contains("Moves of the games held out"), "{}", run.out);
}

#[test]
fn models_know_more_the_more_they_look_at_and_files_hold_them() {
    let (_, here) = quick("categories-models", "--softmax --save @tacos.kmd --save-softmax @softmax.kmd");
    let rows = here.rows("models.csv");
    assert!(rows.iter().map(|row| &row[0]).eq(["uniform", "coarse", "tacos", "softmax"]), "{rows:?}");
    assert!(rows.windows(2).all(|pair| number(&pair[0][2]) > number(&pair[1][2])), "{rows:?}");
    let (counts, from) = CategoryCounts::load(here.path("tacos.kmd")).unwrap();
    assert_eq!(counts.positions(), from.rows);
    assert!(from.source.contains("one.tsv, other.tsv"), "{}", from.source);
    MoveWeights::load(here.path("softmax.kmd")).unwrap().0.softmax().unwrap();
    for name in ["categories.svg", "training.svg"] {
        assert!(here.read(name).starts_with("<svg"), "{name}");
    }
}

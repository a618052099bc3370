//! Counts and weights as model files: the files of the repository, and round trips.

#![cfg(feature = "artifact")]

use std::path::{Path, PathBuf};

use komadai_core::Position;
use komadai_core::artifact::{Artifact, inspect};
use komadai_learn::{CategoryCounts, MoveWeights, SoftmaxOptions, SoftmaxTrainer};
use komadai_search::Node;
use komadai_search::policy::category::{Classifier, Coarse, Tacos};
use komadai_search::policy::{ByCategory, MoveProbability, TACOS_COUNTS};

use crate::changed::{CountsFile, read_as};

fn models() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/models")
}

/// A short game.
const GAME: [&str; 10] = ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e", "B*5d", "4e3d", "5d7f", "3d2c+", "2b2c"];

fn counted() -> CategoryCounts {
    let mut counts = CategoryCounts::new::<Tacos>();
    let moves = GAME.map(|mv| mv.parse().expect("a move as USI writes it"));
    assert_eq!(counts.add_game(&Tacos, &Position::startpos(), moves), Ok(10));
    counts
}

#[test]
fn model_of_the_repository_has_the_counts_that_searches_come_with() {
    let (counts, from) = CategoryCounts::load(models().join("tacos.kmd")).unwrap();
    assert!(counts.rows().map(|(_, count)| count).eq(TACOS_COUNTS));
    assert_eq!(from.rows, counts.positions());
    assert_eq!(inspect(models().join("tacos.kmd")).unwrap().kind, "category");
    let loaded = counts.probabilities(Tacos).unwrap();
    assert_eq!(loaded.average(), ByCategory::tacos().average());
}

#[test]
fn softmax_of_the_repository_knows_how_games_begin() {
    let (weights, _) = MoveWeights::load(models().join("softmax.kmd")).unwrap();
    let softmax = weights.softmax().unwrap();
    // The pawn before the bishop or before the rook: two of thirty moves, and most games begin with them.
    let pos = Position::startpos();
    let p = |mv: &str| (-softmax.surprise(&Node::new(&pos), mv.parse().unwrap()).to_f64()).exp2();
    assert!(p("7g7f") + p("2g2f") > 0.2, "{} {}", p("7g7f"), p("2g2f"));
    assert!(p("1i1h") < 0.02, "{}", p("1i1h"));
}

#[test]
fn counts_of_parts_add_up_to_those_of_the_whole() {
    let whole = counted();
    let rows: Vec<_> = whole.rows().map(|(_, count)| count).collect();
    assert_eq!(rows.iter().map(|count| count.played).sum::<u64>(), 10);
    let named = |name: &str| rows[Tacos::NAMES.iter().position(|&known| known == name).unwrap()];
    // 3a2b and 2b2c take back; 8h2b+ is an even exchange, and so a promotion; 4e3d and 5d7f win pawns.
    assert_eq!(named("takes back").played, 2);
    assert_eq!(named("promotion").played, 2);
    assert_eq!(named("takes the dearest piece").played + named("winning capture").played, 2);
    let mut twice = counted();
    twice.merge(&whole).unwrap();
    assert_eq!(twice.positions(), 20);
    for ((_, sum), (_, part)) in twice.rows().zip(whole.rows()) {
        assert_eq!(
            (sum.positions, sum.moves, sum.played),
            (2 * part.positions, 2 * part.moves, 2 * part.played)
        );
    }
}

#[test]
fn counts_of_another_classifier_are_refused() {
    let counts = counted();
    let error = counts.probabilities(Coarse).unwrap_err();
    assert_eq!(error.to_string(), "counts of 21 categories, expected 8");
    assert!(CategoryCounts::new::<Coarse>().merge(&counts).is_err());
    let moves = GAME.map(|mv| mv.parse().unwrap());
    assert!(CategoryCounts::new::<Coarse>().add_game(&Tacos, &Position::startpos(), moves).is_err());
}

#[test]
fn a_game_counts_up_to_its_first_illegal_move() {
    let mut counts = CategoryCounts::new::<Tacos>();
    let moves = ["7g7f", "7g7f"].map(|mv| mv.parse().unwrap());
    let error = counts.add_game(&Tacos, &Position::startpos(), moves).unwrap_err();
    assert_eq!((error.to_string().as_str(), counts.positions()), ("move 2, 7g7f: not legal there", 1));
}

#[test]
fn counts_at_their_end_do_not_overflow_and_those_that_cannot_be_are_refused() {
    let read = |positions, counts: Vec<[u64; 3]>, names: usize| {
        let names = (0..names).map(|n| n.to_string()).collect();
        read_as::<CategoryCounts>(&CountsFile { names, counts, positions })
    };
    for (names, counts, positions, reason) in [
        (2, vec![[7, 9, 7]], 7, "2 names and 1 counts"),
        (257, vec![[0, 0, 0]; 257], 0, "257 names"),
        (1, vec![[5, 9, 7]], 7, "played in 7 of 5"),
        (1, vec![[7, 6, 7]], 7, "with 6 moves"),
        (1, vec![[8, 9, 7]], 7, "of 7"),
        (1, vec![[7, 9, 6]], 7, "6 moves played in 7 positions"),
        (2, vec![[u64::MAX; 3]; 2], u64::MAX, "moves played in"),
    ] {
        let error = read(positions, counts, names).unwrap_err();
        assert!(error.contains(reason), "{error}");
    }
    let mut full = read(u64::MAX, vec![[u64::MAX; 3]], 1).unwrap();
    full.merge(&read(7, vec![[7, 9, 7]], 1).unwrap()).unwrap();
    assert_eq!(full, read(u64::MAX, vec![[u64::MAX; 3]], 1).unwrap());
}

#[test]
fn files_round_trip() {
    let counts = counted();
    assert_eq!(read_as(&counts), Ok(counts));
    let mut trainer = SoftmaxTrainer::new(SoftmaxOptions::default());
    trainer.learn_game(&Position::startpos(), GAME.map(|mv| mv.parse().unwrap())).unwrap();
    let weights = trainer.weights(2.5).unwrap();
    assert_eq!(read_as(&weights), Ok(weights));
}

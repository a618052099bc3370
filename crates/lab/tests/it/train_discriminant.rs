//! `train-discriminant` from outside: its tables, its files, resuming, how it refuses.

use std::path::Path;

use crate::aids::{lab, rows, short_games};
use crate::example::{Run, folder, text};
use komadai::artifact::Artifact;
use komadai::eval::pair::{PairModel, Symmetry};

/// A quick run on short games.
fn quick(folder: &Path, more: &[&str]) -> Run {
    let file = folder.join("short.tsv");
    short_games(&file, 3, 24);
    let mut words = vec!["train-discriminant", "--games", text(&file), "--symmetry", "colors-and-sides"];
    words.extend(["--threshold", "5", "--out", text(folder)]);
    words.extend(more);
    lab(&words)
}

#[test]
fn both_models_learn_and_files_hold_what_the_figures_show() {
    let folder = folder("pairs-both");
    let run = quick(&folder, &["--iterations", "3"]).done();
    for word in ["parent-child", "sibling", "paper:", "rows/s"] {
        assert!(run.out.contains(word), "{word} in {}", run.out);
    }
    let csv = std::fs::read_to_string(folder.join("iterations.csv")).unwrap();
    let iterations = rows(&csv);
    assert_eq!(iterations.len(), 2 * 4);
    let number = |row: &[&str], n: usize| row[n].parse::<f64>().unwrap();
    for (n, row) in iterations.iter().enumerate() {
        assert_eq!(row[0], ["parent-child", "sibling"][n / 4]);
        assert!((number(row, 1) - (n % 4) as f64).abs() < 1e-9);
    }
    // The played moves of games never seen come earlier than by chance.
    assert!(number(&iterations[7], 4) < 0.8 * number(&iterations[4], 4), "{csv}");
    assert!(number(&iterations[3], 3) < number(&iterations[0], 3), "{csv}");
    for name in ["convergence.svg", "weights.svg"] {
        assert!(std::fs::read_to_string(folder.join(name)).unwrap().starts_with("<svg"), "{name}");
    }
}

#[test]
fn the_curve_ends_with_all_games() {
    let folder = folder("pairs-curve");
    let run = quick(&folder, &["--model", "sibling", "--iterations", "1", "--curve"]).done();
    let curve = std::fs::read_to_string(folder.join("curve.csv")).unwrap();
    let games: Vec<u64> = rows(&curve).iter().map(|row| row[1].parse().unwrap()).collect();
    assert_eq!(games.len(), 4);
    assert!(
        games.is_sorted() && run.out.contains(&format!("{} games to learn from", games[3])),
        "{}",
        run.out
    );
    assert!(std::fs::read_to_string(folder.join("curve.svg")).unwrap().starts_with("<svg"));
}

#[test]
fn threads_and_interruptions_do_not_change_the_model() {
    let folder = folder("pairs-resume");
    let file = |name: &str| folder.join(name);
    let (whole, threads, resumed) = (file("whole.kmd"), file("threads.kmd"), file("resumed.kmd"));
    let checkpoint = file("checkpoint");
    let model = ["--model", "sibling"];
    let train = |more: &[&str]| {
        quick(&folder, &[&model[..], more].concat()).done();
    };
    train(&["--iterations", "5", "--save", text(&whole)]);
    train(&["--iterations", "5", "--save", text(&threads), "--threads", "3"]);
    train(&["--iterations", "2", "--checkpoint", text(&checkpoint)]);
    train(&["--iterations", "5", "--checkpoint", text(&checkpoint), "--save", text(&resumed)]);
    let bytes = |path: &Path| std::fs::read(path).unwrap();
    assert!(bytes(&whole) == bytes(&threads) && bytes(&whole) == bytes(&resumed));
    let (model, from) = PairModel::load(&whole).unwrap();
    assert_eq!(model.symmetry(), Symmetry::ColorsAndSides);
    assert!(from.source.contains("short.tsv") && from.parameters.contains("5 iterations") && from.rows > 0);

    let other = quick(&folder, &["--model", "sibling", "--seed", "6", "--checkpoint", text(&checkpoint)]);
    assert_eq!(other.status, 2, "{}", other.out);
    assert!(other.err.contains("a state of") && other.err.contains("checkpoint"), "{}", other.err);
    std::fs::write(&checkpoint, &bytes(&checkpoint)[..40]).unwrap();
    let cut = quick(&folder, &["--model", "sibling", "--checkpoint", text(&checkpoint)]);
    assert_eq!(cut.status, 2);
    assert!(cut.err.contains("model file"), "{}", cut.err);
}

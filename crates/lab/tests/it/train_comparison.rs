//! `train-comparison` from outside: its tables, its model, resuming, how it refuses.

use std::path::{Path, PathBuf};

use crate::aids::{lab, short_games};
use crate::example::{Run, folder, text};
use komadai::Position;
use komadai::artifact::Artifact;
use komadai::eval::pair::PairModel;
use komadai::search::{Limits, Searcher};

/// Some games of the sample, cut short, in a file of its own.
fn games(folder: &Path, step: usize) -> PathBuf {
    let path = folder.join("short.tsv");
    short_games(&path, step, 36);
    path
}

fn quick(games: &Path, more: &[&str]) -> Run {
    let mut words = vec!["train-comparison", "--games", text(games), "--every", "6"];
    words.extend(["--out", text(games.parent().expect("a folder of its own"))]);
    words.extend(more);
    lab(&words)
}

#[test]
fn the_loss_falls_and_the_model_plays() {
    let folder = folder("comparison-learns");
    let games = games(&folder, 6);
    let model = folder.join("model.kmd");
    let run = quick(&games, &["--terms", "relative", "--passes", "3", "--save", text(&model)]).done();
    for word in ["held out", "Values of pieces, from those of paper 001", "paper 002 prints no figure"] {
        assert!(run.out.contains(word), "{word} in {}", run.out);
    }
    let csv = std::fs::read_to_string(folder.join("comparison.csv")).unwrap();
    let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 4, "one before, and three passes: {csv}");
    let number = |row: usize, column: usize| rows[row][column].parse::<f64>().unwrap();
    for pass in 1..=3 {
        assert!(number(pass, 4) < number(pass, 3), "every pass goes down: {csv}");
    }
    assert!(number(3, 2) < number(1, 2), "so does the loss under new searches: {csv}");
    assert!(std::fs::read_to_string(folder.join("comparison.svg")).unwrap().starts_with("<svg"));
    let (model, provenance) = PairModel::load(&model).unwrap();
    assert!(model.weights().iter().any(|&weight| weight != 0) && provenance.rows > 30);
    assert!(Searcher::new(model.evaluator()).search(&Position::startpos(), &Limits::depth(2)).best.is_some());
}

#[test]
fn threads_and_interruptions_do_not_change_the_model() {
    let folder = folder("comparison-resume");
    let games = games(&folder, 8);
    let file = |name: &str| folder.join(name);
    let (whole, resumed, checkpoint) = (file("whole.kmd"), file("resumed.kmd"), file("checkpoint"));
    quick(&games, &["--passes", "3", "--threads", "3", "--save", text(&whole)]).done();
    quick(&games, &["--passes", "1", "--checkpoint", text(&checkpoint)]).done();
    let rest =
        quick(&games, &["--passes", "3", "--checkpoint", text(&checkpoint), "--save", text(&resumed)]).done();
    assert!(rest.err.contains("1 passes are done already"), "{}", rest.err);
    assert_eq!(std::fs::read(&whole).unwrap(), std::fs::read(&resumed).unwrap());
    let other = quick(&games, &["--passes", "3", "--terms", "squares", "--checkpoint", text(&checkpoint)]);
    assert!(other.status == 2 && other.err.contains("the state is of a training"), "{}", other.err);
}

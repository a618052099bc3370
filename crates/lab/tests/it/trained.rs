//! Training on games from outside: its tables and files, how it resumes and refuses.

use crate::aids::{Folder, number};
use komadai::Position;
use komadai::artifact::Artifact;
use komadai::eval::pair::{PairModel, Symmetry};
use komadai::search::{Limits, Searcher};

/// What keeps its state: words, how much is learned before an interruption and in all, what the model says of that, other words and what is
/// said of the state then.
const RESUMED: [[&str; 6]; 2] = [
    [
        "train-comparison --games @short.tsv --every 6",
        "--passes 1",
        "--passes 2",
        "2 passes",
        "--terms squares",
        "the state is of another training: found ",
    ],
    [
        "train-discriminant --model sibling --games @short.tsv --symmetry colors-and-sides --threshold 5",
        "--iterations 1",
        "--iterations 3",
        "3 iterations",
        "--seed 6",
        "a state of",
    ],
];

#[test]
fn threads_and_interruptions_do_not_change_a_model() {
    for [words, some, all, told, other, refusal] in RESUMED {
        let here = Folder::new("trained-resume");
        here.short_games("short.tsv", 6, 24);
        let train = |more: &str| here.run(&format!("{words} --out @ {more}"));
        train(&format!("{all} --save @whole.kmd")).done();
        train(&format!("{all} --save @threads.kmd --threads 3")).done();
        train(&format!("{some} --checkpoint @state")).done();
        let rest = train(&format!("{all} --checkpoint @state --save @resumed.kmd")).done();
        assert!(rest.err.contains("s are done already"), "{}", rest.err);
        let course =
            || here.read(if here.has("iterations.csv") { "iterations.csv" } else { "comparison.csv" });
        let (resumed, kept) = (course(), format!("{}.tsv", words.split(' ').next().unwrap()));
        here.remove(&kept);
        train(&format!("{all} --checkpoint @once")).done();
        assert_eq!(course(), resumed, "the whole course is told");
        let [whole, threads, resumed] =
            ["whole.kmd", "threads.kmd", "resumed.kmd"].map(|name| here.read_bytes(name));
        assert!(whole == threads && whole == resumed, "{words}");
        if words.contains("discriminant") {
            // With nothing left to learn, the games held out say the same.
            let held_out = here.read("held_out.csv");
            train(&format!("{all} --checkpoint @state")).done();
            assert_eq!((held_out.lines().count(), here.read("held_out.csv")), (2, held_out));
        }
        let (model, from) = PairModel::load(here.path("whole.kmd")).unwrap();
        let both = if words.contains("sides") { Symmetry::ColorsAndSides } else { Symmetry::Colors };
        assert_eq!(model.symmetry, both);
        assert!(from.source.contains("short.tsv") && from.rows > 0, "{from:?}");
        assert!(from.parameters.contains(told), "{from:?}");

        let refused = train(&format!("{all} {other} --checkpoint @state"));
        refused.refused(&other, refusal);
        assert!(refused.err.contains("--checkpoint "), "{}", refused.err);
        here.file("state", &here.read_bytes("state")[..40]);
        train(&format!("{all} --checkpoint @state")).refused(&"a state cut short", "model file");
    }
}

#[test]
fn the_loss_falls_and_the_model_plays() {
    let here = Folder::new("comparison-learns");
    here.short_games("short.tsv", 16, 36);
    let words =
        "--games @short.tsv --held-out 20 --every 6 --terms relative --passes 2 --save @model.kmd --out @";
    let run = here.run(&format!("train-comparison {words}")).done();
    run.says(&["held out", "Values of pieces, from those of paper 001", "paper 002 prints no figure"]);
    let rows = here.rows("comparison.csv");
    assert_eq!(rows.len(), 3, "one before, and two passes: {rows:?}");
    let number = |row: usize, column: usize| number(&rows[row][column]);
    for pass in 1..=2 {
        assert!(number(pass, 4) < number(pass, 3), "every pass goes down: {rows:?}");
    }
    assert!(number(2, 2) < number(1, 2), "so does the loss under new searches: {rows:?}");
    assert!(here.read("comparison.svg").starts_with("<svg"));
    let (model, provenance) = PairModel::load(here.path("model.kmd")).unwrap();
    assert!(model.weights.iter().any(|&weight| weight != 0) && provenance.rows > 10);
    assert!(Searcher::new(model.evaluator()).search(&Position::startpos(), &Limits::depth(2)).best.is_some());
}

#[test]
fn both_models_of_pairs_learn_and_files_hold_what_the_figures_show_and_the_curve_ends_with_all_games() {
    let here = Folder::new("pairs-both");
    here.short_games("short.tsv", 3, 24);
    let words = "--games @short.tsv --symmetry colors-and-sides --threshold 5 --iterations 3 --curve --out @";
    let run = here.run(&format!("train-discriminant {words}")).done();
    let games: Vec<f64> = here.rows("curve.csv").iter().map(|row| number(&row[1])).collect();
    assert!(games.len() == 2 * 4 && games[..4].is_sorted() && games[4..].is_sorted(), "{games:?}");
    run.says(&[&format!("{} games to learn from", games[3]), "parent-child", "sibling", "paper:", "rows/s"]);
    let rows = here.rows("iterations.csv");
    assert_eq!(rows.len(), 2 * 4);
    for (n, row) in rows.iter().enumerate() {
        assert_eq!((&*row[0], &*row[1]), (["parent-child", "sibling"][n / 4], &*(n % 4).to_string()));
    }
    let number = |row: usize, column: usize| number(&rows[row][column]);
    // The played moves of games never seen come earlier than by chance.
    assert!(number(7, 4) < 0.8 * number(4, 4), "{rows:?}");
    assert!(number(3, 3) < number(0, 3), "{rows:?}");
    for name in ["convergence.svg", "weights.svg", "curve.svg"] {
        assert!(here.read(name).starts_with("<svg"), "{name}");
    }
}

#[test]
fn the_quiet_moves_of_one_game_say_nothing_of_other_games() {
    let here = Folder::new("pairs-two-games");
    here.short_games("two.tsv", 30, 24);
    let words =
        "--games @two.tsv --held-out 50 --seed 2 --iterations 0 --threshold 1 --symmetry colors-and-sides";
    here.run(&format!("train-discriminant {words} --model sibling --out @")).done();
    // One game is learned from and one held out.
    for row in here.rows("positions.csv") {
        assert_eq!([&*row[1], &*row[4]], ["1", ""], "{row:?}");
    }
}

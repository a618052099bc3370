//! `train-discriminant` from outside: its tables, its files, resuming, how it refuses.

use crate::aids::{Folder, number};
use crate::example::Run;
use komadai::artifact::Artifact;
use komadai::eval::pair::{PairModel, Symmetry};

/// A quick run on short games.
fn quick(here: &Folder, more: &str) -> Run {
    here.short_games("short.tsv", 3, 24);
    let words = "--games @short.tsv --symmetry colors-and-sides --threshold 5 --out @";
    here.run(&format!("train-discriminant {words} {more}"))
}

#[test]
fn both_models_learn_and_files_hold_what_the_figures_show() {
    let here = Folder::new("pairs-both");
    let run = quick(&here, "--iterations 3").done();
    for word in ["parent-child", "sibling", "paper:", "rows/s"] {
        assert!(run.out.contains(word), "{word} in {}", run.out);
    }
    let rows = here.rows("iterations.csv");
    assert_eq!(rows.len(), 2 * 4);
    for (n, row) in rows.iter().enumerate() {
        assert_eq!((&*row[0], &*row[1]), (["parent-child", "sibling"][n / 4], &*(n % 4).to_string()));
    }
    let number = |row: usize, column: usize| number(&rows[row][column]);
    // The played moves of games never seen come earlier than by chance.
    assert!(number(7, 4) < 0.8 * number(4, 4), "{rows:?}");
    assert!(number(3, 3) < number(0, 3), "{rows:?}");
    for name in ["convergence.svg", "weights.svg"] {
        assert!(here.read(name).starts_with("<svg"), "{name}");
    }
}

#[test]
fn the_curve_ends_with_all_games() {
    let here = Folder::new("pairs-curve");
    let run = quick(&here, "--model sibling --iterations 1 --curve").done();
    let games: Vec<f64> = here.rows("curve.csv").iter().map(|row| number(&row[1])).collect();
    assert!(games.len() == 4 && games.is_sorted(), "{games:?}");
    assert!(run.out.contains(&format!("{} games to learn from", games[3])), "{}", run.out);
    assert!(here.read("curve.svg").starts_with("<svg"));
}

#[test]
fn threads_and_interruptions_do_not_change_the_model() {
    let here = Folder::new("pairs-resume");
    let train = |more: &str| quick(&here, &format!("--model sibling {more}"));
    for more in [
        "--iterations 5 --save @whole.kmd",
        "--iterations 5 --save @threads.kmd --threads 3",
        "--iterations 2 --checkpoint @state",
        "--iterations 5 --checkpoint @state --save @resumed.kmd",
    ] {
        train(more).done();
    }
    let [whole, threads, resumed] =
        ["whole", "threads", "resumed"].map(|name| here.read_bytes(&format!("{name}.kmd")));
    assert!(whole == threads && whole == resumed);
    let (model, from) = PairModel::load(here.path("whole.kmd")).unwrap();
    assert_eq!(model.symmetry(), Symmetry::ColorsAndSides);
    assert!(from.source.contains("short.tsv") && from.parameters.contains("5 iterations") && from.rows > 0);

    let other = train("--seed 6 --checkpoint @state");
    other.refused(&"another seed", "a state of");
    assert!(other.err.contains("--checkpoint "), "{}", other.err);
    here.bytes("state", &here.read_bytes("state")[..40]);
    train("--checkpoint @state").refused(&"a state cut short", "model file");
}

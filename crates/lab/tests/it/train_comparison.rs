//! `train-comparison` from outside: its tables, its model, resuming, how it refuses.

use crate::aids::{Folder, number};
use crate::example::Run;
use komadai::Position;
use komadai::artifact::Artifact;
use komadai::eval::pair::PairModel;
use komadai::search::{Limits, Searcher};

fn train(here: &Folder, more: &str) -> Run {
    here.run(&format!("train-comparison --games @short.tsv --every 6 --out @ {more}"))
}

#[test]
fn the_loss_falls_and_the_model_plays() {
    let here = Folder::new("comparison-learns");
    here.short_games("short.tsv", 6, 36);
    let run = train(&here, "--terms relative --passes 3 --save @model.kmd").done();
    for word in ["held out", "Values of pieces, from those of paper 001", "paper 002 prints no figure"] {
        assert!(run.out.contains(word), "{word} in {}", run.out);
    }
    let rows = here.rows("comparison.csv");
    assert_eq!(rows.len(), 4, "one before, and three passes: {rows:?}");
    let number = |row: usize, column: usize| number(&rows[row][column]);
    for pass in 1..=3 {
        assert!(number(pass, 4) < number(pass, 3), "every pass goes down: {rows:?}");
    }
    assert!(number(3, 2) < number(1, 2), "so does the loss under new searches: {rows:?}");
    assert!(here.read("comparison.svg").starts_with("<svg"));
    let (model, provenance) = PairModel::load(here.path("model.kmd")).unwrap();
    assert!(model.weights().iter().any(|&weight| weight != 0) && provenance.rows > 30);
    assert!(Searcher::new(model.evaluator()).search(&Position::startpos(), &Limits::depth(2)).best.is_some());
}

#[test]
fn threads_and_interruptions_do_not_change_the_model() {
    let here = Folder::new("comparison-resume");
    here.short_games("short.tsv", 8, 36);
    train(&here, "--passes 3 --threads 3 --save @whole.kmd").done();
    train(&here, "--passes 1 --checkpoint @state").done();
    let rest = train(&here, "--passes 3 --checkpoint @state --save @resumed.kmd").done();
    assert!(rest.err.contains("1 passes are done already"), "{}", rest.err);
    assert!(here.read_bytes("whole.kmd") == here.read_bytes("resumed.kmd"));
    let other = train(&here, "--passes 3 --terms squares --checkpoint @state");
    other.refused(&"other terms", "the state is of another training: found ");
}

//! `inspect-pairs` from outside: its tables, its figures.

use crate::aids::Folder;
use komadai::PieceValues;
use komadai::artifact::{Artifact, Provenance};
use komadai::eval::pair::{Fold, PairModel, Relation, Symmetry};

/// A model in which only some pairs of pieces have a value, for Black.
pub(crate) fn model_of(here: &Folder, file: &str, pairs: &[(&str, &str, f64)]) {
    let fold = Fold::new(Symmetry::ColorsAndSides);
    let mut weights = vec![0.0; fold.len()];
    for &(a, b, worth) in pairs {
        let [a, b] = [a, b].map(|place| place.parse().expect("a piece in its place"));
        let relation = Relation::between(a, b).expect("two squares");
        let slot = fold.slot(relation).expect("a relation that is not its own opposite");
        weights[slot.index as usize] = if slot.negated { -worth } else { worth };
    }
    let (model, _) = PairModel::from_weights(PieceValues::PAIRS_2007, &fold, 8, weights);
    let provenance = Provenance { made_by: "a test".into(), ..Provenance::default() };
    model.save(&provenance, here.path(file)).expect("a model file of its own");
}

#[test]
fn heaviest_relations_come_first_as_black_sees_them_and_rare_ones_can_be_left_out() {
    let here = Folder::new("inspect-heaviest");
    // Never seen in a game, and good for White; seen in every first position.
    model_of(&here, "two.kmd", &[("+r5e", "+b5d", -90.0), ("K5i", "G4i", 12.5)]);
    let run = here.run_within(80, "inspect-pairs @two.kmd --piece K5i --partner G --out @").done();
    assert!(run.out.contains("a test"));
    let all = here.rows("heaviest.csv");
    assert_eq!((all.len(), &all[0][2..]), (2, &["0".to_owned(), "90".to_owned()][..]), "{all:?}");
    assert!(all[0].concat().contains('龍') && all[0].concat().contains('▲'), "{all:?}");
    let often = here.rows("heaviest-often.csv");
    assert!(often.len() == 1 && often[0].concat().contains("5九玉") && often[0][3] == "12.5", "{often:?}");
    // The folding decides which of two opposite relations a slot stands for.
    let in_step = |row: &Vec<String>| row[..3] == ["8", "16", "1"] || row[..3] == ["-16", "-8", "1"];
    assert!(here.rows("histogram.csv").iter().any(in_step));
    // Gold on 4i and, mirrored, on 6i; the end of the bar of colours.
    assert_eq!(here.read("heat-map.svg").matches("rgb(213,94,0)").count(), 3);
    assert!(here.read("histogram.svg").starts_with("<svg"));
}

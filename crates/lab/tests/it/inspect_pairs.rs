//! `inspect-pairs` from outside: its tables, its figures, how it refuses.

use crate::aids::lab_within;
use crate::example::{folder, text};
use komadai::PieceValues;
use komadai::artifact::{Artifact, Provenance};
use komadai::eval::pair::{Fold, PairModel, Relation, Symmetry};

#[test]
fn heaviest_relations_come_first_as_black_sees_them_and_rare_ones_can_be_left_out() {
    let folder = folder("inspect-heaviest");
    let path = folder.join("two.kmd");
    let fold = Fold::new(Symmetry::ColorsAndSides);
    let mut weights = vec![0.0; fold.len()];
    let mut plant = |a: &str, b: &str, worth: f64| {
        let slot = fold.slot(Relation::between(a.parse().unwrap(), b.parse().unwrap()).unwrap()).unwrap();
        weights[slot.index as usize] = if slot.negated { -worth } else { worth };
    };
    // Never seen in a game, and good for White; seen in every first position.
    plant("+r5e", "+b5d", -90.0);
    plant("K5i", "G4i", 12.5);
    let (model, _) = PairModel::from_weights(PieceValues::PAIRS_2007, &fold, 8, weights);
    model.save(&Provenance { made_by: "a test".into(), ..Provenance::default() }, &path).unwrap();

    let words = ["inspect-pairs", text(&path), "--piece", "K5i", "--partner", "G", "--out", text(&folder)];
    let run = lab_within(80, &words).done();
    assert!(run.out.contains("a test"));
    let rows = |name: &str| {
        let csv = std::fs::read_to_string(folder.join(name)).unwrap();
        csv.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let all = rows("heaviest.csv");
    assert_eq!(all.len(), 2);
    assert!(all[0].ends_with(",0,90") && all[0].contains('龍') && all[0].contains('▲'), "{all:?}");
    let often = rows("heaviest-often.csv");
    assert_eq!(often.len(), 1);
    assert!(often[0].contains("5九玉") && often[0].ends_with(",12.5"), "{often:?}");
    // Which of two opposite relations a slot stands for is the folding's business.
    let in_step = |row: &String| row.starts_with("8,16,1,") || row.starts_with("-16,-8,1,");
    assert!(rows("histogram.csv").iter().any(in_step));
    // Gold on 4i and, mirrored, on 6i; the end of the bar of colours.
    let map = std::fs::read_to_string(folder.join("heat-map.svg")).unwrap();
    assert_eq!(map.matches("rgb(213,94,0)").count(), 3);
    assert!(std::fs::read_to_string(folder.join("histogram.svg")).unwrap().starts_with("<svg"));
}

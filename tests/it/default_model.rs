//! The evaluations that come with the package: they load, say where they come from, and keep the symmetries of the game.
#![cfg(feature = "default-model")]

use komadai::artifact::{Artifact, summary};
use komadai::eval::Material;
use komadai::eval::network::{Inputs, Network};
use komadai::eval::pair::{PairModel, Symmetry};
use komadai::evaluation::{Choice, Evaluation, EvaluationError};
use komadai::rng::SplitMix64;
use komadai::{Evaluator, Position, Setup, default_model, pairs_model, random};

/// Bytes of a file of `data/models`.
fn file(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/data/models/{name}", env!("CARGO_MANIFEST_DIR")))
        .expect("a file of the repository")
}

#[test]
fn they_are_the_files_of_the_repository_and_models_of_pairs_say_where_they_come_from() {
    assert!(file("pairs.kmd") == pairs_model::BYTES);
    let told = summary(pairs_model::BYTES).unwrap();
    assert_eq!(told.kind, String::from_utf8_lossy(&PairModel::KIND).trim_end_matches('\0'));
    let from = told.provenance;
    assert!(from.made_by.contains("train"), "{from:?}");
    assert!(from.source.contains(" records, ") && from.rows > 100_000 && from.seed > 0, "{from:?}");
    for word in ["horizon", "prior", "rounds"] {
        assert!(from.parameters.contains(word), "{from:?}");
    }
    // No path of anybody's machine.
    assert!(!format!("{from:?}").contains('/'), "{from:?}");
    assert_eq!(&from, pairs_model::provenance());
    assert!(file("default-nn.bin") == default_model::BYTES);
    assert_eq!(Network::read(default_model::BYTES).unwrap().inputs(), Inputs::KingPiece);
}

#[test]
fn both_players_are_worth_the_same_and_by_pairs_both_sides_of_the_board() {
    assert_eq!(pairs_model::model().symmetry(), Symmetry::ColorsAndSides);
    let (network, pairs) = (default_model::evaluator(), pairs_model::evaluator());
    let material = Material::new(*pairs_model::model().material());
    let mut rng = SplitMix64::new(20);
    let mut others = 0;
    for plies in 0..200 {
        let pos = random::play(&mut rng, plies);
        let by_network = |pos: &Position| network.evaluate(&network.fresh(pos), pos);
        let by_pairs = |pos: &Position| pairs.evaluate(&pairs.fresh(pos), pos);
        let [turned, mirrored] = {
            let setup = Setup::from(&pos);
            [setup.turned(), setup.mirrored()].map(|seen| Position::new(&seen).unwrap())
        };
        assert_eq!(by_network(&pos), by_network(&turned), "{pos}");
        assert_eq!([by_pairs(&turned), by_pairs(&mirrored)], [by_pairs(&pos); 2], "{pos}");
        others += usize::from(by_pairs(&pos) != material.evaluate(&material.fresh(&pos), &pos));
    }
    assert!(others > 150, "other than material in {others} of 200 positions");
    assert_eq!(pairs.evaluate(&pairs.fresh(&Position::startpos()), &Position::startpos()).cp(), 0);
}

#[test]
fn names_stand_for_the_same_evaluation_everywhere() {
    let pos = random::play(&mut SplitMix64::new(3), 60);
    let value = |eval: &Evaluation| eval.evaluate(&eval.fresh(&pos), &pos);
    let named = |name: &str| name.parse::<Evaluation>().unwrap();
    let models = concat!(env!("CARGO_MANIFEST_DIR"), "/data/models");
    let (default, pairs, material) = (named("default"), named("pairs"), named("material"));
    assert_eq!(value(&pairs), value(&named(&format!("{models}/pairs.kmd"))));
    assert_eq!(value(&default), value(&named(&format!("{models}/default-nn.bin"))));
    assert_eq!(value(&default), value(&Evaluation::default()));
    let plain = Material::default();
    assert_eq!(value(&material), plain.evaluate(&plain.fresh(&pos), &pos));
    assert!(matches!((pairs.choice(), material.choice()), (Choice::Pairs(_), Choice::Material(_))));
    assert_eq!(default.to_string(), "default");
    let other =
        concat!(env!("CARGO_MANIFEST_DIR"), "/data/models/tacos.kmd").parse::<Evaluation>().unwrap_err();
    assert!(other.to_string().contains("tacos.kmd: model file of kind \"category\""), "{other}");
    assert!(matches!(other, EvaluationError::File(_)));
}

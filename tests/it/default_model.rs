//! The model that comes with the package: it loads, says where it comes from, keeps the symmetries of the game, and plays better
//! than what it was made from.
#![cfg(feature = "default-model")]

use komadai::artifact::{Artifact, summary};
use komadai::eval::Material;
use komadai::eval::effects::EffectsModel;
use komadai::eval::pair::{PairModel, Symmetry};
use komadai::evaluation::{Choice, Evaluation, EvaluationError};
use komadai::rng::SplitMix64;
use komadai::search::{Limits, modern};
use komadai::{Evaluator, Position, Setup, default_model, pairs_model, random};

#[test]
fn it_is_the_file_of_the_repository_and_says_where_it_comes_from() {
    for (file, bytes, kind) in [
        ("pairs.kmd", pairs_model::BYTES, PairModel::KIND),
        ("default-pairs.kmd", default_model::PAIRS, PairModel::KIND),
        ("default-effects.kmd", default_model::EFFECTS, EffectsModel::KIND),
    ] {
        let path = format!("{}/data/models/{file}", env!("CARGO_MANIFEST_DIR"));
        assert!(std::fs::read(path).unwrap() == bytes, "{file}");
        let told = summary(bytes).unwrap();
        assert_eq!(told.kind, String::from_utf8_lossy(&kind).trim_end_matches('\0'));
        let from = told.provenance;
        assert!(from.made_by.contains("train"), "{from:?}");
        assert!(from.source.contains(" records, ") && from.rows > 100_000 && from.seed > 0, "{from:?}");
        for word in ["horizon", "prior", "rounds"] {
            assert!(from.parameters.contains(word), "{from:?}");
        }
        // No path of anybody's machine.
        assert!(!format!("{from:?}").contains('/'), "{from:?}");
    }
    assert_eq!(&summary(default_model::EFFECTS).unwrap().provenance, default_model::provenance());
}

#[test]
fn both_players_and_both_sides_of_the_board_are_worth_the_same() {
    assert_eq!(pairs_model::model().symmetry(), Symmetry::ColorsAndSides);
    let eval = default_model::evaluator();
    let value = |pos: &Position| eval.evaluate(&eval.fresh(pos), pos);
    let material = Material::new(*pairs_model::model().material());
    let mut rng = SplitMix64::new(20);
    let mut others = 0;
    for plies in 0..200 {
        let pos = random::play(&mut rng, plies);
        let setup = Setup::from(&pos);
        for seen in [setup.turned(), setup.mirrored()] {
            assert_eq!(value(&pos), value(&Position::new(&seen).unwrap()), "{pos}");
        }
        others += usize::from(value(&pos) != material.evaluate(&material.fresh(&pos), &pos));
    }
    assert!(others > 150, "other than material in {others} of 200 positions");
    assert_eq!(value(&Position::startpos()).cp(), 0);
}

#[test]
fn names_stand_for_the_same_evaluation_everywhere() {
    let pos = random::play(&mut SplitMix64::new(3), 60);
    let value = |eval: &Evaluation| eval.evaluate(&eval.fresh(&pos), &pos);
    let named = |name: &str| name.parse::<Evaluation>().unwrap();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/data/models/pairs.kmd");
    let (default, pairs, material) = (named("default"), named("pairs"), named("material"));
    assert_eq!(value(&pairs), value(&named(file)));
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

#[test]
fn a_search_by_name_visits_the_nodes_of_a_search_by_type() {
    let limits = Limits::nodes(3_000);
    let pos = random::play(&mut SplitMix64::new(5), 30);
    let by_type = modern(default_model::evaluator(), 1).unwrap().search(&pos, &limits);
    let by_name = modern(Evaluation::default(), 1).unwrap().search(&pos, &limits);
    assert_eq!((by_type.best, by_type.value, by_type.depth), (by_name.best, by_name.value, by_name.depth));
    let material = modern(Evaluation::material(), 1).unwrap().search(&pos, &limits);
    assert_eq!(material.value, modern(Material::default(), 1).unwrap().search(&pos, &limits).value);
}

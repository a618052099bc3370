//! Evaluations by name, as programs and options give them; those of the package load and say where they come from.

use komadai::artifact::{Artifact, Provenance};
use komadai::eval::effects::EffectsModel;
use komadai::eval::network::{Inputs, Network};
use komadai::eval::pair::Symmetry;
use komadai::eval::{MAX_PROGRESS, Material, PieceProgress};
use komadai::evaluation::{Choice, Evaluation, EvaluationError};
use komadai::rng::SplitMix64;
use komadai::{Evaluator, Position, default_model, pairs_model, random, testing};

use crate::example::Folder;

fn named(name: &str) -> Evaluation {
    name.parse().unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What is wrong with a name.
fn refusal(name: &str) -> String {
    name.parse::<Evaluation>().expect_err("a name of nothing").to_string()
}

fn value<E: Evaluator>(eval: &E, pos: &Position) -> i32 {
    eval.evaluate(&eval.fresh(pos), pos).cp()
}

#[test]
fn the_models_of_the_package_are_of_their_kind_and_that_of_pairs_says_where_it_comes_from() {
    let from = pairs_model::provenance();
    assert!(from.made_by.contains("train"), "{from:?}");
    assert!(from.source.contains(" records, ") && from.rows > 100_000 && from.seed > 0, "{from:?}");
    for word in ["horizon", "prior", "rounds"] {
        assert!(from.parameters.contains(word), "{from:?}");
    }
    // No path of anybody's machine.
    assert!(!format!("{from:?}").contains('/'), "{from:?}");
    assert_eq!(pairs_model::model().symmetry, Symmetry::ColorsAndSides);
    assert_eq!(Network::read(default_model::BYTES).unwrap().inputs(), Inputs::KingPiece);
}

#[test]
fn names_stand_for_the_same_evaluation_everywhere() {
    let pos = random::play(&mut SplitMix64::new(3), 60);
    let models = concat!(env!("CARGO_MANIFEST_DIR"), "/data/models");
    let (default, pairs, material) = (named("default"), named("pairs"), named("material"));
    assert_eq!(value(&pairs, &pos), value(&named(&format!("{models}/pairs.kmd")), &pos));
    assert_eq!(value(&default, &pos), value(&named(&format!("{models}/default-nn.bin")), &pos));
    assert_eq!(value(&default, &pos), value(&Evaluation::default(), &pos));
    assert_eq!(value(&material, &pos), value(&Material::default(), &pos));
    assert!([&default, &pairs].iter().all(|eval| value(*eval, &pos) != value(&material, &pos)));
    assert!(matches!((pairs.choice(), material.choice()), (Choice::Pairs(_), Choice::Material(_))));
    assert_eq!(default.to_string(), "default");
    let other = format!("{models}/tacos.kmd").parse::<Evaluation>();
    assert!(matches!(other, Err(EvaluationError::File(_))), "{other:?}");
}

#[test]
fn blends_are_their_opening_at_the_start_and_the_same_at_the_end() {
    let names = [
        ("blend", "material"),
        ("blend:material", "material"),
        ("blend:blend:material", "material"),
        ("blend:pairs", "pairs"),
    ];
    let end: Position = "k8/4+P+P+P+P1/9/9/9/9/9/1+p+p+p5/8K b RBrb 1".parse().unwrap();
    assert_eq!(PieceProgress::default().of(&end), MAX_PROGRESS);
    for (name, opening) in names {
        let (blend, opening) = (named(name), named(opening));
        assert_eq!(blend.to_string(), name);
        // Moves of gold and silver leave progress at 0, but change what is near the kings.
        let start = Position::startpos().after(["4i5h", "4a3b", "7i6h"].map(|mv| mv.parse().unwrap()));
        assert_eq!(value(&blend, &start), value(&opening, &start), "{name}");
        assert_eq!(value(&blend, &end), value(&named("blend"), &end), "{name}");
        assert_ne!(value(&blend, &end), value(&opening, &end), "{name}");
    }
}

#[test]
fn values_kept_up_equal_values_from_nothing() {
    for name in ["material", "blend", "default", "pairs", "blend:pairs"] {
        testing::assert_advance_equals_fresh(&named(name), 1, 2);
    }
}

#[test]
fn effects_are_added_to_any_evaluation_by_the_name_of_their_file() {
    let path = Folder::new("evaluation+effects").path("effects-.kmd");
    let model = EffectsModel::from_weights((0..224).map(|id| f64::from(id % 31)));
    model.save(&Provenance::default(), &path).unwrap();
    let file = path.display().to_string();
    let mut rng = SplitMix64::new(4);
    for base in ["material", "blend", "blend:material"] {
        let (base, name) = (named(base), format!("{base}+{file}"));
        let both = named(&name);
        assert_eq!(both.to_string(), name);
        testing::assert_advance_equals_fresh(&both, 1, 2);
        let pos = random::play(&mut rng, 50);
        let effects = value(&model.evaluator(), &pos);
        assert!(effects != 0 && value(&both, &pos) == value(&base, &pos) + effects, "{name}");
    }
    let (alone, pos) = (named(&file), Position::startpos());
    assert_eq!(alone.to_string(), file);
    assert_eq!(value(&alone, &pos), value(&named(&format!("material+{file}")), &pos));
    std::fs::remove_file(&path).unwrap();
    let gone = refusal(&format!("material+{file}"));
    assert!(gone.contains("effects-"), "{gone}");
    assert!("blend:".repeat(100_000).parse::<Evaluation>().is_err());
    for (wrong, said) in
        [("nowhere+x.kmd", "nowhere"), ("material+x.kmd", "x.kmd"), ("blend:no/such", "no/such")]
    {
        let error = refusal(wrong);
        assert!(error.starts_with(&format!("model file {said}: ")), "{error}");
    }
    let error = refusal("defualt");
    assert!(error.ends_with("; expected material, default, pairs, blend or a model file"), "{error}");
}

#[test]
fn every_path_of_a_sum_may_hold_the_sign() {
    let here = Folder::new("evaluation+sum");
    here.file("pairs+.kmd", pairs_model::BYTES);
    let [pairs, effects] = ["pairs+.kmd", "effects.kmd"].map(|file| here.path(file));
    EffectsModel::from_weights([50.0; 224]).save(&Provenance::default(), &effects).unwrap();
    let [pairs, effects] = [pairs, effects].map(|path| path.display().to_string());
    for name in [format!("{pairs}+{effects}"), format!("blend:{pairs}"), format!("blend:{pairs}+{effects}")] {
        assert_eq!(named(&name).to_string(), name);
    }
}

#[test]
fn a_network_is_told_by_its_first_bytes() {
    let here = Folder::new("evaluation-network");
    let name = here.path("nn.bin").display().to_string();
    let refused = |name: &str, bytes: &[u8]| {
        here.file("nn.bin", bytes);
        refusal(name)
    };
    let blended = refused(&format!("blend:{name}"), default_model::BYTES);
    assert!(blended.ends_with("a network is not blended, expected material, pairs or a model file of pairs"));
    for (bytes, said) in [
        (&b"P1-KY-KE"[..], format!("{name}: begins with \"P1-K\", expected a model file")),
        (b"P1", format!("{name}: 2 bytes, expected a model file")),
        (&default_model::BYTES[..400], format!("network {name}: network of 400 bytes")),
    ] {
        let error = refused(&name, bytes);
        assert!(error.starts_with(&said), "{error}");
    }
}

//! Evaluations by name, as programs and options give them.

use komadai::evaluation::Evaluation;
use komadai_core::artifact::{Artifact, Provenance};
use komadai_core::rng::SplitMix64;
use komadai_core::{Evaluator, Position, random, testing};
use komadai_eval::effects::EffectsModel;
use komadai_eval::network::{HALF, Inputs, Layer, Network, NetworkEvaluator};
use komadai_eval::pair::PairModel;
use komadai_eval::{MAX_PROGRESS, PieceProgress, Progress};

fn value(eval: &Evaluation, pos: &Position) -> i32 {
    eval.evaluate(&eval.fresh(pos), pos).cp()
}

#[test]
fn blends_are_their_opening_at_the_start_and_the_same_at_the_end() {
    let of = |name: &str| name.parse::<Evaluation>().unwrap();
    let names = [
        ("blend", "material"),
        ("blend:material", "material"),
        ("blend:blend:material", "material"),
        ("blend:pairs", "pairs"),
    ];
    let end: Position = "k8/4+P+P+P+P1/9/9/9/9/9/1+p+p+p5/8K b RBrb 1".parse().unwrap();
    let measure = PieceProgress::default();
    assert_eq!(measure.progress(&measure.fresh(&end), &end), MAX_PROGRESS);
    for (name, opening) in names {
        let (blend, opening) = (of(name), of(opening));
        assert_eq!(blend.to_string(), name);
        // Moves of gold and silver leave progress at 0 and what is near the kings not.
        let mut start = Position::startpos();
        for mv in ["4i5h", "4a3b", "7i6h"] {
            start.do_move(mv.parse().unwrap());
        }
        assert_eq!(value(&blend, &start), value(&opening, &start), "{name}");
        assert_eq!(value(&blend, &end), value(&of("blend"), &end), "{name}");
        assert_ne!(value(&blend, &end), value(&opening, &end), "{name}");
    }
}

#[test]
fn values_kept_up_equal_values_from_nothing() {
    for name in ["material", "blend", "default", "pairs", "blend:pairs"] {
        testing::assert_advance_equals_fresh(&name.parse::<Evaluation>().unwrap(), 1, 2);
    }
}

#[test]
fn effects_are_added_to_any_evaluation_by_the_name_of_their_file() {
    let path = std::env::temp_dir().join(format!("komadai+effects-{}.kmd", std::process::id()));
    let model = EffectsModel::from_weights((0..224).map(|id| f64::from(id % 31)));
    model.save(&Provenance::default(), &path).unwrap();
    let file = path.display().to_string();
    let named = |name: &str| name.parse::<Evaluation>();
    let mut rng = SplitMix64::new(4);
    for base in ["material", "blend", "blend:material"] {
        let (base, name) = (named(base).unwrap(), format!("{base}+{file}"));
        let both = named(&name).unwrap();
        assert_eq!(both.to_string(), name);
        testing::assert_advance_equals_fresh(&both, 1, 2);
        let pos = random::play(&mut rng, 50);
        let effects = model.evaluator().evaluate(&(), &pos).cp();
        assert!(effects != 0 && value(&both, &pos) == value(&base, &pos) + effects, "{name}");
    }
    let (alone, pos) = (named(&file).unwrap(), Position::startpos());
    assert_eq!(alone.to_string(), file);
    assert_eq!(value(&alone, &pos), value(&named(&format!("material+{file}")).unwrap(), &pos));
    std::fs::remove_file(&path).unwrap();
    let gone = named(&format!("material+{file}")).unwrap_err().to_string();
    assert!(gone.contains("effects-"), "{gone}");
    assert!(named(&"blend:".repeat(100_000)).is_err());
    for (wrong, said) in
        [("nowhere+x.kmd", "nowhere"), ("material+x.kmd", "x.kmd"), ("blend:no/such", "no/such")]
    {
        let error = named(wrong).unwrap_err().to_string();
        assert!(error.starts_with(&format!("model file {said}: ")), "{error}");
    }
    let error = named("defualt").unwrap_err().to_string();
    assert!(error.ends_with("; expected material, default, pairs, blend or a model file"), "{error}");
}

#[test]
fn every_path_of_a_sum_may_hold_the_sign() {
    let folder = std::env::temp_dir().join(format!("komadai+evaluation+{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let [pairs, effects] = ["pairs+.kmd", "effects.kmd"].map(|file| folder.join(file));
    let fold = komadai_eval::pair::Fold::new(komadai_eval::pair::Symmetry::ColorsAndSides);
    let (model, _) = PairModel::from_weights(komadai_core::PieceValues::default(), &fold, 1, [500.0; 9]);
    model.save(&Provenance::default(), &pairs).unwrap();
    EffectsModel::from_weights([50.0; 224]).save(&Provenance::default(), &effects).unwrap();
    let [pairs, effects] = [pairs, effects].map(|path| path.display().to_string());
    for name in [format!("{pairs}+{effects}"), format!("blend:{pairs}"), format!("blend:{pairs}+{effects}")] {
        let read = name.parse::<Evaluation>();
        assert_eq!(read.unwrap_or_else(|error| panic!("{name}: {error}")).to_string(), name);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_network_is_told_by_its_first_bytes() {
    let inputs = Inputs::KingPiece;
    let layer = |from: usize, to: usize| {
        let weights = (0..from * to).map(|at| (at * 37 % 41) as i8 - 19).collect();
        Layer { biases: vec![500; to], weights }
    };
    let rows = (0..inputs.len()).map(|input| std::array::from_fn(|at| ((input + 3 * at) % 23) as i16 - 11));
    let layers = [layer(2 * HALF, 8), layer(8, 32), layer(32, 1)];
    let network = Network::from_parts(inputs, [20; HALF], rows.collect(), layers).unwrap();
    let file = std::env::temp_dir().join(format!("komadai-evaluation-{}.bin", std::process::id()));
    let name = file.display().to_string();
    network.save(&file).unwrap();
    let eval: Evaluation = name.parse().unwrap();
    let blended = format!("blend:{name}").parse::<Evaluation>().unwrap_err().to_string();
    std::fs::write(&file, "P1-KY-KE").unwrap();
    let other = name.parse::<Evaluation>().unwrap_err().to_string();
    std::fs::write(&file, "P1").unwrap();
    let two = name.parse::<Evaluation>().unwrap_err().to_string();
    std::fs::write(&file, &network.to_bytes()[..400]).unwrap();
    let short = name.parse::<Evaluation>().unwrap_err().to_string();
    std::fs::remove_file(&file).unwrap();

    testing::assert_advance_equals_fresh(&eval, 1, 2);
    let (by_type, mut rng) = (NetworkEvaluator::new(&network), SplitMix64::new(4));
    let mut values = Vec::new();
    for plies in 0..60 {
        let pos = random::play(&mut rng, plies);
        values.push(value(&eval, &pos));
        assert_eq!(values.last(), Some(&by_type.evaluate(&by_type.fresh(&pos), &pos).cp()));
    }
    values.dedup();
    assert!(values.len() > 30, "{values:?}");
    assert!(blended.ends_with("a network is not blended, expected material, pairs or a model file of pairs"));
    assert!(other.starts_with(&format!("{name}: begins with \"P1-K\", expected a model file")), "{other}");
    assert!(two.starts_with(&format!("{name}: 2 bytes, expected a model file")), "{two}");
    assert!(short.starts_with(&format!("network {name}: network of 400 bytes")), "{short}");
}

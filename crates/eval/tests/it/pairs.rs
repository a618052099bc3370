//! The evaluator of pairs. `features.rs` checks that its values are sums of features times weights, `every_part.rs` that they are
//! updated correctly and symmetric.

use std::sync::{Arc, LazyLock};

use crate::positions::positions;
use komadai_core::rng::SplitMix64;
use komadai_core::{ByKind, Evaluator, PieceValues, Value, testing};
use komadai_eval::pair::{Fold, PairModel, Symmetry};

pub(crate) static FOLDED: LazyLock<Arc<Fold>> =
    LazyLock::new(|| Arc::new(Fold::new(Symmetry::ColorsAndSides)));

/// Random weights of up to `most` centipawns.
pub(crate) fn model(fold: &Fold, units: u16, most: f64) -> PairModel {
    let mut rng = SplitMix64::new(3);
    let draw = |_| (rng.below(20_001) as f64 / 10_000.0 - 1.0) * most;
    PairModel::from_weights(PieceValues::default(), fold, units, (0..fold.len()).map(draw)).0
}

pub(crate) static MODEL: LazyLock<PairModel> = LazyLock::new(|| model(&FOLDED, 8, 15.0));

#[test]
fn one_byte_plays_as_two_where_it_can_hold_the_weights() {
    // 15 centipawns in 8 units each: 120, within a byte.
    let (small, clipped) = MODEL.evaluator_i8();
    assert_eq!(clipped, 0);
    let large = MODEL.evaluator();
    for pos in positions(300) {
        assert_eq!(small.fresh(&pos).sum(), large.fresh(&pos).sum(), "{pos}");
    }
    let (_, clipped) = model(&FOLDED, 16, 15.0).evaluator_i8();
    assert!(clipped > 0);
}

#[test]
fn largest_model_is_held_inside_the_values() {
    let most = Value::MAX_EVAL.cp();
    let all = ByKind::from_fn(|_| most);
    let values = PieceValues { board: all, hand: all };
    let (large, told) =
        PairModel::from_weights(values, &FOLDED, PairModel::MOST_UNITS, vec![1e9; FOLDED.len()]);
    assert_eq!((told.clipped, told.largest), (FOLDED.len(), i16::MAX as u16));
    let eval = large.evaluator();
    for pos in positions(100) {
        assert!(!eval.evaluate(&eval.fresh(&pos), &pos).is_mate(), "{pos}");
    }
    testing::assert_advance_equals_fresh(&eval, 4, 4);
}

#[test]
fn rounding_says_what_it_lost() {
    let weights = [0.04, -0.06, 3000.0, 4000.0, f64::NAN, -12.34];
    let (model, told) = PairModel::from_weights(PieceValues::default(), &FOLDED, 10, weights);
    assert_eq!(&model.weights[..7], &[0, -1, 30_000, 32_767, 0, -123, 0]);
    assert_eq!((told.nonzero, told.clipped, told.largest), (4, 2, 32_767));
    assert_eq!(model.histogram()[&-123], 1);
    assert_eq!(model.histogram()[&0], FOLDED.len() - 4);
    let relation = FOLDED.example(5).unwrap();
    assert!((model.weight_cp(&FOLDED, relation) + 12.3).abs() < 1e-9);
    assert!((model.weight_cp(&FOLDED, relation.turned()) - 12.3).abs() < 1e-9);
}

#[cfg(feature = "artifact")]
mod file {
    use komadai_core::artifact::{Artifact, Provenance, summary};

    use super::*;

    #[test]
    fn model_comes_back_as_it_was_saved() {
        let from = Provenance { made_by: "test".into(), ..Provenance::default() };
        let bytes = MODEL.to_bytes(&from).unwrap();
        assert_eq!(summary(&bytes).unwrap().kind, "pairs");
        let (loaded, told) = PairModel::from_bytes(&bytes).unwrap();
        assert_eq!((&loaded, told), (&*MODEL, from));
        // Weights up to 63 of either sign take one byte, up to 120 as here three at most.
        assert!(bytes.len() < 3 * FOLDED.len());
        let (empty, _) = PairModel::from_weights(PieceValues::default(), &FOLDED, 1, []);
        let bytes = empty.to_bytes(&Provenance::default()).unwrap();
        assert!((FOLDED.len()..FOLDED.len() + 300).contains(&bytes.len()), "{} bytes", bytes.len());
    }

    #[test]
    fn models_without_sense_are_not_saved() {
        let save = |model: PairModel| model.to_bytes(&Provenance::default()).unwrap_err().to_string();
        let empty = PairModel::from_weights(PieceValues::default(), &FOLDED, 1, []).0;
        let with_units = |units| PairModel { units, ..empty.clone() };
        assert!(save(with_units(0)).contains("0 units a centipawn, expected 1 to 1000"));
        assert!(save(with_units(1_001)).contains("1001 units"));
        let with_weights = |weights| PairModel { weights, ..empty.clone() };
        assert!(save(with_weights(vec![0; 7])).contains("7 weights, expected 652590"));
        let lowest = save(with_weights(vec![i16::MIN; 652_590]));
        assert!(lowest.contains("slot 0 has weight -32768, expected at least -32767"), "{lowest}");
        let mut values = PieceValues::default();
        values.hand[komadai_core::PieceKind::Pawn] = 30_000;
        let dear = PairModel { material: values, ..empty.clone() };
        assert!(save(dear).contains("Pawn in hand is worth 30000"));
        let lowest = PairModel::from_weights(PieceValues::default(), &FOLDED, 1, [0.0, -40_000.0]).0;
        assert!(lowest.to_bytes(&Provenance::default()).is_ok(), "clipping keeps weights negatable");
    }
}

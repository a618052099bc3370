//! Feature sets against the position they describe, and weights on them against the evaluators that they make.

use crate::effects::model as effects;
use crate::material::odd_values;
use crate::pairs::{FOLDED, MODEL, model};
use crate::positions::{self, positions, worth};
use komadai_core::rng::SplitMix64;
use komadai_core::{ByKind, Color, Evaluator, PieceKind, PieceValues};
use komadai_eval::effects::KingEffects;
use komadai_eval::pair::{Fold, Pairs, Symmetry};
use komadai_eval::terms::{AllTerms, PieceForms, pair_model};
use komadai_eval::{FeatureId, FeatureSet, Material, PieceCounts, PiecePlace, PiecePlaces};

const NONE: PieceValues = PieceValues { board: ByKind([0; 14]), hand: ByKind([0; 14]) };

/// Checks that features times weights in centipawns, plus material, equal an evaluator's value for Black, up to its rounding.
fn weigh(
    set: &impl FeatureSet,
    weight: impl Fn(FeatureId) -> f64,
    above: PieceValues,
    eval: &impl Evaluator,
    rounding: f64,
) {
    let material = Material::new(above);
    for pos in positions(200) {
        let features = positions::features(set)(&pos).into_iter();
        let weighed = features.map(|(id, value)| f64::from(value) * weight(id));
        let sum = weighed.fold(f64::from(material.fresh(&pos)), |sum, value| sum + value);
        let value = f64::from(worth(eval)(&pos));
        let black = if pos.side_to_move() == Color::Black { value } else { -value };
        assert!((sum - black).abs() < rounding, "{sum}, {black}: {pos}");
    }
}

#[test]
fn weights_of_pieces_make_material() {
    let of_kind = |values: &PieceValues, id: usize| f64::from(values.board[PieceKind::ALL[id]]);
    let material = Material::default();
    weigh(&PieceCounts, |id| of_kind(&material.values, id as usize), NONE, &material, 1e-3);
    // On the board and in hand separately.
    let hand = PieceKind::HAND.map(|kind| odd_values().hand[kind]);
    let weights: Vec<f64> =
        odd_values().board.0.into_iter().map(|value| value % 1_009).chain(hand).map(f64::from).collect();
    let learned = Material::new(PieceForms::values(&NONE, &weights));
    weigh(&PieceForms, |id| weights[id as usize], NONE, &learned, 1e-9);
}

#[test]
fn weights_of_pairs_terms_and_effects_make_their_evaluators() {
    let base = PieceValues::default();
    weigh(&*FOLDED, |id| f64::from(MODEL.weights[id as usize]) / 8.0, base, &MODEL.evaluator(), 1.0);
    let unfolded = Fold::new(Symmetry::None);
    let plain = model(&unfolded, 3, 20.0);
    weigh(&Pairs, |id| f64::from(plain.weights[id as usize]) / 3.0, base, &plain.evaluator(), 1.0);
    // Whole numbers, so that nothing is rounded.
    let (terms, mut rng) = (AllTerms::default(), SplitMix64::new(11));
    let weights: Vec<f64> = (0..terms.len()).map(|_| rng.below(21) as f64 - 10.0).collect();
    for fold in [unfolded, Fold::new(Symmetry::Colors)] {
        let (model, rounding) = pair_model(&base, &fold, 1, &weights);
        assert_eq!(rounding.clipped, 0);
        weigh(&terms, |id| weights[id as usize], base, &model.evaluator(), 1e-9);
    }
    weigh(&KingEffects, |id| effects().weight_cp(id), NONE, &effects().evaluator(), 1.0);
}

#[test]
fn piece_places_name_every_piece_of_both_players() {
    for pos in positions(40) {
        let mut pieces = [0.0; 2];
        for (id, count) in positions::features(&PiecePlaces)(&pos) {
            let placed = PiecePlace::from_index(id as usize).unwrap().placed();
            pieces[placed.piece.color().index()] += count;
        }
        for color in Color::ALL {
            let real = pos.of_color(color).len() + pos.hand(color).len();
            assert_eq!(pieces[color.index()] as u32, real, "{pos}");
        }
    }
}

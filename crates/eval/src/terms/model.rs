//! Conversion of trained term weights into a model of pairs.

use komadai_core::{PieceValues, Place};

use super::{AllTerms, PieceForms, PieceSquares, RelativePairs};
use crate::features::FeatureSet;
use crate::pair::{Fold, PairModel, Quantised, Relation};

/// Converts weights of terms, in centipawns, into a model of pairs with the same values up to rounding.
///
/// The model evaluates a position as [`Material`](crate::Material) of `base` plus all terms under `weights`. Missing weights count
/// as 0: the weights of [`PieceForms`] alone, or of [`PieceForms`] and [`PieceSquares`], are the first of [`AllTerms`].
///
/// Piece values go to [`PairModel::material`], piece-square values to relations of a piece with itself, relative positions to every
/// pair in that position. `fold` must not fold sides, which the terms distinguish; otherwise one of the two weights is taken.
pub fn pair_model(base: &PieceValues, fold: &Fold, units: u16, weights: &[f64]) -> (PairModel, Quantised) {
    let (squares, pairs) = (PieceForms.len(), PieceForms.len() + PieceSquares.len());
    debug_assert_eq!(pairs + RelativePairs.len(), AllTerms::default().len());
    let weigh = |first: usize, (feature, sign): (u32, f32)| {
        weights.get(first + feature as usize).map_or(0.0, |weight| f64::from(sign) * weight)
    };
    let weight = |relation: Relation| {
        let (one, other) = relation.places();
        let (a, b) = (one.placed(), other.placed());
        match (a.place, b.place) {
            (Place::Board(square), Place::Board(_)) if one == other => {
                weigh(squares, PieceSquares::feature(a.piece, square))
            }
            (Place::Board(here), Place::Board(there)) => {
                RelativePairs::feature((a.piece, here), (b.piece, there))
                    .map_or(0.0, |found| weigh(pairs, found))
            }
            _ => 0.0,
        }
    };
    let slots = (0..fold.len()).map(|slot| fold.example(slot).map_or(0.0, weight));
    PairModel::from_weights(PieceForms::values(base, weights), fold, units, slots)
}

#[cfg(test)]
mod tests {
    use komadai_core::rng::SplitMix64;
    use komadai_core::{Color, Evaluator, random};

    use super::*;
    use crate::Material;
    use crate::pair::Symmetry;

    #[test]
    fn model_values_positions_as_the_terms_do() {
        let mut rng = SplitMix64::new(11);
        let terms = AllTerms::default();
        // Whole numbers, so that nothing is rounded.
        let weights: Vec<f64> = (0..terms.len()).map(|_| rng.below(21) as f64 - 10.0).collect();
        let base = PieceValues::default();
        for symmetry in [Symmetry::None, Symmetry::Colors] {
            let (model, rounding) = pair_model(&base, &Fold::new(symmetry), 1, &weights);
            assert_eq!(rounding.clipped, 0);
            let (evaluator, material) = (model.evaluator(), Material::new(base));
            for _ in 0..50 {
                let pos = random::play(&mut rng, 150);
                let mut sum = f64::from(material.fresh(&pos));
                terms.visit(&pos, |feature, value| sum += f64::from(value) * weights[feature as usize]);
                let mover = if pos.side_to_move() == Color::Black { 1.0 } else { -1.0 };
                let value = evaluator.evaluate(&evaluator.fresh(&pos), &pos).cp();
                assert!((f64::from(value) - mover * sum).abs() < 1e-9, "{symmetry:?} {pos}");
            }
        }
    }
}

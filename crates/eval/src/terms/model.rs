//! What was learned of the terms, as a model of pairs that plays.

use komadai_core::{PieceValues, Place};

use super::{AllTerms, PieceForms, PieceSquares, RelativePairs};
use crate::FeatureSet;
use crate::pair::{Fold, PairModel, Quantised, Relation};

/// A model of pairs with the value of [`Material`](crate::Material) of `base` and of all terms under `weights`, in hundredths
/// of a pawn, but for rounding. Missing weights count as 0: those of [`PieceForms`] alone, or of
/// [`PieceForms`] and [`PieceSquares`], are a beginning of the weights of [`AllTerms`].
///
/// Values of pieces go to [`PairModel::material`], those of places to a piece with itself, relative positions to every pair that
/// stands so. `fold` must not fold sides, which the terms tell apart; otherwise one of the two is taken.
pub fn pair_model(base: &PieceValues, fold: &Fold, units: u16, weights: &[f64]) -> (PairModel, Quantised) {
    let (squares, pairs) = (PieceForms.len(), PieceForms.len() + PieceSquares.len());
    debug_assert_eq!(pairs + RelativePairs.len(), AllTerms::default().len());
    let weigh = |first: usize, (feature, sign): (u32, f32)| {
        weights.get(first + feature as usize).map_or(0.0, |weight| f64::from(sign) * weight)
    };
    let weight = |relation: Relation| {
        let (one, other) = relation.letters();
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
            let (model, told) = pair_model(&base, &Fold::new(symmetry), 1, &weights);
            assert_eq!(told.clipped, 0);
            let (player, material) = (model.evaluator(), Material::new(base));
            for _ in 0..50 {
                let pos = random::play(&mut rng, 150);
                let mut sum = f64::from(material.fresh(&pos));
                terms.visit(&pos, |feature, value| sum += f64::from(value) * weights[feature as usize]);
                let mover = if pos.side_to_move() == Color::Black { 1.0 } else { -1.0 };
                let value = player.evaluate(&player.fresh(&pos), &pos).cp();
                assert!((f64::from(value) - mover * sum).abs() < 1e-9, "{symmetry:?} {pos}");
            }
        }
    }
}

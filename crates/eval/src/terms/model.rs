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

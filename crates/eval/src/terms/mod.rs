//! Feature sets of paper 002: piece values on the board and in hand, piece-square values, and relative positions of two pieces.
//!
//! Every set here is symmetric in the players: the value of a feature is Black's count less White's, each seen by its owner, so
//! every example trains both. Relative positions do not depend on where on the board a pair stands. That makes pairs learnable from
//! few games: there are 113,288 features, where [`Pairs`](crate::pair::Pairs) have 2.6 million.
//!
//! A tuple of sets is a set; [`AllTerms`] is the one of the paper. [`pair_model`] turns trained weights into a [`PairModel`], which
//! a search can use.

mod forms;
mod relative;

pub use forms::{PieceForms, PieceSquares};
pub use relative::RelativePairs;

use komadai_core::{PieceValues, Place};

use crate::features::FeatureSet;
use crate::pair::{Fold, PairModel, Quantised, Relation};

/// Feature set of the four terms of paper 002: piece values on the board, in hand, piece-square values, relative positions.
pub type AllTerms = (PieceForms, (PieceSquares, RelativePairs));

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

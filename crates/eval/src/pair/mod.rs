//! Evaluation by weights of all pairs of pieces \[R5\]: the two-term relations of paper 001.
//!
//! A [`Relation`] is a pair of pieces, each with its owner and its square or hand. The value of a position is the sum of the
//! weights of all relations that hold in it (paper 001, formula 1).
//!
//! | type | what it is |
//! |---|---|
//! | [`Relation`] | one pair of pieces, numbered |
//! | [`Fold`] | the map from relations to weights that symmetric relations share |
//! | [`Pairs`], [`Fold`] | feature sets for training |
//! | [`PairModel`] | trained weights, as a model file holds them |
//! | [`PairEvaluator`] | the evaluation itself, updated move by move |

mod evaluator;
pub(crate) mod features;
mod fold;
mod model;
mod relation;
mod table;

pub use evaluator::{PairEvaluator, PairState};
pub use features::Pairs;
pub use fold::{Fold, Slot, Symmetry};
pub use model::{PairModel, Quantised};
pub use relation::Relation;
pub use table::Weight;

//! Evaluation from pairs of pieces \[R5\]: paper 001's two-term relations.
//!
//! A relation is a pair of pieces with their owners and places ([`Relation`]); the value of a position is the sum of
//! the weights of all relations that hold in it (formula 1). The sets here list those relations for training
//! ([`Pairs`], [`FoldedPairs`]); a [`PairModel`] is what was learned, as a file; a [`PairEvaluator`] plays it, move by
//! move.

mod evaluator;
pub(crate) mod features;
mod fold;
pub(crate) mod listing;
mod model;
mod relation;
mod table;

pub use evaluator::{PairEvaluator, PairState};
pub use features::{FoldedPairs, Pairs, letters};
pub use fold::{Fold, Slot, Symmetry};
pub use model::{PairModel, Quantised};
pub use relation::Relation;
pub use table::{PairTable, Weight};

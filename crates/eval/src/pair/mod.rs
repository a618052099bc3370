//! Evaluation from pairs of pieces \[R5\]: paper 001's two-term relations.
//!
//! A relation is a pair of pieces with their owners and places ([`Relation`]); the value of a position is the sum of
//! the weights of all relations that hold in it (formula 1). The sets here list those relations for training; what
//! plays with the weights learned is kept up move by move.

mod features;
mod fold;
mod relation;

pub use features::{FoldedPairs, Pairs, letters};
pub use fold::{Fold, Slot, Symmetry};
pub use relation::Relation;

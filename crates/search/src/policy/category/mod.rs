//! Categories of moves, for realization probability \[R3\] and for the statistics of effective killers \[R2\].
//!
//! | classifier | categories | reads the last move |
//! |---|--:|---|
//! | [`Tacos`] | 21, those of the program TACOS in its order | yes |
//! | [`Coarse`] | 8, from the position and the move alone | no |
//!
//! A move belongs to the first category, in the classifier's order, that it fits. [`Classifier::look`] computes once
//! what the moves of a node share; each move then takes some bitboards and, for few categories, an exchange.
//!
//! `predicates.rs` has a predicate for each category of [`Tacos`], `cases.rs` moves that fit it and moves that do not.

#[cfg(test)]
mod cases;
mod coarse;
mod node_features;
mod predicates;
mod tacos;
mod tested_move;

pub use coarse::Coarse;
pub use node_features::NodeFeatures;
pub use tacos::Tacos;
pub(crate) use tested_move::TestedMove;

use komadai_core::{Move, PieceValues};

use crate::node::Node;

/// Values by which exchanges are counted: those of paper 001.
pub(crate) static VALUES: PieceValues = PieceValues::PAIRS_2007;

/// Classifies moves into categories.
///
/// ```
/// use komadai_core::Position;
/// use komadai_search::Node;
/// use komadai_search::policy::category::{Classifier, Coarse};
///
/// let pos: Position = "4k4/9/9/9/4p4/9/9/4R4/4K4 b - 1".parse()?;
/// let category = Coarse.classify(&Node::new(&pos), "5h5e".parse()?);
/// assert_eq!(Coarse::NAMES[category], "capture without loss");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Classifier {
    /// Names of the categories, at most 256, in order of precedence: a category is known by its place here, from 0.
    const NAMES: &'static [&'static str];

    /// What all moves of a node share, computed once a node.
    type View;

    /// Computes what the moves of a node share. The result is kept while position and last move are the same: it must
    /// depend on nothing else of the node.
    fn look(&self, at: &Node<'_>) -> Self::View;

    /// The category of a legal move; `view` is the result of [`Classifier::look`] for the same node.
    fn category(&self, view: &Self::View, at: &Node<'_>, mv: Move) -> usize;

    /// The category of one legal move: [`Classifier::look`] and [`Classifier::category`] together.
    fn classify(&self, at: &Node<'_>, mv: Move) -> usize {
        self.category(&self.look(at), at, mv)
    }
}

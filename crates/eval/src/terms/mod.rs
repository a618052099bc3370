//! Feature sets of paper 002: piece values on the board and in hand, piece-square values, and relative positions of two pieces.
//!
//! Every set here is symmetric in the players: the value of a feature is Black's count less White's, each seen by its owner, so
//! that every example trains both. Relative positions do not depend on where on the board a pair stands. That makes pairs
//! learnable from few games: 113,288 features where [`Pairs`](crate::pair::Pairs) have 2.6 million.
//!
//! A tuple of sets is a set, and [`AllTerms`] is that of the paper. [`pair_model`] turns trained weights into a
//! [`PairModel`](crate::pair::PairModel), which a search can use.

mod forms;
mod model;
mod relative;

pub use forms::PieceForms;
pub use forms::PieceSquares;
pub use model::pair_model;
pub use relative::RelativePairs;

/// Feature set of the four terms of paper 002: piece values on the board, in hand, piece-square values, relative positions.
pub type AllTerms = (PieceForms, (PieceSquares, RelativePairs));

//! What paper 002 evaluates by, item by item: values of pieces on the board and in hand, of places, and of the relative
//! positions of two pieces.
//!
//! Every set here takes both players alike: a feature counts what Black has more than White, seen by its owner, so that each
//! example teaches both. Relative positions forget where on the board a pair stands. With few games that
//! is what makes pairs learnable: 113,288 features where [`Pairs`](crate::pair::Pairs) have 2.6 million.
//!
//! Sets in a tuple are one set, and [`AllTerms`] is that of the paper. What was learned plays as a
//! [`PairModel`](crate::pair::PairModel): [`pair_model`].

mod both;
mod forms;
mod model;
mod relative;
mod squares;

pub use forms::PieceForms;
pub use model::pair_model;
pub use relative::RelativePairs;
pub use squares::PieceSquares;

/// The four items of paper 002: piece values on the board and in hand, places, relative positions.
pub type AllTerms = (PieceForms, (PieceSquares, RelativePairs));

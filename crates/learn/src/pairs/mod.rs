//! Training of pairs of pieces from the moves of games \[R6\] \[R7\]: paper 001, sections 4 and 5.
//!
//! A row of the matrix X is r\[after the played move\] − r\[other\], labelled 1 if Black has moved and −1 if White has, where r are
//! the relations of a position. Features and weights are Black's, as in the paper; changing the signs of a row and its label
//! together changes neither `XᵀX` nor `Xᵀy`.
//!
//! ```text
//! games, records -> EncodedGames -> count_slots -> Unknowns   which relations get a weight
//!                  (quiet?)
//!                                -> PairEquations             XᵀX p and Xᵀy without a row, for conjugate gradients
//!                                -> Metrics                   error, ranks and rises on games held out
//! ```
//!
//! [`Discriminant`] puts them together.

mod block;
mod count;
mod discriminant;
mod games;
mod kernel;
mod model;
mod path;
mod position;
mod product;
mod quiet;
mod table;
mod validation;

pub use count::count_slots;
pub use discriminant::{Discriminant, DiscriminantOptions, Iteration, Trained};
pub use games::{EncodeError, EncodedGame, EncodedGames, Totals};
pub use model::Model;
pub use product::{PairEquations, Spread};
pub use quiet::QuietMoves;
pub use table::Unknowns;
pub use validation::Metrics;

//! Training of pairs of pieces from the moves of games \[R6\] \[R7\]: paper 001, sections 4 and 5.
//!
//! ```text
//! games, records -> EncodedGames -> PairRows                  plain rows, for any solver and as the definition
//!                  (quiet?)      -> count_slots -> Unknowns   which relations get a weight
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
mod path;
mod position;
mod product;
mod quiet;
mod rows;
mod table;
mod validation;

pub use count::count_slots;
pub use discriminant::{Discriminant, DiscriminantOptions, Iteration, Trained};
pub use games::{EncodeError, EncodedGame, EncodedGames, Totals};
pub use product::{PairEquations, Spread};
pub use quiet::QuietMoves;
pub use rows::{Model, PairRows, Row};
pub use table::Unknowns;
pub use validation::Metrics;

//! Training of pairs of pieces from the moves of games \[R6\] \[R7\]: paper 001, sections 4 and 5.
//!
//! ```text
//! games, records -> Lessons -> Shards -> PairRows        plain rows, for any solver and as the definition
//!                  (quiet?)            -> count_slots -> Unknowns      which relations get a weight
//!                                      -> PairEquations  XᵀX p and Xᵀy without a row, for conjugate gradients
//!                                      -> Judge          error, ranks and rises on games held apart
//! ```
//!
//! [`crate::discriminant`] puts them together.

mod block;
mod count;
mod file;
mod judge;
mod kernel;
mod path;
mod product;
mod quiet;
mod rows;
mod scene;
mod shards;
mod table;

pub use block::BlockError;
pub use count::count_slots;
pub use file::{FileShards, write_shards};
pub use judge::{Judge, Judgement};
pub use product::{PairEquations, PassError, Spread};
pub use quiet::QuietMoves;
pub use rows::{Model, PairRows};
pub use shards::{
    GAMES_PER_BLOCK, LessonError, Lessons, MemoryShards, ShardError, Shards, Totals, fingerprint, visit_block,
};
pub use table::Unknowns;

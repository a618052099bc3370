//! Text of positions, moves and the protocol USI, and packed positions of training data.
//!
//! Game records, files of opening books and diagrams are read and written by the crate `komadai-notation`.

mod book_entry;
pub mod packed;
pub mod sfen;
pub mod usi;

pub use book_entry::{BookEntry, EntryMove, sorted};

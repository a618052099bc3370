//! Texts of positions, moves and the USI protocol, and packed positions for training data.
//!
//! The crate `komadai-notation` reads and writes game records, opening books and diagrams.

mod book_entry;
pub mod packed;
pub mod sfen;
pub mod usi;

pub use book_entry::{BookEntry, EntryMove, sorted};

//! Text and binary notations of positions, moves and game records.
//!
//! [`record`] reads and writes games in any format and detects formats and encodings; the modules beside it hold one format
//! each. [`book_db`] reads and writes opening books, [`diagram`] draws a board.

pub mod book_db;
mod builder;
mod clock;
pub mod csa;
mod cursor;
pub mod diagram;
pub mod encoding;
mod error;
pub mod evaluations;
#[cfg(feature = "jkf")]
pub mod jkf;
pub mod kif;
pub mod packed;
pub mod packed_game;
pub mod record;
pub mod sfen;
pub mod usi;
pub mod usi_record;
mod walk;

pub use kif::ki2;

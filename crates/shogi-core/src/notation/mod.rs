//! Text and binary notations of positions, moves and game records.
//!
//! [`record`] reads and writes games in any format and detects formats and encodings; the modules beside it hold one format
//! each. [`book_db`] reads and writes opening books, [`diagram`] draws a board.

pub mod book_db;
mod clock;
pub mod csa;
mod csa_evaluation;
mod csa_headers;
mod csa_start;
mod csa_version;
mod csa_words;
mod cursor;
pub mod diagram;
pub mod encoding;
mod error;
pub mod evaluations;
mod faults;
mod japanese;
mod japanese_move;
#[cfg(feature = "jkf")]
pub mod jkf;
pub mod ki2;
pub mod kif;
mod kif_games;
mod kif_reader;
mod kif_time;
mod kif_writer;
pub mod packed;
pub mod packed_game;
mod partial_record;
pub mod record;
mod record_builder;
pub mod sfen;
mod start;
mod summary;
pub mod usi;
pub mod usi_record;
mod walk;

//! JSON Kifu Format: the tree of a record as JSON, as `json-kifu-format` reads and writes it.
//!
//! ```json
//! {"header": {}, "initial": {"preset": "HIRATE"},
//!  "moves": [{}, {"move": {"color": 0, "from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "piece": "FU"}}]}
//! ```
//!
//! A move may be given without its origin, by `relative` words alone, or with `same` in place of its target. The JSON
//! reader refuses what nests deeper than 128 levels, which is forty variations inside each other.

mod data;
mod place;
mod read;
mod write;

use super::error::{Faults, RecordError, WriteError};
use crate::game::Game;
use alloc::string::String;
use alloc::vec::Vec;

/// Reads a game in JSON Kifu Format. [`record::read`](super::record::read) reads several.
///
/// # Errors
///
/// [`RecordError`] with the line and column of the JSON value that is wrong, or of a second game.
pub fn read(text: &str) -> Result<Game, RecordError> {
    read::read_one(text)
}

/// Reads games, one behind the other, and what is wrong with their variations. A game of which nothing can be read is left out if
/// faults are noted.
pub(super) fn read_noting(
    text: &str,
    faults: &mut Faults,
) -> Result<(Vec<Game>, Vec<RecordError>), RecordError> {
    read::read(text, faults)
}

/// Writes a game in JSON Kifu Format with all its variations, on one line. Times are in whole seconds.
///
/// # Errors
///
/// [`WriteError`] if the game was made by hand and breaks rules, or if its variations nest deeper than forty.
pub fn write(game: &Game) -> Result<String, WriteError> {
    write::write(game)
}

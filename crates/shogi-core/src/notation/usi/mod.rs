//! Commands of USI, the protocol between engines and their users, as values.
//!
//! | type | holds |
//! |---|---|
//! | [`Command`] | everything that a user can send |
//! | [`GameLine`] | `position startpos moves …`, every move checked |
//! | [`Go`] | how long to think; any part may be missing |
//!
//! Reading is as tolerant as real programs need and no more: an illegal move is an error that gives its word. Lines that end with the
//! result of a game are records; `komadai_notation::usi_record` reads them.

mod command;
mod go;
mod position;

pub use command::{Command, GameOver};
pub use go::{Clock, Go, MateTime};
pub use position::GameLine;

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::sfen::SfenError;
use crate::IllegalMove;

/// Reason why a line is not a USI command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UsiError {
    /// A word is wrong, or missing (then `found` is empty).
    #[error("usi, word {word}: found {found:?}, expected {expected}")]
    Word {
        /// Which word of the line, from 1.
        word: usize,
        /// The word found there.
        found: String,
        /// What was expected there.
        expected: &'static str,
    },
    /// A move cannot be played.
    #[error("usi, word {word}: {error}")]
    IllegalMove {
        /// Which word of the line, from 1.
        word: usize,
        /// The move and the position.
        error: IllegalMove,
    },
    /// The position is wrong; columns count from the first word of the position.
    #[error("usi, position from word {word}: {error}")]
    Position {
        /// The first word of the position, from 1.
        word: usize,
        /// What is wrong with it.
        error: SfenError,
    },
}

/// The words of a line, with their numbers. ASCII blanks separate words; any other blank belongs to a word, as in a file name.
#[derive(Clone)]
struct Words<'a> {
    rest: &'a str,
    /// Number of the next word, from 1.
    number: usize,
}

impl<'a> Words<'a> {
    fn new(line: &'a str) -> Words<'a> {
        Words { rest: line.trim_ascii(), number: 1 }
    }

    fn peek(&self) -> Option<&'a str> {
        self.rest.split_ascii_whitespace().next()
    }

    fn next(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        self.rest = self.rest.strip_prefix(word).unwrap_or_default().trim_ascii_start();
        self.number += 1;
        Some(word)
    }

    /// Takes the next word if it is this one.
    fn take(&mut self, wanted: &str) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.next();
        }
        found
    }

    /// An error at the next word.
    fn error(&self, expected: &'static str) -> UsiError {
        UsiError::Word { word: self.number, found: self.peek().unwrap_or_default().to_owned(), expected }
    }
}

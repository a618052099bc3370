//! Errors in records, with their places, and what a reader does about them: refuse the record, or keep the moves before the fault.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use komadai_core::{IllegalMove, SetupError};

/// Line and column in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct At {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl Default for At {
    /// The beginning of a text.
    fn default() -> At {
        At { line: 1, column: 1 }
    }
}

impl At {
    /// The place of an earlier `byte`; this place is that of `byte_here`.
    #[cfg(feature = "jkf")]
    pub(super) fn before(self, text: &str, byte: usize, byte_here: usize) -> At {
        let lines = text[byte..byte_here].matches('\n').count();
        let column = match lines {
            0 => self.column - text[byte..byte_here].chars().count(),
            _ => text[..byte].rsplit('\n').next().unwrap_or_default().chars().count() + 1,
        };
        At { line: self.line - lines, column }
    }

    /// The place after a text that begins here.
    #[cfg(any(feature = "jkf", feature = "shift-jis"))]
    pub(super) fn after(self, text: &str) -> At {
        match text.rsplit_once('\n') {
            None => At { column: self.column + text.chars().count(), ..self },
            Some((_, line)) => {
                At { line: self.line + text.matches('\n').count(), column: line.chars().count() + 1 }
            }
        }
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Reason why a record could not be read, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The text itself is wrong, or needs a feature that is not compiled in.
    #[error("{at}: found {found}, expected {expected}")]
    Text {
        /// Line and column; for bytes that are not text, the column counts bytes.
        at: At,
        /// The text found there, shortened.
        found: String,
        /// What was expected there.
        expected: Cow<'static, str>,
    },
    /// A move breaks the rules, and the record does not say so.
    #[error("{at}: found {found}, expected a legal move, but {error}")]
    Move {
        /// Line and column.
        at: At,
        /// The text found there, shortened.
        found: String,
        /// The move and the position.
        error: IllegalMove,
    },
    /// The start position breaks the rules.
    #[error("{at}: no valid start position: {error}")]
    Start {
        /// Place of its last part.
        at: At,
        /// What is wrong with it.
        error: SetupError,
    },
    /// The bytes are an archive, or text in an unsupported encoding.
    #[error("found {found}, expected text in UTF-8 or Shift_JIS")]
    NotText {
        /// What they are.
        found: &'static str,
    },
}

impl RecordError {
    /// Where the error is.
    pub fn at(&self) -> At {
        match self {
            RecordError::Text { at, .. } | RecordError::Move { at, .. } | RecordError::Start { at, .. } => {
                *at
            }
            RecordError::NotText { .. } => At::default(),
        }
    }

    /// Whether the text is right but ends too early.
    pub(super) fn is_cut_off(&self) -> bool {
        matches!(self, RecordError::Text { found, .. } if found == END)
    }

    pub(crate) fn text(at: At, found: &str, expected: impl Into<Cow<'static, str>>) -> RecordError {
        RecordError::Text { at, found: shortened(found), expected: expected.into() }
    }

    /// An error whose `found` is a description, not a quotation.
    pub(crate) fn told(at: At, found: &str, expected: &'static str) -> RecordError {
        RecordError::Text { at, found: found.to_string(), expected: expected.into() }
    }
}

/// `found` of an error at the end of a line.
const END: &str = "the end of the line";

/// `found` for messages: quoted, at most 24 characters, control characters escaped.
pub(crate) fn shortened(found: &str) -> String {
    let found = found.trim_end();
    if found.is_empty() {
        return END.to_string();
    }
    let mut short = String::from("\"");
    for c in found.chars().take(24) {
        // Keeps the message on one line, and kanji readable.
        if c.is_control() { short.extend(c.escape_default()) } else { short.push(c) }
    }
    short += if found.chars().nth(24).is_some() { "…\"" } else { "\"" };
    short
}

/// Reason why a game cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// A move of a hand-made game breaks the rules.
    #[error("ply {ply}: expected a legal move, but {error}")]
    Move {
        /// Moves from the start, this one included.
        ply: usize,
        /// The move and the position.
        error: IllegalMove,
    },
    /// A variation of a hand-made game leaves a line at a ply which that line does not have.
    #[error(
        "a variation leaves a line before its first or after its last move, expected one that leaves it between"
    )]
    Variation,
    /// Something that the format, its encoding or this build cannot express: what was found and what was expected.
    #[error("{0}")]
    NoPlace(String),
}

/// Faults of a file that is read nevertheless.
#[derive(Debug, Default)]
pub(super) struct Faults {
    lenient: bool,
    /// Faults of main lines, in the order of the file.
    pub(super) noted: Vec<RecordError>,
    /// Faults of variations and of move numbers, in the order of the file.
    pub(super) warnings: Vec<RecordError>,
}

impl Faults {
    /// Refuses a record at its first fault.
    pub(super) fn strict() -> Faults {
        Faults::default()
    }

    /// Notes faults; a game ends at its first one.
    pub(super) fn lenient() -> Faults {
        Faults { lenient: true, ..Faults::default() }
    }

    /// Takes a fault of a main line: an error for a strict reader, a note for a lenient one, which then ends the game before it.
    pub(super) fn note(&mut self, fault: RecordError) -> Result<(), RecordError> {
        if !self.lenient {
            return Err(fault);
        }
        self.noted.push(fault);
        Ok(())
    }
}

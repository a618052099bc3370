//! What can be wrong with a record, and where; what a reader does about it: refuse the record, or keep the moves before the fault.

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

impl At {
    /// The place of a byte of a text.
    #[cfg(feature = "jkf")]
    pub(super) fn of(text: &str, byte: usize) -> At {
        let before = &text[..byte];
        let line = before.rsplit('\n').next().unwrap_or_default();
        At { line: before.matches('\n').count() + 1, column: line.chars().count() + 1 }
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a record could not be read, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The text itself is wrong.
    #[error("{at}: found {found}, expected {expected}")]
    Text {
        /// Line and column.
        at: At,
        /// What stands there, shortened.
        found: String,
        /// What was expected there.
        expected: Cow<'static, str>,
    },
    /// A move breaks the rules, and the record does not say so.
    #[error("{at}: found {found}, expected a legal move, but {error}")]
    Move {
        /// Line and column.
        at: At,
        /// What stands there, shortened.
        found: String,
        /// The move and the position.
        error: IllegalMove,
    },
    /// The start position breaks the rules.
    #[error("{at}: expected a valid start position, found {error}")]
    Start {
        /// Where its last part stands.
        at: At,
        /// What is wrong with it.
        error: SetupError,
    },
    /// The bytes are no text in an encoding that is known.
    #[error("{at}: found bytes that are neither UTF-8 nor Shift_JIS, expected text")]
    Encoding {
        /// Where the first wrong byte stands, its column counted in bytes.
        at: At,
    },
    /// The bytes are an archive, or text in an encoding that is not read.
    #[error("found {found}, expected text in UTF-8 or Shift_JIS")]
    NotText {
        /// What they are.
        found: &'static str,
    },
    /// The feature that reads this is not compiled in.
    #[error("{at}: found {found}, expected a build with the feature {feature}")]
    Feature {
        /// Line and column.
        at: At,
        /// What was found.
        found: &'static str,
        /// Name of the feature.
        feature: &'static str,
    },
}

impl RecordError {
    /// Where the error is.
    pub fn at(&self) -> At {
        match self {
            RecordError::Text { at, .. }
            | RecordError::Move { at, .. }
            | RecordError::Start { at, .. }
            | RecordError::Encoding { at }
            | RecordError::Feature { at, .. } => *at,
            RecordError::NotText { .. } => At { line: 1, column: 1 },
        }
    }

    /// Whether the text was right as far as it goes.
    pub(super) fn is_cut_off(&self) -> bool {
        matches!(self, RecordError::Text { found, .. } if found == END)
    }

    pub(crate) fn text(at: At, found: &str, expected: impl Into<Cow<'static, str>>) -> RecordError {
        RecordError::Text { at, found: shortened(found), expected: expected.into() }
    }
}

/// What an error finds where a line ends.
const END: &str = "the end of the line";

/// `found` for messages: quoted, at most 24 characters, control characters escaped.
pub(crate) fn shortened(found: &str) -> String {
    let found = found.trim_end();
    if found.is_empty() {
        return END.to_string();
    }
    let mut short = String::from("\"");
    for c in found.chars().take(24) {
        // A message is one line, and kanji stay readable.
        if c.is_control() { short.extend(c.escape_default()) } else { short.push(c) }
    }
    short += if found.chars().nth(24).is_some() { "…\"" } else { "\"" };
    short
}

/// Why a game cannot be written in a format.
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
    /// A variation of a hand-made game leaves a line where that line is not.
    #[error(
        "a variation leaves a line before its first or after its last move, expected one that leaves it between"
    )]
    Variation,
    /// Variations of variations deeper than readers of the format go.
    #[error("variations are nested {depth} deep, expected at most {limit} in this format")]
    TooDeep {
        /// Depth of the game.
        depth: usize,
        /// Depth that can be read back.
        limit: usize,
    },
    /// A character of the written text that its encoding does not have.
    #[error("{at} of the written text: found {character:?}, expected a character of Shift_JIS")]
    Character {
        /// Where in the text as it was to be written.
        at: At,
        /// The character.
        character: char,
    },
    /// The encoding is not one that readers of the format expect.
    #[error("expected UTF-8 for {format}; Shift_JIS is for KIF, KI2 and CSA")]
    Encoding {
        /// Name of the format.
        format: &'static str,
    },
    /// The feature that writes this is not compiled in.
    #[error("expected a build with the feature {feature}")]
    Feature {
        /// Name of the feature.
        feature: &'static str,
    },
}

/// Faults of the main lines of a file.
#[derive(Debug)]
pub(super) struct Faults {
    lenient: bool,
    noted: Vec<RecordError>,
}

impl Faults {
    /// Refuses a record at its first fault.
    pub(super) fn strict() -> Faults {
        Faults { lenient: false, noted: Vec::new() }
    }

    /// Notes faults; a game ends where its first one is.
    pub(super) fn lenient() -> Faults {
        Faults { lenient: true, noted: Vec::new() }
    }

    /// Takes a fault: an error for a strict reader, a note for a lenient one, which then ends the game before it.
    pub(super) fn note(&mut self, fault: RecordError) -> Result<(), RecordError> {
        if !self.lenient {
            return Err(fault);
        }
        self.noted.push(fault);
        Ok(())
    }

    /// Whether none was noted.
    pub(super) fn is_empty(&self) -> bool {
        self.noted.is_empty()
    }

    /// The faults that were noted, in the order of the file.
    pub(super) fn into_noted(self) -> Vec<RecordError> {
        self.noted
    }
}

//! A record while it is read line by line: first headers and comments, then moves from a start position.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::error::RecordError;
use super::faults::Faults;
use super::record_builder::RecordBuilder;
use crate::Position;
use crate::game::{Game, GameBuilder};

/// Headers, comments and moves in the order in which a file may give them: the start position is complete only when the
/// first move comes.
#[derive(Debug, Default)]
pub(super) struct PartialRecord {
    headers: Vec<(String, String)>,
    comments: Vec<String>,
    /// Once the start position is complete.
    moves: Option<RecordBuilder>,
}

impl PartialRecord {
    /// Whether the start position is complete.
    pub(super) fn has_start(&self) -> bool {
        self.moves.is_some()
    }

    /// The moves, if the start position is complete.
    pub(super) fn started(&mut self) -> Option<&mut RecordBuilder> {
        self.moves.as_mut()
    }

    /// The moves. The first call completes the record's head with the position that `start` gives.
    pub(super) fn moves(
        &mut self,
        start: impl FnOnce() -> Result<Position, RecordError>,
    ) -> Result<&mut RecordBuilder, RecordError> {
        if self.moves.is_none() {
            let mut builder = GameBuilder::new(start()?);
            for (key, value) in self.headers.drain(..) {
                builder.header(key, value);
            }
            for comment in self.comments.drain(..) {
                builder.comment(comment);
            }
            self.moves = Some(RecordBuilder::new(builder));
        }
        Ok(self.moves.as_mut().expect("made above"))
    }

    pub(super) fn header(&mut self, key: impl Into<String>, value: impl Into<String>) {
        match &mut self.moves {
            Some(moves) => moves.builder.header(key, value),
            None => self.headers.push((key.into(), value.into())),
        }
    }

    /// Adds a comment line to what was read last.
    pub(super) fn comment(&mut self, text: &str) {
        match &mut self.moves {
            Some(moves) => moves.comment(text),
            None => self.comments.push(text.to_string()),
        }
    }

    /// The game. That its last move is illegal and nothing in the record says so is a fault.
    pub(super) fn finish(
        mut self,
        start: impl FnOnce() -> Result<Position, RecordError>,
        faults: &mut Faults,
    ) -> Result<Game, RecordError> {
        self.moves(start)?.close().or_else(|fault| faults.note(fault))?;
        Ok(self.moves.expect("made by the line above").builder.finish())
    }
}

//! Records that end with a foul: the one place where a reader accepts a move against the rules.
//!
//! A record whose last move is illegal is read if it says so itself (反則, `%ILLEGAL_MOVE`): the move becomes part of
//! the ending. Anywhere else an illegal move is an error in the record.

use alloc::string::String;
use alloc::vec::Vec;

use super::error::{At, RecordError, shortened};
use crate::game::{ClockTime, EndKind, Ending, GameBuilder, IllegalMove};
use crate::{Color, Move};

/// A move that the rules forbid, kept until the record says that it knows.
#[derive(Debug)]
struct Forbidden {
    mv: Move,
    by: Color,
    error: RecordError,
    time: Option<ClockTime>,
    /// Comment lines after the move.
    remarks: Vec<String>,
}

/// A [`GameBuilder`] that lets a record end with a move against the rules if the record itself says so.
#[derive(Debug)]
pub(super) struct Scribe {
    pub(super) builder: GameBuilder,
    forbidden: Option<Forbidden>,
}

impl Scribe {
    pub(super) fn new(builder: GameBuilder) -> Scribe {
        Scribe { builder, forbidden: None }
    }

    /// Whether the last move was against the rules.
    pub(super) fn is_waiting(&self) -> bool {
        self.forbidden.is_some()
    }

    pub(super) fn play(&mut self, mv: Move, at: At, found: &str) -> Result<(), RecordError> {
        if let Some(forbidden) = self.forbidden.take() {
            return Err(forbidden.error);
        }
        if let Err(error) = self.builder.play(mv) {
            self.forbid(mv, at, found, error);
        }
        Ok(())
    }

    fn forbid(&mut self, mv: Move, at: At, found: &str, error: IllegalMove) {
        let by = error.position.side_to_move();
        let error = RecordError::Move { at, found: shortened(found), error };
        self.forbidden = Some(Forbidden { mv, by, error, time: None, remarks: Vec::new() });
    }

    /// Adds a comment; after a forbidden move, one that speaks of a foul explains it.
    pub(super) fn comment(&mut self, text: &str) {
        if let Some(forbidden) = &mut self.forbidden {
            forbidden.remarks.push(text.into());
            if speaks_of_a_foul(text) {
                self.admit();
            }
        } else {
            self.builder.comment(text);
        }
    }

    /// Notes the clock.
    pub(super) fn time(&mut self, time: ClockTime) {
        match &mut self.forbidden {
            Some(forbidden) => forbidden.time = Some(time),
            None => self.builder.time(time),
        }
    }

    /// Takes the forbidden move as the end of the line.
    pub(super) fn admit(&mut self) {
        if let Some(forbidden) = self.forbidden.take() {
            let mut ending =
                Ending::new(EndKind::IllegalMove(forbidden.by), self.builder.position().side_to_move());
            ending.illegal = Some(forbidden.mv);
            ending.comments = forbidden.remarks;
            ending.time = forbidden.time;
            self.builder.end(ending);
        }
    }

    /// Ends the line.
    ///
    /// # Errors
    ///
    /// That of the forbidden move if the final word does not speak of it.
    pub(super) fn end(&mut self, kind: EndKind) -> Result<(), RecordError> {
        if self.forbidden.is_some() && matches!(kind, EndKind::IllegalMove(_)) {
            self.admit();
            return Ok(());
        }
        self.settle()?;
        let side = self.builder.position().side_to_move();
        self.builder.end(Ending::new(kind, side));
        Ok(())
    }

    /// Refuses a forbidden move that nothing has explained.
    pub(super) fn settle(&mut self) -> Result<(), RecordError> {
        match self.forbidden.take() {
            Some(forbidden) => Err(forbidden.error),
            None => Ok(()),
        }
    }
}

/// Whether a remark says that the last move was against the rules.
pub(super) fn speaks_of_a_foul(text: &str) -> bool {
    text.contains("反則") || text.to_ascii_lowercase().contains("illegal")
}

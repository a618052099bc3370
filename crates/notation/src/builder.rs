//! Builders for record readers, which accept an illegal last move (反則) if the record says that it is one.
//!
//! A record whose last move is illegal is read if it says so itself (反則, `%ILLEGAL_MOVE`): the move becomes part of
//! the ending. Anywhere else an illegal move is an error in the record.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use komadai_core::game::{ClockTime, EndKind, Ending, Game, GameBuilder};
use komadai_core::{Move, Position};

use crate::error::{At, Faults, RecordError, shortened};
use crate::final_words::{FinalWord, end_kind};

/// A [`GameBuilder`] that lets a record end with an illegal move if the record itself says so.
#[derive(Debug)]
pub(super) struct RecordBuilder {
    pub(super) builder: GameBuilder,
    /// An illegal last move: the ending that it is if the record says that it was illegal, and the error that it is otherwise.
    illegal: Option<(Ending, RecordError)>,
}

impl RecordBuilder {
    pub(super) fn new(builder: GameBuilder) -> RecordBuilder {
        RecordBuilder { builder, illegal: None }
    }

    /// Whether the last move was against the rules.
    pub(super) fn has_illegal_move(&self) -> bool {
        self.illegal.is_some()
    }

    pub(super) fn play(&mut self, mv: Move, at: At, found: &str) -> Result<(), RecordError> {
        self.refuse_illegal_move()?;
        if let Err(error) = self.builder.play(mv) {
            let side = error.position.side_to_move();
            let ending = Ending { illegal: Some(mv), ..Ending::new(EndKind::IllegalMove(side), side) };
            self.illegal = Some((ending, RecordError::Move { at, found: shortened(found), error }));
        }
        Ok(())
    }

    /// Adds a comment. It does not end the line: a final word may follow.
    pub(super) fn comment(&mut self, text: &str) {
        match &mut self.illegal {
            Some((ending, _)) => ending.comments.push(text.into()),
            None => self.builder.comment(text),
        }
    }

    /// Sets the clock time of what was recorded last.
    pub(super) fn time(&mut self, time: ClockTime) {
        if let Some((ending, _)) = &mut self.illegal {
            ending.time = Some(time);
            return;
        }
        // After a foul, the time of the final word would be the other player's.
        let is_timed_foul = |ending: &Ending| ending.illegal.is_some() && ending.time.is_some();
        if !self.builder.ending_mut().as_ref().is_some_and(is_timed_foul) {
            self.builder.time(time);
        }
    }

    /// Takes the illegal move as the end of the line.
    pub(super) fn accept_illegal_move(&mut self) {
        if let Some((ending, _)) = self.illegal.take() {
            self.builder.end(ending);
        }
    }

    /// Whether a comment says that the last move was illegal.
    fn is_remarked(&self) -> bool {
        self.illegal.iter().flat_map(|(ending, _)| &ending.comments).any(|text| mentions_illegal_move(text))
    }

    /// Ends the line.
    ///
    /// # Errors
    ///
    /// The error of the illegal move, if the final word does not say that it was illegal.
    pub(super) fn end(&mut self, kind: EndKind) -> Result<(), RecordError> {
        if self.is_remarked() || (self.has_illegal_move() && matches!(kind, EndKind::IllegalMove(_))) {
            self.accept_illegal_move();
            return Ok(());
        }
        self.refuse_illegal_move()?;
        let side = self.builder.position().side_to_move();
        self.builder.end(Ending::new(kind, side));
        Ok(())
    }

    /// Ends the line by a final word.
    pub(super) fn end_by(&mut self, words: &[FinalWord], word: &str) -> Result<(), RecordError> {
        let known = end_kind(words, word, self.builder.position().side_to_move());
        self.end(known.unwrap_or_else(|| EndKind::Other(word.to_string())))
    }

    /// Closes a line without a final word: an illegal last move is its ending if a comment says so, otherwise it is refused.
    pub(super) fn close(&mut self) -> Result<(), RecordError> {
        if self.is_remarked() {
            self.accept_illegal_move();
        }
        self.refuse_illegal_move()
    }

    /// Refuses an illegal move, because something follows it.
    pub(super) fn refuse_illegal_move(&mut self) -> Result<(), RecordError> {
        self.illegal.take().map_or(Ok(()), |(_, error)| Err(error))
    }
}

/// Whether a remark says that the last move was against the rules.
pub(super) fn mentions_illegal_move(text: &str) -> bool {
    text.contains("反則") || text.to_ascii_lowercase().contains("illegal")
}

/// Headers, comments and moves in the order in which a file may give them: the start position is complete only when the
/// first move comes.
#[derive(Debug, Default)]
pub(super) struct PartialRecord {
    headers: Vec<(String, String)>,
    comments: Vec<String>,
    /// The moves, once the start position is complete.
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

    /// The moves. The first call completes the record's head with the position from `start`.
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

    /// The game. An illegal last move that nothing in the record calls illegal is a fault.
    pub(super) fn finish(
        mut self,
        start: impl FnOnce() -> Result<Position, RecordError>,
        faults: &mut Faults,
    ) -> Result<Game, RecordError> {
        self.moves(start)?.close().or_else(|fault| faults.note(fault))?;
        Ok(self.moves.expect("made by the line above").builder.finish())
    }
}

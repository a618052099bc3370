//! The reader of KIF and KI2, which differ only in how a move is written.
//!
//! It reads line by line, game by game (`games`): headers, the start position, comments (`*`), bookmarks (`&`), moves (`   1 ７六歩(77)` or
//! `▲７六歩 △３四歩`), final words, `まで…`, and `変化：N手`, which goes back along the line just read.

use alloc::format;
use alloc::vec::Vec;

use komadai_core::game::{EndKind, Ending, Game, GameResult};

use super::games::{self, Line, is_marked, is_numbered, is_over_moves, without_mark};
use super::moves::{starts_move, take_move};
use super::start::{StartReader, split_header};
use super::summary;
use super::words::{mark, take_kind, take_square};
use crate::builder::{PartialRecord, RecordBuilder, mentions_illegal_move};
use crate::clock::take_time;
use crate::cursor::Cursor;
use crate::error::{Faults, RecordError};
use crate::final_words::KIF;

/// Reads the games of a text in KIF or KI2; one record may write its moves in both ways.
///
/// # Errors
///
/// [`RecordError`] with line and column. Wrong parts of variations are kept as comments.
pub fn read(text: &str) -> Result<Vec<Game>, RecordError> {
    read_noting(text, &mut Faults::strict())
}

/// Reads games, and notes errors in their variations and move numbers.
///
/// A game of which nothing can be read is left out if faults are noted.
pub(crate) fn read_noting(text: &str, faults: &mut Faults) -> Result<Vec<Game>, RecordError> {
    let mut games = Vec::new();
    for lines in games::games(text) {
        match read_game(lines, faults) {
            Ok(game) => games.push(game),
            Err(fault) => faults.note(fault)?,
        }
    }
    Ok(games)
}

/// Reads a game, and notes errors in its variations and move numbers.
///
/// A fault in the main line is noted; if reading goes on, it resumes at the next variation that leaves the line before the fault, and
/// skips what cannot be read. After a whole main line, a variation is read as far as possible; the rest of its lines become comments, so
/// that nothing is lost, and the error is a warning.
fn read_game(lines: Vec<Line<'_>>, faults: &mut Faults) -> Result<Game, RecordError> {
    let mut reader = Reader::default();
    let mut any = false;
    let mut last = Cursor::new("", 1);
    for (line, is_complete) in lines {
        last = line.clone();
        match reader.line(line.clone(), faults) {
            Ok(taken) => any |= taken,
            // The file was cut off: the unfinished line is left out.
            Err(error) if !is_complete && any && error.is_cut_off() => break,
            Err(error) if reader.in_variation => reader.keep_as_comment(&line, error, faults),
            Err(fault) if reader.record.has_start() => {
                reader.shorten(fault, faults)?;
                reader.broken = true;
                any = true;
            }
            Err(error) => return Err(error),
        }
    }
    if !any {
        return Err(last.error("a record in KIF or KI2"));
    }
    reader.finish(faults)
}

#[derive(Default)]
struct Reader {
    start: StartReader,
    record: PartialRecord,
    /// Number that the file gives to the first move.
    first_number: Option<usize>,
    /// Number that the next move should have; `None` after a final word, whose number the move may repeat.
    next_number: Option<usize>,
    in_variation: bool,
    /// The line has an error: the rest of it is kept as comments, or skipped if the main line is shortened.
    broken: bool,
    /// A fault was noted: the main line ends before it.
    is_shortened: bool,
}

impl Reader {
    /// Reads a line; returns whether it held anything.
    fn line(&mut self, mut cursor: Cursor<'_>, faults: &mut Faults) -> Result<bool, RecordError> {
        cursor.blanks();
        let text = cursor.rest;
        match cursor.peek() {
            None | Some('#') => return Ok(false),
            Some('*' | '&') if self.broken && self.is_shortened => return Ok(true),
            Some('*') => {
                self.record.comment(&text[1..]);
                return Ok(true);
            }
            Some('&') => {
                self.record.comment(text);
                return Ok(true);
            }
            _ => {}
        }
        if is_over_moves(text) {
            return Ok(true);
        }
        if text.starts_with("変化")
            && let Some((_, value)) = split_header(text)
            // Before the moves it is a header, unless it leaves a line without moves at its beginning.
            && (self.record.has_start() || value.starts_with("1手"))
        {
            if self.in_variation {
                self.close_variation(faults);
            } else {
                self.close_main_line(faults)?;
                self.in_variation = true;
            }
            self.variation(cursor)?;
            self.broken = false;
            return Ok(true);
        }
        if self.broken {
            if !self.is_shortened {
                self.record.comment(text);
            }
            return Ok(true);
        }
        if let Some(rest) = text.strip_prefix("まで") {
            self.summary(rest)?;
        } else if is_numbered(text) {
            self.numbered(cursor, faults)?;
        } else if is_marked(text) {
            self.marked(cursor)?;
        } else if self.record.has_start() || !self.start.line(&cursor)? {
            let (key, value) = split_header(text)
                .filter(|(key, _)| !without_mark(key).is_empty() && !key.chars().all(char::is_numeric))
                .ok_or_else(|| cursor.error("a header, a comment (*), a move, まで or 変化"))?;
            self.record.header(without_mark(key), value);
        }
        Ok(true)
    }

    fn moves(&mut self) -> Result<&mut RecordBuilder, RecordError> {
        self.record.moves(|| self.start.finish())
    }

    fn finish(mut self, faults: &mut Faults) -> Result<Game, RecordError> {
        self.close_variation(faults);
        self.record.finish(|| self.start.finish(), faults)
    }

    /// Notes a fault in the main line.
    fn shorten(&mut self, fault: RecordError, faults: &mut Faults) -> Result<(), RecordError> {
        faults.note(fault)?;
        self.is_shortened = true;
        Ok(())
    }

    /// Ends the main line before the first variation.
    fn close_main_line(&mut self, faults: &mut Faults) -> Result<(), RecordError> {
        self.moves()?.close().or_else(|fault| self.shorten(fault, faults))
    }

    /// Keeps an unreadable line of a variation as a comment; skips it if the main line is shortened.
    fn keep_as_comment(&mut self, line: &Cursor<'_>, error: RecordError, faults: &mut Faults) {
        faults.warnings.push(error);
        self.close_variation(faults);
        self.broken = true;
        if !self.is_shortened {
            self.record.comment(line.rest.trim());
        }
    }

    /// Drops an unexplained foul at the end of a variation; one at the end of the main line is refused elsewhere.
    fn close_variation(&mut self, faults: &mut Faults) {
        if self.in_variation
            && let Some(Err(error)) = self.record.started().map(RecordBuilder::close)
        {
            faults.warnings.push(error);
        }
    }

    fn summary(&mut self, text: &str) -> Result<(), RecordError> {
        let record = self.moves()?;
        if record.has_illegal_move() {
            if mentions_illegal_move(text) {
                record.accept_illegal_move();
            }
            return Ok(());
        }
        let told = summary::read(text, record.builder.position().side_to_move());
        match record.builder.ending_mut() {
            // The final word was unknown, but the closing line may name the winner.
            Some(ending)
                if matches!(&ending.kind, EndKind::Other(_)) && told.result != GameResult::Unknown =>
            {
                ending.result = told.result;
            }
            Some(_) => {}
            None => record.builder.end(told),
        }
        Ok(())
    }

    fn variation(&mut self, mut cursor: Cursor<'_>) -> Result<(), RecordError> {
        cursor.take_while(|c| c != '：' && c != ':');
        cursor.next();
        cursor.blanks();
        let here = cursor.clone();
        let number = cursor.number().map(|number| number as usize).ok_or_else(|| here.error("変化：N手"))?;
        let first = self.first_number.unwrap_or(1);
        self.next_number = Some(number);
        let record = self.moves()?;
        let longest = record.builder.ply();
        number
            .checked_sub(first)
            .and_then(|ply| record.builder.branch(ply).ok())
            .ok_or_else(|| here.error(format!("a variation of move {first} to {}", first + longest)))
    }

    /// `   1 ７六歩(77)   ( 0:01/00:00:01)`, or a final word in place of the move.
    fn numbered(&mut self, mut cursor: Cursor<'_>, faults: &mut Faults) -> Result<(), RecordError> {
        let here = cursor.clone();
        let number = cursor.number().ok_or_else(|| here.error("the number of a move"))? as usize;
        let first = *self.first_number.get_or_insert(number);
        cursor.blanks();
        if cursor.is_at_end() {
            return Err(cursor.error("a move such as ７六歩(77)"));
        }
        let is_move = cursor.peek().is_some_and(starts_move);
        let is_main_line = !self.in_variation;
        let next = core::mem::replace(&mut self.next_number, is_move.then_some(number.saturating_add(1)));
        let record = self.moves()?;
        let ply = record.builder.ply();
        if is_main_line && ply > 0 && number == first {
            // Reading on would join the moves of two games.
            return Err(here.error(format!("move {}, or the head of another game before", first + ply)));
        }
        if is_move {
            record.refuse_illegal_move()?;
            reopen(record, &here)?;
            let start = cursor.clone();
            let mv = take_move(&mut cursor, record.builder.position(), record.builder.last_move())?;
            let found = start.up_to(&cursor);
            let time = take_time(&mut cursor)?;
            if begins_move(cursor.clone()) {
                cursor.blanks();
                return Err(cursor.error("the end of the line: each move has its own"));
            }
            record.play(mv, start.at, found)?;
            if let Some(time) = time {
                record.time(time);
            }
            if let Some(next) = next.filter(|&next| next != number) {
                faults.warnings.push(here.error(format!("move {next}")));
            }
        } else {
            let word = cursor.take_while(|c| !c.is_whitespace() && c != '(' && c != '（');
            let time = take_time(&mut cursor)?;
            reopen(record, &here)?;
            // A time without a move: the record was broken off while the clock ran.
            match word {
                "" => record.end(EndKind::Interrupted)?,
                word => end_by(record, word)?,
            }
            if let Some(time) = time {
                record.time(time);
            }
        }
        Ok(())
    }

    /// `▲７六歩 △３四歩 …`.
    fn marked(&mut self, mut cursor: Cursor<'_>) -> Result<(), RecordError> {
        let record = self.moves()?;
        while !cursor.is_at_end() {
            let here = cursor.clone();
            reopen(record, &here)?;
            let mut ahead = cursor.clone();
            if ahead.take(|c| mark(c).is_some()).is_none() {
                return Err(here.error("a move beginning with ▲ or △"));
            }
            ahead.blanks();
            if ahead.peek().is_none_or(starts_move) {
                record.refuse_illegal_move()?;
                let mv = take_move(&mut cursor, record.builder.position(), record.builder.last_move())?;
                record.play(mv, here.at, here.up_to(&cursor))?;
            } else {
                let word = ahead.take_while(|c| !c.is_whitespace());
                end_by(record, word)?;
                cursor = ahead;
            }
            cursor.blanks();
        }
        Ok(())
    }
}

/// Handles what follows an ending: an unknown final word was only a remark; after a known one it is an error.
fn reopen(record: &mut RecordBuilder, here: &Cursor<'_>) -> Result<(), RecordError> {
    let is_remark = |ending: &mut Ending| matches!(ending.kind, EndKind::Other(_));
    if let Some(Ending { kind: EndKind::Other(word), comments, .. }) =
        record.builder.ending_mut().take_if(is_remark)
    {
        record.comment(&word);
        for comment in &comments {
            record.comment(comment);
        }
    }
    if record.builder.ended() { Err(here.error("no move after the end of the line")) } else { Ok(()) }
}

/// Whether another move follows, with its number, its mark or both.
fn begins_move(mut cursor: Cursor<'_>) -> bool {
    cursor.blanks();
    let numbered = cursor.number().is_some();
    cursor.blanks();
    let marked = cursor.take(|c| mark(c).is_some()).is_some();
    cursor.blanks();
    let to = cursor.take(|c| c == '同').is_some() || take_square(&mut cursor).is_some();
    cursor.blanks();
    (numbered || marked) && to && take_kind(&mut cursor).is_some()
}

/// Ends the line by a final word. An unknown word that names the winner has the same meaning as in a closing line.
fn end_by(record: &mut RecordBuilder, word: &str) -> Result<(), RecordError> {
    let side = record.builder.position().side_to_move();
    record.end_by(&KIF, word)?;
    if let Some(ending) = record.builder.ending_mut()
        && matches!(ending.kind, EndKind::Other(_))
        && summary::winner(word).is_some()
    {
        *ending = summary::ending(word, side);
    }
    Ok(())
}

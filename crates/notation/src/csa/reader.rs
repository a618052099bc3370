//! The reader of CSA, line by line.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use komadai_core::game::{ClockTime, Game};
use komadai_core::{Color, Move, Piece, Position, Square};

use super::start::{StartReader, take_kind, take_square};
use super::words::KIND_NAMES;
use super::{Version, headers, summary};
use crate::builder::{PartialRecord, RecordBuilder};
use crate::clock::take_seconds;
use crate::cursor::Cursor;
use crate::error::{Faults, RecordError};
use crate::final_words::CSA;

/// Reads the games of a CSA file.
///
/// # Errors
///
/// [`RecordError`] with line and column.
pub fn read(text: &str) -> Result<Vec<Game>, RecordError> {
    read_noting(text, &mut Faults::strict())
}

/// Reads games. After a fault, everything up to the next game is skipped; a game with a fault before its moves is left out.
pub(crate) fn read_noting(text: &str, faults: &mut Faults) -> Result<Vec<Game>, RecordError> {
    let mut games = Vec::new();
    let mut reader = Reader::default();
    let mut last = Cursor::new("", 1);
    for (line, is_complete) in Cursor::lines(text) {
        last = line.clone();
        if line.rest.trim_end() == "/" {
            // The version stands before the first game only.
            let next = Reader { version: reader.version, ..Reader::default() };
            games.extend(core::mem::replace(&mut reader, next).finish(faults)?);
            continue;
        }
        if reader.is_broken {
            continue;
        }
        match reader.line(line) {
            Ok(()) => {}
            Err(error) if !is_complete && error.is_cut_off() && (reader.any || !games.is_empty()) => break,
            Err(fault) => {
                faults.note(fault)?;
                reader.is_broken = true;
            }
        }
    }
    if reader.any || reader.is_broken {
        games.extend(reader.finish(faults)?);
    } else if games.is_empty() {
        return Err(last.error("a record in CSA"));
    }
    Ok(games)
}

#[derive(Default)]
struct Reader {
    version: Version,
    start: StartReader,
    record: PartialRecord,
    any: bool,
    /// The summary of a server, if no move came after it.
    summary: Option<String>,
    /// A fault was noted: the rest of the game is skipped.
    is_broken: bool,
}

impl Reader {
    fn line(&mut self, line: Cursor<'_>) -> Result<(), RecordError> {
        let text = line.rest;
        match line.peek() {
            None | Some('#') => return Ok(()),
            Some('\'') => {
                self.comment(text);
                return Ok(());
            }
            Some('N' | '$' | 'V') => self.header(&line)?,
            _ => {
                // Several statements with commas between them.
                let mut rest = line;
                loop {
                    let statement = rest.take_until(',');
                    if !statement.is_at_end() {
                        self.statement(statement)?;
                    }
                    if rest.next().is_none() {
                        break;
                    }
                }
            }
        }
        self.any = true;
        Ok(())
    }

    fn comment(&mut self, text: &str) {
        let text = &text[1..];
        if text.starts_with("CSA encoding=") {
            return;
        }
        // The summary of shogi-server has no star; comments have one.
        if text.starts_with("summary:") {
            self.summary = Some(text.to_string());
        }
        self.record.comment(text.strip_prefix('*').unwrap_or(text));
    }

    fn header(&mut self, line: &Cursor<'_>) -> Result<(), RecordError> {
        let text = line.rest;
        let (key, value) = if let Some(name) = text.strip_prefix("N+") {
            (String::from("先手"), name.trim().to_string())
        } else if let Some(name) = text.strip_prefix("N-") {
            (String::from("後手"), name.trim().to_string())
        } else if let Some(version) = text.strip_prefix('V') {
            self.version = if version.starts_with('3') { Version::V3_0 } else { Version::V2_2 };
            return Ok(());
        } else if let Some(header) = text.strip_prefix('$') {
            let (name, value) = header.split_once(':').unwrap_or((header, ""));
            headers::from_csa(name.trim(), value.trim(), self.version)
        } else {
            return Err(line.error("N+ or N- with a name"));
        };
        self.record.header(key, value);
        Ok(())
    }

    fn statement(&mut self, mut cursor: Cursor<'_>) -> Result<(), RecordError> {
        match cursor.peek() {
            Some('P') => {
                if self.record.has_start() {
                    return Err(cursor.error("a move, for the start position came before"));
                }
                self.start.line(cursor)
            }
            Some('+' | '-') => {
                let sign = cursor.clone();
                let color = if cursor.next() == Some('+') { Color::Black } else { Color::White };
                if cursor.is_at_end() {
                    if self.record.has_start() {
                        return Err(cursor.error("a move, for the start position came before"));
                    }
                    self.start.side(color, sign.at);
                    return Ok(());
                }
                if !self.record.has_start() {
                    self.start.assume_side(color);
                }
                self.mv(color, &sign, cursor)
            }
            Some('T') => {
                cursor.next();
                let time = take_seconds(&mut cursor)?;
                // A time without a move is ignored.
                if let Some(record) = self.record.started() {
                    record.time(ClockTime { spent: time, total: None });
                }
                Ok(())
            }
            Some('%') => {
                cursor.next();
                if cursor.is_at_end() {
                    return Err(cursor.error("a final word such as %TORYO"));
                }
                let record = self.moves()?;
                if record.builder.ended() {
                    return Err(cursor.error("nothing after a final word"));
                }
                record.end_by(&CSA, cursor.rest)
            }
            _ => Err(cursor.error("a statement of CSA: V N $ P + - T % or a comment")),
        }
    }

    fn mv(&mut self, color: Color, sign: &Cursor<'_>, mut cursor: Cursor<'_>) -> Result<(), RecordError> {
        self.summary = None;
        let record = self.moves()?;
        if record.builder.ended() {
            return Err(sign.error("no move after the final word"));
        }
        record.refuse_illegal_move()?;
        if color != record.builder.position().side_to_move() {
            let expected = if color == Color::Black { "a move of -" } else { "a move of +" };
            return Err(sign.error(expected));
        }
        let from_hand = cursor.take_word("00");
        let from = if from_hand { None } else { Some(take_square(&mut cursor)?) };
        let to = take_square(&mut cursor)?;
        let kind = take_kind(&mut cursor)?;
        if !cursor.is_at_end() {
            return Err(cursor.error("the end of the move"));
        }
        let pos = record.builder.position();
        let mv = match from {
            None => Move::drop(kind, to).filter(|_| !kind.is_promoted()),
            Some(from) => match pos.piece_at(from).map(Piece::kind) {
                _ if from == to => None,
                Some(before) if before == kind => Some(Move::normal(from, to)),
                Some(before) if before.promoted() == Some(kind) => Some(Move::promoting(from, to)),
                _ => None,
            },
        };
        let mv = mv.ok_or_else(|| sign.error(expectation(pos, from)))?;
        record.play(mv, sign.at, sign.rest)
    }

    fn moves(&mut self) -> Result<&mut RecordBuilder, RecordError> {
        self.record.moves(|| self.start.finish())
    }

    /// The game, if it has a start position.
    fn finish(self, faults: &mut Faults) -> Result<Option<Game>, RecordError> {
        if self.is_broken && !self.record.has_start() {
            return Ok(None);
        }
        match self.record.finish(|| self.start.finish(), faults) {
            Ok(mut game) => {
                if let Some(text) = self.summary {
                    summary::apply(&text, &mut game);
                }
                Ok(Some(game))
            }
            Err(fault) => faults.note(fault).map(|()| None),
        }
    }
}

/// What was expected instead of a move whose piece is not there.
fn expectation(pos: &Position, from: Option<Square>) -> String {
    match from.map(|from| (from, pos.piece_at(from))) {
        Some((from, Some(piece))) => {
            let kind = piece.kind();
            let promoted = kind.promoted().map_or(String::new(), |kind| format!(" or {}", KIND_NAMES[kind]));
            format!("a move of the {}{promoted} on {}{}", KIND_NAMES[kind], from.file(), from.rank())
        }
        Some((from, None)) => {
            format!("a move from a square with a piece, {}{} is empty", from.file(), from.rank())
        }
        None => String::from("a piece that can be in hand after 00"),
    }
}

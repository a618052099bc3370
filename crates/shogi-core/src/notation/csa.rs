//! CSA, the format of the Computer Shogi Association, versions 1 to 3: what servers and engines keep.
//!
//! ```text
//! V2.2
//! N+Black's name
//! PI
//! +
//! +7776FU
//! T12
//! '** 35 -3334FU
//! %TORYO
//! ```
//!
//! Read: several games in a file (`/`), several statements a line (`,`), the start position as `PI` with pieces taken
//! off, as ranks or piece by piece with `AL` for all that is left, times with a fraction, unknown headers and final
//! words. Comments are kept, those for programs (`'*`, `'**` of floodgate) and those for people (`'`) alike, the
//! former without their first star. Lines with `#` are remarks of servers and skipped. A last line that was cut off is
//! left out. The format has no variations: only the main line is written.
#![expect(
    clippy::format_push_string,
    reason = "records are short, and `write!` would add an error that cannot happen"
)]

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::time::Duration;

use super::csa_evaluation;
use super::csa_headers;
use super::csa_start::{self, StartReader};
pub use super::csa_version::{ParseVersionError, Version};
use super::csa_words::{end_kind, end_word, foreign_word, kind_name, move_word};
use super::cursor::Cursor;
use super::encoding::Encoding;
use super::error::{RecordError, WriteError};
use super::faults::Faults;
use super::kif_reader::is_cut_off;
use super::kif_writer::one_line;
use super::partial_record::PartialRecord;
use super::record_builder::RecordBuilder;
use super::walk::Walk;
use crate::game::{ClockTime, EndKind, Game};
use crate::{Color, Move, Piece, Position, Square};

/// Reads the games of a CSA file.
///
/// # Errors
///
/// [`RecordError`] with line and column.
pub fn read(text: &str) -> Result<Vec<Game>, RecordError> {
    read_noting(text, &mut Faults::strict())
}

/// Reads games. What follows a fault up to the next game is skipped; a game with a fault before its moves is left out.
pub(super) fn read_noting(text: &str, faults: &mut Faults) -> Result<Vec<Game>, RecordError> {
    let mut games = Vec::new();
    let mut reader = Reader::new();
    let mut last = Cursor::new("", 1);
    for (line, is_complete) in Cursor::lines(text) {
        last = line.clone();
        if line.rest().trim_end() == "/" {
            // The version stands before the first game only.
            let next = Reader { version: reader.version, ..Reader::new() };
            games.extend(core::mem::replace(&mut reader, next).finish(faults)?);
            continue;
        }
        if reader.is_broken {
            continue;
        }
        match reader.line(line) {
            Ok(()) => {}
            Err(error) if !is_complete && is_cut_off(&error) && (reader.any || !games.is_empty()) => break,
            Err(fault) => {
                faults.note(fault)?;
                reader.is_broken = true;
            }
        }
    }
    if reader.any || reader.is_broken || games.is_empty() {
        if !reader.any && !reader.is_broken {
            return Err(last.error("a record in CSA"));
        }
        games.extend(reader.finish(faults)?);
    }
    Ok(games)
}

struct Reader {
    version: Version,
    start: StartReader,
    record: PartialRecord,
    any: bool,
    /// A fault was noted: the rest of the game is skipped.
    is_broken: bool,
}

impl Reader {
    fn new() -> Reader {
        Reader {
            version: Version::default(),
            start: StartReader::new(),
            record: PartialRecord::default(),
            any: false,
            is_broken: false,
        }
    }

    fn line(&mut self, line: Cursor<'_>) -> Result<(), RecordError> {
        let text = line.rest();
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
        let text = text.strip_prefix('*').unwrap_or(text);
        self.record.comment(text);
    }

    fn header(&mut self, line: &Cursor<'_>) -> Result<(), RecordError> {
        let text = line.rest();
        let (key, value) = if let Some(name) = text.strip_prefix("N+") {
            (String::from("先手"), name.trim().to_string())
        } else if let Some(name) = text.strip_prefix("N-") {
            (String::from("後手"), name.trim().to_string())
        } else if let Some(version) = text.strip_prefix('V') {
            self.version = if version.starts_with('3') { Version::V3_0 } else { Version::V2_2 };
            return Ok(());
        } else if let Some(header) = text.strip_prefix('$') {
            let (name, value) = header.split_once(':').unwrap_or((header, ""));
            csa_headers::from_csa(name.trim(), value.trim(), self.version)
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
                    self.start.side(color, sign.at());
                    return Ok(());
                }
                if !self.record.has_start() {
                    self.start.assume_side(color);
                }
                self.mv(color, &sign, cursor)
            }
            Some('T') => {
                cursor.next();
                let time = take_time(&mut cursor)?;
                // A time without a move has nothing to belong to.
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
                let kind = end_kind(cursor.rest(), record.builder.position().side_to_move());
                record.end(kind)
            }
            _ => Err(cursor.error("a statement of CSA: V N $ P + - T % or a comment")),
        }
    }

    fn mv(&mut self, color: Color, sign: &Cursor<'_>, mut cursor: Cursor<'_>) -> Result<(), RecordError> {
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
        let from = if from_hand { None } else { Some(csa_start::take_square(&mut cursor)?) };
        let to = csa_start::take_square(&mut cursor)?;
        let kind = csa_start::take_kind(&mut cursor)?;
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
        record.play(mv, sign.at(), sign.rest())
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
            Ok(game) => Ok(Some(game)),
            Err(fault) => faults.note(fault).map(|()| None),
        }
    }
}

/// What should have stood in place of a move whose piece is not there.
fn expectation(pos: &Position, from: Option<Square>) -> String {
    match from.map(|from| (from, pos.piece_at(from))) {
        Some((from, Some(piece))) => {
            let kind = piece.kind();
            let promoted = kind.promoted().map_or(String::new(), |kind| format!(" or {}", kind_name(kind)));
            format!("a move of the {}{promoted} on {}{}", kind_name(kind), from.file(), from.rank())
        }
        Some((from, None)) => {
            format!("a move from a square with a piece, {}{} is empty", from.file(), from.rank())
        }
        None => String::from("a piece that can be in hand after 00"),
    }
}

/// Reads seconds with a fraction.
fn take_time(cursor: &mut Cursor<'_>) -> Result<Duration, RecordError> {
    let here = cursor.clone();
    let seconds = cursor.number().filter(|&seconds| u64::from(seconds) <= super::clock::LONGEST);
    let seconds = seconds.ok_or_else(|| here.error("seconds such as 12 or 0.250"))?;
    let mut nanos = 0;
    if cursor.take(|c| c == '.').is_some() {
        // Version 3 has milliseconds.
        nanos = super::clock::fraction(cursor.take_while(|c| c.is_ascii_digit())) / 1_000_000 * 1_000_000;
    }
    cursor.blanks();
    if !cursor.is_at_end() {
        return Err(cursor.error("the end of the time"));
    }
    Ok(Duration::new(u64::from(seconds), nanos))
}

/// Writes the main line of a game in CSA. Version 2.2 cuts times to whole seconds, version 3 to milliseconds.
///
/// # Errors
///
/// [`WriteError`] if the game was made by hand and breaks rules.
pub fn write(game: &Game, version: Version) -> Result<String, WriteError> {
    let mut out = String::from(version.head(Encoding::Utf8));
    for (name, sign) in [(game.black(), "N+"), (game.white(), "N-")] {
        if let Some(name) = name {
            out = out + sign + &one_line(name) + "\n";
        }
    }
    let mut remarks = String::new();
    for (key, value) in &game.headers {
        if matches!(key.as_str(), "先手" | "後手" | "下手" | "上手") {
            continue;
        }
        let (name, text) = csa_headers::to_csa(key.trim(), value.trim(), version);
        if name.is_empty() || name.contains([':', '\n', '\r']) {
            write_comment(&format!("{name}：{value}"), &mut remarks);
        } else {
            out += &format!("${name}:{}\n", one_line(&text));
        }
    }
    csa_start::write(&game.start, &mut out);
    out += &remarks;
    write_comments(&game.comments, &mut out);
    let mut walk = Walk::new(&game.start);
    for node in &game.nodes {
        walk.check(node.mv)?;
        out += &move_word(walk.position(), node.mv);
        out.push('\n');
        write_time(node.time, version, &mut out);
        walk.play(node);
        let added = csa_evaluation::comment(&node.comments, walk.position(), node.mv);
        for (index, comment) in node.comments.iter().enumerate() {
            if let Some((_, text)) = added.as_ref().filter(|(before, _)| *before == index) {
                write_comment(text, &mut out);
            }
            write_comment(comment, &mut out);
        }
    }
    if let Some(ending) = &game.ending {
        let pos = walk.position();
        let side = pos.side_to_move();
        if let (Some(mv), EndKind::IllegalMove(_)) = (ending.illegal, &ending.kind) {
            out += &move_word(pos, mv);
            out.push('\n');
        }
        let word = match &ending.kind {
            EndKind::Other(word) => foreign_word(word, side),
            kind => end_word(kind, side).to_string(),
        };
        out += &format!("%{word}\n");
        write_time(ending.time, version, &mut out);
        write_comments(&ending.comments, &mut out);
    }
    Ok(out)
}

fn write_time(time: Option<ClockTime>, version: Version, out: &mut String) {
    let Some(time) = time else { return };
    let (seconds, millis) = (time.spent.as_secs(), time.spent.subsec_millis());
    *out += &match (version, millis) {
        (Version::V3_0, 1..) => format!("T{seconds}.{millis:03}\n"),
        _ => format!("T{seconds}\n"),
    };
}

fn write_comment(text: &str, out: &mut String) {
    for line in text.split('\n') {
        *out += "'*";
        *out += line.trim_end_matches('\r');
        out.push('\n');
    }
}

fn write_comments(comments: &[String], out: &mut String) {
    for comment in comments {
        write_comment(comment, out);
    }
}

/// Whether only CSA has such a line.
pub(super) fn looks_like_csa(line: &str) -> bool {
    let mut bytes = line.bytes();
    let (first, second, third) = (bytes.next(), bytes.next(), bytes.next());
    match (first, second) {
        (Some(b'V'), Some(b'1'..=b'3')) => third.is_none_or(|c| c == b'.'),
        (Some(b'N'), Some(b'+' | b'-')) | (Some(b'P'), Some(b'I' | b'+')) | (Some(b'+' | b'-'), None) => true,
        (Some(b'P'), Some(b'-')) => third.is_none_or(|c| c.is_ascii_digit()),
        (Some(b'P'), Some(b'1'..=b'9')) => matches!(third, Some(b'+' | b'-' | b' ')),
        (Some(b'+' | b'-'), Some(c)) => c.is_ascii_digit() && third.is_some_and(|c| c.is_ascii_digit()),
        (Some(b'%'), Some(c)) => c.is_ascii_uppercase() || matches!(c, b'+' | b'-'),
        (Some(b'$'), Some(c)) => c.is_ascii_uppercase(),
        (Some(b'\''), _) => line.starts_with("'CSA "),
        _ => false,
    }
}

//! One line of a book: a position, or a move with its columns.

use alloc::format;
use alloc::vec::Vec;
use core::str::FromStr;

use komadai_core::notation::sfen::SfenError;
use komadai_core::{Move, Position};

use super::{BookEntry, EntryMove};
use crate::cursor::Cursor;
use crate::error::RecordError;

/// Whether a line holds no data of the book.
pub(super) fn is_blank_or_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || starts_comment(line)
}

/// Whether a word begins a comment.
fn starts_comment(word: &str) -> bool {
    word.starts_with('#') || word.starts_with("//")
}

/// The text after `sfen`, if the line gives a position.
pub(super) fn position_part(mut line: Cursor<'_>) -> Option<Cursor<'_>> {
    line.blanks();
    (line.take_word("sfen") && line.peek().is_none_or(char::is_whitespace)).then(|| {
        line.blanks();
        line
    })
}

/// Reads a position.
pub(super) fn position(line: &Cursor<'_>) -> Result<Position, RecordError> {
    let comment = [" #", "\t#", " //", "\t//"].iter().filter_map(|begin| line.rest.find(begin)).min();
    let text = &line.rest[..comment.unwrap_or(line.rest.len())];
    text.trim_end().parse().map_err(|error| match error {
        SfenError::Text { column, expected, .. } => line.ahead(column - 1).error(expected),
        SfenError::Setup(error) => line.error(format!("a valid position: {error}")),
        other => line.error(format!("{other}")),
    })
}

/// Reads the line of a move and adds the move to its position; leaves out what is wrong, and returns the first fault.
pub(super) fn add_move(mut line: Cursor<'_>, entry: &mut BookEntry) -> Result<(), RecordError> {
    line.blanks();
    let Some((here, word)) = next_word(&mut line) else { return Ok(()) };
    if ["none", "resign", "win"].iter().any(|other| word.eq_ignore_ascii_case(other)) {
        return Ok(());
    }
    let mv = legal_move(&entry.position, &here, word)?;
    if entry.moves.iter().any(|known| known.mv == mv) {
        return Err(here.error("each move of a position once"));
    }
    let mut faults = Vec::new();
    let mut known = EntryMove::new(mv);
    known.reply =
        column(&mut line, &mut faults, |here, word| legal_move(&entry.position.after([mv]), here, word));
    known.value = column(&mut line, &mut faults, |here, word| number(here, word, "a value in centipawns"));
    known.depth = column(&mut line, &mut faults, |here, word| number(here, word, "a depth in plies"));
    known.count = column(&mut line, &mut faults, |here, word| {
        number(here, word, "how often the move was chosen, up to 4294967295")
    });
    entry.moves.push(known);
    faults.into_iter().next().map_or(Ok(()), Err)
}

/// The next word, unless it begins a comment, and where it stands.
fn next_word<'a>(line: &mut Cursor<'a>) -> Option<(Cursor<'a>, &'a str)> {
    line.blanks();
    let here = line.clone();
    let word = line.take_while(|c| !c.is_whitespace());
    (!word.is_empty() && !starts_comment(word)).then_some((here, word))
}

/// A column after the move; `None` if it is missing, `none` or wrong.
fn column<'a, T>(
    line: &mut Cursor<'a>,
    faults: &mut Vec<RecordError>,
    read: impl FnOnce(&Cursor<'a>, &str) -> Result<T, RecordError>,
) -> Option<T> {
    let before = line.clone();
    let Some((here, word)) = next_word(line) else {
        // A comment: the columns after it are missing too.
        *line = before;
        return None;
    };
    if word.eq_ignore_ascii_case("none") {
        return None;
    }
    read(&here, word).map_err(|fault| faults.push(fault)).ok()
}

/// A move that is legal in a position.
fn legal_move(pos: &Position, here: &Cursor<'_>, word: &str) -> Result<Move, RecordError> {
    let mv: Move = word.parse().map_err(|_| here.error("a USI move such as 7g7f, 2b3c+ or P*5e, or none"))?;
    if pos.is_legal(mv) { Ok(mv) } else { Err(here.error(format!("a move that is legal in {pos}"))) }
}

fn number<T: FromStr>(here: &Cursor<'_>, word: &str, expected: &'static str) -> Result<T, RecordError> {
    word.parse().map_err(|_| here.error(expected))
}

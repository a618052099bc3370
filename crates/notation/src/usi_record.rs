//! Records in USI notation, one game per line: `startpos moves 7g7f 3c3d resign`.
//!
//! The line is that of USI's `position` command, with or without the word itself, and may end with a word that tells how the game ended,
//! as `ShogiHome` writes it: `resign`, `rep_draw`, `draw`, `timeout`, `break`, `win` … Bare positions in SFEN are games without moves.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use komadai_core::game::{EndKind, Game, GameBuilder};
use komadai_core::notation::sfen::{self, SfenError};
use komadai_core::{Color, Move, Position};

use crate::builder::RecordBuilder;
use crate::cursor::Cursor;
use crate::error::{Faults, RecordError, WriteError};
use crate::final_words::{self, CSA, USI};
use crate::walk::Walk;

/// Reads games in USI notation, one per line. Empty lines and lines that begin with `#` are skipped.
///
/// # Errors
///
/// [`RecordError`] with line and column.
pub fn read(text: &str) -> Result<Vec<Game>, RecordError> {
    read_noting(text, &mut Faults::strict())
}

/// Reads games; a line with a wrong start position gives none.
pub(super) fn read_noting(text: &str, faults: &mut Faults) -> Result<Vec<Game>, RecordError> {
    let mut games = Vec::new();
    let mut last = Cursor::new("", 1);
    for (mut line, _) in Cursor::lines(text) {
        line.blanks();
        last = line.clone();
        if !line.is_at_end() && line.peek() != Some('#') {
            match read_start(&mut line) {
                Ok(mut record) => {
                    play_line(line, &mut record).or_else(|fault| faults.note(fault))?;
                    games.push(record.builder.finish());
                }
                Err(fault) => faults.note(fault)?,
            }
        }
    }
    if games.is_empty() && faults.noted.is_empty() {
        Err(last.error("startpos or sfen with moves"))
    } else {
        Ok(games)
    }
}

/// Reads the start position.
fn read_start(cursor: &mut Cursor<'_>) -> Result<RecordBuilder, RecordError> {
    if take_token(cursor, "position") {
        cursor.blanks();
    }
    let start = if take_token(cursor, "startpos") {
        Position::startpos()
    } else {
        take_token(cursor, "sfen");
        cursor.blanks();
        take_position(cursor)?
    };
    Ok(RecordBuilder::new(GameBuilder::new(start)))
}

/// Plays the moves after the start position.
fn play_line(mut cursor: Cursor<'_>, record: &mut RecordBuilder) -> Result<(), RecordError> {
    cursor.blanks();
    if cursor.is_at_end() {
        return Ok(());
    }
    let here = cursor.clone();
    if !take_token(&mut cursor, "moves") {
        return Err(here.error("moves"));
    }
    loop {
        cursor.blanks();
        if cursor.is_at_end() {
            break;
        }
        let here = cursor.clone();
        let word = cursor.take_while(|c| !c.is_whitespace());
        if record.builder.ended() {
            return Err(here.error("the end of the line after a final word"));
        }
        if let Ok(mv) = word.parse::<Move>() {
            record.play(mv, here.at, word)?;
        } else if word.starts_with(char::is_numeric) || word.contains('*') {
            return Err(here.error("a USI move such as 7g7f, 2b3c+ or P*5e"));
        } else {
            let side = record.builder.position().side_to_move();
            record.end(end_kind(word, side).unwrap_or_else(|| EndKind::Other(word.to_string())))?;
        }
    }
    record.close()
}

/// Takes `word` if it comes next and ends at a blank or the end of the line.
fn take_token(cursor: &mut Cursor<'_>, word: &str) -> bool {
    let mut ahead = cursor.clone();
    let found = ahead.take_word(word) && ahead.peek().is_none_or(char::is_whitespace);
    if found {
        *cursor = ahead;
    }
    found
}

/// Reads the fields of SFEN up to `moves` or the end of the line.
fn take_position(cursor: &mut Cursor<'_>) -> Result<Position, RecordError> {
    let here = cursor.clone();
    let mut text = "";
    while !cursor.is_at_end() && !take_token(&mut cursor.clone(), "moves") {
        cursor.take_while(|c| !c.is_whitespace());
        text = here.up_to(cursor);
        cursor.blanks();
    }
    let position =
        sfen::setup(text).and_then(|setup| Position::new_irregular(&setup).map_err(SfenError::Setup));
    position.map_err(|error| match error {
        SfenError::Setup(error) => RecordError::Start { at: here.at, error },
        SfenError::Text { column, expected, .. } => here.ahead(column - 1).error(expected),
        other => here.error(other.to_string()),
    })
}

/// The meaning of a final word; the names of CSA are read too.
fn end_kind(word: &str, side: Color) -> Option<EndKind> {
    let by_csa = || final_words::end_kind(&CSA, &word.to_ascii_uppercase(), side);
    final_words::end_kind(&USI, word, side).or_else(by_csa)
}

/// The final word for an ending. A word of another format is made to have no blanks, look like no move and mean nothing else.
fn end_word(kind: &EndKind, side: Color) -> String {
    let EndKind::Other(word) = kind else { return final_words::end_word(&USI, kind, side).to_string() };
    final_words::other_word(word, "*", |word| {
        word.starts_with(char::is_numeric) || end_kind(word, side).is_some()
    })
}

/// Writes the main line as `position startpos moves …` or `position sfen … moves …`, with a final word if the game has an ending.
/// Comments, times and headers are left out.
///
/// # Errors
///
/// [`WriteError`] if the game was made by hand and breaks rules.
pub fn write(game: &Game) -> Result<String, WriteError> {
    let mut out = if game.is_even() {
        String::from("position startpos")
    } else {
        format!("position sfen {}", game.start)
    };
    let mut walk = Walk::new(&game.start);
    if !game.nodes.is_empty() || game.ending.is_some() {
        out += " moves";
    }
    for node in &game.nodes {
        out += &format!(" {}", node.mv);
        walk.play(node)?;
    }
    if let Some(ending) = &game.ending {
        if let (Some(mv), EndKind::IllegalMove(_)) = (ending.illegal, &ending.kind) {
            out += &format!(" {mv}");
        }
        out = out + " " + &end_word(&ending.kind, walk.pos.side_to_move());
    }
    out.push('\n');
    Ok(out)
}

/// Writes the position after the last move, in SFEN.
///
/// # Errors
///
/// [`WriteError`] if the game was made by hand and breaks rules.
pub fn write_final_position(game: &Game) -> Result<String, WriteError> {
    let mut walk = Walk::new(&game.start);
    game.nodes.iter().try_for_each(|node| walk.play(node))?;
    Ok(format!("{}\n", &walk.pos))
}

/// Whether only a USI record has such a line.
pub(super) fn looks_like_usi(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("position" | "startpos" | "sfen"))
        || line.contains(" moves ") && line.split_whitespace().next().is_some_and(is_board)
}

/// Whether a line is a bare position.
pub(super) fn looks_like_sfen(line: &str) -> bool {
    !line.contains(" moves") && line.split_whitespace().next().is_some_and(is_board)
}

fn is_board(word: &str) -> bool {
    word.bytes().filter(|&byte| byte == b'/').count() == 8
        && word.bytes().all(|byte| byte == b'/' || byte == b'+' || byte.is_ascii_alphanumeric())
}

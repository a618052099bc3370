//! KI2, the format of records as books print them: `▲７六歩    △３四歩    ▲２二角成`.
//!
//! Moves name no origin. Where two pieces could go to the same square the writer adds the fewest words that the Japan Shogi Association
//! allows (右 左 上 寄 引 直 打). The reader accepts any words that leave one legal move; otherwise its error says where and between which moves
//! it cannot choose. The format has no times.

use alloc::format;
use alloc::string::String;

use komadai_core::game::{EndKind, Ending, Game, Node};
use komadai_core::{Move, Position};

use super::moves::{ki2_name, starts_move, take_move};
pub use super::reader::read;
use super::start::is_handicap;
use super::summary;
use super::words::{mark, mark_of, square_name};
use super::writer::{Writer, one_line, pad, write_comments};
use crate::cursor::Cursor;
use crate::error::{RecordError, WriteError};
use crate::walk::Walk;

/// Moves per line, and columns per move.
const MOVES_A_LINE: usize = 6;
const COLUMNS: usize = 12;

/// Writes a game in KI2 with all its variations, without times.
///
/// # Errors
///
/// [`WriteError`] if the game was made by hand and breaks rules.
pub fn write(game: &Game) -> Result<String, WriteError> {
    Writer { first_line: "#KI2 version=2.0 encoding=UTF-8\n", opening: "\n", write_move, write_ending }
        .write(game)
}

fn write_move(node: &Node, walk: &Walk, out: &mut String) {
    let words = move_words(&walk.pos, node.mv, walk.last_move()).unwrap_or_default();
    let on_line = out.rsplit('\n').next().map_or(0, |line| line.matches(|c| mark(c).is_some()).count());
    if on_line + 1 == MOVES_A_LINE || !node.comments.is_empty() {
        *out += &format!("{words}\n");
    } else {
        pad(&words, COLUMNS, out);
    }
}

fn write_ending(ending: &Ending, walk: &Walk, out: &mut String) {
    let (mut side, mut moves) = (walk.pos.side_to_move(), walk.ply());
    if let (Some(mv), EndKind::IllegalMove(_)) = (ending.illegal, &ending.kind) {
        // The name of a foul must say that it is a drop, and is written only if it can be read back.
        let mut words = move_words(&walk.pos, mv, walk.last_move()).unwrap_or_default();
        if mv.is_drop() && !words.ends_with('打') {
            words.push('打');
        }
        if take_move(&mut Cursor::new(&words, 1), &walk.pos, walk.last_move()) == Ok(mv) {
            *out += &format!("{words}\n");
            side = !side;
            moves += 1;
        }
    }
    let line = one_line(&summary::write(ending, moves, side, is_handicap(&walk.start)));
    let told = summary::read(line.trim_start_matches("まで"), side);
    // A word of another format that means something else here is only a remark, unless nothing else names the winner.
    let names_winner = ending.result.winner().is_some() && told.result == ending.result;
    let is_remark = matches!(ending.kind, EndKind::Other(_))
        && !names_winner
        && (&told.kind, told.result) != (&ending.kind, ending.result);
    *out += &format!("{}{line}\n", if is_remark { "*" } else { "" });
    write_comments(&ending.comments, out);
}

/// Name of a move in KI2, with the mark of the mover: `▲７六歩`, `△同　銀`, `▲５八金右`.
///
/// `None` if the origin of the move is empty. `last` is the move before, for 同.
pub fn move_words(pos: &Position, mv: Move, last: Option<Move>) -> Option<String> {
    let name = ki2_name(pos, mv)?;
    let target = match last {
        Some(last) if last.to() == mv.to() && name.chars().count() == 1 => String::from("同　"),
        Some(last) if last.to() == mv.to() => String::from("同"),
        _ => square_name(mv.to()),
    };
    Some(format!("{}{target}{name}", mark_of(pos.side_to_move())))
}

/// Reads a single move such as `▲５八金右` or `７六歩(77)`, legal or not, in a position.
///
/// # Errors
///
/// [`RecordError::Text`] on line 1 if the words mean no move or more than one.
pub fn read_move(words: &str, pos: &Position, last: Option<Move>) -> Result<Move, RecordError> {
    let mut cursor = Cursor::new(words.trim(), 1);
    let mv = take_move(&mut cursor, pos, last)?;
    if cursor.is_at_end() { Ok(mv) } else { Err(cursor.error("the end of the move")) }
}

/// Whether only KI2 has such a line.
pub(crate) fn looks_like_ki2(line: &str) -> bool {
    let mut chars = line.chars();
    line.starts_with("#KI2")
        || chars.next().is_some_and(|c| mark(c).is_some())
            && chars.find(|c| !c.is_whitespace()).is_some_and(starts_move)
}

//! KIF, the format of Kifu for Windows and of most record files in the world.
//!
//! ```text
//! 手合割：平手
//! 手数----指手---------消費時間--
//!    1 ７六歩(77)   ( 0:01/00:00:01)
//! *a comment
//!    2 投了         ( 0:05/00:00:05)
//! まで1手で先手の勝ち
//! ```
//!
//! The reader accepts half- and full-width digits, `同`, `王` and `玉`, `竜` and `龍`, `33角打(00)`, moves without an origin if only one piece
//! can go there, times with or without a total, `+` marks, nested variations. An unknown final word ends the record if no move follows;
//! otherwise it is a comment. Times are written in whole seconds, and totals are added up if the game has none.

mod games;
pub mod ki2;
mod moves;
mod reader;
pub(super) mod start;
mod summary;
mod words;
mod writer;

pub(super) use moves::take_move;
#[cfg(feature = "jkf")]
pub(super) use moves::{Written, promotion_word, relative_words};
pub use reader::read;
pub(super) use reader::read_noting;
pub(super) use words::{count_name, mark_of, rank_name};
pub(super) use writer::one_line;

use alloc::format;
use alloc::string::String;

use crate::error::WriteError;
use crate::final_words::{KIF, end_word};
use crate::walk::Walk;
use komadai_core::game::{EndKind, Ending, Game, Node};
use komadai_core::{Move, Position};
use moves::starts_move;
use start::is_handicap;
use words::{KIND_NAMES, square_name};
use writer::{Writer, final_word, pad, write_comments};

/// Writes a game in KIF with all its variations.
///
/// # Errors
///
/// [`WriteError`] if the game was made by hand and breaks rules.
pub fn write(game: &Game) -> Result<String, WriteError> {
    let (first_line, opening) = ("#KIF version=2.0 encoding=UTF-8\n", "手数----指手---------消費時間--\n");
    Writer { first_line, opening, write_move, write_ending }.write(game)
}

fn write_move(node: &Node, walk: &Walk, out: &mut String) {
    let words = move_words(&walk.pos, node.mv, walk.last_move()).unwrap_or_default();
    write_numbered(walk.ply() + 1, &words, walk.clock(node.time).as_deref(), out);
}

fn write_ending(ending: &Ending, walk: &Walk, out: &mut String) {
    let (mut side, mut number) = (walk.pos.side_to_move(), walk.ply() + 1);
    let foul = ending.illegal.filter(|_| matches!(ending.kind, EndKind::IllegalMove(_)));
    if let Some(words) = foul.and_then(|mv| move_words(&walk.pos, mv, walk.last_move())) {
        write_numbered(number, &words, None, out);
        side = !side;
        number += 1;
    }
    let mut told = ending.clone();
    if let EndKind::Other(word) = &mut told.kind {
        *word = final_word(word, side);
    }
    write_numbered(number, end_word(&KIF, &told.kind, side), walk.clock(ending.time).as_deref(), out);
    write_comments(&ending.comments, out);
    // Of these, readers such as Kifu for JS know the final word above, and no closing line.
    let word_alone =
        matches!(told.kind, EndKind::Declaration | EndKind::Default(_) | EndKind::Draw | EndKind::MaxMoves);
    if !word_alone || told.result != told.kind.result(side) {
        *out += &format!("{}\n", summary::write(&told, number - 1, side, is_handicap(&walk.start)));
    }
}

fn write_numbered(number: usize, words: &str, time: Option<&str>, out: &mut String) {
    *out += &format!("{number:4} ");
    match time {
        Some(time) => {
            pad(words, 13, out);
            *out += time;
        }
        None => *out += words,
    }
    out.push('\n');
}

/// `７六歩(77)`, `同　銀(31)`, `３三角打`; `None` if there is no piece on the origin.
pub(crate) fn move_words(pos: &Position, mv: Move, last: Option<Move>) -> Option<String> {
    let mut words = match last {
        Some(last) if last.to() == mv.to() => String::from("同　"),
        _ => square_name(mv.to()),
    };
    match (mv.from(), mv.dropped()) {
        (Some(from), _) => {
            words += KIND_NAMES[pos.piece_at(from)?.kind()];
            if mv.is_promotion() {
                words.push('成');
            }
            words += &format!("({}{})", from.file(), from.rank());
        }
        (None, kind) => {
            words += KIND_NAMES[kind?];
            words.push('打');
        }
    }
    Some(words)
}

/// Whether only KIF has such a line.
pub(crate) fn looks_like_kif(line: &str) -> bool {
    if line.starts_with("#KIF") || line.starts_with("手数-") {
        return true;
    }
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = digits.trim_start();
    digits.len() < line.len()
        && rest.len() < digits.len()
        && rest.starts_with(|c: char| starts_move(c) || !c.is_ascii())
}

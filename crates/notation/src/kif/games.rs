//! Division of a KIF or KI2 text into games.
//!
//! Neither format has a mark between games, and programs that join records write them one after the other. Once the line over its moves
//! (`手数----`), a move or its end (`まで`) has come, a game is over at the head of another: the line `#KIF version`, the handicap (`手合割`),
//! or the line over the moves. That head begins after the last line that belongs to the game: one of the former three, a comment or a
//! variation. The line `#KI2 version` always begins a game: a KI2 game without moves may have no other mark.

use alloc::vec::Vec;

use super::start::{is_files, is_hand, player, split_header};
use super::words::mark;
use crate::cursor::Cursor;

/// A line, and whether a line feed ends it.
pub(crate) type Line<'a> = (Cursor<'a>, bool);

/// The lines of each game.
pub(crate) fn games(text: &str) -> Vec<Vec<Line<'_>>> {
    let (mut games, mut lines) = (Vec::new(), Vec::<Line<'_>>::new());
    // Index of the line where another game's head would begin; whether the game is past its own head; whether it has begun.
    let (mut head, mut is_past_head, mut has_begun) = (0, false, false);
    for line in Cursor::lines(text) {
        let content = line.0.rest.trim_start();
        let is_ki2 = has_begun && content.starts_with("#KI2");
        if is_past_head && is_of_head(content) || is_ki2 {
            let next = lines.split_off(if is_past_head { head } else { lines.len() });
            games.push(core::mem::replace(&mut lines, next));
            is_past_head = false;
            has_begun = lines.iter().any(|(line, _)| !is_remark(line.rest.trim_start()));
        }
        has_begun |= !is_remark(content);
        let begins_moves = is_over_moves(content) || is_move(content) || content.starts_with("まで");
        is_past_head |= begins_moves;
        lines.push(line);
        if begins_moves || content.starts_with(['*', '&']) || content.starts_with("変化") {
            head = lines.len();
        }
    }
    games.push(lines);
    games
}

/// Whether a line begins with the number of a move.
pub(crate) fn is_numbered(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < text.len() && !is_files(text) && (rest.is_empty() || rest.starts_with(char::is_whitespace))
}

/// Whether a line begins with the mark of a player and a move follows, not the hand or the name.
pub(crate) fn is_marked(text: &str) -> bool {
    text.chars().next().is_some_and(|c| mark(c).is_some())
        && !split_header(text).is_some_and(|(key, _)| is_hand(key) || player(without_mark(key)).is_some())
}

/// `先手` of `▲先手`.
pub(crate) fn without_mark(key: &str) -> &str {
    key.trim_start_matches(|c| mark(c).is_some())
}

/// The line over the moves.
pub(crate) fn is_over_moves(line: &str) -> bool {
    ["手数-", "手数―", "手数ー"].into_iter().any(|start| line.starts_with(start))
}

fn is_of_head(line: &str) -> bool {
    let is_handicap = || split_header(line).is_some_and(|(key, _)| key == "手合割");
    is_over_moves(line) || line.starts_with("#KIF") || is_handicap()
}

/// Whether a line says nothing about a game.
fn is_remark(line: &str) -> bool {
    line.is_empty() || line.starts_with('#')
}

fn is_move(line: &str) -> bool {
    is_numbered(line) || is_marked(line)
}

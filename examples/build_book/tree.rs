//! The first moves of a book, indented by ply.

use std::fmt::Write as _;

use komadai::Position;
use komadai::search::{Book, BookMove};

/// No more moves of a position are shown; the others are counted.
const WIDTH: usize = 4;

/// Plies that are shown.
const PLIES: usize = 4;

/// The first plies from the start position.
pub(crate) fn text(book: &Book) -> String {
    let mut text = String::new();
    branch(book, &Position::startpos(), 0, &mut text);
    if text.is_empty() {
        text.push_str("(the start is not in the book)\n");
    }
    text
}

fn branch(book: &Book, pos: &Position, ply: usize, text: &mut String) {
    if ply == PLIES {
        return;
    }
    let known = book.moves(pos);
    for found in known.iter().take(WIDTH) {
        let share = f64::from(found.wins) / f64::from(found.games.max(1)) * 100.0;
        let (indent, mv, BookMove { wins, games, .. }) = ("  ".repeat(ply), found.mv.to_string(), found);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{indent}{mv:<6}{wins:>6} of {games:<6} {share:3.0} %");
        let mut after = pos.clone();
        after.do_move(found.mv);
        branch(book, &after, ply + 1, text);
    }
    if known.len() > WIDTH {
        let _ = writeln!(text, "{}… and {} more", "  ".repeat(ply), known.len() - WIDTH);
    }
}

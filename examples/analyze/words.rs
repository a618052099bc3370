//! Moves, values and players in words.

use komadai::notation::ki2;
use komadai::{Color, Move, Position, Value};

/// `Black (▲先手)`.
pub(crate) fn player(color: Color, letters: bool) -> &'static str {
    match (color, letters) {
        (Color::Black, true) => "Black",
        (Color::White, true) => "White",
        (Color::Black, false) => "Black (▲先手)",
        (Color::White, false) => "White (△後手)",
    }
}

/// The moves of a line in Japanese, `▲７六歩`, `△３四歩`. `last` is the move before it.
pub(crate) fn japanese(pos: &Position, line: &[Move], last: Option<Move>) -> Vec<String> {
    let (mut pos, mut last) = (pos.clone(), last);
    let mut words = Vec::new();
    for &mv in line {
        words.push(ki2::move_words(&pos, mv, last).unwrap_or_else(|| mv.to_string()));
        let _ = pos.do_move(mv);
        last = Some(mv);
    }
    words
}

/// Moves of one position in Japanese, without the mark of the mover, which would be the same for all.
pub(crate) fn japanese_choices(pos: &Position, moves: &[Move]) -> Vec<String> {
    let name = |&mv: &Move| ki2::move_words(pos, mv, None).unwrap_or_else(|| mv.to_string());
    moves.iter().map(|mv| name(mv).trim_start_matches(['▲', '△']).to_owned()).collect()
}

/// Moves in USI.
pub(crate) fn usi(line: &[Move]) -> Vec<String> {
    line.iter().map(ToString::to_string).collect()
}

/// A value for the side to move: `+120`, `mates in 5 plies`, `is mated in 4 plies`.
pub(crate) fn value(value: Value) -> String {
    match value.mate_distance() {
        None => format!("{:+}", value.cp()),
        Some(0) => "is mated".to_owned(),
        Some(plies) if plies > 0 => format!("mates in {}", count(plies as u64, "ply", "plies")),
        Some(plies) => format!("is mated in {}", count(u64::from(plies.unsigned_abs()), "ply", "plies")),
    }
}

/// `1 ply`, `12,345 plies`.
pub(crate) fn count(n: u64, one: &str, many: &str) -> String {
    let digits = n.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    format!("{} {}", groups.join(","), if n == 1 { one } else { many })
}

/// Words in lines of at most `width` columns, kanji counted as two, every line indented.
pub(crate) fn wrapped(words: &[String], width: usize, indent: &str) -> String {
    let columns = |word: &str| word.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<usize>();
    let (mut text, mut used) = (String::new(), width);
    for word in words {
        if used + 1 + columns(word) > width {
            text.push_str(if text.is_empty() { "" } else { "\n" });
            text.push_str(indent);
            used = indent.len();
        } else {
            text.push(' ');
            used += 1;
        }
        text.push_str(word);
        used += columns(word);
    }
    text
}

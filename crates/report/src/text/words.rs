//! Moves, values, pieces and players in words, for reports that people read.

use komadai::notation::ki2;
use komadai_core::{Color, Move, Place, Placed, Position, Value};

use crate::text::fold::folded;
use crate::text::number::grouped;

const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// Name of a player: `Black (▲先手)`, or `Black` for terminals without Japanese (`letters`).
pub fn player(color: Color, letters: bool) -> &'static str {
    match (color, letters) {
        (Color::Black, true) => "Black",
        (Color::White, true) => "White",
        (Color::Black, false) => "Black (▲先手)",
        (Color::White, false) => "White (△後手)",
    }
}

/// The moves of a line in Japanese; `last` is the move before it, after which 同 is written for a recapture.
///
/// ```
/// use komadai_core::Position;
/// use komadai_report::words;
///
/// let line = ["7g7f".parse()?, "3c3d".parse()?];
/// assert_eq!(words::japanese(&Position::startpos(), &line, None), ["▲７六歩", "△３四歩"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn japanese(pos: &Position, line: &[Move], last: Option<Move>) -> Vec<String> {
    let (mut pos, mut last) = (pos.clone(), last);
    let mut words = Vec::new();
    for &mv in line {
        words.push(ki2::move_words(&pos, mv, last).unwrap_or_else(|| mv.to_string()));
        pos.do_move(mv);
        last = Some(mv);
    }
    words
}

/// Moves of one position in Japanese, without the mark of the side to move.
pub fn japanese_choices(pos: &Position, moves: &[Move]) -> Vec<String> {
    let name = |&mv: &Move| ki2::move_words(pos, mv, None).unwrap_or_else(|| mv.to_string());
    moves.iter().map(|mv| name(mv).trim_start_matches(['▲', '△']).to_owned()).collect()
}

/// Moves in the notation of USI.
pub fn usi(line: &[Move]) -> Vec<String> {
    line.iter().map(ToString::to_string).collect()
}

/// A value for the side to move: `+120` centipawns, `mates in 5 plies`, `is mated in 4 plies`, `mates, length unknown`.
pub fn value(value: Value) -> String {
    match value.mate_distance() {
        None if value.is_mate() => {
            format!("{}, length unknown", if value > Value::ZERO { "mates" } else { "is mated" })
        }
        None => format!("{:+}", value.cp()),
        Some(0) => "is mated".to_owned(),
        Some(plies) if plies > 0 => format!("mates in {}", count(plies as u64, "ply", "plies")),
        Some(plies) => format!("is mated in {}", count(u64::from(plies.unsigned_abs()), "ply", "plies")),
    }
}

/// A number with its noun: `1 ply`, `12,345 plies`.
pub fn count(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(n.into()), if n == 1 { one } else { many })
}

/// Words in indented lines of at most `width` columns; a kanji counts as two columns.
pub fn wrapped(words: &[String], width: usize, indent: &str) -> String {
    folded(&format!("{indent}{}", words.join(" ")), width, indent.len()).join("\n")
}

/// A piece in its place in Japanese: `▲7七銀` on a square, `△持歩` in hand.
///
/// ```
/// use komadai_core::{Color, Piece, PieceKind, Place, Placed};
/// use komadai_report::words;
///
/// let silver = Placed { piece: Piece::new(Color::Black, PieceKind::Silver), place: Place::Board("7g".parse()?) };
/// assert_eq!(words::placed(silver), "▲7七銀");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn placed(placed: Placed) -> String {
    let Placed { piece, place } = placed;
    let owner = if piece.color() == Color::Black { '▲' } else { '△' };
    let kind = piece.kind().kanji();
    match place {
        Place::Board(square) => {
            format!("{owner}{}{}{kind}", square.file(), RANKS[usize::from(square.rank()) - 1])
        }
        Place::Hand => format!("{owner}持{kind}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_counts_are_told_in_the_number_of_their_noun() {
        assert_eq!(value(Value::from_cp(-120)), "-120");
        assert_eq!(value(Value::mate_in(1)), "mates in 1 ply");
        assert_eq!(value(Value::mated_in(4)), "is mated in 4 plies");
        assert_eq!(value(-Value::MATE_OF_UNKNOWN_LENGTH), "is mated, length unknown");
        assert_eq!(count(1, "ply", "plies"), "1 ply");
        assert_eq!(count(12_345, "ply", "plies"), "12,345 plies");
    }
}

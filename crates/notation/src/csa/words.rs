//! Words of CSA: moves, and the names of pieces that JKF borrows.

use alloc::format;
use alloc::string::{String, ToString};

use komadai_core::game::EndKind;
use komadai_core::{ByKind, Color, Move, PieceKind, Position};

use crate::final_words::{CSA, end_kind, end_word, other_word};

/// Two letters of each piece.
pub(crate) const KIND_NAMES: ByKind<&str> =
    ByKind(["FU", "KY", "KE", "GI", "KA", "HI", "KI", "OU", "TO", "NY", "NK", "NG", "UM", "RY"]);

/// Piece from its two letters.
pub(crate) fn kind_of(name: &str) -> Option<PieceKind> {
    PieceKind::ALL.into_iter().find(|&kind| KIND_NAMES[kind] == name)
}

/// The final word for an ending, without its `%`, for CSA and JKF. A word of another format is changed so that it is not empty, has no
/// blanks or commas, and no other meaning.
pub(crate) fn final_word(kind: &EndKind, side: Color) -> String {
    let EndKind::Other(word) = kind else { return end_word(&CSA, kind, side).to_string() };
    other_word(word, ",", |word| end_kind(&CSA, word, side).is_some())
}

/// A move such as `+7776FU`, with the piece that it places; empty if there is none.
pub(crate) fn move_word(pos: &Position, mv: Move) -> String {
    let Some(placed) = pos.placed_by(mv) else { return String::new() };
    let sign = if pos.side_to_move() == Color::Black { '+' } else { '-' };
    let (from, to) = (mv.from(), mv.to());
    let from = from.map_or(String::from("00"), |from| format!("{}{}", from.file(), from.rank()));
    format!("{sign}{from}{}{}{}", to.file(), to.rank(), KIND_NAMES[placed.kind()])
}

//! Words of CSA: moves, and the pieces and final words that JKF borrows.

use alloc::format;
use alloc::string::{String, ToString};

use komadai_core::game::EndKind;
use komadai_core::{ByKind, Color, Move, PieceKind, Position};

/// Letters of each piece.
const NAMES: ByKind<&str> =
    ByKind(["FU", "KY", "KE", "GI", "KA", "HI", "KI", "OU", "TO", "NY", "NK", "NG", "UM", "RY"]);

/// Two letters of a piece.
pub(crate) fn kind_name(kind: PieceKind) -> &'static str {
    NAMES[kind]
}

/// Piece from its two letters.
pub(crate) fn kind_of(name: &str) -> Option<PieceKind> {
    PieceKind::ALL.into_iter().find(|&kind| kind_name(kind) == name)
}

/// What a final word (without its `%`) means at `side`'s turn.
pub(crate) fn end_kind(word: &str, side: Color) -> EndKind {
    match word {
        "TORYO" => EndKind::Resign,
        "TSUMI" => EndKind::Mate,
        "TIME_UP" => EndKind::TimeUp,
        "ILLEGAL_MOVE" => EndKind::IllegalMove(side),
        "+ILLEGAL_ACTION" => EndKind::IllegalMove(Color::Black),
        "-ILLEGAL_ACTION" => EndKind::IllegalMove(Color::White),
        "KACHI" => EndKind::Declaration,
        "SENNICHITE" => EndKind::Repetition,
        "JISHOGI" => EndKind::Impasse,
        "HIKIWAKE" => EndKind::Draw,
        "MAX_MOVES" => EndKind::MaxMoves,
        "+FUSEN" => EndKind::Default(Color::Black),
        "-FUSEN" => EndKind::Default(Color::White),
        "CHUDAN" => EndKind::Interrupted,
        "MATTA" => EndKind::TakeBack,
        "FUZUMI" => EndKind::NoMate,
        "ERROR" => EndKind::Error,
        word => EndKind::Other(word.to_string()),
    }
}

/// The final word, without its `%`, for an ending at `side`'s turn.
pub(crate) fn end_word(kind: &EndKind, side: Color) -> &str {
    match kind {
        EndKind::Resign => "TORYO",
        EndKind::Mate => "TSUMI",
        EndKind::TimeUp => "TIME_UP",
        EndKind::IllegalMove(loser) if *loser == side => "ILLEGAL_MOVE",
        EndKind::IllegalMove(Color::Black) => "+ILLEGAL_ACTION",
        EndKind::IllegalMove(Color::White) => "-ILLEGAL_ACTION",
        EndKind::Declaration => "KACHI",
        EndKind::Repetition => "SENNICHITE",
        EndKind::Impasse => "JISHOGI",
        EndKind::Draw => "HIKIWAKE",
        EndKind::MaxMoves => "MAX_MOVES",
        // Not in the standard, which has no word for it.
        EndKind::Default(Color::Black) => "+FUSEN",
        EndKind::Default(Color::White) => "-FUSEN",
        EndKind::Interrupted => "CHUDAN",
        EndKind::TakeBack => "MATTA",
        EndKind::NoMate => "FUZUMI",
        EndKind::Error => "ERROR",
        EndKind::Other(word) => word,
    }
}

/// A final word of another format, as CSA and JKF take it: not empty, no blanks or commas, not one with another meaning.
pub(crate) fn foreign_word(word: &str, side: Color) -> String {
    let mut word: String =
        word.chars().map(|c| if c == ',' || c.is_whitespace() { '_' } else { c }).collect();
    if word.is_empty() || !matches!(end_kind(&word, side), EndKind::Other(_)) {
        word.insert(0, '_');
    }
    word
}

/// A move such as `+7776FU`, by the piece that it places; empty if there is none.
pub(crate) fn move_word(pos: &Position, mv: Move) -> String {
    let Some(placed) = pos.placed_by(mv) else { return String::new() };
    let sign = if pos.side_to_move() == Color::Black { '+' } else { '-' };
    let (from, to) = (mv.from(), mv.to());
    let from = from.map_or(String::from("00"), |from| format!("{}{}", from.file(), from.rank()));
    format!("{sign}{from}{}{}{}", to.file(), to.rank(), kind_name(placed.kind()))
}

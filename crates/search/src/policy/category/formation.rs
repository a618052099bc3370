//! Better places for pieces: the shape around our king, and what a piece is worth by its square alone.
//!
//! The thesis reads both from tables (駒組み表, 絶対値表) that it does not print. These two functions stand for them:
//! few numbers, each a rule that players would say aloud. Squares are the mover's: rank 9 is the own back rank.

use komadai_core::{PieceKind, Square};

use super::TestedMove;

/// 17 駒組み表の値を増やす: a gold or silver comes nearer to our king at home, or the king goes to the side.
pub(super) fn improves_formation(tested: &TestedMove<'_>) -> bool {
    let Some(king) = tested.node.our_king else { return false };
    let us = tested.node.us;
    let worth = |square: Square| shelter(tested.piece.kind(), square.seen_by(us), king.seen_by(us));
    worth(tested.mv.to()) > tested.mv.from().map_or(0, worth)
}

/// How well a piece stands for the shape around the king, from 0.
fn shelter(kind: PieceKind, square: Square, king: Square) -> u8 {
    match kind {
        PieceKind::Gold | PieceKind::Silver if square.rank() >= 6 => 3 - square.distance(king).min(3),
        PieceKind::King if square.rank() >= 7 => square.file().abs_diff(5),
        _ => 0,
    }
}

/// 20 絶対値表の値を増やす: a piece on the board goes where its kind is worth more.
pub(super) fn improves_place(tested: &TestedMove<'_>) -> bool {
    let us = tested.node.us;
    let Some(from) = tested.mv.from() else { return false };
    let king = tested.node.their_king.map(|king| king.seen_by(us));
    let worth = |square: Square| place(tested.piece.kind(), square.seen_by(us), king);
    worth(tested.mv.to()) > worth(from)
}

/// What a square is worth to a kind, from 0: pawns, lances, knights and silvers go forward, golds and bishops to the
/// middle, promoted pieces to their king.
fn place(kind: PieceKind, square: Square, their_king: Option<Square>) -> u8 {
    use PieceKind::{Bishop, Gold, King, Knight, Lance, Pawn, Rook, Silver};
    match kind {
        Pawn | Lance | Knight | Silver => 9 - square.rank(),
        Gold | Bishop => 4 - square.file().abs_diff(5),
        King | Rook => 0,
        _ => their_king.map_or(0, |king| 8 - square.distance(king)),
    }
}

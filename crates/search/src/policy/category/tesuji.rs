//! 15 手筋: shapes that players know by name. The thesis does not list its own; these five are the commonest that one
//! move shows by itself.

use komadai_core::{Bitboard, PieceKind, attacks};

use super::TestedMove;

/// Any of the shapes below.
pub(super) fn is_tesuji(tested: &TestedMove<'_>) -> bool {
    match tested.mv.dropped() {
        Some(PieceKind::Pawn) => strikes(tested) || dangles(tested) || anchors(tested),
        _ => forks(tested) || skewers(tested),
    }
}

/// ふんどし, 割り打ち, 両取り: a piece that is not lost by exchange attacks two of theirs at once, each of which it would win.
pub(super) fn forks(tested: &TestedMove<'_>) -> bool {
    let targets = tested.newly() & tested.their_pieces();
    targets.has_many()
        && targets.into_iter().filter(|&square| tested.would_win(square)).nth(1).is_some()
        && tested.is_safe()
}

/// 田楽刺し: a slider that is not lost by exchange attacks a piece with another behind it on the line, neither of them a
/// pawn.
pub(super) fn skewers(tested: &TestedMove<'_>) -> bool {
    use PieceKind::{Bishop, Dragon, Horse, Lance, Pawn, Rook};
    if !matches!(tested.piece.kind(), Lance | Bishop | Rook | Horse | Dragon) {
        return false;
    }
    let worthy = tested.their_pieces() - tested.pos.of_kind(Pawn);
    let from = tested.mv.to();
    let occupied = match tested.mv.from() {
        Some(origin) => tested.pos.occupied() - Bitboard::of(origin),
        None => tested.pos.occupied(),
    };
    (tested.newly() & worthy).into_iter().any(|first| {
        let beyond = attacks::attacks(tested.piece, from, occupied - Bitboard::of(first)) - tested.after;
        !(beyond & worthy).is_empty()
    }) && tested.is_safe()
}

/// 叩きの歩: a pawn is dropped right before a piece that is no pawn, offered or not.
pub(super) fn strikes(tested: &TestedMove<'_>) -> bool {
    !(tested.after & (tested.their_pieces() - tested.pos.of_kind(PieceKind::Pawn))).is_empty()
}

/// 垂れ歩: a pawn is dropped where nothing attacks it, one step from promoting on a square that none of ours holds.
pub(super) fn dangles(tested: &TestedMove<'_>) -> bool {
    let to = tested.mv.to();
    matches!(tested.rank(to), 2..=4)
        && !tested.node.theirs.contains(to)
        && (tested.after & tested.pos.of_color(tested.node.us)).is_empty()
}

/// 底歩: a pawn is dropped on the last rank, below a gold of ours.
pub(super) fn anchors(tested: &TestedMove<'_>) -> bool {
    tested.rank(tested.mv.to()) == 9
        && !(tested.after & tested.pos.of(tested.node.us, PieceKind::Gold)).is_empty()
}

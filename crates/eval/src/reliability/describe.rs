//! Pieces as the side to move sees them, by their numbers and in words.

use komadai_core::{Color, Piece, PieceKind};

/// Number of pieces by side and kind.
pub(super) const PIECES: usize = 2 * PieceKind::COUNT;

/// Number of a side as `viewer` sees it: 0 for its own, 1 for the other.
#[inline]
pub(super) fn side_seen_by(viewer: Color, color: Color) -> usize {
    usize::from(color != viewer)
}

/// Number of a piece as `viewer` sees it, 0 to 27: `side × 14 + kind`.
#[inline]
pub(super) fn piece_seen_by(viewer: Color, piece: Piece) -> usize {
    side_seen_by(viewer, piece.color()) * PieceKind::COUNT + piece.kind().index()
}

/// A side by its number: `own` or `other's`.
pub(super) fn side_name(side: usize) -> &'static str {
    if side == 0 { "own" } else { "other's" }
}

/// A piece by its number as the side to move sees it: `own gold`, `other's dragon`.
pub(super) fn piece_name(piece: usize) -> String {
    let kind = PieceKind::ALL[piece % PieceKind::COUNT];
    format!("{} {}", side_name(piece / PieceKind::COUNT), kind_name(kind))
}

/// A kind in small letters: `pawn`, `promoted pawn`, `horse`.
pub(super) fn kind_name(kind: PieceKind) -> String {
    let name = format!("{kind:?}").to_lowercase();
    name.strip_prefix("pro").map_or(name.clone(), |plain| format!("promoted {plain}"))
}

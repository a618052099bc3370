//! Kinds of moves, told by the position and the last move alone. Any function of this shape will do in its place.

use komadai::search::Node;
use komadai::{Move, PieceKind};

/// In order of precedence; the words of fig. 3.5 of the thesis where it has the kind.
pub(crate) const NAMES: [&str; 8] = [
    "answer to a check",
    "capture of the piece just moved",
    "other capture",
    "promotion",
    "check",
    "king move",
    "drop",
    "other",
];

/// The number of a legal move's kind in [`NAMES`].
pub(crate) fn kind(at: &Node<'_>, mv: Move) -> usize {
    let recapture = at.is_capture(mv) && at.back(1).is_some_and(|last| last.to() == mv.to());
    let king = || {
        mv.from().and_then(|from| at.pos.piece_at(from)).is_some_and(|piece| piece.kind() == PieceKind::King)
    };
    match () {
        () if at.in_check => 0,
        () if recapture => 1,
        () if at.is_capture(mv) => 2,
        () if mv.is_promotion() => 3,
        () if at.pos.gives_check(mv) => 4,
        () if king() => 5,
        () if mv.is_drop() => 6,
        () => 7,
    }
}

//! Going forward: promotions, checks, attacks on pieces, and squares near the kings.

use komadai_core::PieceKind;

use super::TestedMove;

/// 6 成り: a promotion.
pub(super) fn promotes(tested: &TestedMove<'_>) -> bool {
    tested.mv.is_promotion()
}

/// 7 損しない王手: a check that loses nothing by exchange.
pub(super) fn checks_safely(tested: &TestedMove<'_>) -> bool {
    tested.gives_check() && tested.is_safe()
}

/// 16 自玉周に利きを増やす: the piece attacks more squares in our king's neighbourhood than before. Moves of the king
/// move the neighbourhood, and do not count.
pub(super) fn covers_own_king(tested: &TestedMove<'_>) -> bool {
    let zone = tested.node.our_zone;
    tested.piece.kind() != PieceKind::King && (tested.after & zone).len() > (tested.before & zone).len()
}

/// 18 攻撃: the piece, not to be lost by exchange, attacks one of theirs anew and would win it.
pub(super) fn attacks(tested: &TestedMove<'_>) -> bool {
    (tested.newly() & tested.their_pieces()).into_iter().any(|square| tested.would_win(square))
        && tested.is_safe()
}

/// 19 相手玉周に利きを増やす: the piece attacks more squares in their king's neighbourhood than before.
pub(super) fn presses_their_king(tested: &TestedMove<'_>) -> bool {
    let zone = tested.node.their_zone;
    (tested.after & zone).len() > (tested.before & zone).len()
}

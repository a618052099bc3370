//! Answers to what they do or are about to do: checks, mates, attacks, open lines.

use komadai_core::PieceKind;

use super::TestedMove;

/// 1 王手防ぎ: every legal move in check.
pub(super) fn answers_check(tested: &TestedMove<'_>) -> bool {
    tested.node.in_check
}

/// 2 詰めろ防ぎ: they threaten a mate in one, and after the move that mate is none. A check only puts it off, and is
/// left to its own category.
pub(super) fn escapes_mate(tested: &TestedMove<'_>) -> bool {
    let Some(mate) = tested.node.mate else { return false };
    if tested.gives_check() {
        return false;
    }
    let mut after = tested.pos.clone();
    after.do_move(tested.mv);
    if !after.is_legal(mate) {
        return true;
    }
    after.do_move(mate);
    after.has_legal_move()
}

/// 8 最も価値の高い駒が逃げる: our most valuable piece in danger goes where it is not lost.
pub(super) fn saves_dearest(tested: &TestedMove<'_>) -> bool {
    tested.node.endangered.is_some() && tested.node.endangered == tested.mv.from() && tested.is_safe()
}

/// 9 合駒: a piece comes between a slider and our most valuable piece in danger.
pub(super) fn interposes(tested: &TestedMove<'_>) -> bool {
    tested.node.interpositions.contains(tested.mv.to())
}

/// 10 守り: our most valuable piece in danger gets a guard it had not.
pub(super) fn guards_dearest(tested: &TestedMove<'_>) -> bool {
    tested.node.endangered.is_some_and(|square| tested.newly().contains(square))
}

/// 11 自玉への飛び利き防ぎ: a piece shuts the line of a slider to our king or a neighbouring square.
pub(super) fn shuts_line_to_king(tested: &TestedMove<'_>) -> bool {
    tested.piece.kind() != PieceKind::King && tested.node.king_lines.contains(tested.mv.to())
}

/// 12 飛び利き防ぎ: a piece shuts the line of a slider to our camp or to one of our pieces.
pub(super) fn shuts_line(tested: &TestedMove<'_>) -> bool {
    tested.piece.kind() != PieceKind::King && tested.node.lines.contains(tested.mv.to())
}

/// 14 相手の最善手を妨害: their best threat loses its way or its point: its target is occupied or guarded, or a piece
/// comes between. TACOS knows their best move from its search; a classifier that sees one position takes the capture or
/// promotion that gains most at a glance.
pub(super) fn disturbs_threat(tested: &TestedMove<'_>) -> bool {
    let Some(threat) = tested.node.threat else { return false };
    let to = tested.mv.to();
    to == threat.to
        || tested.newly().contains(threat.to)
        || komadai_core::attacks::between(threat.from, threat.to).contains(to)
}

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

#[cfg(test)]
mod tests {
    use super::super::tacos::tests::{fits, fits_after};
    use super::*;

    #[test]
    fn answers_to_checks_are_all_moves_in_check_and_no_others() {
        //   6 5 4
        // a . r .
        //   ⋮
        // i . K *    the file is open
        assert!(fits(answers_check, "k3r4/9/9/9/9/9/9/9/4K4 b - 1", "5i4i"));
        assert!(!fits(answers_check, "k2r5/9/9/9/9/9/9/9/4K4 b - 1", "5i5h"));
    }

    #[test]
    fn escapes_from_mate_leave_the_threatened_mate_none() {
        //   6 5 4
        // g . p .
        // h . x .    g in hand: G*5h mates
        // i . K *    the king steps aside in time; the lance on 8i changes nothing
        let sfen = "k8/9/9/9/9/9/4p4/9/1L2K4 b g 1";
        assert!(fits(escapes_mate, sfen, "5i4i"));
        assert!(!fits(escapes_mate, sfen, "8i8h"));
        // No gold in hand, no mate.
        assert!(!fits(escapes_mate, "k8/9/9/9/9/9/4p4/9/1L2K4 b - 1", "5i4i"));
    }

    #[test]
    fn dearest_piece_in_danger_is_saved_by_a_safe_square() {
        // The pawn on 5d attacks the gold on 5e; 4e is safe, 4d is guarded by the pawn on 4c.
        //   6 5 4
        // c . . p
        // d . p .
        // e . G *
        let sfen = "k8/9/5p3/4p4/4G4/9/9/9/4K4 b - 1";
        assert!(fits(saves_dearest, sfen, "5e4e"));
        assert!(!fits(saves_dearest, sfen, "5e4d"));
        assert!(!fits(saves_dearest, sfen, "5i5h"));
    }

    #[test]
    fn interpositions_stand_between_a_slider_and_the_piece_it_attacks() {
        //   5 4
        // b r .
        // c . .
        // d * x
        // e . .
        // f S .    not guarded
        let sfen = "k8/4r4/9/9/9/4S4/9/9/K8 b P 1";
        assert!(fits(interposes, sfen, "P*5d"));
        assert!(!fits(interposes, sfen, "P*4d"));
    }

    #[test]
    fn guards_are_new_attackers_of_the_piece_in_danger() {
        //   5 4
        // b r .
        //   ⋮
        // f S .
        // g * .    a gold here guards the silver
        // h . .
        // i . x    a gold here does not
        let sfen = "k8/4r4/9/9/9/4S4/9/9/K8 b G 1";
        assert!(fits(guards_dearest, sfen, "G*5g"));
        assert!(!fits(guards_dearest, sfen, "G*4i"));
    }

    #[test]
    fn lines_to_the_king_are_shut_by_what_stands_on_them() {
        //   9 8 7 6 5 4 3 2 1
        // a k . . . . . . . b
        // b . . . . . . . . .
        // c . . . . . . . . .
        // d . . . . . . . . .
        // e . . . . * . . . .
        // f . . . . x . . . .
        // g . . . . . . . . .
        // h K . . . . . . . .    the bishop looks at 8h, beside the king
        let sfen = "k7b/9/9/9/9/9/9/K8/9 b P 1";
        assert!(fits(shuts_line_to_king, sfen, "P*5e"));
        assert!(!fits(shuts_line_to_king, sfen, "P*5f"));
    }

    #[test]
    fn lines_into_the_camp_are_shut_by_what_stands_on_them() {
        //   9 8 7 6 5 4 3 2 1
        // b . . . . . . . r .
        //   ⋮
        // f . . . . . . x * .
        //   ⋮
        // i K . . . . . . . .    far from the line
        let sfen = "k8/7r1/9/9/9/9/9/9/K8 b P 1";
        assert!(fits(shuts_line, sfen, "P*2f"));
        assert!(!fits(shuts_line, sfen, "P*3f"));
        assert!(!fits(shuts_line_to_king, sfen, "P*2f"));
    }

    #[test]
    fn threats_are_disturbed_on_their_target_and_on_their_way() {
        //   6 5 4
        // f . p .
        // g . * .    it will promote here: a pawn stops it
        // h . * .    a gold guards the square
        let sfen = "k8/9/9/9/9/4p4/9/9/K8 b GP 1";
        assert!(fits(disturbs_threat, sfen, "G*5h"));
        assert!(fits(disturbs_threat, sfen, "P*5g"));
        assert!(!fits(disturbs_threat, sfen, "G*9h"));
        // The last move does not matter here.
        assert!(fits_after(disturbs_threat, "k8/9/9/9/4p4/9/9/9/K8 w GP 1", "5e5f", "G*5h"));
    }
}

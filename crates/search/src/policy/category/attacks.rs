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

#[cfg(test)]
mod tests {
    use super::super::tacos::tests::fits;
    use super::*;

    #[test]
    fn promotions_promote() {
        //   6 5 4
        // c . * .
        // d . P .
        let sfen = "k8/9/9/4P4/9/9/9/9/K8 b - 1";
        assert!(fits(promotes, sfen, "5d5c+"));
        assert!(!fits(promotes, sfen, "5d5c"));
    }

    #[test]
    fn safe_checks_are_not_to_be_taken() {
        //   5 4 3 2 1
        // a k . . * .    the rook on 2i checks from here
        // b x . . . .    a gold dropped here is taken
        let sfen = "4k4/9/9/9/9/9/9/9/K6R1 b G 1";
        assert!(fits(checks_safely, sfen, "2i2a"));
        assert!(!fits(checks_safely, sfen, "G*5b"));
        assert!(!fits(checks_safely, sfen, "2i2b"));
        // A discovered check: the silver leaves the rook's file.
        assert!(fits(checks_safely, "4k4/9/9/9/4S4/9/9/9/K3R4 b - 1", "5e4d"));
    }

    #[test]
    fn own_king_is_covered_by_more_attacks_near_it() {
        //   9 8 7 6 5
        // g . . . . x
        // h . K . * G
        // i . . . . .
        let sfen = "k8/9/9/9/9/9/9/1K2G4/9 b - 1";
        assert!(fits(covers_own_king, sfen, "5h6h"));
        assert!(!fits(covers_own_king, sfen, "5h5g"));
        assert!(!fits(covers_own_king, sfen, "8h7h"));
    }

    #[test]
    fn attacks_are_on_pieces_that_would_be_won() {
        // From 5e the pawn attacks the knight on 5d, which cannot take it; the knight's guard does not matter.
        //   6 5 4
        // c . g .
        // d . n .
        // e . * .
        // f . P .
        let sfen = "k8/9/4g4/4n4/9/4P4/9/9/K8 b - 1";
        assert!(fits(attacks, sfen, "5f5e"));
        // A guarded pawn is nothing to a gold.
        assert!(!fits(attacks, "k8/9/4g4/4p4/9/4G4/9/9/K8 b - 1", "5f4e"));
        // A silver takes the pawn instead.
        assert!(!fits(attacks, "k8/9/4g4/4s4/9/4P4/9/9/K8 b - 1", "5f5e"));
    }

    #[test]
    fn their_king_is_pressed_by_more_attacks_near_it() {
        //   6 5 4 3
        // a . k . .
        // b . . . .
        // c . . * .    attacks 5b and 4b
        // d . . G .
        // e . . x .
        let sfen = "4k4/9/9/5G3/9/9/9/9/K8 b - 1";
        assert!(fits(presses_their_king, sfen, "4d4c"));
        assert!(!fits(presses_their_king, sfen, "4d4e"));
    }
}

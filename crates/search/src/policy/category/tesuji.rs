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

#[cfg(test)]
mod tests {
    use super::super::tacos::tests::fits;
    use super::*;

    #[test]
    fn forks_attack_two_pieces_worth_having() {
        //   6 5 4
        // c g . g
        // d . . .
        // e . * .    a knight on 5e looks at both golds
        let sfen = "k8/9/3g1g3/9/9/9/9/9/K8 b N 1";
        assert!(fits(forks, sfen, "N*5e"));
        assert!(!fits(forks, sfen, "N*7e"));
        // A pawn guards the square.
        assert!(!fits(forks, "k8/9/3g1g3/4p4/9/9/9/9/K8 b N 1", "N*5e"));
    }

    #[test]
    fn skewers_look_through_one_piece_at_another() {
        //   6 5 4
        // b . r .
        // c . . .
        // d . s .
        // e . . .
        // f . * x    a lance looks through the silver at the rook
        let sfen = "k8/4r4/9/4s4/9/9/9/9/K8 b L 1";
        assert!(fits(skewers, sfen, "L*5f"));
        assert!(!fits(skewers, "k8/9/9/4s4/9/9/9/9/K8 b L 1", "L*5f"));
        assert!(!fits(skewers, sfen, "L*4f"));
    }

    #[test]
    fn striking_pawns_are_dropped_before_pieces_that_are_no_pawns() {
        //   5 4 3
        // c g . p
        // d * x x    before the gold; before nothing, before a pawn
        let sfen = "k8/9/4g1p2/9/9/9/9/9/K8 b P 1";
        assert!(fits(strikes, sfen, "P*5d"));
        assert!(!fits(strikes, sfen, "P*3d"));
        assert!(!fits(strikes, sfen, "P*4d"));
    }

    #[test]
    fn dangling_pawns_wait_before_the_zone_where_nothing_attacks_them() {
        //   5 4 3 2
        // c . . . .
        // d . * . l    promotes on 4c next
        // e . x . .    too far
        let sfen = "k8/9/9/7l1/9/9/9/9/K8 b P 1";
        assert!(fits(dangles, sfen, "P*4d"));
        assert!(!fits(dangles, sfen, "P*4e"));
        // Under the lance's eyes.
        assert!(!fits(dangles, "k8/9/7l1/9/9/9/9/9/K8 b P 1", "P*2d"));
    }

    #[test]
    fn anchors_hold_a_gold_from_below() {
        //   6 5 4
        // h . G .
        // i . * x
        let sfen = "k8/9/9/9/9/9/9/4G4/K8 b P 1";
        assert!(fits(anchors, sfen, "P*5i"));
        assert!(!fits(anchors, sfen, "P*4i"));
    }

    #[test]
    fn any_shape_is_a_tesuji_and_a_quiet_pawn_is_none() {
        let sfen = "k8/4r4/3g1g3/4s4/9/9/9/9/K8 b NLP 1";
        for mv in ["L*5f", "P*5e", "P*2d"] {
            assert!(fits(is_tesuji, sfen, mv), "{mv}");
        }
        assert!(!fits(is_tesuji, sfen, "P*2h"));
    }
}

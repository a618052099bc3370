//! 15 手筋: shapes that players know by name. The thesis does not list its own; these five are the commonest that one
//! move shows by itself.

use komadai_core::{Bitboard, PieceKind, attacks};

use super::Trial;

/// Any of the shapes below.
pub(super) fn is_tesuji(trial: &Trial<'_>) -> bool {
    match trial.mv.dropped() {
        Some(PieceKind::Pawn) => strikes(trial) || dangles(trial) || anchors(trial),
        _ => forks(trial) || skewers(trial),
    }
}

/// ふんどし, 割り打ち, 両取り: a piece that is not lost by exchange attacks two of theirs at once, each of which it would win.
pub(super) fn forks(trial: &Trial<'_>) -> bool {
    let targets = trial.newly() & trial.their_pieces();
    targets.has_many()
        && targets.into_iter().filter(|&square| trial.would_win(square)).nth(1).is_some()
        && trial.is_safe()
}

/// 田楽刺し: a slider that is not lost by exchange attacks a piece with another behind it on the line, neither of them a
/// pawn.
pub(super) fn skewers(trial: &Trial<'_>) -> bool {
    use PieceKind::{Bishop, Dragon, Horse, Lance, Pawn, Rook};
    if !matches!(trial.piece.kind(), Lance | Bishop | Rook | Horse | Dragon) {
        return false;
    }
    let worthy = trial.their_pieces() - trial.pos.of_kind(Pawn);
    let from = trial.mv.to();
    let occupied = match trial.mv.from() {
        Some(origin) => trial.pos.occupied() - Bitboard::of(origin),
        None => trial.pos.occupied(),
    };
    (trial.newly() & worthy).into_iter().any(|first| {
        let beyond = attacks::attacks(trial.piece, from, occupied - Bitboard::of(first)) - trial.after;
        !(beyond & worthy).is_empty()
    }) && trial.is_safe()
}

/// 叩きの歩: a pawn is dropped right before a piece that is no pawn, offered or not.
pub(super) fn strikes(trial: &Trial<'_>) -> bool {
    !(trial.after & (trial.their_pieces() - trial.pos.of_kind(PieceKind::Pawn))).is_empty()
}

/// 垂れ歩: a pawn is dropped where nothing attacks it, one step from promoting on a square that none of ours holds.
pub(super) fn dangles(trial: &Trial<'_>) -> bool {
    let to = trial.mv.to();
    matches!(trial.rank(to), 2..=4)
        && !trial.scene.theirs.contains(to)
        && (trial.after & trial.pos.of_color(trial.scene.us)).is_empty()
}

/// 底歩: a pawn is dropped on the last rank, below a gold of ours.
pub(super) fn anchors(trial: &Trial<'_>) -> bool {
    trial.rank(trial.mv.to()) == 9
        && !(trial.after & trial.pos.of(trial.scene.us, PieceKind::Gold)).is_empty()
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

//! Proof pieces: the hand a mate really needs.
//!
//! A proof that was found with many pieces in hand often uses few. What it needs is put together on the way back
//! from the leaves, and the table then answers for every hand that has as much (paper 003 calls them 証明駒). What the
//! attacker does not hold the defender does, so a smaller hand must not give the defender a kind of interposition
//! that the proof has not refuted.

use komadai_core::attacks::between;
use komadai_core::{Checks, Color, Hand, Move, PieceKind, Position};

/// What a mate by `mv` needs, if the mate after it needs `after`. `pos` is the position before the move.
pub(crate) fn before(pos: &Position, mv: Move, after: Hand) -> Hand {
    let change = match (mv.dropped(), pos.piece_at(mv.to())) {
        (Some(kind), _) => after.with(kind, after.count(kind) + 1),
        (None, Some(captured)) => {
            let kind = captured.kind().unpromoted();
            after.with(kind, after.count(kind).saturating_sub(1))
        }
        (None, None) => None,
    };
    change.unwrap_or(after)
}

/// The larger count of each kind: what a defender's choice of replies needs.
pub(crate) fn join(a: Hand, b: Hand) -> Hand {
    PieceKind::HAND.into_iter().fold(a, |joined, kind| {
        let count = b.count(kind);
        if count > a.count(kind) { joined.with(kind, count).unwrap_or(joined) } else { joined }
    })
}

/// `needed`, and every piece of the kinds that the defender to move does not hold but could interpose.
pub(crate) fn withhold(pos: &Position, attacker: Color, needed: Hand) -> Hand {
    let checkers = Checks::of(pos).checkers;
    let (Some(king), Some(checker)) = (pos.king(!attacker), checkers.first()) else { return needed };
    if checkers.has_many() || between(king, checker).is_empty() {
        return needed;
    }
    let (ours, theirs) = (pos.hand(attacker), pos.hand(!attacker));
    PieceKind::HAND
        .into_iter()
        .filter(|&kind| !theirs.has(kind))
        .fold(needed, |needed, kind| needed.with(kind, ours.count(kind)).unwrap_or(needed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(text: &str) -> Hand {
        let pos: Position = format!("4k4/9/9/9/9/9/9/9/4K4 b {text} 1").parse().unwrap();
        pos.hand(Color::Black)
    }

    #[test]
    fn drop_needs_its_piece_and_capture_brings_one() {
        let pos: Position = "4k4/4p4/4+P4/9/9/9/9/9/9 b 2G 1".parse().unwrap();
        assert_eq!(before(&pos, "G*4b".parse().unwrap(), hand("G")), hand("2G"));
        assert_eq!(before(&pos, "5c5b".parse().unwrap(), hand("GP")), hand("G"));
        assert_eq!(before(&pos, "5c5b".parse().unwrap(), hand("G")), hand("G"));
        assert_eq!(before(&pos, "5c4b".parse().unwrap(), hand("GP")), hand("GP"));
    }

    #[test]
    fn choice_of_replies_needs_the_larger_counts() {
        assert_eq!(join(hand("2GP"), hand("GS2P")), hand("2GS2P"));
    }

    #[test]
    fn kinds_the_defender_lacks_are_withheld_where_he_could_interpose() {
        let far: Position = "4k4/9/9/4L4/9/9/9/9/9 w 2GSg 1".parse().unwrap();
        assert_eq!(withhold(&far, Color::Black, Hand::EMPTY), hand("S"));
        let near: Position = "4k4/4+P4/4L4/9/9/9/9/9/9 w 2GSg 1".parse().unwrap();
        assert_eq!(withhold(&near, Color::Black, Hand::EMPTY), Hand::EMPTY);
    }
}

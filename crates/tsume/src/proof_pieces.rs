//! Proof pieces (証明駒) and disproof pieces (反証駒): the least hand that a mate needs, and the largest hand that a
//! no-mate withstands.
//!
//! A proof that was found with many pieces in hand often uses few. The pieces it needs are collected on the way back from the leaves
//! (paper 003 calls them 証明駒), and the table then answers for every hand that has at least these. The defender holds what the attacker
//! does not, so a smaller hand must not give the defender a kind of interposition that the proof has not refuted. Likewise a refutation
//! holds for a larger hand, unless that gives the attacker a kind of drop that was not tried, or takes from the defender the piece that
//! refutes.

use komadai_core::attacks::{attacks, between};
use komadai_core::{Checks, Color, Hand, Move, Piece, PieceKind, Position};

/// The attacker's hand before `mv`, given that it is `after` afterwards. `pos` is the position before the move.
///
/// A mate by `mv` needs this hand if the mate after it needs `after`; and `mv` fails with at most this hand if the position after it is
/// no mate with at most `after`.
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

/// Mating move, plies to mate and proof pieces of a proved node, from its proved children, each given as a move, the plies from the node,
/// and the hand that the mate after the move needs.
pub(crate) fn mate(
    pos: &Position,
    attacker: Color,
    or: bool,
    proved: impl Iterator<Item = (Move, u16, Hand)>,
) -> (Option<Move>, u16, Hand) {
    if or {
        let shortest = proved.min_by_key(|&(_, plies, _)| plies);
        let (mv, plies, hand) = shortest.expect("a node without moves for the attacker is not proved");
        return (Some(mv), plies, before(pos, mv, hand));
    }
    let (plies, needed) = proved.fold((0, Hand::EMPTY), |(longest, needed), (_, plies, hand)| {
        (plies.max(longest), join(needed, hand))
    });
    (None, plies, withhold(pos, attacker, needed))
}

/// The hand whose count of each kind is `choose` of the counts of two hands.
fn by_kind(a: Hand, b: Hand, choose: impl Fn(u32, u32) -> u32) -> Hand {
    PieceKind::HAND.into_iter().fold(a, |chosen, kind| {
        let count = choose(a.count(kind), b.count(kind));
        if count == a.count(kind) { chosen } else { chosen.with(kind, count).unwrap_or(chosen) }
    })
}

/// The larger count of each kind: needed to answer either of two replies.
pub(crate) fn join(a: Hand, b: Hand) -> Hand {
    by_kind(a, b, u32::max)
}

/// `needed`, and all the attacker's pieces of kinds that the defender to move does not hold but could interpose.
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

/// The smaller count of each kind: the most under which both of two checks fail.
pub(crate) fn meet(a: Hand, b: Hand) -> Hand {
    by_kind(a, b, u32::min)
}

/// All pieces in hand of both sides: the most the attacker could hold in this position.
pub(crate) fn all(pos: &Position) -> Hand {
    by_kind(pos.hand(Color::Black), pos.hand(Color::White), |black, white| black + white)
}

/// `most`, without the kinds that the attacker to move does not hold but could drop with check: such drops were not tried.
pub(crate) fn untried(pos: &Position, attacker: Color, most: Hand) -> Hand {
    let Some(king) = pos.king(!attacker) else { return most };
    let hand = pos.hand(attacker);
    let kinds = PieceKind::HAND.into_iter().filter(|&kind| !hand.has(kind) && most.has(kind));
    kinds.fold(most, |most, kind| {
        let from = attacks(Piece::new(!attacker, kind), king, pos.occupied()) - pos.occupied();
        if from.is_empty() { most } else { most.with(kind, 0).unwrap_or(most) }
    })
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

//! Eight categories by position and move alone: the baseline that the 21 of TACOS must beat.

use komadai_core::{Bitboard, Move, PieceValues};

use super::{Category, Classifier};
use crate::engine::tactics;
use crate::node::Node;

/// Eight categories of moves: answer to a check, winning capture, other capture, promotion, check, drop, forward move, other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coarse {
    /// Values for exchanges.
    pub values: PieceValues,
}

impl Classifier for Coarse {
    const NAMES: &'static [&'static str] = &[
        "answer to a check",
        "winning capture",
        "other capture",
        "promotion",
        "check",
        "drop",
        "forward move",
        "other",
    ];
    /// Our pieces that give a discovered check when they leave their line.
    type View = Bitboard;

    #[inline]
    fn look(&self, at: &Node<'_>) -> Bitboard {
        at.pos.discoverers(at.pos.side_to_move())
    }

    #[inline]
    fn category(&self, discoverers: &Bitboard, at: &Node<'_>, mv: Move) -> Category {
        let us = at.pos.side_to_move();
        Category::new(if at.in_check {
            0
        } else if at.is_capture(mv) {
            if tactics::loses(at.pos, mv, &self.values) { 2 } else { 1 }
        } else if mv.is_promotion() {
            3
        } else if checks(at, *discoverers, mv) {
            4
        } else {
            match mv.from() {
                None => 5,
                Some(from) if mv.to().seen_by(us).rank() < from.seen_by(us).rank() => 6,
                Some(_) => 7,
            }
        })
    }
}

/// [`Position::gives_check`](komadai_core::Position::gives_check), which looks for discoverers at every move, where a
/// move cannot give check without one or without looking at the king.
fn checks(at: &Node<'_>, discoverers: Bitboard, mv: Move) -> bool {
    let Some(king) = at.pos.king(!at.pos.side_to_move()) else { return false };
    if mv.from().is_some_and(|from| discoverers.contains(from)) {
        return at.pos.gives_check(mv);
    }
    at.pos.placed_by(mv).is_some_and(|piece| {
        let occupied = match mv.from() {
            Some(from) => at.pos.occupied() - Bitboard::of(from),
            None => at.pos.occupied(),
        };
        komadai_core::attacks::attacks(piece, mv.to(), occupied).contains(king)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::Position;

    fn name(sfen: &str, mv: &str) -> &'static str {
        let pos: Position = sfen.parse().unwrap();
        let mv = mv.parse().unwrap();
        assert!(pos.is_legal(mv), "{mv} in {pos}");
        Coarse::NAMES[Coarse::default().classify(&Node::new(&pos), mv).index()]
    }

    #[test]
    fn every_category_has_a_move() {
        let sfen = "4k4/9/9/4g4/4p4/9/6P2/1P5R1/K3R4 b G 1";
        for (mv, expected) in [
            ("5i5e", "other capture"),
            ("2h2a+", "promotion"),
            ("2h2a", "check"),
            ("G*5b", "check"),
            ("G*1e", "drop"),
            ("3g3f", "forward move"),
            ("2h1h", "other"),
        ] {
            assert_eq!(name(sfen, mv), expected, "{mv}");
        }
        assert_eq!(name("4k4/9/9/9/4p4/9/9/9/K3R4 b - 1", "5i5e"), "winning capture");
        assert_eq!(name("4k4/9/9/9/9/9/9/9/K3r4 b - 1", "9i9h"), "answer to a check");
        // A discovered check.
        assert_eq!(name("4k4/9/9/9/4S4/9/9/9/K3R4 b - 1", "5e6f"), "check");
    }

    #[test]
    fn checks_are_those_of_the_rules() {
        for (pos, _) in (0..40u64).map(|seed| {
            let mut rng = komadai_core::rng::SplitMix64::new(seed);
            let mut pos = Position::startpos();
            for _ in 0..60 {
                let moves = pos.legal_moves();
                if moves.is_empty() {
                    break;
                }
                pos.do_move(moves[rng.below(moves.len() as u64) as usize]);
            }
            (pos, seed)
        }) {
            let at = Node::new(&pos);
            let discoverers = Coarse::default().look(&at);
            for mv in &pos.legal_moves() {
                assert_eq!(checks(&at, discoverers, mv), pos.gives_check(mv), "{mv} in {pos}");
            }
        }
    }
}

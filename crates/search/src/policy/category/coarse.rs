//! Eight categories by position and move alone: the baseline that the 21 of TACOS must beat.

use komadai_core::{CheckSquares, Move};

use super::{Classifier, VALUES};
use crate::engine::tactics;
use crate::node::Node;

/// Eight categories of moves: answer to a check, capture without loss, losing capture, promotion, check, drop, forward move, other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coarse;

impl Classifier for Coarse {
    const NAMES: &'static [&'static str] = &[
        "answer to a check",
        "capture without loss",
        "losing capture",
        "promotion",
        "check",
        "drop",
        "forward move",
        "other",
    ];
    /// The squares from which a piece gives check, if there is a king.
    type View = Option<CheckSquares>;

    fn look(&self, at: &Node<'_>) -> Option<CheckSquares> {
        CheckSquares::of(at.pos)
    }

    fn category(&self, squares: &Option<CheckSquares>, at: &Node<'_>, mv: Move) -> usize {
        let us = at.pos.side_to_move();
        if at.in_check {
            0
        } else if at.is_capture(mv) {
            if tactics::loses(at.pos, mv, &VALUES) { 2 } else { 1 }
        } else if mv.is_promotion() {
            3
        } else if squares.is_some_and(|squares| squares.gives_check(at.pos, mv)) {
            4
        } else {
            match mv.from() {
                None => 5,
                Some(from) if mv.to().seen_by(us).rank() < from.seen_by(us).rank() => 6,
                Some(_) => 7,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::Position;

    fn name(sfen: &str, mv: &str) -> &'static str {
        let pos: Position = sfen.parse().unwrap();
        let mv = mv.parse().unwrap();
        assert!(pos.is_legal(mv), "{mv} in {pos}");
        Coarse::NAMES[Coarse.classify(&Node::new(&pos), mv)]
    }

    #[test]
    fn every_category_has_a_move() {
        let sfen = "4k4/9/9/4g4/4p4/9/6P2/1P5R1/K3R4 b G 1";
        for (mv, expected) in [
            ("5i5e", "losing capture"),
            ("2h2a+", "promotion"),
            ("2h2a", "check"),
            ("G*5b", "check"),
            ("G*1e", "drop"),
            ("3g3f", "forward move"),
            ("2h1h", "other"),
        ] {
            assert_eq!(name(sfen, mv), expected, "{mv}");
        }
        assert_eq!(name("4k4/9/9/9/4p4/9/9/9/K3R4 b - 1", "5i5e"), "capture without loss");
        assert_eq!(name("4k4/9/9/9/9/9/9/9/K3r4 b - 1", "9i9h"), "answer to a check");
        // A discovered check.
        assert_eq!(name("4k4/9/9/9/4S4/9/9/9/K3R4 b - 1", "5e6f"), "check");
    }
}

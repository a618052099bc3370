//! Correction history: the error of the evaluation in positions with the same pawns or hands.

use komadai_core::{Color, PieceKind, Value, rng};

use super::MoveMemory;
use super::replies::Cells;
use crate::bound::Bound;
use crate::node::{Node, Outcome};
use crate::parameters::parameters;

/// Slots of a table; a power of two.
const SLOTS: usize = 1 << 12;
/// Errors are kept in 1/64 centipawn.
const GRAIN: i32 = 64;
/// How far a slot may go.
const MOST: i32 = 200 * GRAIN;

parameters! {
    /// Correction history: corrects the evaluation by what it was off by at nodes with the same pawns, and with the same pieces
    /// in hand.
    ///
    /// A finished node teaches the difference between its value and its [static value](Node::static_value), in which the table may
    /// have had its say already. Corrections lie within ±200 centipawns. If no pruning reads the static value, inner nodes have none, and
    /// nothing is learnt.
    ///
    /// Engines of today have it by pawns, by pieces and by the last moves; none of the papers behind this project mentions it. The
    /// less an evaluation knows, the more is left to learn: material knows nothing of where pawns stand.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Correction {
        /// Weight of a new error against what is known, for each ply of budget, out of 256.
        pub rate: i32 = 4,
        /// `[side to move × SLOTS + hash]`
        pawns: Cells<i32> = Cells(vec![0; 2 * SLOTS]),
        /// `[side to move × SLOTS + hash]`
        hands: Cells<i32> = Cells(vec![0; 2 * SLOTS]),
    }
}

impl Correction {
    /// An empty memory with this rate.
    pub fn with_rate(rate: i32) -> Self {
        Self { rate, ..Self::default() }
    }

    #[inline]
    fn slots(at: &Node<'_>) -> (usize, usize) {
        let pos = at.pos;
        let side = if pos.side_to_move() == Color::Black { 0 } else { SLOTS };
        let fold = |color| {
            let bits = pos.of(color, PieceKind::Pawn).bits();
            (bits as u64) ^ ((bits >> 64) as u64).rotate_left(32)
        };
        let pawns = rng::mix(fold(Color::Black) ^ fold(Color::White).rotate_left(17));
        (side + pawns as usize % SLOTS, side + rng::mix(pos.hands_key()) as usize % SLOTS)
    }
}

impl MoveMemory for Correction {
    #[inline]
    fn correct(&self, at: &Node<'_>) -> Value {
        let (pawns, hands) = Correction::slots(at);
        Value::from_cp((self.pawns[pawns] + self.hands[hands]) / (2 * GRAIN))
    }

    /// An error counts if the bound does not leave it open which way it goes, and if the best move is quiet: what a
    /// capture wins is no fault of the evaluation.
    #[inline]
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        let Some(evaluation) = at.static_value else { return };
        let open = match outcome.bound {
            Bound::Lower => outcome.value <= evaluation,
            Bound::Upper => outcome.value >= evaluation,
            Bound::Exact => false,
        };
        if open || outcome.value.is_mate() || at.is_capture(outcome.best) {
            return;
        }
        let error = (outcome.value - evaluation).cp().clamp(-400, 400) * GRAIN;
        let weight = (self.rate * at.depth.whole_plies().clamp(1, 16)).clamp(0, 128);
        let (pawns, hands) = Correction::slots(at);
        for slot in [&mut self.pawns[pawns], &mut self.hands[hands]] {
            *slot = (*slot + error * weight / 256).clamp(-MOST, MOST);
        }
    }

    fn forget(&mut self) {
        self.pawns.fill(0);
        self.hands.fill(0);
    }
}

#[cfg(test)]
mod tests {
    use komadai_core::Position;

    use super::*;
    use crate::depth::Depth;

    fn position(sfen: &str) -> Position {
        sfen.parse().unwrap()
    }

    /// A node of four plies evaluated as 50, whose value turned out to be `value`.
    fn record(memory: &mut Correction, pos: &Position, best: &str, value: Value, bound: Bound) {
        let at = Node { depth: Depth::plies(4), static_value: Some(Value::from_cp(50)), ..Node::new(pos) };
        memory.record(&at, &Outcome { best: best.parse().unwrap(), value, bound });
    }

    fn correct(memory: &Correction, pos: &Position) -> i32 {
        memory.correct(&Node::new(pos)).cp()
    }

    #[test]
    fn it_moves_toward_the_error_and_no_further_than_200() {
        let pos = Position::startpos();
        for (value, sign) in [(250, 1), (-250, -1)] {
            let mut memory = Correction::with_rate(2);
            let mut before = 0;
            for _ in 0..20 {
                record(&mut memory, &pos, "7g7f", Value::from_cp(value), Bound::Exact);
                let now = correct(&memory, &pos) * sign;
                assert!(now > before || now == 200, "{now} after {before}");
                before = now;
            }
            for _ in 0..1_000 {
                record(&mut memory, &pos, "7g7f", Value::from_cp(29_999 * sign), Bound::Exact);
            }
            assert_eq!(correct(&memory, &pos), 200 * sign);
            memory.forget();
            assert_eq!((correct(&memory, &pos), &memory), (0, &Correction::with_rate(2)));
        }
    }

    #[test]
    fn deeper_nodes_count_for_more() {
        let pos = Position::startpos();
        let after = |plies| {
            let mut memory = Correction::with_rate(2);
            let at = Node { depth: Depth::plies(plies), static_value: Some(Value::ZERO), ..Node::new(&pos) };
            let best = "7g7f".parse().unwrap();
            memory.record(&at, &Outcome { best, value: Value::from_cp(400), bound: Bound::Exact });
            correct(&memory, &pos)
        };
        // 400 × 2 × depth / 256, at most 16 plies and at least one.
        assert_eq!([0, 1, 4, 16, 40].map(after), [3, 3, 12, 50, 50]);
    }

    #[test]
    fn it_learns_nothing_from_open_bounds_captures_mates_and_unknown_evaluations() {
        let pos = position("4k4/9/7p1/9/9/9/9/7R1/4K4 b - 1");
        let untouched = Correction::with_rate(2);
        let learned = |best: &str, value: Value, bound| {
            let mut memory = Correction::with_rate(2);
            record(&mut memory, &pos, best, value, bound);
            memory != untouched
        };
        let cp = Value::from_cp;
        // Errors of one are too small to see after the rounding: a hundred of them.
        let (above, below) = (cp(150), cp(-50));
        for (best, value, bound, learns) in [
            ("2h3h", above, Bound::Lower, true),
            ("2h3h", cp(50), Bound::Lower, false),
            ("2h3h", below, Bound::Lower, false),
            ("2h3h", below, Bound::Upper, true),
            ("2h3h", cp(50), Bound::Upper, false),
            ("2h3h", above, Bound::Upper, false),
            ("2h3h", above, Bound::Exact, true),
            ("2h3h", below, Bound::Exact, true),
            // A capture, a mate.
            ("2h2c", cp(250), Bound::Exact, false),
            ("2h3h", Value::mate_in(3), Bound::Exact, false),
        ] {
            assert_eq!(learned(best, value, bound), learns, "{best} {value:?} {bound:?}");
        }
        let mut memory = Correction::with_rate(2);
        let outcome = Outcome { best: "2h3h".parse().unwrap(), value: cp(250), bound: Bound::Exact };
        memory.record(&Node::new(&pos), &outcome);
        assert_eq!(memory, untouched, "no evaluation");
    }

    #[test]
    fn it_tells_pawns_hands_and_sides_apart() {
        let mut memory = Correction::with_rate(2);
        let pos = position("4k4/9/7p1/9/9/9/9/7R1/4K4 b N 1");
        (0..20).for_each(|_| record(&mut memory, &pos, "2h3h", Value::from_cp(450), Bound::Exact));
        let both = correct(&memory, &pos);
        assert!(both > 0);
        for (other, share) in [
            // The rook and the king say nothing.
            ("3k5/9/7p1/9/9/9/9/1R7/4K4 b N 1", 2),
            // Other pawns, or another hand: half of what is known.
            ("4k4/9/8p/9/9/9/9/7R1/4K4 b N 1", 1),
            ("4k4/9/7p1/9/9/9/9/7R1/4K4 b n 1", 1),
            ("4k4/9/8p/9/9/9/9/7R1/4K4 b - 1", 0),
            ("4k4/9/7p1/9/9/9/9/7R1/4K4 w N 1", 0),
        ] {
            assert_eq!(correct(&memory, &position(other)), both * share / 2, "{other}");
        }
    }
}

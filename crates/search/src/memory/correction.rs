//! Correction history: the error of the evaluation in positions with the same pawns or hands.

use komadai_core::{Color, PieceKind, Value, rng};

use super::MoveMemory;
use super::replies::Cells;
use crate::bound::Bound;
use crate::node::{Node, Outcome};
use crate::parameters::{parameters, with};

/// Slots of a table; a power of two.
const SLOTS: usize = 1 << 12;
/// Errors are kept in 1/64 centipawn.
const GRAIN: i32 = 64;
/// The largest absolute value of a slot.
const MOST: i32 = 200 * GRAIN;

parameters! {
    /// Correction history: corrects the evaluation by its error at nodes with the same pawns, and at nodes with the
    /// same pieces in hand.
    ///
    /// A finished node teaches the difference between its value and its [static value](Node::static_value), which the
    /// table may have corrected already. Corrections lie within ±200 centipawns. If no pruning reads the static value,
    /// inner nodes have none, and nothing is learnt.
    ///
    /// Today's engines keep it by pawns, by pieces and by the last moves; none of the papers behind this project mentions it.
    /// The less an evaluation knows, the more is left to learn: material knows nothing of where pawns stand.
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

with!(Correction);

impl Correction {
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

    /// An error counts if the bound tells its sign and the best move captures nothing: what a capture wins is no error
    /// of the evaluation.
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

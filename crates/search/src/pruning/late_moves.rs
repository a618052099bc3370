//! Near the leaves, moves are skipped: the last quiet ones of a node, and those that lose material.

use komadai_core::{Move, PieceValues, Value, see};

use super::ForwardPruning;
use crate::depth::Depth;
use crate::node::Node;
use crate::parameters::parameters;

/// Whether alpha is a mate, or all moves so far lose by perpetual check, the least value of all but mates: a losing
/// side looks at every move.
#[inline]
fn is_decided(at: &Node<'_>) -> bool {
    at.alpha.is_mate() || at.alpha == -Value::MAX_EVAL
}

parameters! {
    /// Late move pruning (move count pruning): skips quiet moves near the leaves, once enough moves have been searched.
    ///
    /// Enough are `base + depth²` moves (depth in plies), half as many if the evaluation has not risen since this side
    /// moved last: the form of today's engines (Stockfish 3 + d² in chess). Checks are always searched: in shogi they
    /// are the quiet moves that are missed most.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct LateMovePruning {
        /// Largest budget at which it is tried.
        pub to_depth: Depth = Depth::plies(8),
        /// Number of moves searched at a budget of zero.
        pub base: i32 = 7,
        /// Whether moves are skipped at nodes with an open window as well.
        pub open: bool = true,
    }
}

impl ForwardPruning for LateMovePruning {
    fn uses_static_value(&self) -> bool {
        true
    }

    #[inline]
    fn skip_quiets(&self, at: &Node<'_>, order: usize) -> Option<&'static str> {
        if at.depth > self.to_depth || at.in_check || !self.open && at.is_pv() || is_decided(at) {
            return None;
        }
        let depth = at.depth.units();
        let square = depth * depth / (Depth::UNITS * Depth::UNITS);
        let enough = (self.base + square) / if at.improving { 1 } else { 2 };
        (order as i32 >= enough).then_some("late move pruning")
    }
}

parameters! {
    /// Exchange (SEE) pruning: skips moves whose static exchange value is too low for the remaining budget.
    ///
    /// Shogi has many such moves: a piece can be dropped on any square, guarded or not. Quiet moves may lose `quiet ×
    /// depth²`, the form of Stockfish (23 there, on its own scale), captures `capture × depth` (depth in plies).
    #[derive(Clone, Debug, PartialEq)]
    pub struct ExchangePruning {
        /// Largest budget at which it is tried.
        pub to_depth: Depth = Depth::plies(8),
        /// What a quiet move may lose, in centipawns, times the square of the depth in plies.
        pub quiet: i32 = 14,
        /// What a capture or promotion may lose, in centipawns, times the depth in plies.
        pub capture: i32 = 260,
        /// Values by which exchanges are counted.
        pub values: PieceValues = PieceValues::default(),
    }
}

impl ForwardPruning for ExchangePruning {
    #[inline]
    fn skip(&self, at: &Node<'_>, mv: Move, _: usize) -> Option<&'static str> {
        if at.holds && self.capture >= 0 || at.depth > self.to_depth || at.in_check || is_decided(at) {
            return None;
        }
        let depth = at.depth.units();
        let loss = if mv.is_promotion() || at.is_capture(mv) {
            self.capture * depth / Depth::UNITS
        } else {
            self.quiet * depth * depth / (Depth::UNITS * Depth::UNITS)
        };
        (!see::at_least(at.pos, mv, -loss, &self.values)).then_some("exchange pruning")
    }
}

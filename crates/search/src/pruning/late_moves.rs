//! Near the leaves, moves are skipped: the last quiet ones of a node, and those that lose material.

use komadai_core::{Move, PieceValues, see};

use super::ForwardPruning;
use crate::depth::Depth;
use crate::node::Node;

/// Late move pruning (move count pruning): skips quiet moves near the leaves, once enough moves have been searched.
///
/// Enough are `base + depth²` moves (depth in plies), half as many where the evaluation has not risen since this side
/// moved last: the form of today's engines (Stockfish 3 + d² in chess). Checks are searched all the same: in shogi they
/// are the quiet moves that are missed most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateMovePruning {
    /// Largest budget at which it is tried.
    pub to_depth: Depth,
    /// Number of moves searched at a budget of zero.
    pub base: i32,
    /// Whether moves are skipped at nodes with an open window as well.
    pub open: bool,
}

impl Default for LateMovePruning {
    fn default() -> Self {
        Self { to_depth: Depth::plies(8), base: 7, open: true }
    }
}

impl ForwardPruning for LateMovePruning {
    fn name(&self) -> &'static str {
        "late move pruning"
    }
    fn uses_static_value(&self) -> bool {
        true
    }

    #[inline]
    fn skip_quiets(&self, at: &Node<'_>, order: usize) -> Option<&'static str> {
        if at.depth > self.to_depth || at.in_check || !self.open && at.is_pv() || at.alpha.is_mate() {
            return None;
        }
        let depth = at.depth.units();
        let square = depth * depth / (Depth::UNITS * Depth::UNITS);
        let enough = (self.base + square) / if at.improving { 1 } else { 2 };
        (order as i32 >= enough).then_some(self.name())
    }
}

/// Exchange (SEE) pruning: skips moves whose static exchange value is too low for the remaining budget.
///
/// Shogi has many such moves: a piece can be dropped on any square, guarded or not. Quiet moves may lose `quiet ×
/// depth²`, the form of Stockfish (23 there, on its own scale), captures `capture × depth` (depth in plies).
#[derive(Clone, Debug, PartialEq)]
pub struct ExchangePruning {
    /// Largest budget at which it is tried.
    pub to_depth: Depth,
    /// What a quiet move may lose, in centipawns, times the square of the depth in plies.
    pub quiet: i32,
    /// What a capture or promotion may lose, in centipawns, times the depth in plies.
    pub capture: i32,
    /// Values by which exchanges are counted.
    pub values: PieceValues,
}

impl Default for ExchangePruning {
    fn default() -> Self {
        Self { to_depth: Depth::plies(8), quiet: 14, capture: 160, values: PieceValues::default() }
    }
}

impl ForwardPruning for ExchangePruning {
    fn name(&self) -> &'static str {
        "exchange pruning"
    }

    #[inline]
    fn skip(&self, at: &Node<'_>, mv: Move, _: usize) -> Option<&'static str> {
        if at.holds && self.capture >= 0 || at.depth > self.to_depth || at.in_check || at.alpha.is_mate() {
            return None;
        }
        let depth = at.depth.units();
        let loss = if mv.is_promotion() || at.is_capture(mv) {
            self.capture * depth / Depth::UNITS
        } else {
            self.quiet * depth * depth / (Depth::UNITS * Depth::UNITS)
        };
        (!see::at_least(at.pos, mv, -loss, &self.values)).then_some(self.name())
    }
}

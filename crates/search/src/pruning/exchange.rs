//! Pruning by exchange: moves that give material away are not looked at near the leaves.

use komadai_core::{Move, PieceValues, Value, see};

use super::ForwardPruning;
use crate::depth::Depth;
use crate::node::Node;
use crate::probe::Probe;

/// Leaves out moves whose static exchange value (SEE) is too low for the budget that is left.
///
/// Shogi has many such moves: a piece can be dropped on any square, guarded or not. Quiet moves may lose `quiet ×
/// depth²`, the form of Stockfish (23 there, on its own scale), captures `capture × depth` (depth in plies).
#[derive(Clone, Debug, PartialEq)]
pub struct ExchangePruning {
    /// Largest budget at which it is tried.
    pub to_depth: Depth,
    /// What a quiet move may lose, times the square of the depth.
    pub quiet: i32,
    /// What a capture or promotion may lose, times the depth.
    pub capture: i32,
    /// Values by which exchanges are counted.
    pub values: PieceValues,
}

impl Default for ExchangePruning {
    fn default() -> Self {
        Self { to_depth: Depth::plies(8), quiet: 20, capture: 100, values: PieceValues::default() }
    }
}

impl ForwardPruning for ExchangePruning {
    const NAME: &'static str = "exchange pruning";

    #[inline]
    fn prune<P: Probe>(&self, _: &mut P) -> Option<Value> {
        None
    }

    #[inline]
    fn skip(&self, at: &Node<'_>, mv: Move, _: usize) -> bool {
        if at.depth > self.to_depth || at.in_check || at.alpha.is_mate() {
            return false;
        }
        let depth = at.depth.units();
        let loss = if mv.is_promotion() || at.is_capture(mv) {
            self.capture * depth / Depth::UNITS
        } else {
            self.quiet * depth * depth / (Depth::UNITS * Depth::UNITS)
        };
        !see::at_least(at.pos, mv, -loss, &self.values)
    }

    #[inline]
    fn looks_back(&self) -> bool {
        false
    }
}

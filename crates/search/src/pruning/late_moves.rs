//! Late move pruning: after so many moves without success, the quiet ones that are left are not looked at.

use komadai_core::{Move, Value};

use super::ForwardPruning;
use crate::depth::Depth;
use crate::node::Node;
use crate::probe::Probe;

/// Leaves out quiet moves once enough have been tried, near the leaves.
///
/// Enough are `base + depth²` moves (depth in plies), half as many where the evaluation has not risen since this side
/// moved last: the form of today's engines (Stockfish 3 + d²). Checks are looked at all the same, because in shogi
/// they are what a quiet move is most often missed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateMovePruning {
    /// Largest budget at which it is tried.
    pub to_depth: Depth,
    /// Moves looked at without any budget.
    pub base: i32,
}

impl Default for LateMovePruning {
    fn default() -> Self {
        Self { to_depth: Depth::plies(8), base: 3 }
    }
}

impl ForwardPruning for LateMovePruning {
    const NAME: &'static str = "late move pruning";
    const USES_STATIC_VALUE: bool = true;

    #[inline]
    fn prune<P: Probe>(&self, _: &mut P) -> Option<Value> {
        None
    }

    #[inline]
    fn skip(&self, at: &Node<'_>, mv: Move, order: usize) -> bool {
        if at.depth > self.to_depth || at.in_check || at.is_pv() || at.alpha.is_mate() {
            return false;
        }
        let depth = at.depth.units();
        let square = depth * depth / (Depth::UNITS * Depth::UNITS);
        let enough = (self.base + square) / if at.improving { 1 } else { 2 };
        order as i32 >= enough && !mv.is_promotion() && !at.is_capture(mv) && !at.pos.gives_check(mv)
    }

    #[inline]
    fn looks_back(&self) -> bool {
        false
    }
}

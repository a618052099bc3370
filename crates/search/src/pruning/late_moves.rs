//! Late move pruning: near the leaves, the last quiet moves of a node are skipped.

use super::ForwardPruning;
use crate::depth::Depth;
use crate::node::Node;

/// Late move pruning (move count pruning): skips quiet moves near the leaves, once enough moves have been searched.
///
/// Enough are `base + depth²` moves (depth in plies), half as many where the evaluation has not risen since this side
/// moved last: the form of today's engines (Stockfish 3 + d² in chess). Checks are searched all the same: in shogi they
/// are the quiet moves that are missed most.
///
/// ```
/// use komadai_eval::Material;
/// use komadai_search::{LateMovePruning, Searcher};
///
/// let searcher = Searcher::new(Material::default()).pruning(LateMovePruning::default());
/// ```
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

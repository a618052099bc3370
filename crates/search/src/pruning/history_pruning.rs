//! History pruning: near the leaves, quiet moves that have failed elsewhere are skipped.

use komadai_core::Move;

use super::ForwardPruning;
use crate::depth::Depth;
use crate::node::Node;

/// History pruning: skips quiet moves whose score in the histories lies below `−per_ply × depth` (depth in plies).
///
/// The score is [`Node::score`]: without a memory that scores moves it is 0, and nothing is skipped. Checks are searched all
/// the same. Stockfish skips below −4,100 × depth of its continuation histories, near the leaves.
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::Material;
/// use komadai_search::{History, HistoryPruning, Limits, Searcher};
///
/// let mut searcher =
///     Searcher::new(Material::default()).memory(History::default()).pruning(HistoryPruning::default());
/// assert!(searcher.search(&Position::startpos(), &Limits::depth(3)).best.is_some());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistoryPruning {
    /// Largest budget at which it is tried.
    pub to_depth: Depth,
    /// By how much a score must lie below 0, for each ply of budget.
    pub per_ply: i32,
}

impl Default for HistoryPruning {
    fn default() -> Self {
        Self { to_depth: Depth::plies(5), per_ply: 4_000 }
    }
}

impl ForwardPruning for HistoryPruning {
    const NAME: &'static str = "history pruning";

    #[inline]
    fn skip(&self, at: &Node<'_>, mv: Move, _: usize) -> bool {
        at.depth <= self.to_depth
            && !at.alpha.is_mate()
            && i64::from(at.score) * i64::from(Depth::UNITS)
                < -i64::from(self.per_ply) * i64::from(at.depth.units())
            && at.is_quiet(mv)
            && !at.pos.gives_check(mv)
    }

    #[inline]
    fn looks_back(&self) -> bool {
        false
    }
}

//! A pass searched for what it teaches: the memories learn the threat, and no node is pruned \[R2\].

use komadai_core::Value;

use super::ForwardPruning;
use crate::depth::Depth;
use crate::engine::probe::Probe;

/// Searches a pass with a null window at every node out of check with budget left, and prunes nothing.
///
/// [`PassBest`](crate::PassBest) remembers the reply that refutes a pass. Null-move pruning passes at few nodes: with much budget,
/// with a null window, where the evaluation is beta or more. In TACOS passes are moves of the tree (paper 000, section 3.1.2), so
/// that every node out of check teaches the threat behind it. This part does the same and leaves the value of the node as it is;
/// what it costs in nodes is the price of the lesson.
///
/// Not tried in check, as in the thesis, after another pass, nor where beta is a distance to mate. Beside
/// [`NullMove`](super::NullMove) it comes second, so that a node which that prunes is not passed at twice.
///
/// ```
/// use komadai_eval::Material;
/// use komadai_search::{NullWindowPass, PassBest, Searcher};
///
/// let searcher = Searcher::new(Material::default()).memory(PassBest::default()).pruning(NullWindowPass::default());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NullWindowPass {
    /// Smallest budget at which it is tried: any by default.
    pub from_depth: Depth,
    /// What the pass takes from the budget: two plies by default. The thesis prints no number; with one ply, what an average move
    /// costs, passes would take as many nodes as the search of a first move.
    pub cost: Depth,
}

impl Default for NullWindowPass {
    fn default() -> Self {
        Self { from_depth: Depth::from_units(1), cost: Depth::plies(2) }
    }
}

impl ForwardPruning for NullWindowPass {
    fn name(&self) -> &'static str {
        "null-window pass"
    }

    #[inline]
    fn prune(&self, probe: &mut dyn Probe) -> Option<(Value, &'static str)> {
        let at = probe.node();
        let (depth, beta) = (at.depth, at.beta);
        if depth >= self.from_depth && !at.in_check && !at.after_pass() && !beta.is_mate() {
            probe.pass(depth - self.cost, beta);
        }
        None
    }
}

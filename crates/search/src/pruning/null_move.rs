//! Passes: null-move pruning of nodes where even a pass stays above beta \[R10\], and a pass searched only for what it
//! teaches \[R2\].

use komadai_core::Value;

use super::ForwardPruning;
use crate::depth::Depth;
use crate::engine::probe::Probe;
use crate::parameters::parameters;

parameters! {
    /// Null-move pruning: passes and searches the reply less deep; a value of beta or more prunes the node.
    ///
    /// Shogi has almost no zugzwang, so that no verification follows as in chess. Not tried in check, after another
    /// pass, with an open window, if the evaluation is below beta (it would nearly always fail), or if beta is a
    /// distance to mate, about which a pass says nothing.
    ///
    /// ```
    /// use komadai_eval::Material;
    /// use komadai_search::{Depth, NullMove, Searcher};
    ///
    /// let searcher = Searcher::new(Material::default())
    ///     .pruning(NullMove { reduction: Depth::plies(2), ..NullMove::default() });
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct NullMove {
        /// Smallest budget at which it is tried.
        pub from_depth: Depth = Depth::plies(2),
        /// Reduction at any depth. Engines of paper 002's time used two plies; Gikou takes three and a fourth of the depth.
        pub reduction: Depth = Depth::from_units(210),
        /// Budget that adds one ply to the reduction (Gikou: a fourth of the depth).
        pub ply_for: Depth = Depth::plies(4),
    }
}

impl ForwardPruning for NullMove {
    fn uses_static_value(&self) -> bool {
        true
    }

    #[inline]
    fn prune(&self, probe: &mut dyn Probe) -> Option<(Value, &'static str)> {
        let at = probe.node();
        let (depth, beta) = (at.depth, at.beta);
        if depth < self.from_depth || at.in_check || at.after_pass() || at.is_pv() || beta.is_mate() {
            return None;
        }
        if at.static_value? < beta {
            return None;
        }
        let more = Depth::plies(depth.units() / self.ply_for.units().max(1));
        let value = probe.pass(depth - Depth::PLY - self.reduction - more, beta);
        // A mate after a pass is no real mate: passing is illegal.
        (value >= beta).then(|| (value.min(Value::MAX_EVAL), "null move"))
    }
}

parameters! {
    /// Searches a pass with a null window at every node out of check with budget left, and prunes nothing.
    ///
    /// [`PassBest`](crate::PassBest) remembers the reply that refutes a pass. Null-move pruning passes at few nodes:
    /// only with enough budget, a null window and an evaluation of beta or more. In TACOS passes are moves of the tree
    /// (paper 000, section 3.1.2), so that every node out of check teaches the threat behind it. This part does the
    /// same and leaves the value of the node as it is; its cost in nodes is the price of the lesson.
    ///
    /// Not tried in check (as in the thesis), after another pass, or if beta is a distance to mate. Put it after
    /// [`NullMove`], so that a node pruned by that is not passed at twice.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct NullWindowPass {
        /// What the pass takes from the budget: two plies by default. The thesis prints no number; with one ply, what an average move
        /// costs, passes would take as many nodes as the search of a first move.
        pub cost: Depth = Depth::plies(2),
    }
}

impl ForwardPruning for NullWindowPass {
    #[inline]
    fn prune(&self, probe: &mut dyn Probe) -> Option<(Value, &'static str)> {
        let at = probe.node();
        let (depth, beta) = (at.depth, at.beta);
        if !at.in_check && !at.after_pass() && !beta.is_mate() {
            probe.pass(depth - self.cost, beta);
        }
        None
    }
}

//! Null-move pruning: if passing is still good enough, a move will be \[R10\].

use komadai_core::Value;

use super::ForwardPruning;
use crate::depth::Depth;
use crate::probe::Probe;

/// Passes and searches the reply less deep; a result of beta or more gives the node up.
///
/// Shogi knows almost no zugzwang, so that no verification follows as in chess. Not tried in check, after
/// another pass, with an open window, where the evaluation is below beta (it would nearly always fail), or when
/// beta is a distance to mate, which a pass says nothing about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NullMove {
    /// Smallest budget at which it is tried.
    pub from_depth: Depth,
    /// Reduction at any depth. Engines of paper 002's time used two plies; Gikou takes three and a fourth of the depth.
    pub reduction: Depth,
    /// One ply of reduction more for this much budget (Gikou: a fourth of the depth).
    pub ply_for: Depth,
}

impl Default for NullMove {
    fn default() -> Self {
        Self { from_depth: Depth::plies(2), reduction: Depth::plies(3), ply_for: Depth::plies(4) }
    }
}

impl ForwardPruning for NullMove {
    const NAME: &'static str = "null move";
    const USES_STATIC_VALUE: bool = true;

    #[inline]
    fn prune<P: Probe>(&self, probe: &mut P) -> Option<Value> {
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
        // A mate after a pass is no mate of ours: one may not pass.
        (value >= beta).then(|| value.min(Value::MAX_EVAL))
    }
}

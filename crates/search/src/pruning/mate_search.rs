//! A mate solver asked at chosen nodes: what it proves needs no search.

use komadai_core::{Mate, Value};

use super::ForwardPruning;
use crate::depth::Depth;
use crate::node::MAX_PLY;
use crate::probe::Probe;

/// Asks the searcher's mate solver at every node with enough budget; a node with a proven mate is given up with it.
///
/// The solver says that there is a mate, not how long it is. The value is that of a mate at the end of the longest
/// path ([`MateSearch::VALUE`]), so that a mate whose length the search knows is preferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MateSearch {
    /// Smallest budget at which it is asked.
    pub from_depth: Depth,
    /// Nodes for each question.
    pub nodes: u64,
}

impl MateSearch {
    /// What a mate of the solver is worth to the side that mates: a mate at the end of the longest path.
    pub const VALUE: Value = Value::mate_in(MAX_PLY as u16);
}

impl Default for MateSearch {
    fn default() -> Self {
        Self { from_depth: Depth::plies(4), nodes: 50 }
    }
}

impl ForwardPruning for MateSearch {
    const NAME: &'static str = "mate search";

    fn prune<P: Probe>(&self, probe: &mut P) -> Option<Value> {
        let at = probe.node();
        if at.depth < self.from_depth || at.in_check || at.alpha.is_mate() {
            return None;
        }
        let mate = probe.find_mate(self.nodes);
        matches!(mate, Mate::Mate(_)).then_some(MateSearch::VALUE)
    }

    #[inline]
    fn looks_back(&self) -> bool {
        false
    }
}

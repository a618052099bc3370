//! Futility pruning: near the leaves, an evaluation far outside the window decides \[R10\] \[R21\].

use komadai_core::{Move, Value};

use super::ForwardPruning;
use super::margin::{LinearMargin, MarginModel};
use crate::depth::Depth;
use crate::node::Node;
use crate::probe::Probe;

/// Futility pruning, of nodes and of moves, with one margin.
///
/// A node is pruned when its evaluation less the margin still reaches beta (`nodes`: reverse futility); a quiet move
/// is skipped when the evaluation plus the margin does not reach alpha (`moves`: extended futility, further than
/// one ply from the leaves). Not in check, not while alpha or beta is a distance to mate, and nodes
/// not with an open window.
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::Material;
/// use komadai_search::pruning::LinearMargin;
/// use komadai_search::{Futility, Limits, Searcher};
///
/// let mut searcher = Searcher::new(Material::default()).pruning(Futility::with(LinearMargin::default()));
/// assert!(searcher.search(&Position::startpos(), &Limits::depth(3)).best.is_some());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Futility<M = LinearMargin> {
    /// Largest budget at which it is tried.
    pub to_depth: Depth,
    /// The margin between the evaluation and a search with the remaining budget.
    pub margin: M,
    /// Whether nodes are pruned (reverse futility).
    pub nodes: bool,
    /// Whether quiet moves are skipped (extended futility).
    pub moves: bool,
    /// Whether moves are skipped at nodes with an open window as well; nodes with one are never pruned.
    pub open: bool,
}

impl<M> Futility<M> {
    /// Pruning of nodes and of moves with this margin.
    pub fn with(margin: M) -> Self {
        Futility { to_depth: Depth::plies(6), margin, nodes: true, moves: true, open: true }
    }
}

impl Default for Futility {
    fn default() -> Self {
        Self::with(LinearMargin::default())
    }
}

impl<M: MarginModel> Futility<M> {
    #[inline]
    fn margin(&self, at: &Node<'_>) -> Value {
        self.margin.margin(at.pos, Depth::ZERO, at.depth)
    }

    #[inline]
    fn applies(&self, at: &Node<'_>, open: bool) -> bool {
        let window = open && !at.alpha.is_mate() || !at.is_pv() && !at.alpha.is_mate() && !at.beta.is_mate();
        at.depth <= self.to_depth && !at.in_check && window
    }
}

impl<M: MarginModel> ForwardPruning for Futility<M> {
    const NAME: &'static str = "futility";
    const USES_STATIC_VALUE: bool = true;

    #[inline]
    fn prune<P: Probe>(&self, probe: &mut P) -> Option<Value> {
        let at = probe.node();
        if !self.nodes || !self.applies(&at, false) {
            return None;
        }
        let low = at.static_value? - self.margin(&at);
        (low >= at.beta).then_some(low)
    }

    #[inline]
    fn skip(&self, at: &Node<'_>, mv: Move, _: usize) -> bool {
        let Some(value) = at.static_value.filter(|_| self.moves) else { return false };
        self.applies(at, self.open)
            && at.is_quiet(mv)
            && value + self.margin(at) <= at.alpha
            && !at.pos.gives_check(mv)
    }

    #[inline]
    fn looks_back(&self) -> bool {
        false
    }
}

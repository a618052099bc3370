//! Futility pruning: near the leaves, an evaluation far outside the window is believed \[R10\] \[R21\].

use komadai_core::{Move, Value};

use super::ForwardPruning;
use super::margin::{LinearMargin, MarginModel};
use crate::depth::Depth;
use crate::node::Node;
use crate::probe::Probe;

/// Two tests with one margin.
///
/// A node is given up when its evaluation less the margin still reaches beta (`nodes`: reverse futility); a quiet move
/// is left out when the evaluation plus the margin does not reach alpha (`moves`: extended futility, further than
/// one ply from the leaves). Not in check, not with an open window, and not while alpha or beta is a distance to mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Futility<M = LinearMargin> {
    /// Largest budget at which it is tried.
    pub to_depth: Depth,
    /// The margin between the evaluation and a search of the budget that is left.
    pub margin: M,
    /// Whether nodes are given up.
    pub nodes: bool,
    /// Whether moves are left out.
    pub moves: bool,
}

impl<M> Futility<M> {
    /// Both tests with this margin.
    pub fn with(margin: M) -> Self {
        Futility { to_depth: Depth::plies(6), margin, nodes: true, moves: true }
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
    fn applies(&self, at: &Node<'_>) -> bool {
        at.depth <= self.to_depth && !at.in_check && !at.is_pv() && !at.alpha.is_mate() && !at.beta.is_mate()
    }
}

impl<M: MarginModel> ForwardPruning for Futility<M> {
    const NAME: &'static str = "futility";
    const USES_STATIC_VALUE: bool = true;

    #[inline]
    fn prune<P: Probe>(&self, probe: &mut P) -> Option<Value> {
        let at = probe.node();
        if !self.nodes || !self.applies(&at) {
            return None;
        }
        let low = at.static_value? - self.margin(&at);
        (low >= at.beta).then_some(low)
    }

    #[inline]
    fn skip(&self, at: &Node<'_>, mv: Move, _: usize) -> bool {
        let Some(value) = at.static_value.filter(|_| self.moves) else { return false };
        self.applies(at)
            && !mv.is_promotion()
            && !at.is_capture(mv)
            && value + self.margin(at) <= at.alpha
            && !at.pos.gives_check(mv)
    }

    #[inline]
    fn looks_back(&self) -> bool {
        false
    }
}

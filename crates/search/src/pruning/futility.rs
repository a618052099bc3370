//! Near the leaves, an evaluation far outside the window decides, alone or confirmed by quiescence \[R10\] \[R21\].

use komadai_core::Value;

use super::ForwardPruning;
use super::margin::{self, LinearMargin, MarginModel, Side};
use crate::depth::Depth;
use crate::engine::probe::Probe;
use crate::node::Node;
use crate::parameters::parameters;

/// Futility pruning, of nodes and of moves, with one margin.
///
/// A node is pruned when its evaluation less the margin still reaches beta (`nodes`: reverse futility); a quiet move
/// is skipped when the evaluation plus the margin does not reach alpha (`moves`: extended futility).
/// Neither is tried in check or while alpha is a distance to mate; nodes are also not pruned with an open window or if
/// beta is a distance to mate.
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
    /// Whether moves are skipped with an open window, or with a beta that is a distance to mate, as well; nodes are never
    /// pruned there.
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
    fn margin(&self, at: &Node<'_>, side: Side) -> Option<Value> {
        margin::of(&self.margin, at.pos, Depth::ZERO, at.depth, side)
    }

    #[inline]
    fn applies(&self, at: &Node<'_>) -> bool {
        at.depth <= self.to_depth && !at.in_check && !at.alpha.is_mate()
    }
}

/// Whether the window is null and its upper end an evaluation, not a distance to mate.
#[inline]
fn is_closed(at: &Node<'_>) -> bool {
    !at.is_pv() && !at.beta.is_mate()
}

impl<M: MarginModel> ForwardPruning for Futility<M> {
    fn uses_static_value(&self) -> bool {
        true
    }

    #[inline]
    fn prune(&self, probe: &mut dyn Probe) -> Option<(Value, &'static str)> {
        let at = probe.node();
        if !self.nodes || !self.applies(&at) || !is_closed(&at) {
            return None;
        }
        let low = at.static_value? - self.margin(&at, Side::AboveBeta)?;
        (low >= at.beta).then_some((low, "futility"))
    }

    #[inline]
    fn skip_quiets(&self, at: &Node<'_>, _: usize) -> Option<&'static str> {
        let value = at.static_value.filter(|_| self.moves)?;
        let far = self.applies(at)
            && (self.open || is_closed(at))
            && self.margin(at, Side::BelowAlpha).is_some_and(|margin| value + margin <= at.alpha);
        far.then_some("futility")
    }
}

parameters! {
    /// Razoring: prunes a node whose evaluation lies far below alpha, if quiescence confirms it.
    ///
    /// The margin is `base + per_square × depth²` (depth in plies), the form of Stockfish; sunfish4 has a margin for each
    /// of four depths, `GPSFish` one that grows linearly.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Razoring {
        /// Largest budget at which it is tried.
        pub to_depth: Depth = Depth::plies(5),
        /// Margin at a budget of zero.
        pub base: Value = Value::from_cp(300),
        /// Margin added for the square of the depth in plies.
        pub per_square: Value = Value::from_cp(180),
    }
}

impl ForwardPruning for Razoring {
    fn uses_static_value(&self) -> bool {
        true
    }

    #[inline]
    fn prune(&self, probe: &mut dyn Probe) -> Option<(Value, &'static str)> {
        let at = probe.node();
        let (depth, alpha, beta) = (at.depth, at.alpha, at.beta);
        if depth > self.to_depth || at.in_check || at.is_pv() || alpha.is_mate() {
            return None;
        }
        let square = depth.units() * depth.units() / (Depth::UNITS * Depth::UNITS);
        let margin = Value::from_cp(self.base.cp() + self.per_square.cp().saturating_mul(square));
        if at.static_value? + margin > alpha {
            return None;
        }
        let value = probe.verify(Depth::ZERO, alpha, beta);
        (value <= alpha).then_some((value, "razoring"))
    }
}

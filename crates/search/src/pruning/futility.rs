//! Futility pruning: near the leaves, an evaluation far outside the window is believed \[R10\] \[R21\].

use komadai_core::{Move, Value};

use super::{ForwardPruning, Probe};
use crate::{Depth, Node};

/// Two tests with one margin, which grows linearly with the budget that is left.
///
/// A node is given up when its evaluation less the margin still reaches beta; a quiet move is left out when
/// the evaluation plus the margin does not reach alpha (extended futility). Not in check, not with an open
/// window, and not while alpha or beta is a distance to mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Futility {
    /// Largest budget at which it is tried.
    pub to_depth: Depth,
    /// Margin at no budget. \[R21\] lists fixed margins first; paper 002 gives no figure. Ours is between a
    /// pawn and a lance of paper 001.
    pub base: Value,
    /// Margin added for each ply of budget; `YaneuraOu` takes 76, apery 75.
    pub per_ply: Value,
}

impl Default for Futility {
    fn default() -> Self {
        Self { to_depth: Depth::plies(6), base: Value::from_cp(150), per_ply: Value::from_cp(100) }
    }
}

impl Futility {
    #[inline]
    fn margin(&self, depth: Depth) -> Value {
        let scaled = i64::from(self.per_ply.cp()) * i64::from(depth.units()) / i64::from(Depth::UNITS);
        self.base + Value::from_cp(scaled as i32)
    }

    #[inline]
    fn applies(&self, at: &Node<'_>) -> bool {
        at.depth <= self.to_depth && !at.in_check && !at.is_pv() && !at.alpha.is_mate() && !at.beta.is_mate()
    }
}

impl ForwardPruning for Futility {
    const NAME: &'static str = "futility";
    const USES_STATIC_VALUE: bool = true;

    #[inline]
    fn prune<P: Probe>(&self, probe: &mut P) -> Option<Value> {
        let at = probe.node();
        if !self.applies(&at) {
            return None;
        }
        let low = at.static_value? - self.margin(at.depth);
        (low >= at.beta).then_some(low)
    }

    #[inline]
    fn skip(&self, at: &Node<'_>, mv: Move, _: usize) -> bool {
        let Some(value) = at.static_value else { return false };
        self.applies(at)
            && !mv.is_promotion()
            && !at.is_capture(mv)
            && value + self.margin(at.depth) <= at.alpha
            && !at.pos.gives_check(mv)
    }

    #[inline]
    fn looks_back(&self) -> bool {
        false
    }
}

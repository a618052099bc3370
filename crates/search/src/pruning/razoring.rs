//! Razoring: far below alpha, quiescence decides instead of a full search.

use komadai_core::Value;

use super::ForwardPruning;
use crate::depth::Depth;
use crate::engine::probe::Probe;

/// Razoring: prunes a node whose evaluation lies far below alpha, if quiescence confirms it.
///
/// The margin is `base + per_square × depth²` (depth in plies), the form of Stockfish; sunfish4 has a margin for each
/// of four depths, `GPSFish` one that grows linearly.
///
/// ```
/// use komadai_eval::Material;
/// use komadai_search::{Razoring, Searcher};
///
/// let searcher = Searcher::new(Material::default()).pruning(Razoring::default());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Razoring {
    /// Largest budget at which it is tried.
    pub to_depth: Depth,
    /// Margin at a budget of zero.
    pub base: Value,
    /// Margin added for the square of the depth in plies.
    pub per_square: Value,
}

impl Default for Razoring {
    fn default() -> Self {
        Self { to_depth: Depth::plies(5), base: Value::from_cp(300), per_square: Value::from_cp(80) }
    }
}

impl ForwardPruning for Razoring {
    fn name(&self) -> &'static str {
        "razoring"
    }
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
        (value <= alpha).then_some((value, self.name()))
    }
}

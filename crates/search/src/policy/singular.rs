//! Singular extension: the only good move of a node is searched deeper.

use komadai_core::{Move, Value};

use super::DepthPolicy;
use super::forward::{around, forward_policy};
use crate::depth::Depth;
use crate::engine::probe::Probe;

around! {
    /// Singular extension around any policy: the table's move costs less if a search without it stays below its value.
    ///
    /// The table says that the move reached `value`; a search of half the budget asks whether any other move reaches
    /// `value − per_ply × depth`. If none does, the move is singular. The test costs a search, so that it pays only with
    /// much budget left (Stockfish: half the depth as here, margin 59/63 of its point for each ply).
    ///
    /// The move never becomes free: paths of singular moves must end.
    ///
    /// ```
    /// use komadai_eval::Material;
    /// use komadai_search::{Singular, modern};
    ///
    /// let searcher = modern(Material::default(), 1)?.wrap_depth(Singular::around);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Singular<D> {
        /// The wrapped policy.
        pub inner: D,
        /// Smallest budget at which it is tried.
        pub from_depth: Depth = Depth::plies(6),
        /// The table's value counts if it was found with at most this much less budget.
        pub entry_within: Depth = Depth::plies(3),
        /// Margin for each ply of budget, in centipawns.
        pub per_ply: i32 = 2,
        /// How much less than its cost a singular move takes from the budget: three quarters of a ply by default.
        pub extension: Depth = Depth::from_units(48),
    }
}

impl<D: DepthPolicy> DepthPolicy for Singular<D> {
    forward_policy!(cost, research_cost, allow_in_quiescence, admits_recalled, wants_quiets, iid, iir in self { outer => outer.inner });

    fn singular_extension(&self, probe: &mut dyn Probe, mv: Move) -> Depth {
        let below = self.inner.singular_extension(probe, mv);
        let at = probe.node();
        let depth = at.depth;
        let Some(entry) = at.entry else { return below };
        if depth < self.from_depth
            || entry.depth < depth - self.entry_within
            || !entry.bound.is_lower()
            || entry.value.is_mate()
            || at.in_check
        {
            return below;
        }
        let less = self.per_ply * depth.units() / Depth::UNITS;
        let bound = Value::from_cp(entry.value.cp() - less);
        let half = Depth::from_units((depth.units() - Depth::UNITS) / 2);
        if probe.verify_without(mv, half, bound) < bound { below.max(self.extension) } else { below }
    }
}

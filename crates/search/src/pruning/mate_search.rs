//! Mate search: a mate solver queried at chosen nodes of the search.

use komadai_core::{Mate, Value};

use super::ForwardPruning;
use crate::depth::Depth;
use crate::engine::probe::Probe;
use crate::parameters::parameters;

parameters! {
    /// Mate search at nodes of the main search: queries the searcher's mate solver, and prunes a node with a proven mate.
    ///
    /// The solver is that of [`Searcher::mate_solver`](crate::Searcher::mate_solver): without one, nothing is pruned.
    ///
    /// The solver is not queried in check, nor where alpha is a mate or no move has a value yet.
    ///
    /// The solver tells that there is a mate, not how long it is. The value is [`Value::MATE_OF_UNKNOWN_LENGTH`], so that a mate whose
    /// length the search knows is preferred.
    ///
    /// ```
    /// use komadai_core::{Checks, Mate, MateSolver, Position, movegen};
    /// use komadai_eval::Material;
    /// use komadai_search::{Depth, Limits, MateSearch, Searcher};
    ///
    /// /// Mates in one only; `komadai-tsume` has a solver by df-pn search.
    /// struct InOne;
    /// impl MateSolver for InOne {
    ///     fn find_mate(&mut self, pos: &mut Position, _nodes: u64) -> Mate {
    ///         movegen::mate_in_one(pos, &Checks::of(pos)).map_or(Mate::Unknown, Mate::Mate)
    ///     }
    /// }
    ///
    /// let mut searcher = Searcher::new(Material::default())
    ///     .mate_solver(InOne)
    ///     .pruning(MateSearch { from_depth: Depth::PLY, nodes: 100 });
    /// assert!(searcher.search(&Position::startpos(), &Limits::depth(3)).best.is_some());
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct MateSearch {
        /// Smallest budget at which the solver is queried.
        pub from_depth: Depth = Depth::plies(4),
        /// Nodes of the solver for each query.
        pub nodes: u64 = 50,
    }
}

impl ForwardPruning for MateSearch {
    fn prune(&self, probe: &mut dyn Probe) -> Option<(Value, &'static str)> {
        let at = probe.node();
        if at.depth < self.from_depth || at.in_check || at.alpha.is_mate() {
            return None;
        }
        let mate = probe.find_mate(self.nodes);
        matches!(mate, Mate::Mate(_)).then_some((Value::MATE_OF_UNKNOWN_LENGTH, "mate search"))
    }
}

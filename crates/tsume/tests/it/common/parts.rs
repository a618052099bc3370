//! Parts behind one type each, so that one solver is compiled for all of them.

use komadai_core::{Hand, Key, Move};
use komadai_tsume::{
    CycleKeep, CyclePolicy, CycleRecall, DependentNoMate, DfpnHeuristic, Numbers, SearchContext, Solver,
    SolverBuilder, TableError,
};

/// Any heuristic.
pub(crate) type AnyHeuristic = dyn DfpnHeuristic + Sync;

/// A builder of a solver with these parts.
pub(crate) fn with(
    heuristic: &AnyHeuristic,
    cycles: impl Treatment + 'static,
) -> SolverBuilder<&AnyHeuristic, AnyCycles> {
    Solver::builder().heuristic(heuristic).cycles(AnyCycles(Box::new(cycles)))
}

/// A treatment of repetitions that can be copied for another thread.
pub(crate) trait Treatment: CyclePolicy + Send {
    fn copied(&self) -> AnyCycles;
}

impl<C: CyclePolicy + Clone + Send + 'static> Treatment for C {
    fn copied(&self) -> AnyCycles {
        AnyCycles(Box::new(self.clone()))
    }
}

/// Any treatment of repetitions.
pub(crate) struct AnyCycles(Box<dyn Treatment>);

impl Clone for AnyCycles {
    fn clone(&self) -> AnyCycles {
        self.0.copied()
    }
}

impl CyclePolicy for AnyCycles {
    fn resize(&mut self, bytes: usize) -> Result<(), TableError> {
        self.0.resize(bytes)
    }

    fn new_search(&mut self) {
        self.0.new_search();
    }

    fn repetition(&self, limit: u32, entered: Numbers) -> Option<Numbers> {
        self.0.repetition(limit, entered)
    }

    fn root_limits(&self) -> &[u32] {
        self.0.root_limits()
    }

    fn recall(&mut self, context: &SearchContext<'_>, board: Key, hand: Hand) -> CycleRecall {
        self.0.recall(context, board, hand)
    }

    fn record(
        &mut self,
        context: &SearchContext<'_>,
        board: Key,
        hand: Hand,
        found: &DependentNoMate,
    ) -> CycleKeep {
        self.0.record(context, board, hand, found)
    }

    fn reply(&self, board: Key, hand: Hand) -> Option<Move> {
        self.0.reply(board, hand)
    }
}

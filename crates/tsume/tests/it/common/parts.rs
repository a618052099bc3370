//! Parts behind one type each, so that one compiled solver serves all of them.

use komadai_tsume::{AnyCyclePolicy, DfpnHeuristic, Solver, SolverBuilder};

/// Any heuristic.
pub(crate) type AnyHeuristic = dyn DfpnHeuristic + Sync;

/// A builder of a solver with these parts.
pub(crate) fn with(
    heuristic: &AnyHeuristic,
    cycles: impl AnyCyclePolicy + 'static,
) -> SolverBuilder<&AnyHeuristic, Box<dyn AnyCyclePolicy>> {
    Solver::builder().heuristic(heuristic).cycles(Box::new(cycles))
}

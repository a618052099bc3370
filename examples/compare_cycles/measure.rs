//! One problem under one treatment of repetitions.

use komadai::Position;
use komadai::lab::mate::{AnyCyclePolicy, CycleTreatment};
use komadai::lab::{Label, MateProblem};
use komadai::tsume::{Odds, Solver, TableError, Verdict};

/// The treatments, in the order of tables: the paper's own [R14], Nagai's [R16], Komadai's default, none.
pub(crate) const TREATMENTS: [CycleTreatment; 4] = CycleTreatment::ALL;

/// The name of a treatment in tables.
pub(crate) const fn name(treatment: CycleTreatment) -> &'static str {
    match treatment {
        CycleTreatment::Nagai => "Nagai",
        other => other.name(),
    }
}

/// A problem and the measurement of each treatment, in the order of [`TREATMENTS`].
pub(crate) struct Row {
    pub(crate) problem: MateProblem,
    pub(crate) measured: Vec<Measured>,
}

impl Row {
    pub(crate) fn of(&self, treatment: CycleTreatment) -> &Measured {
        let place = TREATMENTS.iter().position(|&other| other == treatment);
        &self.measured[place.expect("every treatment is in the list")]
    }
}

/// An answer and its cost.
pub(crate) struct Measured {
    pub(crate) said: Label,
    /// Of a mate: length of the line found.
    pub(crate) plies: Option<usize>,
    /// Nodes of the search.
    pub(crate) nodes: u64,
    /// Nodes of what was searched again to show the answer by a tree; `None` if it is not shown.
    pub(crate) rebuild_nodes: Option<u64>,
    /// Simulations: refutations of other paths, replayed.
    pub(crate) simulations_tried: u64,
    pub(crate) simulations_succeeded: u64,
    /// Their nodes, which are not among those of the search.
    pub(crate) simulation_nodes: u64,
}

/// A solver under one treatment.
pub(crate) fn solver(
    treatment: CycleTreatment,
    nodes: u64,
    hash_mb: usize,
) -> Result<Solver<Odds, AnyCyclePolicy>, TableError> {
    // No-mates of a search that ignores repetitions are told as they are found: a wrong one could not be shown.
    let shown = treatment != CycleTreatment::Ignore;
    Solver::builder().hash_mb(hash_mb).nodes(nodes).cycles(treatment.policy()).show_no_mates(shown).build()
}

/// Solves a problem from empty tables.
pub(crate) fn measure(solver: &mut Solver<Odds, AnyCyclePolicy>, pos: &Position) -> Measured {
    solver.clear();
    let solution = solver.solve(&mut pos.clone());
    let plies = if let Verdict::Mate { line } = &solution.verdict { Some(line.len()) } else { None };
    Measured {
        said: Label::from(&solution.verdict),
        plies,
        nodes: solution.nodes - solution.rebuild_nodes,
        rebuild_nodes: solution.tree.is_some().then_some(solution.rebuild_nodes),
        simulations_tried: solution.simulations.tried,
        simulations_succeeded: solution.simulations.succeeded,
        simulation_nodes: solution.simulations.nodes,
    }
}

//! One problem under one treatment of repetitions.

use komadai_core::Position;
use komadai_report::Failure;
use komadai_tsume::checker::{Claim, check};
use komadai_tsume::{Solution, Solver, TableError, Verdict};
use serde::{Deserialize, Serialize};

use crate::mate::CycleTreatment;
use crate::{Label, MateProblem};

/// The treatments, in the order of tables: the paper's own [R14], Nagai's [R16] and
/// the same to the letter, Komadai's default, none.
pub(super) const TREATMENTS: [CycleTreatment; 5] = [
    CycleTreatment::Twin,
    CycleTreatment::Nagai,
    CycleTreatment::NagaiLiteral,
    CycleTreatment::Dependence,
    CycleTreatment::Ignore,
];

/// Name of a treatment in tables, with a capital for the author's name.
pub(super) fn name(treatment: CycleTreatment) -> String {
    treatment.to_string().replace("nagai", "Nagai")
}

/// A problem and the measurement of each treatment, in the order of [`TREATMENTS`].
pub(super) struct Row {
    pub(super) problem: MateProblem,
    /// Whether it is one of the built-in no-mates that were generated.
    pub(super) generated: bool,
    pub(super) measured: Vec<Measured>,
}

impl Row {
    pub(super) fn of(&self, treatment: CycleTreatment) -> &Measured {
        let place = TREATMENTS.iter().position(|&other| other == treatment);
        &self.measured[place.expect("every treatment is in the list")]
    }
}

/// An answer and its cost.
#[derive(Serialize, Deserialize)]
pub(super) struct Measured {
    pub(super) said: Label,
    /// What the search says without a tree that shows it: a no-mate that cannot be shown is not in `said`, and may be wrong.
    pub(super) found: Label,
    /// Of a mate: length of the line found.
    pub(super) plies: Option<usize>,
    /// Nodes of the search.
    pub(super) nodes: u64,
    /// Nodes searched again to show the answer by a tree; `None` if it is not shown.
    pub(super) rebuild_nodes: Option<u64>,
    /// Whether the independent checker accepts the certificate of the answer; `None` without a certificate.
    pub(super) accepted: Option<bool>,
    /// Simulations: refutations of other paths, replayed.
    pub(super) simulations_tried: u64,
    pub(super) simulations_succeeded: u64,
    /// Their nodes, which are not among those of the search.
    pub(super) simulation_nodes: u64,
}

/// Everything but the problem that decides a measurement.
pub(super) fn describe(treatment: CycleTreatment, nodes: u64, hash_mb: usize) -> Result<String, Failure> {
    Ok(format!("{treatment} {:06x}, {nodes} nodes, {hash_mb} MB", treatment.fingerprint()?))
}

/// Solves a problem under one treatment, from empty tables.
pub(super) fn measure(
    treatment: CycleTreatment,
    nodes: u64,
    hash_mb: usize,
    pos: &Position,
) -> Result<Measured, TableError> {
    // No-mates of a search that ignores repetitions are reported as they are found: a wrong one could not be shown.
    let shown = treatment != CycleTreatment::Ignore;
    let solve = |shown| -> Result<Solution, TableError> {
        let builder = Solver::builder().hash_mb(hash_mb).nodes(nodes).cycles(treatment.policy());
        Ok(builder.show_no_mates(shown).build()?.solve(&mut pos.clone()))
    };
    let solution = solve(shown)?;
    let said = Label::from(&solution.verdict);
    // Nodes were left, so the search had finished.
    let is_hidden = said == Label::Unknown && solution.nodes - solution.rebuild_nodes < nodes;
    let found = if is_hidden { Label::from(&solve(false)?.verdict) } else { said };
    let plies = if let Verdict::Mate { line } = &solution.verdict { Some(line.len()) } else { None };
    Ok(Measured {
        said,
        found,
        plies,
        nodes: solution.nodes - solution.rebuild_nodes,
        rebuild_nodes: solution.tree.is_some().then_some(solution.rebuild_nodes),
        accepted: is_accepted(&solution),
        simulations_tried: solution.simulations.tried,
        simulations_succeeded: solution.simulations.succeeded,
        simulation_nodes: solution.simulations.nodes,
    })
}

/// Whether the independent checker accepts the certificate of an answer; `None` if the answer is not shown.
pub(super) fn is_accepted(solution: &Solution) -> Option<bool> {
    let claim = match solution.verdict {
        Verdict::Mate { .. } => Claim::Mate,
        Verdict::NoMate => Claim::NoMate,
        Verdict::Unknown => return None,
    };
    let certificate = solution.tree.as_ref()?.certificate();
    Some(check(&certificate.bytes[..]).is_ok_and(|checked| checked.claim == claim))
}

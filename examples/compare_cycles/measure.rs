//! One problem under one treatment of repetitions.

use komadai::Position;
use komadai::tsume::checker::{Claim, check};
use komadai::tsume::{Solution, Solver, TableError, Verdict};
use komadai_lab::mate::CycleTreatment;
use komadai_lab::{Label, MateProblem};
use komadai_report::{Failure, content_fingerprint};

/// The treatments, in the order of tables: the paper's own [R14], Nagai's [R16] and
/// the same to the letter, Komadai's default, none.
pub(crate) const TREATMENTS: [CycleTreatment; 5] = CycleTreatment::ALL;

/// The name of a treatment in tables.
pub(crate) const fn name(treatment: CycleTreatment) -> &'static str {
    match treatment {
        CycleTreatment::Nagai => "Nagai",
        CycleTreatment::NagaiLiteral => "Nagai-literal",
        other => other.name(),
    }
}

/// A problem and the measurement of each treatment, in the order of [`TREATMENTS`].
pub(crate) struct Row {
    pub(crate) problem: MateProblem,
    /// Whether it is one of the built-in no-mates that were generated.
    pub(crate) generated: bool,
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
    /// Whether the independent checker accepts the certificate of the answer; `None` without a certificate.
    pub(crate) accepted: Option<bool>,
    /// Simulations: refutations of other paths, replayed.
    pub(crate) simulations_tried: u64,
    pub(crate) simulations_succeeded: u64,
    /// Their nodes, which are not among those of the search.
    pub(crate) simulation_nodes: u64,
}

impl Measured {
    /// The text of an answer: eight words, `-` for what there is not.
    pub(crate) fn write(&self) -> String {
        let number = |n: Option<u64>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
        [
            self.said.name().to_owned(),
            number(self.plies.map(|plies| plies as u64)),
            self.nodes.to_string(),
            number(self.rebuild_nodes),
            number(self.accepted.map(u64::from)),
            self.simulations_tried.to_string(),
            self.simulations_succeeded.to_string(),
            self.simulation_nodes.to_string(),
        ]
        .join(" ")
    }

    pub(crate) fn read(text: &str) -> Option<Measured> {
        let (said, numbers) = text.split_once(' ')?;
        let number = |word: &str| if word == "-" { Some(None) } else { word.parse().ok().map(Some) };
        let numbers: Vec<Option<u64>> = numbers.split(' ').map(number).collect::<Option<_>>()?;
        let [plies, nodes, rebuild_nodes, accepted, tried, succeeded, inside] = numbers.try_into().ok()?;
        Some(Measured {
            said: Label::from_name(said)?,
            plies: plies.map(usize::try_from).transpose().ok()?,
            nodes: nodes?,
            rebuild_nodes,
            accepted: accepted.map(|accepted| accepted == 1),
            simulations_tried: tried?,
            simulations_succeeded: succeeded?,
            simulation_nodes: inside?,
        })
    }
}

/// A no-mate of some thousand nodes in which repetitions matter, of those that were generated.
const PROBE: &str = "9/9/9/5l1n1/3S1p1+R1/4Gg2g/3p2N1N/4+nBkS1/4+B4 b Prg2s3l15p 1";

/// Everything but the problem that decides a measurement. The number is made of what the treatment does with one position: a solver
/// that was changed has, most likely, another one.
pub(crate) fn describe(treatment: CycleTreatment, nodes: u64, hash_mb: usize) -> Result<String, Failure> {
    let probed = measure(treatment, 10_000, 1, &PROBE.parse()?)?;
    let print = content_fingerprint(probed.write());
    Ok(format!("{} {print:06x}, {nodes} nodes, {hash_mb} MB", treatment.name()))
}

/// Solves a problem under one treatment, from empty tables.
pub(crate) fn measure(
    treatment: CycleTreatment,
    nodes: u64,
    hash_mb: usize,
    pos: &Position,
) -> Result<Measured, TableError> {
    // No-mates of a search that ignores repetitions are told as they are found: a wrong one could not be shown.
    let shown = treatment != CycleTreatment::Ignore;
    let builder = Solver::builder().hash_mb(hash_mb).nodes(nodes).cycles(treatment.policy());
    let solution = builder.show_no_mates(shown).build()?.solve(&mut pos.clone());
    let plies = if let Verdict::Mate { line } = &solution.verdict { Some(line.len()) } else { None };
    Ok(Measured {
        said: Label::from(&solution.verdict),
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
pub(crate) fn is_accepted(solution: &Solution) -> Option<bool> {
    let claim = match solution.verdict {
        Verdict::Mate { .. } => Claim::Mate,
        Verdict::NoMate => Claim::NoMate,
        Verdict::Unknown => return None,
    };
    let mut certificate = Vec::new();
    let written = solution.tree.as_ref()?.write_certificate(&mut certificate);
    Some(written.is_ok() && check(&certificate[..]).is_ok_and(|checked| checked.claim == claim))
}

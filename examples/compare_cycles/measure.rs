//! One problem under one treatment of repetitions.

use komadai::Position;
use komadai::tsume::{CyclePolicy, DependenceTable, Ignore, Nagai, Odds, Solution, Solver, Twin, Verdict};

/// How a search treats a no-mate that depends on a repetition.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Treatment {
    /// Twin entries and simulations: the paper's own [R14].
    Twin,
    /// Nagai's: repetitions count only when nothing else is left [R16].
    Nagai,
    /// Komadai's default, `lean` in tables: each no-mate is kept with the positions it depends (leans) on.
    Lean,
    /// None: repetitions count for every path. What the others are there to avoid.
    Ignore,
}

/// All of them, in the order of tables.
pub(crate) const TREATMENTS: [Treatment; 4] =
    [Treatment::Twin, Treatment::Nagai, Treatment::Lean, Treatment::Ignore];

impl Treatment {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Treatment::Twin => "twin",
            Treatment::Nagai => "Nagai",
            Treatment::Lean => "lean",
            Treatment::Ignore => "ignore",
        }
    }
}

/// What a search said.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Said {
    Mate,
    NoMate,
    Unknown,
}

impl Said {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Said::Mate => "mate",
            Said::NoMate => "nomate",
            Said::Unknown => "unknown",
        }
    }
}

/// An answer and its cost.
pub(crate) struct Measured {
    pub(crate) said: Said,
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
pub(crate) enum Bench {
    Twin(Solver<Odds, Twin>),
    Nagai(Solver<Odds, Nagai>),
    Lean(Solver<Odds, DependenceTable>),
    Ignore(Solver<Odds, Ignore>),
}

impl Bench {
    pub(crate) fn new(treatment: Treatment, nodes: u64, hash_mb: usize) -> Bench {
        let builder = Solver::builder().hash_mb(hash_mb).nodes(nodes);
        match treatment {
            Treatment::Twin => Bench::Twin(builder.cycles(Twin::default()).build()),
            Treatment::Nagai => Bench::Nagai(builder.cycles(Nagai).build()),
            Treatment::Lean => Bench::Lean(builder.cycles(DependenceTable::default()).build()),
            // Its no-mates are told as they are found: a wrong one could not be shown.
            Treatment::Ignore => Bench::Ignore(builder.cycles(Ignore).show_no_mates(false).build()),
        }
    }

    /// Solves a problem from empty tables.
    pub(crate) fn solve(&mut self, pos: &Position) -> Measured {
        let solution = match self {
            Bench::Twin(solver) => afresh(solver, pos),
            Bench::Nagai(solver) => afresh(solver, pos),
            Bench::Lean(solver) => afresh(solver, pos),
            Bench::Ignore(solver) => afresh(solver, pos),
        };
        let (said, plies) = match &solution.verdict {
            Verdict::Mate { line } => (Said::Mate, Some(line.len())),
            Verdict::NoMate => (Said::NoMate, None),
            Verdict::Unknown => (Said::Unknown, None),
        };
        Measured {
            said,
            plies,
            nodes: solution.nodes - solution.rebuild_nodes,
            rebuild_nodes: solution.tree.is_some().then_some(solution.rebuild_nodes),
            simulations_tried: solution.simulations.tried,
            simulations_succeeded: solution.simulations.succeeded,
            simulation_nodes: solution.simulations.nodes,
        }
    }
}

fn afresh<C: CyclePolicy>(solver: &mut Solver<Odds, C>, pos: &Position) -> Solution {
    solver.clear();
    solver.solve(&mut pos.clone())
}

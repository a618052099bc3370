//! One problem under one treatment of repetitions.

use komadai::Position;
use komadai::tsume::{Solver, Verdict};

/// How a search treats a position that it meets again on its path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Treatment {
    /// Base and twin entries, and Kawano's simulation: the paper's own [R14].
    Twin,
    /// Nagai's: back to the parent with nothing stored, and again with larger thresholds [R16].
    Nagai,
    /// Komadai's default: each no-mate knows how far up its path it leans.
    Lean,
}

/// All of them, in the order of tables.
pub(crate) const TREATMENTS: [Treatment; 3] = [Treatment::Twin, Treatment::Nagai, Treatment::Lean];

impl Treatment {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Treatment::Twin => "twin",
            Treatment::Nagai => "Nagai",
            Treatment::Lean => "lean",
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

/// An answer and its cost in positions looked at.
pub(crate) struct Measured {
    pub(crate) said: Said,
    /// Of a mate: length of the line found.
    pub(crate) plies: Option<usize>,
    /// In the search, simulations included.
    pub(crate) nodes: u64,
    /// In searching again what the table had lost of the proof or disproof tree.
    pub(crate) rebuild_nodes: u64,
    /// Simulations of a disproof tree that another path had found.
    pub(crate) simulations_tried: u64,
    pub(crate) simulations_succeeded: u64,
    pub(crate) simulation_nodes: u64,
}

/// A solver under one treatment.
pub(crate) struct Bench {
    solver: Solver,
}

impl Bench {
    pub(crate) fn new(_treatment: Treatment, nodes: u64, hash_mb: usize) -> Bench {
        Bench { solver: Solver::builder().hash_mb(hash_mb).nodes(nodes).build() }
    }

    /// Solves a problem from empty tables.
    pub(crate) fn solve(&mut self, pos: &Position) -> Measured {
        self.solver.clear();
        let solution = self.solver.solve(&mut pos.clone());
        let (said, plies) = match &solution.verdict {
            Verdict::Mate { line } => (Said::Mate, Some(line.len())),
            Verdict::NoMate => (Said::NoMate, None),
            Verdict::Unknown => (Said::Unknown, None),
        };
        Measured {
            said,
            plies,
            nodes: solution.nodes,
            rebuild_nodes: 0,
            simulations_tried: 0,
            simulations_succeeded: 0,
            simulation_nodes: 0,
        }
    }
}

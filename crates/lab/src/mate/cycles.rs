//! The treatment of repetitions chosen by name.
//!
//! A solver is compiled for its treatment. Here one type stands for all and dispatches; the cost is too small to measure.

use std::fmt;

use clap::ValueEnum;
use komadai_core::{Hand, Key, Move};
use komadai_report::{Failure, content_fingerprint};
use komadai_tsume::{
    CycleKeep, CyclePolicy, CycleRecall, DependenceTable, DependentNoMate, FarDrops, Ignore, Nagai,
    NagaiLiteral, Numbers, Odds, SearchContext, Solver, TableError, Twin,
};

/// The solver of a run.
pub(super) type AnySolver = Solver<FarDrops<Odds>, AnyCyclePolicy>;

/// A mate and a no-mate that take each treatment another number of nodes: `zuko074` and `muso097_479` of `data/tsume`.
const PROBES: [&str; 2] = [
    "9/9/7s1/8p/2B+p1+PG1P/4+B2pL/7s1/+p1+r1k1p1G/3N3L1 b RS2gs3n2l11p 1",
    "ln1p+b1l2/1k7/p1n2Rn+P1/2p1s4/5p3/3G5/1G1P5/1p7/5R3 b SN2Pb2g2s2l9p 1",
];

/// Treatment of no-mates that depend on a repetition, by name.
///
/// ```
/// use clap::ValueEnum;
/// use komadai::Position;
/// use komadai::tsume::{Solver, Verdict};
/// use komadai_lab::mate::CycleTreatment;
///
/// let twin = CycleTreatment::from_str("twin", false)?;
/// let mut solver = Solver::builder().hash_mb(1).cycles(twin.policy()).build()?;
/// let mut pos: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
/// assert!(matches!(solver.solve(&mut pos).verdict, Verdict::Mate { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CycleTreatment {
    /// Keeps each no-mate with the positions that it depends on.
    Dependence,
    /// Twin entries and simulations, as in paper 003.
    Twin,
    /// Repetitions count only when nothing else is left, after Nagai.
    Nagai,
    /// The same to the letter: a repetition gets the limits of the position that it repeats.
    NagaiLiteral,
    /// Takes each no-mate as true on every path, which is sometimes wrong; no-mates that cannot be verified are unknown.
    Ignore,
}

impl CycleTreatment {
    /// A policy of this treatment with an empty memory.
    pub fn policy(self) -> AnyCyclePolicy {
        AnyCyclePolicy(match self {
            CycleTreatment::Dependence => Inner::Dependence(DependenceTable::default()),
            CycleTreatment::Twin => Inner::Twin(Twin::default()),
            CycleTreatment::Nagai => Inner::Nagai(Nagai),
            CycleTreatment::NagaiLiteral => Inner::NagaiLiteral(NagaiLiteral),
            CycleTreatment::Ignore => Inner::Ignore(Ignore),
        })
    }

    /// A number of 24 bits made of the nodes that df-pn takes with it for two positions: a solver that was changed has, most likely,
    /// another one.
    ///
    /// # Errors
    ///
    /// There is no memory for a small table.
    pub fn fingerprint(self) -> Result<u64, Failure> {
        let mut solver = Solver::builder().hash_mb(1).nodes(10_000).cycles(self.policy()).build()?;
        let mut seen = Vec::new();
        for probe in PROBES {
            let solution = solver.solve(&mut probe.parse()?);
            seen.push(format!("{:?} {}\n", solution.verdict, solution.nodes));
        }
        Ok(content_fingerprint(seen.concat()))
    }
}

/// Treatment of repetitions chosen at run time, with its memory.
#[derive(Clone, Debug)]
pub struct AnyCyclePolicy(Inner);

#[derive(Clone, Debug)]
enum Inner {
    Dependence(DependenceTable),
    Twin(Twin),
    Nagai(Nagai),
    NagaiLiteral(NagaiLiteral),
    Ignore(Ignore),
}

/// The same call to the chosen policy.
macro_rules! each {
    ($policy:expr, $inner:ident => $call:expr) => {
        match $policy {
            Inner::Dependence($inner) => $call,
            Inner::Twin($inner) => $call,
            Inner::Nagai($inner) => $call,
            Inner::NagaiLiteral($inner) => $call,
            Inner::Ignore($inner) => $call,
        }
    };
}

impl CyclePolicy for AnyCyclePolicy {
    fn resize(&mut self, bytes: usize) -> Result<(), TableError> {
        each!(&mut self.0, policy => policy.resize(bytes))
    }

    fn new_search(&mut self) {
        each!(&mut self.0, policy => policy.new_search());
    }

    fn repetition(&self, limit: u32, entered: Numbers) -> Option<Numbers> {
        each!(&self.0, policy => policy.repetition(limit, entered))
    }

    fn root_limits(&self) -> &[u32] {
        each!(&self.0, policy => policy.root_limits())
    }

    fn recall(&mut self, context: &SearchContext<'_>, board: Key, hand: Hand) -> CycleRecall {
        each!(&mut self.0, policy => policy.recall(context, board, hand))
    }

    fn record(
        &mut self,
        context: &SearchContext<'_>,
        board: Key,
        hand: Hand,
        found: &DependentNoMate,
    ) -> CycleKeep {
        each!(&mut self.0, policy => policy.record(context, board, hand, found))
    }

    fn reply(&self, board: Key, hand: Hand) -> Option<Move> {
        each!(&self.0, policy => policy.reply(board, hand))
    }
}

/// The name that it has in options, and in the questions that answers are kept by.
impl fmt::Display for CycleTreatment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_possible_value().map_or(Ok(()), |value| f.write_str(value.get_name()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::mate::MateRun;

    #[test]
    fn answers_of_another_solver_are_answers_to_another_question() {
        let prints = CycleTreatment::value_variants().iter().map(|of| of.fingerprint().unwrap());
        let prints: BTreeSet<u64> = prints.collect();
        assert_eq!(prints.len(), 5, "a probe that nobody settles tells nothing apart: {prints:x?}");
        let dependence = CycleTreatment::Dependence.fingerprint().unwrap();
        assert!(MateRun::default().describe().unwrap().contains(&format!("{dependence:06x}")));
    }
}

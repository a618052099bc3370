//! The treatment of repetitions chosen by name.

use std::fmt;

use clap::ValueEnum;
use komadai_report::{Failure, content_fingerprint};
use komadai_tsume::{
    AnyCyclePolicy, DependenceTable, FarDrops, Ignore, Nagai, NagaiLiteral, Odds, Solver, Twin,
};

/// The solver of a run.
pub(super) type AnySolver = Solver<FarDrops<Odds>, Box<dyn AnyCyclePolicy>>;

/// A mate and a no-mate for which each treatment needs another number of nodes: `zuko074` and `muso097_479` of `data/tsume`.
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
    pub fn policy(self) -> Box<dyn AnyCyclePolicy> {
        match self {
            CycleTreatment::Dependence => Box::new(DependenceTable::default()),
            CycleTreatment::Twin => Box::new(Twin::default()),
            CycleTreatment::Nagai => Box::new(Nagai),
            CycleTreatment::NagaiLiteral => Box::new(NagaiLiteral),
            CycleTreatment::Ignore => Box::new(Ignore),
        }
    }

    /// Fingerprint of 24 bits from the nodes that df-pn needs with it for two positions; a changed solver most likely has another one.
    ///
    /// # Errors
    ///
    /// If there is no memory for a small table.
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

/// Its name in options, and in the questions under which answers are kept.
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

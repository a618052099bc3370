//! Parts of the mate solver chosen by name: the treatment of repetitions, the first estimate of proof numbers.
//!
//! A solver is compiled for its parts, and a program that lets its user choose would be compiled for every pair of them. Here
//! one type stands for all and dispatches; the cost is too small to measure.

use std::fmt;

use clap::ValueEnum;
use komadai_core::{Color, Hand, Key, Move, Position};
use komadai_tsume::{
    CycleKeep, CyclePolicy, CycleRecall, DependenceTable, DependentNoMate, DfpnHeuristic, FarDrops, Ignore,
    MateNode, Mobility, Nagai, NagaiLiteral, Numbers, Odds, SearchContext, Support, TableError, Twin, Unit,
};

/// First estimate of proof and disproof numbers, by name.
///
/// ```
/// use clap::ValueEnum;
/// use komadai::Position;
/// use komadai_lab::mate::{CycleTreatment, MateHeuristic};
/// use komadai::tsume::{Solver, Verdict};
///
/// let (heuristic, cycle) = (MateHeuristic::from_str("support", false)?, CycleTreatment::from_str("twin", false)?);
/// let mut solver = Solver::builder().hash_mb(1).heuristic(heuristic).cycles(cycle.policy()).build()?;
/// let mut pos: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
/// assert!(matches!(solver.solve(&mut pos).verdict, Verdict::Mate { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MateHeuristic {
    /// `odds`, and a cost on drops of lance, bishop and rook from afar.
    FarDrops,
    /// Odds that a check mates, learned from solved problems; after a reply, the squares the king could step on.
    Odds,
    /// Attackers and defenders of the square of the check, beside the number of replies.
    Support,
    /// Number of moves.
    Mobility,
    /// One and one: plain df-pn.
    Unit,
}

impl DfpnHeuristic for MateHeuristic {
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        match self {
            MateHeuristic::FarDrops | MateHeuristic::Odds => Odds::default().initial(at),
            MateHeuristic::Support => Support.initial(at),
            MateHeuristic::Mobility => Mobility.initial(at),
            MateHeuristic::Unit => Unit.initial(at),
        }
    }

    fn edge(&self, pos: &Position, attacker: Color, mv: Move) -> u16 {
        match self {
            MateHeuristic::FarDrops => FarDrops::<Odds>::default().edge(pos, attacker, mv),
            MateHeuristic::Odds | MateHeuristic::Support | MateHeuristic::Mobility | MateHeuristic::Unit => 0,
        }
    }
}

/// Treatment of no-mates that depend on a repetition, by name.
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

    fn repetition_counts(&self, limit: u32) -> bool {
        each!(&self.0, policy => policy.repetition_counts(limit))
    }

    fn repetition_numbers(&self, limits: Numbers) -> Numbers {
        each!(&self.0, policy => policy.repetition_numbers(limits))
    }

    fn root_limits(&self) -> &'static [u32] {
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

impl fmt::Display for MateHeuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_name(self, f)
    }
}

impl fmt::Display for CycleTreatment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_name(self, f)
    }
}

/// Writes the name that a part has in options, and in the questions that answers are kept by.
fn write_name(part: &impl ValueEnum, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    part.to_possible_value().map_or(Ok(()), |value| f.write_str(value.get_name()))
}

//! Parts of the solver that are chosen by a word: the treatment of repetitions, the first guess of numbers.
//!
//! A solver is compiled for its parts. A program that lets its user choose would be compiled for every pair of
//! them; so here one type stands for all, and asks which it is. That costs less than can be measured.

use clap::ValueEnum;
use komadai::tsume::{
    CycleKeep, CyclePolicy, CycleRecall, DependenceTable, DependentNoMate, DfpnHeuristic, Ignore, MateNode,
    Mobility, Nagai, Numbers, Odds, SearchContext, Support, Twin, Unit,
};
use komadai::{Hand, Key, Move};

/// First guesses of proof and disproof numbers.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Heuristic {
    /// How likely a check mates, learned from solved problems.
    Odds,
    /// Attackers and defenders of the square of the check, beside the number of replies.
    Support,
    /// As many as there are moves.
    Mobility,
    /// One and one: plain df-pn.
    Unit,
}

impl DfpnHeuristic for Heuristic {
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        match self {
            Heuristic::Odds => Odds::default().initial(at),
            Heuristic::Support => Support.initial(at),
            Heuristic::Mobility => Mobility.initial(at),
            Heuristic::Unit => Unit.initial(at),
        }
    }
}

/// What becomes of no-mates that depend on a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Cycle {
    /// Each is kept with the positions it depends (leans) on.
    Lean,
    /// Twin entries and simulations, as in paper 003.
    Twin,
    /// Repetitions count only when nothing else is left, after Nagai.
    Nagai,
    /// Each counts on every path, which is wrong now and then. No-mates that cannot be shown are told as unknown.
    Ignore,
}

impl Cycle {
    /// The treatment of this name.
    pub(crate) fn policy(self) -> Policy {
        match self {
            Cycle::Lean => Policy::Lean(DependenceTable::default()),
            Cycle::Twin => Policy::Twin(Twin::default()),
            Cycle::Nagai => Policy::Nagai(Nagai),
            Cycle::Ignore => Policy::Ignore(Ignore),
        }
    }
}

/// Any of the policies.
#[derive(Clone, Debug)]
pub(crate) enum Policy {
    Lean(DependenceTable),
    Twin(Twin),
    Nagai(Nagai),
    Ignore(Ignore),
}

/// The same call to whichever policy it is.
macro_rules! each {
    ($policy:expr, $inner:ident => $call:expr) => {
        match $policy {
            Policy::Lean($inner) => $call,
            Policy::Twin($inner) => $call,
            Policy::Nagai($inner) => $call,
            Policy::Ignore($inner) => $call,
        }
    };
}

impl CyclePolicy for Policy {
    fn resize(&mut self, bytes: usize) {
        each!(self, policy => policy.resize(bytes));
    }

    fn new_search(&mut self) {
        each!(self, policy => policy.new_search());
    }

    fn repetition_counts(&self, limit: u32) -> bool {
        each!(self, policy => policy.repetition_counts(limit))
    }

    fn root_limits(&self) -> &'static [u32] {
        each!(self, policy => policy.root_limits())
    }

    fn recall(&mut self, context: &SearchContext<'_>, board: Key, hand: Hand) -> CycleRecall {
        each!(self, policy => policy.recall(context, board, hand))
    }

    fn record(
        &mut self,
        context: &SearchContext<'_>,
        board: Key,
        hand: Hand,
        found: &DependentNoMate,
    ) -> CycleKeep {
        each!(self, policy => policy.record(context, board, hand, found))
    }

    fn reply(&self, board: Key, hand: Hand) -> Option<Move> {
        each!(self, policy => policy.reply(board, hand))
    }
}

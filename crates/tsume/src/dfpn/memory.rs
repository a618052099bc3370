//! What the search remembers: a transposition table for results that hold on every path, a cycle policy for no-mates that
//! hold on some, and the leaves looked at last. All know positions by the keys of one problem.

use komadai_core::{Color, Hand, Key, Position};

use super::cycle::{CycleKeep, CyclePolicy, CycleRecall, DependentNoMate, SearchContext};
use super::path::Path;
use super::recent::Recent;
use super::table::Table;
use crate::number::Numbers;
use crate::problem::Problem;
use crate::widening::TableError;

/// Table, cycle policy, recent leaves and key.
pub(crate) struct Memory<C> {
    pub(crate) problem: Problem,
    pub(crate) table: Table,
    pub(crate) cycles: C,
    pub(crate) recent: Recent,
}

impl<C: CyclePolicy> Memory<C> {
    /// Takes about `bytes` bytes: an eighth for the cycle policy, a share of at most 256 KiB for recent leaves, the rest for the
    /// table.
    pub(crate) fn new(bytes: usize, mut cycles: C) -> Result<Memory<C>, TableError> {
        cycles.resize(bytes / 8)?;
        let problem = Problem::new(&Position::startpos(), Color::Black);
        let recent = Recent::new(bytes / 32);
        let table = Table::new((bytes - bytes / 8).saturating_sub(recent.bytes()))?;
        Ok(Memory { problem, table, cycles, recent })
    }

    /// Memories of as many threads as there are policies, which have about `bytes` bytes between them: each a policy of its
    /// own, since what the policies keep belongs to the path of a search, and one table for all.
    pub(crate) fn for_threads(bytes: usize, policies: Vec<C>) -> Result<Vec<Memory<C>>, TableError> {
        let problem = Problem::new(&Position::startpos(), Color::Black);
        let threads = policies.len().max(1);
        let (each, recent) = (bytes / 8 / threads, Recent::new(bytes / 32 / threads));
        let table = Table::for_threads((bytes - bytes / 8).saturating_sub(threads * recent.bytes()))?;
        let memory = |mut cycles: C| {
            cycles.resize(each)?;
            Ok(Memory { problem, table: table.clone(), cycles, recent: recent.clone() })
        };
        policies.into_iter().map(memory).collect()
    }

    /// Begins a new problem. Results of former problems stay in the table.
    pub(crate) fn new_problem(&mut self, problem: Problem) {
        self.table.new_search();
        self.join(problem);
    }

    /// Begins a new problem for which another thread has prepared the table.
    pub(crate) fn join(&mut self, problem: Problem) {
        self.problem = problem;
        self.cycles.new_search();
    }

    /// What the cycle policy knows of a position that was reached by `path` and does not stand on it.
    #[inline]
    pub(crate) fn recall(&mut self, path: &Path, board: Key, hand: Hand) -> CycleRecall {
        self.cycles.recall(&SearchContext { path, table: &self.table }, board, hand)
    }

    /// Hands a no-mate that depends on its path to the cycle policy.
    pub(crate) fn record(
        &mut self,
        path: &Path,
        board: Key,
        hand: Hand,
        found: &DependentNoMate,
    ) -> CycleKeep {
        self.cycles.record(&SearchContext { path, table: &self.table }, board, hand, found)
    }

    /// Numbers of a repetition that does not count, of a position that was entered under these limits.
    #[inline]
    pub(crate) fn repetition_numbers(&self, limits: Numbers) -> Numbers {
        let Numbers { proof, disproof } = self.cycles.repetition_numbers(limits);
        Numbers::open(proof, disproof)
    }
}

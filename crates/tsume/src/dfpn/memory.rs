//! What the search remembers: a transposition table for results that hold on every path, a cycle policy for no-mates that
//! hold on some, and the leaves looked at last. All know positions by the keys of one problem.

use komadai_core::{Color, Hand, Key, Move, Position};

use super::cycle::{CycleKeep, CyclePolicy, CycleRecall, DependentNoMate, SearchContext};
use super::path::{Depth, Path};
use super::recent::Recent;
use super::table::{Known, Table};
use crate::number::Numbers;
use crate::problem::Problem;
use crate::widening::TableError;

/// Table, cycle policy, recent leaves and key.
#[derive(Debug)]
pub(crate) struct Memory<C> {
    problem: Problem,
    table: Table,
    cycles: C,
    pub(crate) recent: Recent,
}

impl<C> Memory<C> {
    /// How many places the table has now.
    pub(crate) fn places(&self) -> usize {
        self.table.places()
    }
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

    /// Forgets the table. What the cycle policy knows is void from the next problem on.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
    }

    /// The side that tries to mate.
    #[inline]
    pub(crate) fn attacker(&self) -> Color {
        self.problem.attacker
    }

    /// Whether the attacker is to move (an OR node).
    #[inline]
    pub(crate) fn is_or(&self, pos: &Position) -> bool {
        self.problem.is_or(pos)
    }

    /// Table key of a position: board and attacker's hand.
    #[inline]
    pub(crate) fn key(&self, pos: &Position) -> (Key, Hand) {
        self.problem.key(pos)
    }

    /// What the table knows of a position, whatever path leads there.
    #[inline]
    pub(crate) fn look_up(&self, board: Key, hand: Hand) -> Known {
        self.table.look_up(board, hand)
    }

    /// Move and needed hand of the shortest mate that the table knows.
    pub(crate) fn mating_move(&self, board: Key, hand: Hand) -> Option<(Move, Hand)> {
        self.table.mating_move(board, hand)
    }

    /// Stores a mate in `plies` that needs `needed` in hand.
    #[inline]
    pub(crate) fn store_proof(
        &mut self,
        board: Key,
        needed: Hand,
        best: Option<Move>,
        plies: u16,
        work: u32,
    ) {
        self.table.store_proof(board, needed, best, plies, work);
    }

    /// Stores a no-mate that holds on every path with at most `most` in hand.
    #[inline]
    pub(crate) fn store_disproof(&mut self, board: Key, most: Hand, work: u32) {
        self.table.store_disproof(board, most, work);
    }

    /// Stores the numbers of an open position.
    #[inline]
    pub(crate) fn store_open(
        &mut self,
        board: Key,
        hand: Hand,
        numbers: Numbers,
        distance: Depth,
        work: u32,
    ) {
        self.table.store_open(board, hand, numbers, distance, work);
    }

    /// Forgets every mate of a board that serves a hand.
    pub(crate) fn forget(&mut self, board: Key, hand: Hand) {
        self.table.forget(board, hand);
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

    /// The reply by which the cycle policy saw the attack refuted, on whatever path.
    pub(crate) fn reply(&self, board: Key, hand: Hand) -> Option<Move> {
        self.cycles.reply(board, hand)
    }

    /// Whether a repetition counts as no mate under this limit of the root's proof number.
    #[inline]
    pub(crate) fn repetition_counts(&self, limit: u32) -> bool {
        self.cycles.repetition_counts(limit)
    }

    /// Numbers of a repetition that does not count, of a position that was entered under these limits.
    #[inline]
    pub(crate) fn repetition_numbers(&self, limits: Numbers) -> Numbers {
        let Numbers { proof, disproof } = self.cycles.repetition_numbers(limits);
        Numbers::open(proof, disproof)
    }

    /// Limits of the root's proof number, to be searched one after the other.
    pub(crate) fn root_limits(&self) -> &'static [u32] {
        self.cycles.root_limits()
    }
}

//! What the search remembers: a transposition table for results that hold on every path, a cycle policy for no-mates that
//! hold on some, and the leaves looked at last. All know positions by the keys of one problem.

use komadai_core::{Color, Hand, Key, Move, Position};

use super::child::Value;
use super::cycle::{CycleKeep, CyclePolicy, CycleRecall, DependentNoMate, SearchContext};
use super::dependence::Dependence;
use super::path::Path;
use super::recent::Recent;
use super::table::{Known, Table};
use crate::heuristic::DfpnHeuristic;
use crate::mate_in_one::mate_or_counts;
use crate::node::MateNode;
use crate::number::Numbers;
use crate::problem::Problem;
use crate::proof_pieces;
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

    /// Memories for one thread per policy, with about `bytes` bytes between them: each has a policy of its own, since what policies keep
    /// belongs to the path of a search; all share one table.
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
    pub(crate) fn recall(&mut self, path: &Path, at: (Key, Hand)) -> CycleRecall {
        self.cycles.recall(&SearchContext { path, table: &self.table }, at)
    }

    /// Hands a no-mate that depends on its path to the cycle policy.
    pub(crate) fn record(&mut self, path: &Path, at: (Key, Hand), found: &DependentNoMate) -> CycleKeep {
        self.cycles.record(&SearchContext { path, table: &self.table }, at, found)
    }

    /// The first look at a position that has never been met: mate in one, no moves at all, or numbers from the heuristic.
    /// It was reached by `last` from a node of the attacker (`parent_or`) or the defender.
    pub(super) fn look_at(
        &mut self,
        heuristic: &impl DfpnHeuristic,
        pos: &Position,
        last: Move,
        parent_or: bool,
    ) -> Value {
        let leaf = Recent::key(self.problem.key(pos), last);
        if let Some(numbers) = self.recent.get(leaf) {
            return Value::open(numbers);
        }
        let attacker = self.problem.attacker;
        let node = if parent_or {
            MateNode::new(pos, attacker, last)
        } else {
            match mate_or_counts(pos) {
                Ok((mv, needed)) => {
                    // The tree of the answer needs this move.
                    let mate = Known::Proved { best: Some(mv), plies: 1, needed };
                    self.table.store((self.problem.key(pos).0, needed), mate, 1);
                    return Value::proved(1, needed);
                }
                Err(counts) => MateNode::without_mate(pos, attacker, last, counts),
            }
        };
        let Some(node) = node else {
            return if parent_or {
                Value::proved(0, proof_pieces::withhold(pos, attacker, Hand::EMPTY))
            } else {
                let most = proof_pieces::untried(pos, attacker, proof_pieces::all(pos));
                Value::disproved(Dependence::NONE, most)
            };
        };
        let Numbers { proof, disproof } = heuristic.initial(&node);
        let numbers = Numbers::open(proof, disproof);
        self.recent.put(leaf, numbers);
        Value::open(numbers)
    }
}

//! The first look at a position: mate in one, no moves at all, or numbers from the heuristic.

use komadai_core::{Hand, Move, Position};

use super::child::Value;
use super::cycle::CyclePolicy;
use super::dependence::Dependence;
use super::memory::Memory;
use super::recent::Recent;
use crate::heuristic::DfpnHeuristic;
use crate::mate_in_one::mate_or_counts;
use crate::node::MateNode;
use crate::number::Numbers;
use crate::proof_pieces;

impl<C: CyclePolicy> Memory<C> {
    /// The value of a position that has never been met, reached by `last` from a node of the attacker (`parent_or`) or
    /// the defender.
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
                    // The tree of the answer asks for this move.
                    self.table.store_proof(self.problem.key(pos).0, needed, Some(mv), 1, 1);
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

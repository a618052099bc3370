//! The first look at a position: mate in one, no moves at all, or numbers from the heuristic.

use komadai_core::{Hand, Move, Position};

use super::child::Value;
use super::cycle::CyclePolicy;
use super::dependence::Dependence;
use super::memory::Memory;
use super::recent::Recent;
use crate::heuristic::DfpnHeuristic;
use crate::mate_in_one::mate_or_free_squares;
use crate::node::MateNode;
use crate::number::Numbers;
use crate::proof_pieces;

/// The heuristic, asked about leaves.
#[derive(Debug)]
pub(crate) struct Leaves<H> {
    heuristic: H,
}

impl<H: DfpnHeuristic> Leaves<H> {
    pub(crate) fn new(heuristic: H) -> Leaves<H> {
        Leaves { heuristic }
    }

    /// Cost of a move; see [`DfpnHeuristic::edge`].
    #[inline]
    pub(crate) fn edge<C: CyclePolicy>(&self, memory: &Memory<C>, pos: &Position, mv: Move) -> u16 {
        self.heuristic.edge(pos, memory.attacker(), mv)
    }

    /// The value of a position that has never been met, reached by `last` from a node of the attacker (`parent_or`) or
    /// the defender.
    pub(crate) fn look_at<C: CyclePolicy>(
        &mut self,
        memory: &mut Memory<C>,
        pos: &mut Position,
        last: Move,
        parent_or: bool,
    ) -> Value {
        let leaf = Recent::key(memory.key(pos), last);
        if let Some(numbers) = memory.recent.get(leaf) {
            return Value::open(numbers);
        }
        let mut free_squares = None;
        if !parent_or {
            match mate_or_free_squares(pos, &mut 0) {
                Ok((mv, needed)) => {
                    // The tree of the answer asks for this move.
                    memory.store_proof(memory.key(pos).0, needed, Some(mv), 1, 1);
                    return Value::proved(1, needed);
                }
                Err(free) => free_squares = Some(free),
            }
        }
        let Some(node) = MateNode::new(pos, memory.attacker(), last) else {
            return if parent_or {
                Value::proved(0, proof_pieces::withhold(pos, memory.attacker(), Hand::EMPTY))
            } else {
                let most = proof_pieces::untried(pos, memory.attacker(), proof_pieces::all(pos));
                Value::disproved(Dependence::NONE, most)
            };
        };
        let Numbers { proof, disproof } = self.heuristic.initial(&node.with_free_squares(free_squares));
        let numbers = Numbers::open(proof, disproof);
        memory.recent.put(leaf, numbers);
        Value::open(numbers)
    }
}

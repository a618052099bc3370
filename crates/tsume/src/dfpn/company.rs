//! A search beside others at the same problem: what it asks of them, and what it takes over.

use komadai_core::{Move, Position, Undo};

use super::child::{Child, Value, sum_up_raised};
use super::cycle::CyclePolicy;
use super::dependence::Dependence;
use super::path::Frame;
use super::search::Dfpn;
use super::table::Known;
use crate::heuristic::DfpnHeuristic;
use crate::number::Sum;

impl<H: DfpnHeuristic, C: CyclePolicy> Dfpn<H, C> {
    /// The sum of a node with virtual numbers, if other threads work below it ([`Joint`](super::joint::Joint)).
    #[inline]
    pub(super) fn raised(&self, frame: &Frame, or: bool) -> Option<Sum> {
        let (joint, children) = (self.joint.as_ref()?, &self.children[frame.children..]);
        let below = children.iter().any(|child| joint.below(frame.board, child.mv) > 0);
        let raise = |child: &Child, number| joint.raised(frame.board, child.mv, number);
        below.then(|| sum_up_raised(children, or, self.counting, raise))
    }

    /// Whether another thread has ended the search.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.joint.as_ref().is_some_and(|joint| joint.is_over())
    }

    /// Leaves the first position of the path that another thread has decided, and all below; its value, if it is the
    /// root.
    pub(super) fn catch_up(&mut self, pos: &mut Position) -> Option<Value> {
        self.joint.as_ref()?;
        let (at, value) = self.frames.iter().enumerate().find_map(|(i, frame)| {
            match self.memory.table.look_up(frame.board, frame.hand) {
                Known::Proved { plies, needed, .. } => Some((i, Value::proved(plies, needed))),
                Known::Disproved { most } => Some((i, Value::disproved(Dependence::NONE, most))),
                Known::Open { .. } | Known::Unseen { .. } => None,
            }
        })?;
        self.unwind(pos, at);
        match self.frames.last() {
            Some(parent) => {
                self.learn(pos, parent.current, value);
                None
            }
            None => Some(value),
        }
    }

    /// Takes back the move that led to a node just taken off the stack, for the others as well.
    #[inline]
    pub(super) fn take_back(&mut self, pos: &mut Position, came: Option<(Move, Undo)>) {
        let Some((mv, undo)) = came else { return };
        pos.undo_move(mv, undo);
        if let (Some(joint), Some(parent)) = (&self.joint, self.frames.last()) {
            joint.take_back(parent.board, mv);
        }
    }
}

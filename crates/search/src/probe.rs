//! The handle that a forward pruning gets: it searches on the worker's behalf and keeps nothing.

use komadai_core::{Evaluator, Mate, MateSolver, Value};

use crate::memory::MoveMemory;
use crate::observe::Observer;
use crate::policy::DepthPolicy;
use crate::pruning::{ForwardPruning, Probe};
use crate::table::TranspositionTable;
use crate::worker::{Cuts, Span, UNIT, Worker, node};
use crate::{Depth, MAX_PLY, Node};

pub(crate) struct Handle<'w, 'a, E: Evaluator, D, P, K, T, M, O> {
    pub(crate) worker: &'w mut Worker<'a, E, D, P, K, T, M, O>,
    pub(crate) span: Span,
}

impl<E, D, P, K, T, M, O> Probe for Handle<'_, '_, E, D, P, K, T, M, O>
where
    E: Evaluator,
    D: DepthPolicy,
    P: ForwardPruning,
    K: MoveMemory,
    T: TranspositionTable,
    M: MateSolver,
    O: Observer,
{
    #[inline]
    fn node(&self) -> Node<'_> {
        node!(self.worker, self.span)
    }

    #[inline]
    fn static_value(&mut self) -> Value {
        self.span.static_value.unwrap_or_else(|| self.worker.evaluate())
    }

    fn verify(&mut self, depth: Depth, alpha: Value, beta: Value) -> Value {
        let value = self.worker.search(depth, alpha, beta, Cuts::Off).unwrap_or(alpha);
        let ply = self.worker.ply;
        self.worker.frames[ply].tried.clear();
        value
    }

    fn pass(&mut self, depth: Depth, beta: Value) -> Value {
        let worker = &mut *self.worker;
        if worker.board.in_check()
            || node!(worker, self.span).after_pass()
            || worker.ply >= MAX_PLY
            || worker.advance_pass().is_none()
        {
            return -Value::INFINITE;
        }
        let reply = worker.search(depth, -beta, UNIT - beta, Cuts::Allowed);
        worker.retreat();
        reply.map_or(-Value::INFINITE, |reply| -reply)
    }

    fn find_mate(&mut self, nodes: u64) -> Mate {
        let mut pos = self.worker.board.position().clone();
        self.worker.notes.mate.find_mate(&mut pos, nodes)
    }
}

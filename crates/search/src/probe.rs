//! The handle that a forward pruning gets: it searches on the worker's behalf and keeps nothing.

use komadai_core::{Evaluator, Mate, MateSolver, Move, MoveList, Value};

use crate::memory::MoveMemory;
use crate::observe::Observer;
use crate::policy::DepthPolicy;
use crate::pruning::{ForwardPruning, Probe};
use crate::span::{Mode, Span, UNIT, node};
use crate::table::TranspositionTable;
use crate::worker::Worker;
use crate::{Depth, MAX_PLY, Node, tactics};

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
        let span = Span::new(depth, alpha, beta, self.span.cut_node);
        let value = self.worker.search(span, Mode::Verify).unwrap_or(alpha);
        self.tidy();
        value
    }

    fn verify_without(&mut self, without: Move, depth: Depth, beta: Value) -> Value {
        let span = Span::new(depth, beta - UNIT, beta, self.span.cut_node);
        let value = self.worker.search(span, Mode::Without(without)).unwrap_or(-Value::INFINITE);
        self.tidy();
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
        let reply = worker.below(depth, beta - UNIT, beta, false);
        worker.retreat();
        reply.unwrap_or(-Value::INFINITE)
    }

    fn tactical_moves(&mut self, list: &mut MoveList) {
        let worker = &*self.worker;
        let rules = &worker.rules.options.tactics;
        let pos = worker.board.position();
        tactics::generate(pos, worker.board.checks(), &rules.values, rules.least_promotion, list);
    }

    fn try_move(&mut self, mv: Move, depth: Depth, beta: Value) -> Value {
        if self.worker.ply >= MAX_PLY || self.worker.advance(mv).is_none() {
            return -Value::INFINITE;
        }
        let value = self.worker.below(depth, beta - UNIT, beta, !self.span.cut_node);
        self.worker.retreat();
        value.unwrap_or(-Value::INFINITE)
    }

    fn find_mate(&mut self, nodes: u64) -> Mate {
        let mut pos = self.worker.board.position().clone();
        self.worker.notes.mate.find_mate(&mut pos, nodes)
    }
}

impl<E: Evaluator, D, P, K, T, M, O> Handle<'_, '_, E, D, P, K, T, M, O> {
    /// After a search of the same node: what it left in the frame is not the node's.
    fn tidy(&mut self) {
        let ply = self.worker.ply;
        let frame = &mut self.worker.frames[ply];
        frame.tried.clear();
        frame.static_value = self.span.static_value;
    }
}

//! [`Probe`] of a running search: how prunings and depth policies are called, and how they search through the worker.

use komadai_core::{Mate, Move, MoveList, Value};

use crate::depth::Depth;
use crate::engine::probe::Probe;
use crate::engine::sockets::Sockets;
use crate::engine::tactics;
use crate::engine::worker::{Mode, UNIT, Worker, node};
use crate::node::{MAX_PLY, Node, Span};
use crate::policy::DepthPolicy;
use crate::pruning::ForwardPruning;

struct Handle<'w, 'a, S: Sockets> {
    worker: &'w mut Worker<'a, S>,
    span: Span,
}

impl<S: Sockets> Probe for Handle<'_, '_, S> {
    #[inline]
    fn node(&self) -> Node<'_> {
        node!(self.worker, self.span)
    }

    fn verify(&mut self, depth: Depth, alpha: Value, beta: Value) -> Value {
        self.search_again(depth, alpha, beta, Mode::Verify).unwrap_or(alpha)
    }

    fn verify_without(&mut self, without: Move, depth: Depth, beta: Value) -> Value {
        // A node without budget is a leaf, which knows nothing of a move that is left out.
        let depth = depth.max(Depth::from_units(1));
        self.search_again(depth, beta - UNIT, beta, Mode::Without(without)).unwrap_or(-Value::INFINITE)
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
        let (pos, checks) = (worker.board.position(), worker.board.checks());
        tactics::generate(pos, checks, &worker.options.tactics.values, list);
        // The generator is for positions out of check, where the search uses it.
        if worker.board.in_check() {
            list.retain(|mv| pos.is_legal_with(mv, checks));
        }
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
        self.worker.find_mate(nodes)
    }
}

impl<S: Sockets> Handle<'_, '_, S> {
    /// Searches the node itself, and leaves its frame as it was.
    fn search_again(&mut self, depth: Depth, alpha: Value, beta: Value, mode: Mode) -> Option<Value> {
        let ply = self.worker.ply;
        let static_value = self.worker.frames[ply].static_value;
        let value = self.worker.search(depth, alpha, beta, self.span.cut_node, mode);
        self.worker.begin();
        self.worker.frames[ply].static_value = static_value;
        value
    }
}

impl<S: Sockets> Worker<'_, S> {
    /// Step 5: the value with which a pruning gives the node up, and the name of that pruning.
    #[inline]
    pub(crate) fn prune(&mut self, span: &Span) -> Option<(Value, &'static str)> {
        self.parts.pruning.prune(&mut Handle { worker: &mut *self, span: *span })
    }

    /// Before step 7: the table's move, and by how much the policy extends it.
    #[inline]
    pub(crate) fn singular_extension(&mut self, span: &Span) -> (Option<Move>, Depth) {
        let Some(mv) = span.entry.and_then(|entry| entry.best) else { return (None, Depth::ZERO) };
        (Some(mv), self.parts.depth.singular_extension(&mut Handle { worker: &mut *self, span: *span }, mv))
    }
}

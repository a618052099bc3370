//! [`Probe`]: the searches that a pruning or a depth policy may run at a node, on the worker's behalf.

use komadai_core::{Mate, Move, MoveList, Value};

use crate::depth::Depth;
use crate::engine::sockets::Sockets;
use crate::engine::tactics;
use crate::engine::worker::{Mode, UNIT, Worker, node};
use crate::node::{MAX_PLY, Node, Span};
use crate::policy::DepthPolicy;
use crate::pruning::ForwardPruning;

/// Handle to the running search, for prunings and depth policies that need searches of their own.
///
/// If the limits run out during a call, its answer is meaningless; the search then discards the node.
pub trait Probe {
    /// The node in question.
    fn node(&self) -> Node<'_>;

    /// Value of this node, searched with another budget and window; the node itself is not pruned.
    fn verify(&mut self, depth: Depth, alpha: Value, beta: Value) -> Value;

    /// Value for the side to move after a pass (null move), the reply searched with this budget in a null window below
    /// `beta`. −[`Value::INFINITE`] where a pass is not possible: in check, after another pass, at the end of the path.
    fn pass(&mut self, depth: Depth, beta: Value) -> Value;

    /// Value of this node as if the move `without` were not legal, searched in a null window below `beta`. Nothing is
    /// recorded of the node itself. −[`Value::INFINITE`] if there is no other move. At least these are tried, whatever the budget.
    fn verify_without(&mut self, without: Move, depth: Depth, beta: Value) -> Value;

    /// Appends the captures and gaining promotions of this node, in the order of generation.
    fn tactical_moves(&mut self, list: &mut MoveList);

    /// Value of one legal move for the side to move, the position after it searched with this budget in a null window below
    /// `beta`.
    fn try_move(&mut self, mv: Move, depth: Depth, beta: Value) -> Value;

    /// Queries the mate solver: can the side to move mate, as far as so many nodes tell? Where the game is drawn by its number of moves
    /// ([`Limits::draw_after`](crate::Limits::draw_after)), it gets at most as many nodes as there are moves left.
    fn find_mate(&mut self, nodes: u64) -> Mate;
}

/// The handle to a running search.
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
        // Below a ply there is a leaf, which knows nothing of a move that is left out.
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
        let pos = worker.board.position();
        tactics::generate(pos, worker.board.checks(), &worker.options.tactics.values, list);
        // Made for positions out of check, where the search asks for it.
        if worker.board.in_check() {
            list.retain(|mv| pos.is_legal(mv));
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
    /// Step 5: the value with which the prunings give the node up, and the name of the one that did.
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

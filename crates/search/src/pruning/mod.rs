//! Forward pruning: nodes and moves given up without a full search \[R10\] \[R21\].
//!
//! | pruning | gives up |
//! |---|---|
//! | `()` | nothing |
//! | [`NullMove`] | nodes so good that even a pass stays above beta |
//! | [`Futility`] | nodes far above beta, quiet moves far below alpha, near the leaves |
//! | `(A, B)` | what either gives up, `A` asked first |
//!
//! None of them preserves the value of the search; that is what an experiment with them measures.

mod futility;
mod null_move;

pub use futility::Futility;
pub use null_move::NullMove;

use komadai_core::{Mate, Move, Value};

use crate::{Depth, Node};

/// The handle a pruning gets instead of the searcher: it may search, but hold nothing.
///
/// When limits run out inside, the answers mean nothing; the search throws the node away.
pub trait Probe {
    /// The node that may be given up.
    fn node(&self) -> Node<'_>;

    /// The evaluation of the position.
    fn static_value(&mut self) -> Value;

    /// Searches this node with another budget and window; the node itself is not pruned meanwhile.
    fn verify(&mut self, depth: Depth, alpha: Value, beta: Value) -> Value;

    /// Value for the side to move if it passes and the reply is searched with this budget, as far as `beta` is
    /// concerned (null window). In check, after a pass, or where the path ends, passing is no move: the answer is
    /// −[`Value::INFINITE`].
    fn pass(&mut self, depth: Depth, beta: Value) -> Value;

    /// Asks the mate solver about the side to move.
    fn find_mate(&mut self, nodes: u64) -> Mate;
}

/// Gives up nodes and moves. It only reads; what it learned elsewhere it brings along.
pub trait ForwardPruning {
    /// How observers and tables call it.
    const NAME: &'static str;

    /// Whether [`Node::static_value`] is to be computed at every node out of check.
    const USES_STATIC_VALUE: bool = false;

    /// The value to return at once, if the node is given up. Never asked at the root.
    fn prune<P: Probe>(&self, probe: &mut P) -> Option<Value>;

    /// [`ForwardPruning::prune`] together with who did it. Only tuples need to override it.
    #[inline]
    fn prune_by<P: Probe>(&self, probe: &mut P) -> Option<(Value, &'static str)> {
        self.prune(probe).map(|value| (value, Self::NAME))
    }

    /// Whether to leave out a move. Never asked for the first move of a node, so that one is always searched.
    #[inline]
    fn skip(&self, at: &Node<'_>, mv: Move, order: usize) -> bool {
        let _ = (at, mv, order);
        false
    }

    /// Whether it reads [`Node::path`] or [`Node::tried`], itself or through the methods of [`Node`] that do, except
    /// [`Node::ply`]. Where no socket does, the search keeps neither, and what they hold means nothing.
    /// [`Probe::pass`] looks back as well: after a pass there is no second one.
    #[inline]
    fn looks_back(&self) -> bool {
        true
    }
}

/// Gives up nothing.
impl ForwardPruning for () {
    const NAME: &'static str = "none";

    #[inline]
    fn prune<P: Probe>(&self, _: &mut P) -> Option<Value> {
        None
    }

    #[inline]
    fn looks_back(&self) -> bool {
        false
    }
}

impl<A: ForwardPruning> ForwardPruning for &A {
    const NAME: &'static str = A::NAME;
    const USES_STATIC_VALUE: bool = A::USES_STATIC_VALUE;

    #[inline]
    fn prune<P: Probe>(&self, probe: &mut P) -> Option<Value> {
        (**self).prune(probe)
    }

    #[inline]
    fn prune_by<P: Probe>(&self, probe: &mut P) -> Option<(Value, &'static str)> {
        (**self).prune_by(probe)
    }

    #[inline]
    fn skip(&self, at: &Node<'_>, mv: Move, order: usize) -> bool {
        (**self).skip(at, mv, order)
    }

    #[inline]
    fn looks_back(&self) -> bool {
        (**self).looks_back()
    }
}

/// A pruning that may be there: for recipes put together at run time, of one type.
impl<A: ForwardPruning> ForwardPruning for Option<A> {
    const NAME: &'static str = A::NAME;
    const USES_STATIC_VALUE: bool = A::USES_STATIC_VALUE;

    #[inline]
    fn prune<P: Probe>(&self, probe: &mut P) -> Option<Value> {
        self.as_ref()?.prune(probe)
    }

    #[inline]
    fn prune_by<P: Probe>(&self, probe: &mut P) -> Option<(Value, &'static str)> {
        self.as_ref()?.prune_by(probe)
    }

    #[inline]
    fn skip(&self, at: &Node<'_>, mv: Move, order: usize) -> bool {
        self.as_ref().is_some_and(|pruning| pruning.skip(at, mv, order))
    }

    #[inline]
    fn looks_back(&self) -> bool {
        self.as_ref().is_some_and(ForwardPruning::looks_back)
    }
}

/// Both, in order.
impl<A: ForwardPruning, B: ForwardPruning> ForwardPruning for (A, B) {
    const NAME: &'static str = "several";
    const USES_STATIC_VALUE: bool = A::USES_STATIC_VALUE || B::USES_STATIC_VALUE;

    #[inline]
    fn prune<P: Probe>(&self, probe: &mut P) -> Option<Value> {
        self.0.prune(probe).or_else(|| self.1.prune(probe))
    }

    #[inline]
    fn prune_by<P: Probe>(&self, probe: &mut P) -> Option<(Value, &'static str)> {
        self.0.prune_by(probe).or_else(|| self.1.prune_by(probe))
    }

    #[inline]
    fn skip(&self, at: &Node<'_>, mv: Move, order: usize) -> bool {
        self.0.skip(at, mv, order) || self.1.skip(at, mv, order)
    }

    #[inline]
    fn looks_back(&self) -> bool {
        self.0.looks_back() || self.1.looks_back()
    }
}

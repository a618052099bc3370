//! What crates that never see each other agree on: an evaluation that a search uses, a mate solver that a
//! search asks.
//!
//! Both have their user in one branch of the house and their makers in others, so the words stand here, on the
//! ground floor.

use crate::{Change, Move, Position, Value};

/// A static evaluation, kept up move by move.
///
/// The state of a node is made from its parent's state, never taken back: a search keeps one state a ply.
/// What is read only (weights) lives in `self`, which several searchers may share.
///
/// The law, tested for every implementation: along any sequence of legal moves, `advance` gives a state whose
/// `evaluate` equals that of `fresh`.
pub trait Evaluator {
    /// What is kept for each ply.
    type State: Clone;

    /// State of a position from nothing.
    fn fresh(&self, pos: &Position) -> Self::State;

    /// State after a move. `change` was asked of the position before the move; `after` is the position after it.
    fn advance(&self, parent: &Self::State, after: &Position, change: &Change) -> Self::State;

    /// State after a pass.
    fn advance_null(&self, parent: &Self::State, after: &Position) -> Self::State {
        let _ = after;
        parent.clone()
    }

    /// Value of the position for the side to move.
    fn evaluate(&self, state: &Self::State, pos: &Position) -> Value;
}

impl<E: Evaluator + ?Sized> Evaluator for &E {
    type State = E::State;

    #[inline]
    fn fresh(&self, pos: &Position) -> Self::State {
        (**self).fresh(pos)
    }

    #[inline]
    fn advance(&self, parent: &Self::State, after: &Position, change: &Change) -> Self::State {
        (**self).advance(parent, after, change)
    }

    #[inline]
    fn advance_null(&self, parent: &Self::State, after: &Position) -> Self::State {
        (**self).advance_null(parent, after)
    }

    #[inline]
    fn evaluate(&self, state: &Self::State, pos: &Position) -> Value {
        (**self).evaluate(state, pos)
    }
}

impl<E: Evaluator + ?Sized> Evaluator for alloc::sync::Arc<E> {
    type State = E::State;

    #[inline]
    fn fresh(&self, pos: &Position) -> Self::State {
        (**self).fresh(pos)
    }

    #[inline]
    fn advance(&self, parent: &Self::State, after: &Position, change: &Change) -> Self::State {
        (**self).advance(parent, after, change)
    }

    #[inline]
    fn advance_null(&self, parent: &Self::State, after: &Position) -> Self::State {
        (**self).advance_null(parent, after)
    }

    #[inline]
    fn evaluate(&self, state: &Self::State, pos: &Position) -> Value {
        (**self).evaluate(state, pos)
    }
}

/// Answer of a mate solver about the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mate {
    /// The side to move mates by checks alone, beginning with this move.
    Mate(Move),
    /// It is proved that it does not.
    NoMate,
    /// Neither was shown within the limit.
    Unknown,
}

/// Looks for a mate by continuous checks.
pub trait MateSolver {
    /// Searches at most `nodes` nodes. The position is the same again afterwards.
    fn find_mate(&mut self, pos: &mut Position, nodes: u64) -> Mate;

    /// Forgets everything that earlier questions left behind.
    #[inline]
    fn clear(&mut self) {}
}

/// No solver: never knows.
impl MateSolver for () {
    #[inline]
    fn find_mate(&mut self, _: &mut Position, _: u64) -> Mate {
        Mate::Unknown
    }
}

/// A solver that may be there, for searches put together at run time.
impl<S: MateSolver> MateSolver for Option<S> {
    #[inline]
    fn find_mate(&mut self, pos: &mut Position, nodes: u64) -> Mate {
        self.as_mut().map_or(Mate::Unknown, |solver| solver.find_mate(pos, nodes))
    }

    #[inline]
    fn clear(&mut self) {
        if let Some(solver) = self {
            solver.clear();
        }
    }
}

impl<S: MateSolver + ?Sized> MateSolver for &mut S {
    #[inline]
    fn find_mate(&mut self, pos: &mut Position, nodes: u64) -> Mate {
        (**self).find_mate(pos, nodes)
    }

    #[inline]
    fn clear(&mut self) {
        (**self).clear();
    }
}

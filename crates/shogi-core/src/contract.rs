//! Traits between crates that do not depend on each other: the evaluation and the mate solver that a search uses.
//!
//! The search crate uses both traits, other crates implement them, and all of these depend on this crate.

use crate::{Change, Move, Position, Value};

/// Static evaluation of positions, updated move by move.
///
/// The state of a node is computed from its parent's state and never undone: a search keeps one state for each ply.
/// Weights are in `self`, which several searches may share by reference.
///
/// The value must depend only on board, hands and side to move, not on the move number or on how the position was reached, because tables
/// store it for a position.
///
/// The law, tested for every implementation: along any sequence of legal moves and passes, `advance`, `advance_into` and
/// `advance_null` give a state whose `evaluate` equals that of `fresh`.
///
/// ```
/// use komadai_core::{Change, Color, Evaluator, Place, Placed, Position, Value};
///
/// /// Counts the pieces on the board, 10 centipawns each.
/// struct PiecesOnBoard;
///
/// impl Evaluator for PiecesOnBoard {
///     type State = i32;
///
///     fn fresh(&self, pos: &Position) -> i32 {
///         pos.of_color(Color::Black).len() as i32 - pos.of_color(Color::White).len() as i32
///     }
///
///     fn advance(&self, parent: &i32, _: &Position, change: &Change) -> i32 {
///         let sum = |placed: &[Placed]| -> i32 {
///             let sign = |it: &Placed| if it.piece.color() == Color::Black { 1 } else { -1 };
///             placed.iter().filter(|it| it.place != Place::Hand).map(sign).sum()
///         };
///         parent + sum(change.added()) - sum(change.removed())
///     }
///
///     fn evaluate(&self, state: &i32, pos: &Position) -> Value {
///         let black = Value::from_cp(10 * state);
///         if pos.side_to_move() == Color::Black { black } else { -black }
///     }
/// }
///
/// let pos = Position::startpos();
/// assert_eq!(PiecesOnBoard.evaluate(&PiecesOnBoard.fresh(&pos), &pos), Value::ZERO);
/// let mut pos: Position = "4k4/9/4p4/4P4/9/9/9/9/4K4 b - 1".parse()?;
/// let (state, mv) = (PiecesOnBoard.fresh(&pos), "5d5c+".parse()?);
/// let change = pos.change(mv);
/// pos.do_move(mv);
/// assert_eq!(PiecesOnBoard.advance(&state, &pos, &change), PiecesOnBoard.fresh(&pos));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Evaluator {
    /// State of a ply.
    type State: Clone;

    /// Computes the state of a position.
    fn fresh(&self, pos: &Position) -> Self::State;

    /// Computes the state after a move from its parent's state. `change` comes from [`Position::change`] before the move; `after` is
    /// the position after it.
    fn advance(&self, parent: &Self::State, after: &Position, change: &Change) -> Self::State;

    /// Computes the same state in place of `state`, which may belong to any position. Override it if that saves an allocation.
    #[inline]
    fn advance_into(&self, parent: &Self::State, after: &Position, change: &Change, state: &mut Self::State) {
        *state = self.advance(parent, after, change);
    }

    /// Computes the state after a pass. By default it is the parent's state, which is right if states do not depend on the side
    /// to move; otherwise override it.
    fn advance_null(&self, parent: &Self::State, after: &Position) -> Self::State {
        let _ = after;
        parent.clone()
    }

    /// Value of the position for the side to move, in centipawns, within ±[`Value::MAX_EVAL`].
    fn evaluate(&self, state: &Self::State, pos: &Position) -> Value;
}

/// Implements [`Evaluator`] for pointers to an evaluator.
macro_rules! by_reference {
    ($($pointer:ty),*) => {$(
        impl<E: Evaluator + ?Sized> Evaluator for $pointer {
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
            fn advance_into(&self, parent: &Self::State, after: &Position, change: &Change, state: &mut Self::State) {
                (**self).advance_into(parent, after, change, state);
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
    )*};
}

by_reference!(&E, alloc::sync::Arc<E>);

/// Answer of a mate solver for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mate {
    /// The side to move mates by continuous checks, beginning with this move.
    Mate(Move),
    /// Proved: there is no mate by continuous checks.
    NoMate,
    /// Neither was proved within the limit.
    Unknown,
}

/// Mate solver that a search can query: looks for a mate by continuous checks (詰み).
///
/// ```
/// use komadai_core::{Checks, Mate, MateSolver, Position, movegen};
///
/// /// Finds mates in one.
/// struct MateInOne;
///
/// impl MateSolver for MateInOne {
///     fn find_mate(&mut self, pos: &mut Position, _: u64) -> Mate {
///         movegen::mate_in_one(pos, &Checks::of(pos)).map_or(Mate::Unknown, Mate::Mate)
///     }
/// }
///
/// let mut pos: Position = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse()?;
/// assert_eq!(MateInOne.find_mate(&mut pos, 1), Mate::Mate("G*5b".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait MateSolver {
    /// Searches at most `nodes` nodes, and leaves the position as it was. A mate it returns takes at most `nodes` plies: near a draw by
    /// the move limit, a search passes no more nodes than plies are left.
    fn find_mate(&mut self, pos: &mut Position, nodes: u64) -> Mate;

    /// Forgets everything that earlier calls left behind.
    #[inline]
    fn clear(&mut self) {}
}

/// No solver: always answers [`Mate::Unknown`].
impl MateSolver for () {
    #[inline]
    fn find_mate(&mut self, _: &mut Position, _: u64) -> Mate {
        Mate::Unknown
    }
}

/// An optional solver, for searches assembled at run time.
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

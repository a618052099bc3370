//! What a search answers: its root moves, its progress, its report.

use core::time::Duration;

use komadai_core::{Move, Value};

use crate::bound::Bound;

/// A move of the root and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its value for the side to move at the root.
    pub value: Value,
    /// What the value says. Moves behind the best lines have [`Bound::Upper`]: not better than this.
    pub bound: Bound,
    /// The iteration the value is of; 0: none yet.
    pub depth: u32,
    /// The line of play, this move first.
    pub pv: Vec<Move>,
    /// Nodes spent on it in all iterations.
    pub nodes: u64,
}

impl RootMove {
    pub(crate) fn new(mv: Move) -> RootMove {
        RootMove { mv, value: -Value::INFINITE, bound: Bound::Upper, depth: 0, pv: vec![mv], nodes: 0 }
    }
}

/// How far a search has come, told after each iteration.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The iteration just finished, in plies.
    pub depth: u32,
    /// The longest path so far, in plies.
    pub reached: usize,
    /// Moves and passes played so far.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// How full the table is, per mille, if there is one.
    pub fill: Option<u16>,
    /// The lines asked for, best first.
    pub lines: &'a [RootMove],
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The move to play, as the [`MoveChoice`](crate::MoveChoice) had it; `None` if there is no legal move.
    pub best: Option<Move>,
    /// Its value for the side to move.
    pub value: Value,
    /// Its line of play.
    pub pv: Vec<Move>,
    /// The last iteration that was finished, in plies.
    pub depth: u32,
    /// The longest path, in plies.
    pub reached: usize,
    /// Moves and passes played.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
    /// How full the table is, per mille, if there is one.
    pub fill: Option<u16>,
    /// All root moves, best first.
    pub moves: Vec<RootMove>,
}

//! What a search reports: its root moves, its progress after each iteration, its result.

use core::time::Duration;

use komadai_core::{Move, Value};
use smallvec::SmallVec;

use crate::bound::Bound;

/// A line of play. Up to twelve moves are stored inline, without an allocation.
pub type Line = SmallVec<[Move; 12]>;

/// A root move with its value, line and node count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its value for the side to move at the root; −[`Value::INFINITE`] before the move was searched.
    pub value: Value,
    /// How the value bounds the true one. Moves behind the best lines mostly have [`Bound::Upper`]: not better than this.
    ///
    /// If the limits end an iteration early, the best move may have a bound too: [`Bound::Lower`] if it turned out
    /// better than its last exact `value`, if it mates but perhaps not in the fewest moves, or if unsearched moves may
    /// be better; [`Bound::Upper`] if the previous best move is mated, and it was no better.
    pub bound: Bound,
    /// The iteration in which the value was found, in plies; 0: none yet.
    pub depth: u32,
    /// The line of play, this move first.
    pub pv: Line,
    /// Nodes spent on it in all iterations.
    pub nodes: u64,
}

impl RootMove {
    /// An unsearched move: no value, and a line of this move alone.
    ///
    /// ```
    /// use komadai_core::Value;
    /// use komadai_search::{Bound, RootMove};
    ///
    /// let found = RootMove::new("7g7f".parse()?);
    /// assert_eq!((found.depth, found.nodes, found.pv.len()), (0, 0, 1));
    /// let searched = RootMove { value: Value::from_cp(34), bound: Bound::Exact, depth: 2, ..found };
    /// # Ok::<(), komadai_core::ParseMoveError>(())
    /// ```
    pub fn new(mv: Move) -> RootMove {
        RootMove {
            mv,
            value: -Value::INFINITE,
            bound: Bound::Upper,
            depth: 0,
            pv: Line::from_slice(&[mv]),
            nodes: 0,
        }
    }
}

/// The state of a search after an iteration, passed to `progress` callbacks.
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
    /// How full the table is (USI `hashfull`), per mille, if there is one.
    pub fill: Option<u16>,
    /// The requested lines, best first; at least one.
    pub lines: &'a [RootMove],
}

/// The callback of a search after each iteration.
pub type OnProgress<'a> = &'a mut dyn FnMut(&Progress<'_>);

/// A finished iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// Its depth, in plies.
    pub depth: u32,
    /// The value of its best move, for the side to move.
    pub value: Value,
    /// Its best move.
    pub best: Move,
    /// Moves and passes from the beginning of the search to the end of this iteration; with several threads, of the one that finished it.
    pub nodes: u64,
}

/// The result of a search: the chosen move, its value and line, and all root moves.
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::Material;
/// use komadai_search::{Limits, Searcher};
///
/// let pos: Position = "4k4/9/9/9/4r4/9/9/9/K3R4 b - 1".parse()?;
/// let report = Searcher::new(Material::default()).search(&pos, &Limits::depth(2));
/// assert_eq!(report.best, Some("5i5e".parse()?));
/// assert_eq!(report.pv.first().copied(), report.best);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The move to play, chosen by the [`MoveChoice`](crate::MoveChoice); `None` if there is no legal move.
    pub best: Option<Move>,
    /// Its value for the side to move: the last settled one, never the edge of an interrupted window. It is [`Report::searched`] if
    /// a move was searched to its end, until then the evaluation of the position; without a legal move, mated in 0 plies.
    pub value: Value,
    /// Its line of play.
    pub pv: Line,
    /// The last finished iteration, in plies.
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
    /// The finished iterations, first to last; empty for engines that vote.
    pub iterations: Vec<Iteration>,
}

impl Report {
    /// This report as the progress of a search, with these lines.
    pub fn progress<'l>(&self, lines: &'l [RootMove]) -> Progress<'l> {
        let &Report { depth, reached, nodes, elapsed, fill, .. } = self;
        Progress { depth, reached, nodes, elapsed, fill, lines }
    }

    /// The value that the search found; `None` if the limits ended it before the best move, or any move that is not
    /// mated, was searched to its end. Without a legal move it is a mate.
    pub fn searched(&self) -> Option<Value> {
        let chosen = self.moves.iter().find(|root| Some(root.mv) == self.best);
        let found = self.best.is_none() || chosen.is_some_and(|root| root.depth > 0);
        found.then_some(self.value)
    }
}

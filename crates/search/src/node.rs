//! What heuristics see of the search: the node, the path to it, and its outcome.

use komadai_core::{Move, Piece, Position, Tracked, Value};

use crate::bound::Bound;
use crate::depth::Depth;
use crate::policy::bits::Bits;
use crate::table::Entry;

/// The longest path from the root, in plies. At its end the evaluation is taken as it is.
pub const MAX_PLY: usize = 128;

/// A step of the path from the root: a move or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move; `None` for a pass.
    pub mv: Option<Move>,
    /// The piece as it stands after the move; `None` for a pass.
    pub piece: Option<Piece>,
    /// The piece it captured.
    pub captured: Option<Piece>,
}

impl Step {
    /// A pass.
    pub const PASS: Step = Step { mv: None, piece: None, captured: None };
}

/// Defines [`Node`], and [`Span`] (its facts without the board and the path), from one list: a new fact is one line.
macro_rules! facts {
    ($($(#[$about:meta])* $fact:ident: $type:ty = $unknown:expr;)+) => {
        /// A node of the search, as heuristics see it: position, path, budget, window, and what is known so far.
        ///
        /// It is a view, made for each call of a heuristic. Outside a search, begin with [`Node::new`]:
        ///
        /// ```
        /// use komadai_core::Position;
        /// use komadai_search::{Depth, Node};
        ///
        /// let pos = Position::startpos();
        /// let at = Node { depth: Depth::plies(3), ..Node::new(&pos) };
        /// assert_eq!((at.ply(), at.is_pv(), at.back(1)), (0, true, None));
        /// ```
        #[derive(Clone, Copy, Debug)]
        pub struct Node<'a> {
            /// The position.
            pub pos: &'a Position,
            /// Moves and passes from the root to here.
            pub path: &'a [Step],
            /// Whether the side to move is in check.
            pub in_check: bool,
            /// Moves searched at this node so far, in order.
            pub tried: &'a [Move],
            $($(#[$about])* pub $fact: $type,)+
        }

        impl<'a> Node<'a> {
            /// A node with an empty path, no budget and an open window, for heuristics used outside a search: in tests, and
            /// for counting in game records. Set what else matters: `Node { depth, ..Node::new(&pos) }`.
            pub fn new(pos: &'a Position) -> Node<'a> {
                Node { pos, path: &[], in_check: pos.in_check(), tried: &[], $($fact: $unknown,)+ }
            }
        }

        /// The facts of a node, which the search keeps while its board moves on.
        #[derive(Clone, Copy)]
        pub(crate) struct Span {
            $(pub(crate) $fact: $type,)+
            /// The evaluation without corrections, where it is known.
            pub(crate) raw_value: Option<Value>,
        }

        impl Span {
            #[inline]
            pub(crate) fn new(depth: Depth, alpha: Value, beta: Value, cut_node: bool) -> Span {
                let unknown = Span { $($fact: $unknown,)+ raw_value: None };
                Span { depth, alpha, beta, cut_node, ..unknown }
            }

            /// The node with these facts at the end of a path.
            #[inline]
            pub(crate) fn at<'n>(&self, board: &'n Tracked, path: &'n [Step], tried: &'n [Move]) -> Node<'n> {
                Node { pos: board.position(), path, in_check: board.in_check(), tried, $($fact: self.$fact,)+ }
            }
        }
    };
}

facts! {
    /// Remaining budget.
    depth: Depth = Depth::ZERO;
    /// Lower end of the window.
    alpha: Value = -Value::INFINITE;
    /// Upper end of the window.
    beta: Value = Value::INFINITE;
    /// The static evaluation for the side to move, corrected by the memories
    /// ([`MoveMemory::correct`](crate::MoveMemory::correct)) and by the table. `None` in check, and in the main search if no
    /// pruning reads it ([`ForwardPruning::uses_static_value`](crate::ForwardPruning::uses_static_value)).
    static_value: Option<Value> = None;
    /// Whether the static evaluation has risen since this side moved last; false if either value is unknown.
    improving: bool = false;
    /// Whether a beta cut is expected here: the parent is expected to fail low, or this is not its first move.
    cut_node: bool = false;
    /// The table's entry for the position.
    entry: Option<Entry> = None;
    /// The memories' score of the quiet move that a depth policy or a pruning is asked about
    /// ([`MoveMemory::score`](crate::MoveMemory::score): in ±[`SCORE_LIMIT`](crate::memory::SCORE_LIMIT), with
    /// [`SCORE_PER_PLY`](crate::memory::SCORE_PER_PLY) worth one ply). 0 for captures, promotions that are tried with them, the table's
    /// move, and at the root.
    score: i32 = 0;
    /// −log2 of the probability that a memory gives to the move that a depth policy or a pruning is asked about, if it
    /// recalled it ([`Likely`](crate::Likely)); [`Bits::NEVER`] if no memory gives one.
    recalled: Bits = Bits::NEVER;
    /// Whether the move that a depth policy or a pruning is asked about is a capture or promotion whose exchange is known
    /// not to lose material by the piece values of the search.
    holds: bool = false;
}

impl Node<'_> {
    /// Plies from the root.
    #[inline]
    pub fn ply(&self) -> usize {
        self.path.len()
    }

    /// The move `n` plies ago: `back(1)` is the opponent's last move. `None` before the root and for a pass.
    #[inline]
    pub fn back(&self, n: usize) -> Option<Move> {
        self.path[self.path.len().checked_sub(n)?..].first()?.mv
    }

    /// Whether the last move was a pass.
    #[inline]
    pub fn after_pass(&self) -> bool {
        self.path.last().is_some_and(|step| step.mv.is_none())
    }

    /// Whether the window is open (a PV node): an exact value is wanted, not a bound.
    #[inline]
    pub fn is_pv(&self) -> bool {
        self.beta - self.alpha > Value::from_cp(1)
    }

    /// Whether a move neither takes a piece nor promotes: what prunings and memories mean by a quiet move.
    #[inline]
    pub fn is_quiet(&self, mv: Move) -> bool {
        !mv.is_promotion() && !self.is_capture(mv)
    }

    /// Whether a move takes a piece.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        self.pos.piece_at(mv.to()).is_some()
    }
}

/// The result of a finished node: best move, value and bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The best move, or the one that cut. With [`Bound::Upper`] no move is known to be best, and this is the one with
    /// the highest bound.
    pub best: Move,
    /// The value found (fail-soft: it may lie outside the window).
    pub value: Value,
    /// How the value bounds the true one.
    pub bound: Bound,
}

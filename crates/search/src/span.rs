//! Window, budget and mode of a node, and the [`Node`] made from them when a heuristic is asked.

use komadai_core::{Move, Tracked, Value};

use crate::depth::Depth;
use crate::node::{Node, Step};
use crate::policy::bits::Bits;
use crate::table::Entry;

/// How a node is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// With all steps.
    Normal,
    /// Again, for one of its own prunings: without step 5.
    Verify,
    /// Again, as if a move were not legal: without steps 2, 5 and 15.
    Without(Move),
}

/// The window and budget of a node, and what is known of it.
#[derive(Clone, Copy)]
pub(crate) struct Span {
    pub(crate) depth: Depth,
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
    /// Whether a cut is expected.
    pub(crate) cut_node: bool,
    pub(crate) static_value: Option<Value>,
    /// The evaluation without corrections, where it is known.
    pub(crate) raw_value: Option<Value>,
    pub(crate) improving: bool,
    pub(crate) entry: Option<Entry>,
    /// Of the move in question.
    pub(crate) score: i32,
    /// Of the move in question: −log2 of the probability that a memory gives to it.
    pub(crate) recalled: Bits,
    /// Of the move in question: whether its exchange is known not to lose.
    pub(crate) holds: bool,
}

impl Span {
    #[inline]
    pub(crate) fn new(depth: Depth, alpha: Value, beta: Value, cut_node: bool) -> Span {
        Span {
            depth,
            alpha,
            beta,
            cut_node,
            static_value: None,
            raw_value: None,
            improving: false,
            entry: None,
            score: 0,
            recalled: Bits::NEVER,
            holds: false,
        }
    }
}

/// The smallest difference between values.
pub(crate) const UNIT: Value = Value::from_cp(1);

/// A [`Node`] from single fields of a worker, so that the others can be changed meanwhile.
///
/// Slices are taken in ways that cannot panic: a view that no socket reads is then nothing to the compiler.
#[inline]
pub(crate) fn view<'n>(
    board: &'n Tracked,
    path: &'n [Step],
    ply: usize,
    span: Span,
    tried: &'n [Move],
) -> Node<'n> {
    Node {
        pos: board.position(),
        path: path.get(..ply).unwrap_or_default(),
        depth: span.depth,
        alpha: span.alpha,
        beta: span.beta,
        in_check: board.in_check(),
        static_value: span.static_value,
        improving: span.improving,
        cut_node: span.cut_node,
        entry: span.entry,
        score: span.score,
        recalled: span.recalled,
        holds: span.holds,
        tried,
    }
}

/// [`view`] of the node on the board.
macro_rules! node {
    ($worker:expr, $span:expr) => {
        $crate::span::view(
            &$worker.board,
            &$worker.path,
            $worker.ply,
            $span,
            $worker.frames.get($worker.ply).map_or(&[], |frame| frame.tried.as_slice()),
        )
    };
}
pub(crate) use node;

//! The state of a search: board, path, sockets and the buffers of each ply; how moves are played, taken back and picked.
//!
//! The recursion is in `recursion.rs`, quiescence in `quiescence.rs`, the root in `root.rs`.

use core::mem::needs_drop;

use komadai_core::rng::mix;
use komadai_core::{Change, Dominance, Evaluator, Key, Mate, MateSolver, Move, Tracked, Value};

use crate::depth::Depth;
use crate::engine::frame::Frame;
use crate::engine::picker::Scope;
use crate::engine::sockets::{Lent, Sockets};
use crate::engine::watch::Watch;
use crate::memory::MoveMemory;
use crate::node::{MAX_PLY, Node, Span, Step};
use crate::options::Options;
use crate::policy::DepthPolicy;
use crate::policy::bits::Bits;
use crate::report::{Progress, RootMove};
use crate::table::TranspositionTable;

/// The value of a position that comes again with more pieces in hand: below any mate or perpetual check, above any
/// material.
const SUPERIOR: Value = Value::from_cp(28_000);

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

impl Mode {
    /// The move that is left out.
    #[inline]
    pub(crate) fn excluded(self) -> Option<Move> {
        match self {
            Mode::Without(mv) => Some(mv),
            Mode::Normal | Mode::Verify => None,
        }
    }
}

/// The smallest difference between values.
pub(crate) const UNIT: Value = Value::from_cp(1);

/// The [`Node`] on the board, from single fields of a worker, so that the other fields can be changed meanwhile.
///
/// Slices are taken in ways that cannot panic: the compiler can then remove a view that no socket reads.
macro_rules! node {
    ($worker:expr, $span:expr) => {
        $span.at(
            &$worker.board,
            $worker.path.get(..$worker.ply).unwrap_or_default(),
            $worker.frames.get($worker.ply).map_or(&[], |frame| frame.tried_in(&$worker.tried)),
        )
    };
}
pub(crate) use node;

/// One search: the board, the path to the node, and the parts.
pub(crate) struct Worker<'a, S: Sockets> {
    pub(crate) parts: Lent<'a, S>,
    pub(crate) options: &'a Options,
    pub(crate) board: Tracked,
    /// Length of the path.
    pub(crate) ply: usize,
    /// `[ply]`: the steps of the path, and beyond them what earlier paths left.
    pub(crate) path: Vec<Step>,
    /// `[ply]`
    pub(crate) states: Vec<<S::Eval as Evaluator>::State>,
    /// `[ply]`: the move behind a state that is not computed yet.
    pub(crate) late: Vec<Option<Change>>,
    /// `[ply]`
    pub(crate) frames: &'a mut [Frame],
    /// The moves tried at the nodes of the path, one node after the other.
    pub(crate) tried: Vec<Move>,
    pub(crate) watch: Watch,
    /// The longest path so far.
    pub(crate) reached: usize,
}

impl<S: Sockets> Worker<'_, S> {
    /// Empties what a node of this ply fills.
    #[inline]
    pub(crate) fn begin(&mut self) {
        let frame = &mut self.frames[self.ply];
        frame.pv.clear();
        frame.tried_from = self.tried.len();
    }

    /// Leaves a node at which moves were tried.
    #[inline]
    pub(crate) fn finish(&mut self) {
        self.tried.truncate(self.frames[self.ply].tried_from);
    }

    /// Notes a move that was searched.
    #[inline]
    pub(crate) fn tried(&mut self, mv: Move) {
        self.tried.push(mv);
    }

    /// Sets the picker of this ply to its first move.
    pub(crate) fn start_moves(&mut self, span: &Span, first: Option<Move>, scope: Scope) {
        let (depth, memory, tactics) = (self.parts.depth, &*self.parts.memory, &self.options.tactics);
        let frame = &mut self.frames[self.ply];
        let tried = frame.tried_in(&self.tried);
        let picker = &mut frame.picker;
        let at = span.at(&self.board, self.path.get(..self.ply).unwrap_or_default(), tried);
        picker.start(at.in_check, scope, tactics);
        if at.depth > Depth::ZERO || memory.in_quiescence() {
            memory.recall(&at, &mut picker.recalled);
        }
        let priced = memory.gives_probabilities();
        picker.recommend(&at, self.board.checks(), first, tactics, |mv, recalled| {
            priced && recalled < Bits::NEVER && depth.admits_recalled(&Node { recalled, ..at }, mv)
        });
    }

    /// −log2 of the probability that a memory gives to the move that the picker of this ply gave out last.
    #[inline]
    pub(crate) fn recalled(&self, mv: Move) -> Bits {
        if self.parts.memory.gives_probabilities() {
            self.frames[self.ply].picker.surprise(mv)
        } else {
            Bits::NEVER
        }
    }

    /// The next move of the picker of this ply, with its score, and whether its exchange was found not to lose
    /// ([`Picker::holds`](crate::engine::picker::Picker::holds)); `span` is called if a memory might look at it.
    #[inline]
    pub(crate) fn next_move(&mut self, span: impl FnOnce() -> Span) -> Option<(Move, i32, bool)> {
        let frame = &mut self.frames[self.ply];
        let tactics = &self.options.tactics;
        if let Some((mv, score)) = frame.picker.at_hand(self.board.position(), tactics) {
            return Some((mv, score, false));
        }
        let tried = frame.tried_in(&self.tried);
        let at = span().at(&self.board, self.path.get(..self.ply).unwrap_or_default(), tried);
        let (mv, score) = frame.picker.next(&at, self.board.checks(), &*self.parts.memory, tactics)?;
        Some((mv, score, frame.picker.holds(tactics)))
    }

    /// Plays a move; `None` if the limits do not allow another one.
    #[inline(always)]
    pub(crate) fn advance(&mut self, mv: Move) -> Option<()> {
        if !self.watch.count() {
            return None;
        }
        self.parts.table.prefetch(self.board.position().key_after(mv));
        self.catch_up();
        let pos = self.board.position();
        let captured = pos.piece_at(mv.to());
        let change = pos.change(mv);
        let ply = self.ply;
        let piece = change.added().first().map(|placed| placed.piece);
        self.path[ply] = Step { mv: Some(mv), piece, captured };
        self.board.do_move(mv);
        if Self::LATE {
            self.late[ply + 1] = Some(change);
        } else {
            self.states[ply + 1] = self.parts.eval.advance(&self.states[ply], self.board.position(), &change);
        }
        self.ply = ply + 1;
        self.reached = self.reached.max(ply + 1);
        Some(())
    }

    /// Passes; `None` as with [`Worker::advance`].
    pub(crate) fn advance_pass(&mut self) -> Option<()> {
        if !self.watch.count() {
            return None;
        }
        self.catch_up();
        let ply = self.ply;
        self.path[ply] = Step::PASS;
        self.board.do_null();
        self.late[ply + 1] = None;
        self.states[ply + 1] = self.parts.eval.advance_null(&self.states[ply], self.board.position());
        self.ply = ply + 1;
        Some(())
    }

    /// Takes the last move or pass back.
    #[inline]
    pub(crate) fn retreat(&mut self) {
        self.board.undo();
        self.ply -= 1;
    }

    /// Whether states are computed lazily, only when a node needs its value or a child's state; a node cut by the table
    /// needs neither. Small states cost less than the delay, unless they are boxes of large ones.
    const LATE: bool = {
        let (size, boxed) =
            (size_of::<<S::Eval as Evaluator>::State>(), needs_drop::<<S::Eval as Evaluator>::State>());
        boxed || size > 64
    };

    /// Computes the evaluator's state of the node on the board, if it was delayed.
    #[inline]
    fn catch_up(&mut self) {
        if Self::LATE
            && let [.., before, here] = &mut self.states[..=self.ply]
            && let Some(change) = self.late[self.ply].take()
        {
            self.parts.eval.advance_into(before, self.board.position(), &change, here);
        }
    }

    /// Evaluation of the position on the board.
    #[inline]
    pub(crate) fn evaluate(&mut self) -> Value {
        self.catch_up();
        self.parts.eval.evaluate(&self.states[self.ply], self.board.position())
    }

    /// Asks the mate solver about the position on the board. The solver does not count moves, but finds no mate with more plies than nodes:
    /// it gets at most as many nodes as the game has moves left.
    pub(crate) fn find_mate(&mut self, nodes: u64) -> Mate {
        let pos = self.board.position();
        let left = self.watch.draw_after().saturating_add(1).saturating_sub(pos.move_number());
        if left == 0 {
            return Mate::Unknown;
        }
        self.parts.mate.find_mate(&mut pos.clone(), nodes.min(left.into()))
    }

    /// Makes `mv` and the line below it the best line of a ply.
    #[inline]
    pub(crate) fn extend_pv(&mut self, ply: usize, mv: Move) {
        if let [here, below, ..] = &mut self.frames[ply..] {
            here.pv.clear();
            here.pv.push(mv);
            here.pv.extend_from_slice(&below.pv);
        }
    }

    /// The value of a game that is over by repetition or by number of moves.
    ///
    /// The first return to a position of this search counts as the fourth: a side that could gain by going round once
    /// more can do so later. A position that occurred only in the game before the root counts as the rules say.
    #[inline]
    pub(crate) fn ended(&self) -> Option<Value> {
        if let Some(repetition) = self.board.repetition()
            && (repetition.since <= self.ply || repetition.count >= 4)
        {
            return Some(match repetition.perpetual {
                None => self.draw(),
                Some(checker) if checker == self.board.position().side_to_move() => -Value::MAX_EVAL,
                Some(_) => Value::MAX_EVAL,
            });
        }
        if self.options.superior
            && let Some(dominance) = self.board.history().dominance(self.ply)
        {
            return Some(match dominance {
                Dominance::Superior => SUPERIOR,
                Dominance::Inferior => -SUPERIOR,
            });
        }
        self.played_out()
    }

    /// The value of a game whose last allowed move has been played: a draw, unless the other side has no move left.
    #[inline]
    pub(crate) fn played_out(&self) -> Option<Value> {
        let pos = self.board.position();
        (pos.move_number() > self.watch.draw_after())
            .then(|| if pos.has_legal_move() { self.draw() } else { Value::mated_in(self.ply as u16) })
    }

    /// The key of the position in the table. Where the move limit is near, values depend on the moves left.
    #[inline]
    pub(crate) fn table_key(&self) -> Key {
        let pos = self.board.position();
        let left = self.watch.draw_after().saturating_sub(pos.move_number());
        if left >= MAX_PLY as u32 { pos.key() } else { pos.key() ^ mix(u64::from(left) + 1) }
    }

    /// The progress after an iteration.
    pub(crate) fn progress<'l>(&self, depth: u32, fill: Option<u16>, lines: &'l [RootMove]) -> Progress<'l> {
        let (nodes, elapsed) = (self.watch.nodes(), self.watch.elapsed());
        Progress { depth, reached: self.reached, nodes, elapsed, fill, lines }
    }

    /// A draw, worth [`Options::draw`] to the side to move at the root.
    fn draw(&self) -> Value {
        if self.ply.is_multiple_of(2) { self.options.draw } else { -self.options.draw }
    }
}

//! The state of a search: board, path, sockets and the buffers of each ply; how moves are played, taken back and picked.
//!
//! The recursion on it stands in `recursion.rs`, quiescence in `quiescence.rs`, the root in `root.rs`.

use komadai_core::{Evaluator, Move, MoveList, Tracked, Value};

use crate::frame::Frame;
use crate::memory::MoveMemory;
use crate::node::{Node, Step};
use crate::observe::Observer;
use crate::options::Options;
use crate::picker::Scope;
use crate::policy::DepthPolicy;
use crate::policy::bits::Bits;
use crate::pruning::ForwardPruning;
use crate::sockets::Sockets;
use crate::span::{Span, view};
use crate::table::TranspositionTable;
use crate::watch::Watch;

/// The parts that are only read.
pub(crate) struct Rules<'a, S: Sockets> {
    pub(crate) eval: &'a S::Eval,
    pub(crate) depth: &'a S::Depth,
    pub(crate) pruning: &'a S::Pruning,
    pub(crate) options: &'a Options,
}

/// The parts that change: they remember or count.
pub(crate) struct Notes<'a, S: Sockets> {
    pub(crate) memory: &'a mut S::Memory,
    pub(crate) table: &'a mut S::Table,
    pub(crate) mate: &'a mut S::Mate,
    pub(crate) observer: &'a mut S::Observer,
}

/// One search: the board, the path to the node, and the parts.
pub(crate) struct Worker<'a, S: Sockets> {
    pub(crate) rules: Rules<'a, S>,
    pub(crate) notes: Notes<'a, S>,
    pub(crate) board: Tracked,
    /// Length of the path.
    pub(crate) ply: usize,
    /// `[ply]`: the steps of the path, and beyond them what earlier paths left; kept only for sockets that look back.
    pub(crate) path: Vec<Step>,
    /// `[ply]`
    pub(crate) states: Vec<<S::Eval as Evaluator>::State>,
    /// `[ply]`
    pub(crate) frames: &'a mut [Frame],
    pub(crate) scratch: MoveList,
    pub(crate) watch: Watch,
    /// The longest path so far.
    pub(crate) reached: usize,
}

impl<S: Sockets> Worker<'_, S> {
    /// Whether any socket wants to know what came before: the path, and the moves tried at a node. If none does,
    /// neither is kept. The answer is a constant of the sockets, which the compiler sees.
    #[inline]
    fn looks_back(&self) -> bool {
        self.rules.depth.looks_back()
            || self.rules.pruning.looks_back()
            || self.notes.memory.looks_back()
            || self.notes.observer.looks_back()
    }

    /// Empties what a node of this ply fills.
    #[inline]
    pub(crate) fn begin(&mut self) {
        let looks_back = self.looks_back();
        let frame = &mut self.frames[self.ply];
        frame.pv.clear();
        if looks_back {
            frame.tried.clear();
        }
    }

    /// Notes a move that was searched.
    #[inline]
    pub(crate) fn tried(&mut self, mv: Move) {
        if self.looks_back() {
            self.frames[self.ply].tried.push(mv);
        }
    }

    /// Sets the picker of this ply to its first move.
    pub(crate) fn start_moves(&mut self, span: Span, first: Option<Move>, scope: Scope) {
        let (depth, priced) = (self.rules.depth, self.notes.memory.gives_probabilities());
        let Frame { picker, tried, .. } = &mut self.frames[self.ply];
        let at = view(&self.board, &self.path, self.ply, span, tried);
        picker.start(&at, first, &*self.notes.memory, &self.rules.options.tactics, scope, |mv, recalled| {
            priced && recalled < Bits::NEVER && depth.admits_recalled(&Node { recalled, ..at }, mv)
        });
    }

    /// −log2 of the probability that a memory gives to the move that the picker of this ply gave out last.
    #[inline]
    pub(crate) fn recalled(&self, mv: Move) -> Bits {
        if self.notes.memory.gives_probabilities() {
            self.frames[self.ply].picker.surprise(mv)
        } else {
            Bits::NEVER
        }
    }

    /// The next move of the picker of this ply, with its score.
    #[inline]
    pub(crate) fn next_move(&mut self, span: Span) -> Option<(Move, i32)> {
        let Frame { picker, tried, .. } = &mut self.frames[self.ply];
        if let Some(picked) = picker.at_hand() {
            return Some(picked);
        }
        let at = view(&self.board, &self.path, self.ply, span, tried);
        let tactics = &self.rules.options.tactics;
        picker.next(&at, self.board.checks(), &*self.notes.memory, &mut self.scratch, tactics)
    }

    /// Plays a move; `None` if the limits do not allow another one.
    #[inline(always)]
    pub(crate) fn advance(&mut self, mv: Move) -> Option<()> {
        if !self.watch.count() {
            return None;
        }
        let pos = self.board.position();
        let change = pos.change(mv);
        let ply = self.ply;
        if self.looks_back() {
            let piece = change.added().first().map(|placed| placed.piece);
            self.path[ply] = Step { mv: Some(mv), piece, captured: pos.piece_at(mv.to()) };
        }
        let table = &*self.notes.table;
        self.board.do_move_and(mv, |after| table.touch(after.key()));
        self.states[ply + 1] = self.rules.eval.advance(&self.states[ply], self.board.position(), &change);
        self.ply = ply + 1;
        self.reached = self.reached.max(ply + 1);
        Some(())
    }

    /// Passes; `None` as with [`Worker::advance`].
    pub(crate) fn advance_pass(&mut self) -> Option<()> {
        if !self.watch.count() {
            return None;
        }
        let ply = self.ply;
        self.path[ply] = Step::PASS;
        self.board.do_null();
        self.states[ply + 1] = self.rules.eval.advance_null(&self.states[ply], self.board.position());
        self.ply = ply + 1;
        Some(())
    }

    /// Takes the last move or pass back.
    #[inline]
    pub(crate) fn retreat(&mut self) {
        self.board.undo();
        self.ply -= 1;
    }

    /// Evaluation of the position on the board.
    #[inline]
    pub(crate) fn evaluate(&self) -> Value {
        self.rules.eval.evaluate(&self.states[self.ply], self.board.position())
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
}

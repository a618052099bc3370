//! Beyond the leaves: captures until the position is quiet, so that no exchange is judged half done.
//!
//! Used alone ([`Searcher::quiescence`](crate::Searcher::quiescence)) it is the capture-exchange search by which
//! paper 001 tells quiet moves from others \[R6\].

use komadai_core::{Mate, Move, Value, movegen};

use crate::bound::Bound;
use crate::depth::Depth;
use crate::engine::frame::Frame;
use crate::engine::picker::Scope;
use crate::engine::sockets::Sockets;
use crate::engine::worker::{UNIT, Worker, node};
use crate::memory::MoveMemory;
use crate::node::{MAX_PLY, Outcome, Span};
use crate::observe::Observer;
use crate::options::{Leaf, Quiescence};
use crate::policy::DepthPolicy;
use crate::policy::bits::Bits;
use crate::pruning::ForwardPruning;
use crate::table::{Entry, TranspositionTable, to_node};

impl<S: Sockets> Worker<'_, S> {
    /// Step 3 of the recursion.
    #[inline]
    pub(crate) fn leaf(&mut self, span: impl FnOnce() -> Span) -> Option<Value> {
        match self.options.leaf {
            Leaf::Static => Some(self.evaluate()),
            Leaf::Quiescence(rules) => self.quiescence(span(), rules, 0),
        }
    }

    /// Value after exchanges; `steps` plies have gone into them so far.
    fn quiescence(&mut self, mut span: Span, rules: Quiescence, steps: u32) -> Option<Value> {
        let ply = self.ply;
        let (alpha, beta) = (span.alpha, span.beta);
        let open = span.beta - span.alpha > UNIT;
        self.begin();
        if steps > 0 {
            self.parts.observer.enter(&node!(self, span));
            if let Some(value) = self.played_out() {
                return Some(value);
            }
        }
        let in_check = self.board.in_check();
        if ply >= MAX_PLY || steps >= rules.max_plies || in_check && steps >= rules.evasion_plies {
            return Some(self.evaluate());
        }
        // The table was probed at the leaf already. Behind it, exchanges of every length count as equal.
        let sharing = !self.options.exact_depth;
        let key = self.table_key();
        if steps > 0 && sharing {
            span.entry = self.parts.table.probe(key);
            if !open && let Some(value) = self.known(&span) {
                return Some(value);
            }
        }
        if steps < rules.mate_plies && !in_check {
            let mate = movegen::mate_in_one(self.board.position(), self.board.checks());
            if let Some(mate) = mate {
                if open {
                    self.frames[ply].pv.push(mate);
                }
                return Some(Value::mate_in(ply as u16 + 1));
            }
        }
        let asks = steps == 0 && rules.mate_nodes > 0 && !in_check && !span.alpha.is_mate();
        if asks && matches!(self.find_mate(rules.mate_nodes), Mate::Mate(_)) {
            return Some(Value::MATE_OF_UNKNOWN_LENGTH);
        }

        let mut best = Value::mated_in(ply as u16);
        self.look(&mut span);
        if let Some(value) = span.static_value {
            if value >= span.beta {
                return Some(value);
            }
            if let Some((value, by)) = self.parts.pruning.stop(&node!(self, span)) {
                self.parts.observer.pruned(&node!(self, span), by, value);
                return Some(value);
            }
            span.alpha = span.alpha.max(value);
            best = value;
        }
        let began = span.alpha;
        let quiets = !in_check && self.parts.depth.wants_quiets(&node!(self, span));
        let scope = if quiets { Scope::All } else { Scope::Tactical };
        let first = span.entry.and_then(|entry| entry.best);
        self.start_quiet(&span, first, scope);
        let mut played: Option<Move> = None;
        let mut searched: Option<Move> = None;
        let (mut order, mut quiet_answers) = (0, 0);
        while let Some((mv, score, _)) = self.next_move(|| span) {
            span.score = score;
            span.recalled = self.recalled(mv);
            if in_check {
                if steps > 0 && best >= -Value::MAX_EVAL && !node!(self, span).is_capture(mv) {
                    quiet_answers += 1;
                    if quiet_answers > rules.quiet_answers {
                        continue;
                    }
                }
            } else if !self.admitted(&span, mv) {
                let at = node!(self, span);
                if !self.parts.depth.allow_in_quiescence(&at, mv) {
                    continue;
                }
                if steps >= rules.recaptures_from
                    && self.board.last_move().is_some_and(|last| last.to() != mv.to())
                {
                    continue;
                }
                if !(quiets && at.is_quiet(mv)) && self.parts.pruning.skip_tactical(&at, mv) {
                    best = best.max(span.alpha);
                    continue;
                }
            }
            let cost = self.parts.depth.cost(&node!(self, span), mv, order);
            self.advance(mv)?;
            let below = Span::new(span.depth - cost, -span.beta, -span.alpha, false);
            let value = self.quiescence(below, rules, steps + 1);
            self.retreat();
            let value = -value?;
            self.tried(mv);
            searched = searched.or(Some(mv));
            order += 1;
            if value > best || played.is_none() && in_check {
                best = best.max(value);
                played = Some(mv);
                if value > span.alpha {
                    span.alpha = value;
                    if open {
                        self.extend_pv(ply, mv);
                    }
                    if value >= span.beta {
                        break;
                    }
                }
            }
        }
        // The node again as it was before its first move.
        let began = || Span { alpha: began, score: 0, recalled: Bits::NEVER, ..span };
        if sharing {
            if let Some(best_move) = played
                && self.parts.memory.in_quiescence()
            {
                self.remember_quiet(&began(), best_move, best);
            }
            let bound = Bound::of(best, alpha, beta);
            let entry = Entry {
                best: played.filter(|_| bound != Bound::Upper),
                value: to_node(best, ply),
                bound,
                depth: Depth::ZERO,
                static_value: span.raw_value,
            };
            self.parts.table.store(key, entry);
        }
        if self.parts.observer.in_quiescence()
            && let Some(mv) = played.or(searched)
        {
            self.report_quiet(&began(), mv, best);
        }
        self.finish();
        Some(best)
    }

    /// Whether the depth policy admits a recalled move whatever its kind.
    #[inline]
    fn admitted(&self, span: &Span, mv: Move) -> bool {
        span.recalled < Bits::NEVER && self.parts.depth.admits_recalled(&node!(self, span), mv)
    }

    /// Tells the observers how a node ended. Its window begins at the evaluation: without a move above that, the bound is upper.
    fn report_quiet(&mut self, began: &Span, best: Move, value: Value) {
        let outcome = Outcome { best, value, bound: Bound::of(value, began.alpha, began.beta) };
        let at = node!(self, began);
        if let Some(Frame { picker, .. }) = self.frames.get(self.ply) {
            self.parts.observer.leave(&at, &picker.recalled, picker.legal, &outcome);
        }
    }

    /// Sets the picker to the first move; memories that do not take part in quiescence are not asked.
    fn start_quiet(&mut self, span: &Span, first: Option<Move>, scope: Scope) {
        if self.parts.memory.in_quiescence() || first.is_some() {
            self.start_moves(span, first, scope);
        } else {
            self.frames[self.ply].picker.start(self.board.in_check(), scope, &self.options.tactics);
        }
    }

    /// Teaches the move to the memories that take part in quiescence.
    fn remember_quiet(&mut self, began: &Span, best: Move, value: Value) {
        let outcome = Outcome { best, value, bound: Bound::of(value, began.alpha, began.beta) };
        self.parts.memory.record(&node!(self, began), &outcome);
    }
}

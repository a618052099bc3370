//! The recursion, in numbered steps. It contains no heuristic: those sit in the sockets it asks.
//!
//! | step | | step | |
//! |--:|---|--:|---|
//! | 1 | enter: limits, repetition, length of the path | 9 | cost of the move |
//! | 2 | transposition table | 10 | play it, advance the evaluation |
//! | 3 | leaf | 11 | null window, again deeper, again with the open window |
//! | 4 | static value | 12 | take it back |
//! | 5 | forward pruning | 13 | best, alpha, beta |
//! | 6 | internal deepening | 14 | no legal move |
//! | 7 | next move | 15 | record: memory, table, observer |
//! | 8 | leave the move out | | |
//!
//! Values are fail-soft and belong to the side to move; mates are counted from the root. `None` means that the
//! limits ran out: whoever gets it takes back its own move and returns `None` as well.

use komadai_core::{Evaluator, Key, MateSolver, Move, MoveList, Tracked, Value};

use crate::bound::Bound;
use crate::depth::Depth;
use crate::frame::Frame;
use crate::limits::Watch;
use crate::memory::MoveMemory;
use crate::node::{MAX_PLY, Outcome, Step};
use crate::observe::Observer;
use crate::options::Options;
use crate::picker::Scope;
use crate::policy::DepthPolicy;
use crate::pruning::ForwardPruning;
use crate::span::{Mode, Span, UNIT, node, view};
use crate::table::{Entry, TranspositionTable, from_node, to_node};

/// What is read only.
pub(crate) struct Rules<'a, E, D, P> {
    pub(crate) eval: &'a E,
    pub(crate) depth: &'a D,
    pub(crate) pruning: &'a P,
    pub(crate) options: &'a Options,
}

/// What remembers, or watches.
pub(crate) struct Notes<'a, K, T, M, O> {
    pub(crate) memory: &'a mut K,
    pub(crate) table: &'a mut T,
    pub(crate) mate: &'a mut M,
    pub(crate) observer: &'a mut O,
}

/// One search: the board, the way to the node, and the sockets.
pub(crate) struct Worker<'a, E: Evaluator, D, P, K, T, M, O> {
    pub(crate) rules: Rules<'a, E, D, P>,
    pub(crate) notes: Notes<'a, K, T, M, O>,
    pub(crate) board: Tracked,
    /// Length of the path.
    pub(crate) ply: usize,
    /// `[ply]`: the steps of the path, and beyond them what earlier paths left; kept only for sockets that look back.
    pub(crate) path: Vec<Step>,
    /// `[ply]`
    pub(crate) states: Vec<E::State>,
    /// `[ply]`
    pub(crate) frames: &'a mut [Frame],
    pub(crate) scratch: MoveList,
    pub(crate) watch: Watch,
    /// The longest path so far.
    pub(crate) reached: usize,
}

impl<E, D, P, K, T, M, O> Worker<'_, E, D, P, K, T, M, O>
where
    E: Evaluator,
    D: DepthPolicy,
    P: ForwardPruning,
    K: MoveMemory,
    T: TranspositionTable,
    M: MateSolver,
    O: Observer,
{
    /// Whether any socket wants to know what came before: the path, and the moves tried at a node. If none does,
    /// neither is kept. The answer is a constant of the sockets, which the compiler sees.
    #[inline]
    fn looks_back(&self) -> bool {
        self.rules.depth.looks_back()
            || self.rules.pruning.looks_back()
            || self.notes.memory.looks_back()
            || self.notes.observer.looks_back()
    }

    /// Value of the position on the board, which is not the root's.
    pub(crate) fn search(
        &mut self,
        depth: Depth,
        alpha: Value,
        beta: Value,
        cut_node: bool,
        mode: Mode,
    ) -> Option<Value> {
        let ply = self.ply;
        let mut span = Span::new(depth, alpha, beta, cut_node);
        let open = span.beta - span.alpha > UNIT;

        // Step 1. Enter.
        self.begin();
        self.notes.observer.enter(&node!(self, span));
        if let Some(value) = self.ended() {
            return Some(value);
        }
        if ply >= MAX_PLY {
            return Some(self.evaluate());
        }
        // No path from here is worth more than a mate by the next move, or less than a mate by now.
        let (least, most) = (Value::mated_in(ply as u16), Value::mate_in(ply as u16 + 1));
        span.alpha = span.alpha.max(least);
        span.beta = span.beta.min(most);
        if span.alpha >= span.beta {
            return Some(span.alpha);
        }

        // Step 2. Table.
        let key = self.board.position().key();
        let excluded = match mode {
            Mode::Without(mv) => Some(mv),
            Mode::Normal | Mode::Verify => None,
        };
        if excluded.is_none() {
            span.entry = self.notes.table.probe(key);
        }
        if !open && let Some(value) = self.known(span) {
            return Some(value);
        }

        // Step 3. Leaf.
        if span.depth <= Depth::ZERO {
            return self.leaf(span);
        }

        // Step 4. Static value.
        if P::USES_STATIC_VALUE {
            self.look(&mut span);
        }

        // Step 5. Forward pruning.
        if mode == Mode::Normal {
            let given_up = self.prune(span);
            if self.watch.expired() {
                return None;
            }
            if let Some((value, by)) = given_up {
                self.notes.observer.pruned(&node!(self, span), by, value);
                return Some(value);
            }
        }

        // Step 6. Internal deepening.
        let mut first = span.entry.and_then(|entry| entry.best);
        if first.is_none()
            && let Some(shallower) = self.rules.depth.deepen_first(&node!(self, span))
        {
            let depth = shallower.min(span.depth - Depth::from_units(1));
            self.search(depth, span.alpha, span.beta, span.cut_node, Mode::Verify)?;
            first = self.frames[ply].pv.first().copied();
        }
        if first.is_none() && mode == Mode::Normal {
            span.depth -= self.rules.depth.give_up(&node!(self, span)).max(Depth::ZERO);
        }

        // Step 7 begins: the picker looks at what is recommended.
        let spared = if mode == Mode::Normal { self.spare(span) } else { (None, Depth::ZERO) };
        self.begin();
        self.start_moves(span, first, Scope::All);
        let whole = span;
        let mut order = 0;
        let mut best: Option<(Move, Value)> = None;
        // Step 7. Next move.
        while let Some((mv, score)) = self.next_move(span) {
            if excluded == Some(mv) {
                continue;
            }
            span.score = score;
            // Step 8. Leave it out.
            if order > 0
                && let Some(by) = self.rules.pruning.skip_by(&node!(self, span), mv, order)
            {
                self.notes.observer.skipped(&node!(self, span), mv, by);
                // Left out because it would not reach alpha: that is all the node knows then.
                best = best.map(|(known, value)| (known, value.max(span.alpha)));
                continue;
            }

            // Steps 9 to 12.
            let less = if spared.0 == Some(mv) { spared.1 } else { Depth::ZERO };
            let value = self.search_move(mv, span, order, less)?;
            self.tried(mv);
            order += 1;

            // Step 13. Best, alpha, beta.
            if best.is_none_or(|(_, highest)| value > highest) {
                best = Some((mv, value));
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

        // Step 14. No legal move: mated, or with nothing to play, which loses as well.
        let Some((best, value)) = best else {
            return Some(if excluded.is_none() { Value::mated_in(ply as u16) } else { -Value::INFINITE });
        };

        // Step 15. Record.
        if excluded.is_none() {
            self.record(whole, best, value, key);
        }
        Some(value)
    }

    /// Step 2: what the table says, if that is enough.
    #[inline]
    pub(crate) fn known(&self, span: Span) -> Option<Value> {
        let entry = span.entry?;
        if entry.depth == span.depth || entry.depth > span.depth && !self.rules.options.exact_depth {
            let value = from_node(entry.value, self.ply);
            let enough =
                entry.bound.is_lower() && value >= span.beta || entry.bound.is_upper() && value <= span.alpha;
            return enough.then_some(value);
        }
        None
    }

    /// Step 4: the evaluation, corrected by what the memories and the table know better.
    #[inline]
    pub(crate) fn look(&mut self, span: &mut Span) {
        let ply = self.ply;
        let value = if self.board.in_check() {
            None
        } else {
            let mut value = self.evaluate();
            let more = self.notes.memory.correct(&node!(self, *span));
            if more != 0 {
                value = Value::from_cp(value.cp() + more);
            }
            Some(value)
        };
        self.frames[ply].static_value = value;
        let before = ply.checked_sub(2).and_then(|before| self.frames[before].static_value);
        span.improving = value.zip(before).is_some_and(|(now, before)| now > before);
        span.static_value = value;
        if let (Some(known), Some(entry)) = (value, span.entry)
            && !entry.value.is_mate()
            && !self.rules.options.exact_depth
            && (entry.bound.is_lower() && entry.value > known
                || entry.bound.is_upper() && entry.value < known)
        {
            span.static_value = Some(entry.value);
        }
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

    /// Steps 9 to 12: what a move is worth inside the window; it costs `less` than the policy says.
    #[inline(always)]
    pub(crate) fn search_move(&mut self, mv: Move, span: Span, order: usize, less: Depth) -> Option<Value> {
        // Step 9. Cost, and the cost of a second look, asked while the node is on the board.
        let at = node!(self, span);
        let cost = self.rules.depth.cost(&at, mv, order);
        let recost = self.rules.depth.recost(&at, mv, cost);
        // Step 10. Play, and advance the evaluation.
        self.advance(mv)?;
        let value = self.search_played(span, order, cost - less, recost - less);
        // Step 12. Take back.
        self.retreat();
        value
    }

    /// Step 11: the first move gets the open window; a later one a null window, that is, the question whether it
    /// is better, asked again without the surcharge of a doubtful move, and only then the open window.
    fn search_played(&mut self, span: Span, order: usize, cost: Depth, recost: Depth) -> Option<Value> {
        let top = if order == 0 { span.beta } else { span.alpha + UNIT };
        // The first move of a node of the line is on the line itself; a cheaper look expects to be refuted.
        let open = span.beta - span.alpha > UNIT;
        let refuted = if recost < cost { true } else { !(open && order == 0 || span.cut_node) };
        let mut value = self.below(span.depth - cost, span.alpha, top, refuted)?;
        if value > span.alpha && recost < cost {
            value = self.below(span.depth - recost, span.alpha, top, !span.cut_node)?;
        }
        if value > span.alpha && value < span.beta && top < span.beta {
            value = self.below(span.depth - recost.min(cost), span.alpha, span.beta, false)?;
        }
        Some(value)
    }

    /// Value of the position after a move, as the mover sees it; `refuted`: whether a cut is expected there.
    #[inline]
    pub(crate) fn below(&mut self, depth: Depth, alpha: Value, beta: Value, refuted: bool) -> Option<Value> {
        Some(-self.search(depth, -beta, -alpha, refuted, Mode::Normal)?)
    }

    /// Step 15.
    pub(crate) fn record(&mut self, span: Span, best: Move, value: Value, key: Key) {
        let ply = self.ply;
        let outcome = Outcome { best, value, bound: Bound::of(value, span.alpha, span.beta) };
        let at = node!(self, span);
        self.notes.memory.record(&at, &outcome);
        let entry = Entry {
            best: (outcome.bound != Bound::Upper).then_some(best),
            value: to_node(value, ply),
            bound: outcome.bound,
            depth: span.depth,
        };
        self.notes.table.store(key, entry);
        if let Some(Frame { picker, .. }) = self.frames.get(ply) {
            self.notes.observer.leave(&at, &picker.recalled, picker.legal, &outcome);
        }
    }

    /// Sets the picker of this ply to its first move.
    pub(crate) fn start_moves(&mut self, span: Span, first: Option<Move>, scope: Scope) {
        let Frame { picker, tried, .. } = &mut self.frames[self.ply];
        let at = view(&self.board, &self.path, self.ply, span, tried);
        picker.start(&at, first, &*self.notes.memory, &self.rules.options.tactics, scope);
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

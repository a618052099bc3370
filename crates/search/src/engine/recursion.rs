//! The recursion, in numbered steps. It contains no heuristic: those are in the sockets that it calls.
//!
//! | step | | step | |
//! |--:|---|--:|---|
//! | 1 | enter: limits, repetition, length of the path | 9 | cost of the move |
//! | 2 | transposition table | 10 | play it, advance the evaluation |
//! | 3 | leaf | 11 | null window, again deeper, again with the open window |
//! | 4 | static value | 12 | take it back |
//! | 5 | forward pruning | 13 | best, alpha, beta |
//! | 6 | internal iterative deepening and reduction | 14 | no legal move |
//! | 7 | next move | 15 | record: memory, table, observer |
//! | 8 | leave the move out | | |
//!
//! Values are fail-soft and belong to the side to move; mates are counted from the root. `None` means that the
//! limits ran out: the caller takes back its own move and returns `None` as well.

use komadai_core::{Key, Move, Value};

use crate::bound::Bound;
use crate::depth::Depth;
use crate::engine::frame::Frame;
use crate::engine::picker::Scope;
use crate::engine::sockets::Sockets;
use crate::engine::worker::{Mode, UNIT, Worker, node};
use crate::memory::MoveMemory;
use crate::node::{MAX_PLY, Outcome, Span};
use crate::observe::{Observer, Reduced};
use crate::policy::DepthPolicy;
use crate::pruning::ForwardPruning;
use crate::table::{Entry, TranspositionTable, from_node, to_node};

impl<S: Sockets> Worker<'_, S> {
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
        let open = beta - alpha > UNIT;

        // Step 1. Enter.
        self.begin();
        self.parts.observer.enter(&node!(self, Span::new(depth, alpha, beta, cut_node)));
        if let Some(value) = self.ended() {
            return Some(value);
        }
        if ply >= MAX_PLY {
            return Some(self.evaluate());
        }
        // No path from here is worth more than a mate by the next move, or less than being mated now.
        let alpha = alpha.max(Value::mated_in(ply as u16));
        let beta = beta.min(Value::mate_in(ply as u16 + 1));
        if alpha >= beta {
            return Some(alpha);
        }

        // Step 2. Table.
        let key = self.table_key();
        let entry = if mode.excluded().is_none() { self.parts.table.probe(key) } else { None };
        // Built only where it is needed: most nodes are leaves, and most leaves need little of it.
        let span = || Span { entry, ..Span::new(depth, alpha, beta, cut_node) };
        if !open && let Some(value) = self.known(&span()) {
            self.parts.observer.table_cut(&node!(self, span()));
            return Some(value);
        }

        // Step 3. Leaf.
        if depth <= Depth::ZERO {
            return self.leaf(span);
        }
        self.search_moves(&span(), open, mode, key)
    }

    /// Steps 4 to 15. A function of its own, so that leaves need no room for what only other nodes keep.
    #[inline(never)]
    fn search_moves(&mut self, entered: &Span, open: bool, mode: Mode, key: Key) -> Option<Value> {
        let ply = self.ply;
        let mut span = *entered;
        let excluded = mode.excluded();

        // Step 4. Static value.
        if self.parts.pruning.uses_static_value() {
            self.look(&mut span);
        } else {
            self.frames[ply].static_value = None;
        }

        // Step 5. Forward pruning.
        if mode == Mode::Normal {
            let given_up = self.prune(&span);
            if self.watch.expired() {
                return None;
            }
            if let Some((value, by)) = given_up {
                self.parts.observer.pruned(&node!(self, span), by, value);
                return Some(value);
            }
        }

        // Step 6. Internal iterative deepening and reduction.
        let mut first = span.entry.and_then(|entry| entry.best);
        if first.is_none()
            && excluded.is_none()
            && let Some(shallower) = self.parts.depth.iid(&node!(self, span))
        {
            let depth = shallower.min(span.depth - Depth::from_units(1));
            self.search(depth, span.alpha, span.beta, span.cut_node, Mode::Verify)?;
            first = self.frames[ply].pv.first().copied();
        }
        if first.is_none() && mode == Mode::Normal {
            let most = span.depth - Depth::from_units(1);
            span.depth = span.depth - self.parts.depth.iir(&node!(self, span)).clamp(Depth::ZERO, most);
        }

        // Step 7 begins: the picker looks at what is recommended.
        let (singular, extension) =
            if mode == Mode::Normal { self.singular_extension(&span) } else { (None, Depth::ZERO) };
        self.begin();
        self.start_moves(&span, first, Scope::All);
        let whole = span;
        let mut order = 0;
        let mut best: Option<(Move, Value)> = None;
        let mut no_quiets = None;
        // Step 7. Next move.
        while let Some((mv, score, holds)) = self.next_move(|| span) {
            if excluded == Some(mv) {
                continue;
            }
            span.score = score;
            span.recalled = self.recalled(mv);
            span.holds = holds;
            // Step 8. Leave it out.
            if order > 0
                && let Some(by) = self.left_out(mv, &span, order, no_quiets)
            {
                self.parts.observer.skipped(&node!(self, span), mv, by);
                // It was left out because it would not reach alpha: the node knows no more than that.
                best = best.map(|(known, value)| (known, value.max(span.alpha)));
                continue;
            }

            // Steps 9 to 12.
            let less = if singular == Some(mv) { extension } else { Depth::ZERO };
            let value = self.search_move(mv, &span, order, less)?;
            self.tried(mv);
            order += 1;

            // Step 13. Best, alpha, beta.
            if best.is_none_or(|(_, highest)| value > highest) {
                best = Some((mv, value));
                if value > span.alpha {
                    span.alpha = value;
                    // Behind a null window internal iterative deepening takes its move from here.
                    if open || mode == Mode::Verify {
                        self.extend_pv(ply, mv);
                    }
                    if value >= span.beta {
                        break;
                    }
                }
            }
            if no_quiets.is_none() {
                no_quiets = self.leave_quiets_out(&span, order);
                if no_quiets.is_some() {
                    best = best.map(|(known, value)| (known, value.max(span.alpha)));
                }
            }
        }

        // Step 14. No legal move: mated, or with nothing to play, which loses as well.
        let Some((best, value)) = best else {
            return Some(if excluded.is_none() { Value::mated_in(ply as u16) } else { -Value::INFINITE });
        };

        // Step 15. Record.
        if excluded.is_none() {
            self.record(&whole, best, value, key);
        }
        self.finish();
        Some(value)
    }

    /// Step 2: the value that the table knows, if it suffices.
    #[inline]
    pub(crate) fn known(&self, span: &Span) -> Option<Value> {
        let entry = span.entry?;
        if entry.depth == span.depth || entry.depth > span.depth && !self.options.exact_depth {
            let value = from_node(entry.value, self.ply);
            let enough =
                entry.bound.is_lower() && value >= span.beta || entry.bound.is_upper() && value <= span.alpha;
            return enough.then_some(value);
        }
        None
    }

    /// Step 4: the evaluation, corrected by the memories and the table.
    #[inline]
    pub(crate) fn look(&mut self, span: &mut Span) {
        let ply = self.ply;
        let value = if self.board.in_check() {
            None
        } else {
            let mut value =
                span.entry.and_then(|entry| entry.static_value).unwrap_or_else(|| self.evaluate());
            span.raw_value = Some(value);
            let more = self.parts.memory.correct(&node!(self, *span));
            if more != Value::ZERO {
                value = Value::from_cp((value + more).cp());
            }
            Some(value)
        };
        self.frames[ply].static_value = value;
        let before = ply.checked_sub(2).and_then(|before| self.frames[before].static_value);
        span.improving = value.zip(before).is_some_and(|(now, before)| now > before);
        span.static_value = value;
        if let (Some(known), Some(entry)) = (value, span.entry)
            && !entry.value.is_mate()
            && !self.options.exact_depth
            && (entry.bound.is_lower() && entry.value > known
                || entry.bound.is_upper() && entry.value < known)
        {
            span.static_value = Some(entry.value);
        }
    }

    /// Step 8: the name of the pruning that leaves a move out; `no_quiets`: of the one that leaves out all quiet moves.
    #[inline]
    fn left_out(
        &self,
        mv: Move,
        span: &Span,
        order: usize,
        no_quiets: Option<&'static str>,
    ) -> Option<&'static str> {
        let at = node!(self, span);
        if no_quiets.is_some() && !self.options.tactics.is_tactical(&at, mv) && !at.pos.gives_check(mv) {
            return no_quiets;
        }
        self.parts.pruning.skip(&at, mv, order)
    }

    /// Step 8, for all quiet moves left: the name of the pruning that leaves them out. If no observer wants to hear of
    /// each, only those that give check are generated.
    #[inline]
    fn leave_quiets_out(&mut self, span: &Span, order: usize) -> Option<&'static str> {
        let by = self.parts.pruning.skip_quiets(&node!(self, span), order)?;
        if !self.parts.observer.hears_skips() {
            self.frames[self.ply].picker.only_checks(self.board.position());
        }
        Some(by)
    }

    /// Steps 9 to 12: the value of a move inside the window; it costs `less` less than the policy says, but never nothing.
    #[inline(always)]
    pub(crate) fn search_move(&mut self, mv: Move, span: &Span, order: usize, less: Depth) -> Option<Value> {
        // Step 9. Cost, and the cost of a re-search, computed while the node is on the board.
        let at = node!(self, span);
        let cost = self.parts.depth.cost(&at, mv, order);
        let research_cost = self.parts.depth.research_cost(&at, mv, cost);
        let less = less.min((research_cost - Depth::from_units(1)).max(Depth::ZERO));
        // Step 10. Play, and advance the evaluation.
        self.advance(mv)?;
        let searched = self.search_played(span, order, cost - less, research_cost - less);
        // Step 12. Take back.
        self.retreat();
        let (value, reduced) = searched?;
        if let Some(reduced) = reduced {
            self.parts.observer.reduced(&node!(self, span), mv, cost - research_cost, reduced);
        }
        Some(value)
    }

    /// Step 11: the first move gets the open window; a later one a null window, which asks whether it is better, then
    /// the same without the surcharge of a reduction, and only then the open window.
    #[inline(always)]
    fn search_played(
        &mut self,
        span: &Span,
        order: usize,
        cost: Depth,
        research_cost: Depth,
    ) -> Option<(Value, Option<Reduced>)> {
        let top = if order == 0 { span.beta } else { span.alpha + UNIT };
        // The first move of a PV node is on the line itself; a reduced search expects a cut below.
        let open = span.beta - span.alpha > UNIT;
        let refuted = if research_cost < cost { true } else { !(open && order == 0 || span.cut_node) };
        let mut value = self.below(span.depth - cost, span.alpha, top, refuted)?;
        let mut reduced = None;
        if research_cost < cost {
            reduced = Some(Reduced::Held);
            if value > span.alpha {
                value = self.below(span.depth - research_cost, span.alpha, top, !span.cut_node)?;
                reduced = Some(if value > span.alpha { Reduced::Confirmed } else { Reduced::Refuted });
            }
        }
        if value > span.alpha && value < span.beta && top < span.beta {
            value = self.below(span.depth - research_cost.min(cost), span.alpha, span.beta, false)?;
        }
        Some((value, reduced))
    }

    /// Value of the position after a move, as the mover sees it; `refuted`: whether a cut is expected there.
    #[inline]
    pub(crate) fn below(&mut self, depth: Depth, alpha: Value, beta: Value, refuted: bool) -> Option<Value> {
        Some(-self.search(depth, -beta, -alpha, refuted, Mode::Normal)?)
    }

    /// Step 15.
    pub(crate) fn record(&mut self, span: &Span, best: Move, value: Value, key: Key) {
        let ply = self.ply;
        let outcome = Outcome { best, value, bound: Bound::of(value, span.alpha, span.beta) };
        let at = node!(self, span);
        self.parts.memory.record(&at, &outcome);
        let entry = Entry {
            best: (outcome.bound != Bound::Upper).then_some(best),
            value: to_node(value, ply),
            bound: outcome.bound,
            depth: span.depth,
            static_value: span.raw_value,
        };
        self.parts.table.store(key, entry);
        if let Some(Frame { picker, .. }) = self.frames.get(ply) {
            self.parts.observer.leave(&at, &picker.recalled, picker.legal, &outcome);
        }
    }
}

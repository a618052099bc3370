//! The recursion of the vector-valued search, in numbered steps.
//!
//! | step | | step | |
//! |--:|---|--:|---|
//! | 1 | enter: repetition, length of the path | 5 | play it, search it for those awake |
//! | 2 | table | 6 | best, alpha |
//! | 3 | leaf | 7 | no legal move |
//! | 4 | next move | 8 | record: table, memory, counts |
//!
//! At the leaves paper 002 saves time: quiescence and making moves take most of it, and all elements share them. The
//! search of exchanges is that of [`Searcher`](crate::Searcher), with a window that covers what every element asks.
//!
//! Every element does its own alpha-beta search, on moves in the same order for all. An element that has its cut falls
//! *asleep*: below, its window is empty (alpha infinite, beta the opposite), it searches nothing more, and no value
//! raises it. A node ends when all are asleep, so that the tree is the union of the trees that the elements would
//! search alone. Paper 002 passes −beta and −alpha of all elements down instead; the values are the same, but an element
//! that is done goes on widening the window of quiescence.
//!
//! Values are fail-soft, for each element; mates are counted from the root; `None` says that the limits ran out.

use komadai_core::{Evaluator, Move, Value};

use super::bounds::{Bounds, BoundsTable};
use super::lanes::{self, INFINITE, Lanes, Mask};
use super::noise::{Numbers, heard, window};
use super::vote::Sharing;
use crate::bound::Bound;
use crate::depth::Depth;
use crate::engine::picker::Scope;
use crate::engine::sockets::SearchParts;
use crate::engine::worker::{Worker, node};
use crate::memory::MoveMemory;
use crate::node::{MAX_PLY, Outcome, Span};
use crate::policy::PlainDepth;

/// The parts of the searcher that a consultation is made of.
pub(super) type Parts<E, K> = SearchParts<E, PlainDepth, (), K>;

/// One search: what a scalar search works on, and what the elements have of their own.
pub(super) struct Tree<'a, E: Evaluator, K: MoveMemory, const N: usize> {
    pub(super) worker: Worker<'a, Parts<E, K>>,
    pub(super) table: Option<&'a mut BoundsTable<N>>,
    pub(super) numbers: &'a Numbers,
    /// The number of the first element.
    pub(super) first: usize,
    pub(super) sharing: Sharing,
}

/// What each element has found at a node so far.
pub(super) struct Found<const N: usize> {
    /// The window at the start of the node. Lanes with `alpha >= beta` were asleep already.
    alpha: Lanes<N>,
    beta: Lanes<N>,
    /// The best value.
    pub(super) best: Lanes<N>,
    /// [`Found::best`] or alpha, whatever is higher.
    pub(super) low: Lanes<N>,
    /// The move of the best value, as [`Move::bits`].
    moves: Lanes<N>,
}

impl<const N: usize> Found<N> {
    /// Sleeping elements have their value from the start.
    #[inline]
    pub(super) fn new(alpha: Lanes<N>, beta: Lanes<N>) -> Self {
        let best = alpha.less(beta).select(Lanes([-INFINITE; N]), alpha);
        Found { alpha, beta, best, low: alpha, moves: Lanes([0; N]) }
    }

    /// The elements that still search.
    #[inline]
    pub(super) fn awake(&self) -> Mask<N> {
        self.low.less(self.beta)
    }

    /// Step 6: takes in the values of a searched move; those of sleeping elements are −∞.
    #[inline]
    pub(super) fn update(&mut self, mv: Move, values: Lanes<N>) -> Mask<N> {
        let better = self.best.less(values);
        self.moves = better.select(Lanes([mv.bits() as i16; N]), self.moves);
        self.best = self.best.max(values);
        self.low = self.low.max(values);
        better
    }

    /// The bounds for the table.
    fn bounds(&self) -> Bounds<N> {
        let asked = self.alpha.less(self.beta);
        let raised = asked.and(self.alpha.less(self.best));
        let open = asked.and(self.best.less(self.beta));
        Bounds {
            least: raised.select(self.best, Bounds::<N>::UNKNOWN.least),
            most: open.select(self.best, Bounds::<N>::UNKNOWN.most),
        }
    }

    /// The move that most elements for which the node was searched consider best; only those whose alpha it raised
    /// count, if there are any. `None` before the first move.
    fn favourite(&self) -> Option<(Move, Bound, Value)> {
        let asked = self.alpha.less(self.beta);
        let raised = asked.and(self.alpha.less(self.best));
        let (voters, bound) = match (raised.any(), self.awake().any()) {
            (false, _) => (asked, Bound::Upper),
            (true, true) => (raised, Bound::Exact),
            (true, false) => (raised, Bound::Lower),
        };
        let first = (0..N).find(|&i| voters.get(i))?;
        let votes = |i: usize| self.moves.is(self.moves.0[i]).and(voters).count();
        let chosen = if votes(first) == voters.count() {
            first
        } else {
            // Of equally many the first: `max_by_key` would take the last.
            (first..N).rev().filter(|&i| voters.get(i)).max_by_key(|&i| votes(i))?
        };
        let mv = Move::from_bits(self.moves.0[chosen] as u16)?;
        Some((mv, bound, lanes::value(self.best.0[chosen])))
    }
}

impl<E: Evaluator, K: MoveMemory, const N: usize> Tree<'_, E, K, N> {
    /// Values of the position on the board, which is not the root's. Lanes with `alpha >= beta` give alpha back.
    fn search(&mut self, depth: Depth, alpha: Lanes<N>, beta: Lanes<N>) -> Option<Lanes<N>> {
        let ply = self.worker.ply;

        // Step 1. Enter.
        let asked = alpha.less(beta);
        if let Some(value) = self.worker.ended() {
            return Some(asked.select(Lanes::splat(value), alpha));
        }
        if ply >= MAX_PLY {
            return Some(asked.select(self.leaf(alpha, beta)?, alpha));
        }
        // No path from here is worth more than a mate by the next move, or less than being mated now.
        let alpha = alpha.max(Lanes::splat(Value::mated_in(ply as u16)));
        let beta = beta.min(Lanes::splat(Value::mate_in(ply as u16 + 1)));
        if !alpha.less(beta).any() {
            return Some(alpha);
        }

        // Step 2. Table: what it knows narrows the windows, and may close them.
        let key = self.worker.table_key();
        let (first, known) = match &self.table {
            Some(table) => table.probe(key, ply, depth, self.worker.options.exact_depth),
            None => (None, Bounds::UNKNOWN),
        };
        let mut found = Found::new(alpha.max(known.least), beta.min(known.most));
        let open = found.awake();
        if !open.any() {
            return Some(found.best);
        }

        // Step 3. Leaf.
        if depth <= Depth::ZERO {
            let values = self.leaf(found.alpha, found.beta)?.max(known.least).min(known.most);
            return Some(open.select(values, found.best));
        }

        // Step 4. Next move.
        self.worker.begin();
        self.worker.start_moves(&span(depth, &found), first, Scope::All);
        self.sharing.inner += 1;
        let mut order = 0;
        while let Some((mv, ..)) = self.worker.next_move(|| span(depth, &found)) {
            // Steps 5 and 6.
            let values = self.search_move(mv, depth, &found, order)?;
            self.worker.tried(mv);
            self.sharing.moves += 1;
            self.sharing.waiting += u64::from(found.awake() != open);
            found.update(mv, values);
            order += 1;
            if !found.awake().any() {
                break;
            }
        }

        // Step 7. No legal move: mated, or with nothing to play, which loses as well.
        if order == 0 {
            return Some(open.select(Lanes::splat(Value::mated_in(ply as u16)), found.best));
        }

        // Step 8. Record.
        let awake = found.awake();
        self.sharing.split += u64::from(awake.any() && awake != open);
        self.sharing.cut += u64::from(!awake.any());
        self.record(key, depth, &found, known);
        self.worker.finish();
        Some(open.select(found.best.max(known.least).min(known.most), found.best))
    }

    /// Step 5: the value of a move for the elements awake. The first move gets the open windows; a later one gets null
    /// windows, which ask whether it is better, and then the open window from those who said yes.
    pub(super) fn search_move(
        &mut self,
        mv: Move,
        depth: Depth,
        found: &Found<N>,
        order: usize,
    ) -> Option<Lanes<N>> {
        let depth = depth - self.worker.parts.depth.cost_of_move(self.worker.board.in_check());
        self.worker.advance(mv)?;
        let values = self.search_played(depth, found, order);
        self.worker.retreat();
        values
    }

    fn search_played(&mut self, depth: Depth, found: &Found<N>, order: usize) -> Option<Lanes<N>> {
        let awake = found.awake();
        if order == 0 {
            return self.below(depth, awake, found.low, found.beta);
        }
        let top = found.low.each(|low| low.saturating_add(1)).min(found.beta);
        let values = self.below(depth, awake, found.low, top)?;
        let again = found.low.less(values).and(values.less(found.beta)).and(top.less(found.beta));
        if !again.any() {
            return Some(values);
        }
        Some(again.select(self.below(depth, again, found.low, found.beta)?, values))
    }

    /// Values of the position after a move, as the mover sees it, for the elements asking; −∞ for the others.
    #[inline]
    fn below(&mut self, depth: Depth, asking: Mask<N>, alpha: Lanes<N>, beta: Lanes<N>) -> Option<Lanes<N>> {
        let asleep = Lanes([INFINITE; N]);
        let low = asking.select(beta.neg(), asleep);
        let high = asking.select(alpha.neg(), asleep.neg());
        Some(self.search(depth, low, high)?.neg())
    }

    /// Step 8, and the root's.
    pub(super) fn record(&mut self, key: u64, depth: Depth, found: &Found<N>, known: Bounds<N>) {
        let Some((best, bound, value)) = found.favourite() else { return };
        if let Some(table) = &mut self.table {
            let best = (bound != Bound::Upper).then_some(best);
            table.store(key, self.worker.ply, depth, best, known.and_newer(found.bounds()));
        }
        // The window that the node began with.
        let span = window_of(found.alpha.less(found.beta), found.alpha, found.beta, depth);
        self.worker.parts.memory.record(&node!(self.worker, span), &Outcome { best, value, bound });
    }

    /// Step 3, values of a leaf: that of quiescence, each element's noise added. Lanes with `alpha >= beta` mean nothing.
    fn leaf(&mut self, alpha: Lanes<N>, beta: Lanes<N>) -> Option<Lanes<N>> {
        let noise = self.numbers.lanes(self.first, self.worker.board.position().key());
        let (low, high) = window(alpha, beta, noise);
        let span = Span::new(Depth::ZERO, lanes::value(low), lanes::value(high), false);
        Some(heard(self.worker.leaf(|| span)?, noise))
    }
}

/// The window that covers those of all elements awake, for memories, which know only one window.
#[inline]
fn span<const N: usize>(depth: Depth, found: &Found<N>) -> Span {
    window_of(found.awake(), found.low, found.beta, depth)
}

#[inline]
fn window_of<const N: usize>(who: Mask<N>, alpha: Lanes<N>, beta: Lanes<N>, depth: Depth) -> Span {
    let low = who.select(alpha, Lanes([INFINITE; N])).lowest();
    let high = who.select(beta, Lanes([-INFINITE; N])).highest();
    Span::new(depth, lanes::value(low), lanes::value(high), false)
}

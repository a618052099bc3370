//! The root: iterative deepening, the list of root moves, lines of play, reports.

use core::cmp::Reverse;

use komadai_core::{Move, Value};

use crate::bound::Bound;
use crate::depth::Depth;
use crate::engine::picker::Scope;
use crate::engine::sockets::Sockets;
use crate::engine::worker::{Worker, node};
use crate::node::{MAX_PLY, Span};
use crate::observe::Observer;
use crate::pruning::ForwardPruning;
use crate::report::{Line, OnProgress, RootMove};
use crate::table::TranspositionTable;

impl<S: Sockets> Worker<'_, S> {
    /// Searches deeper and deeper until the limits are reached or a mate is found that no deeper search could shorten.
    /// Returns the last finished iteration.
    pub(crate) fn iterate(&mut self, moves: &mut [RootMove], lines: usize, progress: OnProgress<'_>) -> u32 {
        let mut finished = 0;
        let lines = lines.min(moves.len());
        for plies in 1..=MAX_PLY as u32 {
            if lines == 0 || !self.watch.begin_iteration(plies) {
                break;
            }
            self.order_moves(&mut moves[if plies > 1 { lines } else { 0 }..], plies, |root| root.mv);
            let before = moves[..lines].to_vec();
            if let Some(line) = (0..lines).find(|&line| self.search_line(moves, line, plies).is_none()) {
                settle(moves, line, &before, plies);
                let (new, old) = moves[..lines].split_at_mut(line);
                bound(old, new, plies);
                // The lines of this iteration, the last one too if it has a value that others can only raise.
                let is_known = moves[line].depth == plies && moves[line].bound == Bound::Exact;
                best_first(&mut moves[..line + usize::from(is_known)]);
                break;
            }
            finished = plies;
            // The line searched first may have found less than the next: what is pruned and what the table holds differ.
            best_first(&mut moves[..lines]);
            let fill = self.parts.table.fill();
            self.watch.end_iteration(moves, fill);
            progress(&self.progress(plies, fill, &moves[..lines]));
            // A mate that no deeper search could shorten; or one of unknown length, which the mate solver has proved: a
            // deeper search would only look for its length, at the price of every other such mate.
            let mate = |root: &RootMove| {
                root.value.is_mate()
                    && root.value.mate_distance().is_none_or(|to_mate| to_mate.unsigned_abs() <= plies)
            };
            if moves[..lines].iter().all(mate) {
                break;
            }
        }
        finished
    }

    /// Orders the root moves behind the best lines as they would come at any other node: reductions rely on it.
    pub(crate) fn order_moves<M>(&mut self, moves: &mut [M], plies: u32, mv: impl Fn(&M) -> Move) {
        let span = Span::new(Depth::plies(plies as i32), -Value::INFINITE, Value::INFINITE, false);
        self.begin();
        self.start_moves(&span, None, Scope::All);
        let mut next = 0;
        while let Some((picked, ..)) = self.next_move(|| span) {
            if let Some(found) = moves[next..].iter().position(|root| mv(root) == picked) {
                moves[next..=next + found].rotate_right(1);
                next += 1;
            }
        }
    }

    /// Finds the best of `moves[line..]`, and brings it to `moves[line]`. With an aspiration window, a value outside it is
    /// searched again with a wider one: once four times as wide, then open on that side.
    fn search_line(&mut self, moves: &mut [RootMove], line: usize, plies: u32) -> Option<()> {
        let moves = &mut moves[line..];
        let known = moves.first().filter(|root| root.bound == Bound::Exact && !root.value.is_mate());
        let mut half = if known.is_some() { self.options.aspiration } else { Value::INFINITE };
        let centre = known.map_or(Value::ZERO, |root| root.value);
        let (mut alpha, mut beta) = (lower(centre, half), upper(centre, half));
        let mut widened = false;
        loop {
            let value = self.search_root(moves, line, plies, alpha, beta)?;
            half = if widened || value.is_mate() { Value::INFINITE } else { Value::from_cp(half.cp() * 4) };
            widened = true;
            if value <= alpha && alpha > -Value::INFINITE {
                alpha = lower(value, half);
            } else if value >= beta && beta < Value::INFINITE {
                beta = upper(value, half);
            } else {
                return Some(());
            }
        }
    }

    /// Steps 7 to 15 with a list of moves instead of a picker, nothing skipped or pruned; the best move comes to the
    /// front. If the limits run out, a better move found by then stays in front; everything else is as the last search
    /// left it. `line`: the number of better moves that are left out.
    fn search_root(
        &mut self,
        moves: &mut [RootMove],
        line: usize,
        plies: u32,
        alpha: Value,
        beta: Value,
    ) -> Option<Value> {
        // With all moves in the list, the value is that of the position.
        let whole = line == 0 && !self.watch.is_restricted();
        let mut span = Span::new(Depth::plies(plies as i32), alpha, beta, false);
        let begun = span;
        self.begin();
        self.frames[0].picker.start(false, Scope::All, &self.options.tactics);
        self.parts.observer.enter(&node!(self, span));
        if self.parts.pruning.uses_static_value() {
            self.look(&mut span);
        } else {
            self.frames[0].static_value = None;
        }
        let mut best: Option<usize> = None;
        let mut highest = -Value::INFINITE;
        for i in 0..moves.len() {
            let before = self.watch.nodes();
            self.watch.begin_root_move(moves[i].mv, line + i);
            let searched = self.search_move(moves[i].mv, &span, i, Depth::ZERO);
            moves[i].nodes += self.watch.nodes() - before;
            let Some(value) = searched else {
                if let Some(best) = best.filter(|&best| moves[best].bound != Bound::Upper) {
                    moves[..=best].rotate_right(1);
                }
                return None;
            };
            if line == 0 && i == 0 {
                self.watch.first_move(value, alpha);
            }
            let mv = moves[i].mv;
            self.tried(mv);
            moves[i].value = value;
            moves[i].bound = Bound::of(value, span.alpha, beta);
            moves[i].depth = plies;
            if best.is_none() || value > highest {
                best = Some(i);
                highest = value;
            }
            if value > span.alpha {
                span.alpha = value;
                self.extend_pv(0, mv);
                moves[i].pv = Line::from_slice(&self.frames[0].pv);
                if value >= beta {
                    break;
                }
            }
        }
        let best = best?;
        if whole {
            let key = self.table_key();
            self.record(&begun, moves[best].mv, highest, key);
        }
        self.finish();
        if highest > alpha {
            moves[..=best].rotate_right(1);
        }
        Some(highest)
    }
}

/// Sorts lines by value. A function of its own, so that the sort is compiled once and not with every search.
fn best_first(moves: &mut [RootMove]) {
    moves.sort_by_key(|root| Reverse(root.value));
}

/// Restores settled moves after the limits ran out in iteration `plies`, before the best of `moves[line..]` was found.
/// `before`: the best moves after the previous iteration.
///
/// Only improvements are known so far. A move with an exact value stays in front; with [`Bound::Lower`] if the value has
/// fallen, since unsearched moves may be better. One that failed high stays: with its mate, or with the last value as its
/// bound instead of the edge of the window. A move that fell while others are unsearched is restored. One that is mated while
/// others are unsearched is not played: the last best move is restored, or if it is mated too, the next one is played.
fn settle(moves: &mut [RootMove], line: usize, before: &[RootMove], plies: u32) {
    let known = &before[line];
    let front = &moves[line];
    let searched = front.depth == plies;
    let fallen = front.value < known.value;
    let mut stays = searched && front.bound != Bound::Upper && !(fallen && front.mv == known.mv);
    // In the first iteration nothing is known of the unsearched moves.
    let mated = searched && (!stays || fallen || known.depth == 0) && front.value < -Value::MAX_EVAL;
    let plays_on = |root: &RootMove| root.depth == 0 || !root.value.is_mate();
    if mated && moves[line..].iter().any(|root| root.mv == known.mv && plays_on(root)) {
        stays = false;
    } else if mated && let Some(next) = moves[line..].iter().position(plays_on) {
        moves[line..=line + next].rotate_right(1);
        let RootMove { mv, nodes, .. } = moves[line];
        // After the previous iteration it was no better than the best.
        moves[line] = RootMove { value: known.value, depth: known.depth, nodes, ..RootMove::new(mv) };
        return;
    } else if stays && front.bound == Bound::Lower && !front.value.is_mate() {
        moves[line].value = known.value;
    } else if stays && (fallen || known.depth == 0) {
        moves[line].bound = Bound::Lower;
    }
    let mut at = line + usize::from(stays);
    for old in before {
        if at < before.len()
            && let Some(found) = moves[at..].iter().position(|root| root.mv == old.mv)
        {
            moves[at..=at + found].rotate_right(1);
            moves[at] = RootMove { nodes: moves[at].nodes, ..old.clone() };
            at += 1;
        }
    }
}

/// Bounds lines of earlier iterations by those of iteration `plies`, which has shown all other moves to be no better than these.
fn bound(old: &mut [RootMove], new: &[RootMove], plies: u32) {
    let Some(most) = new.iter().map(|root| root.value).min() else { return };
    for root in old.iter_mut().filter(|root| root.depth < plies && root.value > most) {
        (root.value, root.bound) = (most, Bound::Upper);
    }
}

/// The lower end of a window of this half width around a value; an infinite one is open.
fn lower(value: Value, half: Value) -> Value {
    -upper(-value, half)
}

/// The upper end.
fn upper(value: Value, half: Value) -> Value {
    if half < Value::INFINITE { (value + half).min(Value::INFINITE) } else { Value::INFINITE }
}

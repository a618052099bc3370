//! The root: iterative deepening, the list of root moves, lines of play, reports.

use komadai_core::Value;

use crate::bound::Bound;
use crate::depth::Depth;
use crate::node::MAX_PLY;
use crate::observe::Observer;
use crate::picker::Scope;
use crate::pruning::ForwardPruning;
use crate::report::{Progress, RootMove};
use crate::sockets::Sockets;
use crate::span::{Span, node};
use crate::table::TranspositionTable;
use crate::worker::Worker;

impl<S: Sockets> Worker<'_, S> {
    /// Searches deeper and deeper until the limits are reached or a mate is found that no deeper search could
    /// shorten. Returns the last iteration that was finished.
    pub(crate) fn iterate(
        &mut self,
        moves: &mut [RootMove],
        lines: usize,
        progress: &mut dyn FnMut(&Progress<'_>),
    ) -> u32 {
        let mut finished = 0;
        let lines = lines.min(moves.len());
        for plies in 1..=MAX_PLY as u32 {
            if lines == 0 || !self.watch.begin_iteration(plies) {
                break;
            }
            let complete = (0..lines).all(|line| self.search_line(moves, line, plies).is_some());
            if !complete {
                break;
            }
            finished = plies;
            let fill = self.notes.table.fill();
            self.watch.end_iteration(moves, fill);
            progress(&Progress {
                depth: plies,
                reached: self.reached,
                nodes: self.watch.nodes(),
                elapsed: self.watch.elapsed(),
                fill,
                lines: &moves[..lines],
            });
            // A mate that no deeper search could shorten; or one longer than every path searched, which the mate solver has
            // proved: a deeper search would look for its length alone, at the price of every other mate of that value.
            let reached = self.reached as u32;
            let mate = |root: &RootMove| {
                let distance = root.value.mate_distance().map(i32::unsigned_abs);
                distance.is_some_and(|plies_to_mate| plies_to_mate <= plies || plies_to_mate > reached)
            };
            if moves[..lines].iter().all(mate) {
                break;
            }
        }
        finished
    }

    /// Finds the best of `moves[line..]`, and brings it to `moves[line]`. With an aspiration window, a value
    /// outside it is searched again with a wider one.
    fn search_line(&mut self, moves: &mut [RootMove], line: usize, plies: u32) -> Option<()> {
        let known = moves[line..].first().filter(|root| root.bound == Bound::Exact && !root.value.is_mate());
        let whole = line == 0 && !self.watch.is_restricted();
        let mut half = self.rules.options.aspiration;
        let (mut alpha, mut beta) = match known.filter(|_| half < Value::INFINITE) {
            Some(known) => {
                ((known.value - half).max(-Value::INFINITE), (known.value + half).min(Value::INFINITE))
            }
            None => (-Value::INFINITE, Value::INFINITE),
        };
        loop {
            let value = self.search_root(&mut moves[line..], plies, alpha, beta, whole)?;
            half = Value::from_cp(half.cp().saturating_mul(4));
            if value <= alpha && alpha > -Value::INFINITE {
                alpha = if value.is_mate() { -Value::INFINITE } else { (value - half).max(-Value::INFINITE) };
            } else if value >= beta && beta < Value::INFINITE {
                beta = if value.is_mate() { Value::INFINITE } else { (value + half).min(Value::INFINITE) };
            } else {
                return Some(());
            }
        }
    }

    /// Steps 7 to 15 with a list of moves instead of a picker, nothing skipped or pruned; the best move comes to
    /// the front. If the limits run out, a better move found by then stays in front; everything else is as the
    /// last search left it. `whole`: the list has all moves, so that the value is the position's.
    fn search_root(
        &mut self,
        moves: &mut [RootMove],
        plies: u32,
        alpha: Value,
        beta: Value,
        whole: bool,
    ) -> Option<Value> {
        let mut span = Span::new(Depth::plies(plies as i32), alpha, beta, false);
        let begun = span;
        self.begin();
        self.frames[0].picker.start_plain(false, Scope::All);
        self.notes.observer.enter(&node!(self, span));
        if S::Pruning::USES_STATIC_VALUE {
            self.look(&mut span);
        }
        let mut best: Option<usize> = None;
        let mut highest = -Value::INFINITE;
        for i in 0..moves.len() {
            let before = self.watch.nodes();
            self.watch.begin_root_move(moves[i].mv, i);
            let searched = self.search_move(moves[i].mv, span, i, Depth::ZERO);
            moves[i].nodes += self.watch.nodes() - before;
            let Some(value) = searched else {
                if let Some(best) = best.filter(|&best| moves[best].bound != Bound::Upper) {
                    moves[..=best].rotate_right(1);
                }
                return None;
            };
            if whole && i == 0 {
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
                moves[i].pv.clone_from(&self.frames[0].pv);
                if value >= beta {
                    break;
                }
            }
        }
        let best = best?;
        if whole {
            let key = self.board.position().key();
            self.record(begun, moves[best].mv, highest, key);
        }
        if highest > alpha {
            moves[..=best].rotate_right(1);
        }
        Some(highest)
    }
}

//! The root: iterative deepening, and the move that each element considers best.

use komadai_core::{Evaluator, Move};

use super::bounds::Bounds;
use super::lanes::{self, INFINITE, Lanes};
use super::tree::{Found, Tree};
use super::vote::{Vote, root_moves, tally};
use crate::depth::Depth;
use crate::memory::MoveMemory;
use crate::node::MAX_PLY;
use crate::report::OnProgress;

impl<E: Evaluator, K: MoveMemory, const N: usize> Tree<'_, E, K, N> {
    /// Searches deeper and deeper until the limits are reached or every element sees a mate that no deeper search could
    /// shorten. Returns the last finished iteration, and each element's vote; no votes if there is no legal move or no
    /// move was searched.
    ///
    /// `moves` are those of the root; between iterations the moves voted for come to the front, most votes first, and
    /// the others are ordered as at any other node. `progress` is called after each finished iteration.
    pub(super) fn iterate(&mut self, moves: &mut [Move], progress: OnProgress<'_>) -> (u32, Vec<Vote>) {
        let mut votes = Vec::new();
        let (mut finished, mut best) = (0, 0);
        for plies in 1..=MAX_PLY as u32 {
            if moves.is_empty() || !self.worker.watch.begin_iteration(plies) {
                break;
            }
            self.worker.order_moves(&mut moves[best..], plies, |&mv| mv);
            let complete = self.search_root(moves, Depth::plies(plies as i32), &mut votes);
            if !complete {
                break;
            }
            finished = plies;
            let (fill, winners) = (self.table.as_ref().map(|table| table.fill()), root_moves(&votes, plies));
            progress(&self.worker.progress(plies, fill, winners.get(..1).unwrap_or_default()));
            // From the least supported to the best, each to the front.
            let tallies = tally(&votes);
            best = tallies.len();
            for tally in tallies.iter().rev() {
                if let Some(at) = moves.iter().position(|&mv| mv == tally.mv) {
                    moves[..=at].rotate_right(1);
                }
            }
            let mate = |vote: &Vote| {
                vote.value.mate_distance().is_some_and(|distance| distance.unsigned_abs() <= plies)
            };
            if votes.iter().all(mate) {
                break;
            }
        }
        (finished, votes)
    }

    /// Searches one iteration; whether it was finished. If the limits run out, an element changes its vote only if the
    /// move it voted for has been searched already: then what it found since is better.
    fn search_root(&mut self, moves: &[Move], depth: Depth, votes: &mut Vec<Vote>) -> bool {
        let mut found = Found::new(Lanes([-INFINITE; N]), Lanes([INFINITE; N]));
        let mut best = [None; N];
        self.worker.begin();
        for (order, &mv) in moves.iter().enumerate() {
            let Some(values) = self.search_move(mv, depth, &found, order) else {
                adopt(&moves[..order], &best, votes);
                return false;
            };
            self.worker.tried(mv);
            let better = found.update(mv, values);
            for (i, best) in best.iter_mut().enumerate() {
                if better.get(i) {
                    *best = Some(Vote { mv, value: lanes::value(values.0[i]) });
                }
            }
        }
        if !self.worker.watch.is_restricted() {
            let key = self.worker.table_key();
            self.record(key, depth, &found, Bounds::UNKNOWN);
        }
        self.worker.finish();
        votes.clear();
        votes.extend(best.into_iter().flatten());
        true
    }
}

/// Takes over an unfinished iteration: `searched` are its searched moves, `best` the votes found.
fn adopt<const N: usize>(searched: &[Move], best: &[Option<Vote>; N], votes: &mut Vec<Vote>) {
    if votes.is_empty() {
        // Not even the first iteration: a move that was looked at is better than none.
        votes.extend(best.iter().flatten());
    }
    for (vote, best) in votes.iter_mut().zip(best.iter().flatten()) {
        if searched.contains(&vote.mv) {
            *vote = *best;
        }
    }
}

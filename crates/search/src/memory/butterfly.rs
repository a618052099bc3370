//! Butterfly boards: success of quiet moves by side, origin and target \[R1\].

use komadai_core::{Color, Move};

use super::replies::Cells;
use super::{MoveMemory, SCORE_PER_PLY, lesson};
use crate::node::{Node, Outcome};
use crate::parameters::{parameters, with};

parameters! {
    /// Relative history: how much more often than the average quiet move a move was best when it was tried.
    ///
    /// A butterfly board has a square for each side, origin (or kind in hand) and target (Hartmann 1988); a move and its
    /// promotion share a square. Unlike [`History`](super::History), it ignores which piece stands on the origin: two pieces
    /// that make the same move one after the other share a lesson, two that reach one target from different squares do not.
    ///
    /// One board counts trials, the other successes, both weighted by `depth²` (in plies, 1 to 32); their quotient is the
    /// move's share. A count of successes alone favours moves that are often *legal*. The score is [`Butterfly::ALWAYS`] ×
    /// (share − average share of the side's moves), so that a move never tried counts as an average one. When the trials of a
    /// move reach [`Butterfly::limit`], both its counts are halved: old lessons fade.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Butterfly {
        /// Weighted trials of a move at which its counts are halved; 65,536 by default. The larger, the longer the memory.
        pub limit: u32 = 65_536,
        /// `[side][origin × 81 + target]`
        counts: Cells<Count> = Cells(vec![Count::default(); 2 * MOVES]),
        /// `[side]`: sums over its moves, never halved
        sums: [Count; 2] = [Count::default(); 2],
        /// `[side]`: share of an average move × [`Butterfly::ALWAYS`]
        average: [i32; 2] = [0; 2],
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    good: u64,
    tried: u64,
}

impl Count {
    fn add(&mut self, weight: u64, good: bool) {
        self.tried += weight;
        self.good += if good { weight } else { 0 };
    }

    /// The share of successes × [`Butterfly::ALWAYS`]; 0 without a trial.
    fn share(self) -> i32 {
        (self.good * Butterfly::ALWAYS as u64 / self.tried.max(1)) as i32
    }
}

/// The number of moves of one side that a butterfly board distinguishes.
const MOVES: usize = Move::CODES / 2;

with!(Butterfly);

impl Butterfly {
    /// How far the score of a move that always succeeds lies above that of one that never does: two plies.
    pub const ALWAYS: i32 = 2 * SCORE_PER_PLY;

    fn address(side: Color, mv: Move) -> usize {
        side.index() * MOVES + mv.code() / 2
    }

    fn count(&mut self, at: &Node<'_>, mv: Move, good: bool) {
        // Nodes near the root are few and expensive.
        let (side, plies) = (at.pos.side_to_move(), at.depth.whole_plies().clamp(1, 32) as u64);
        let weight = plies * plies;
        let count = &mut self.counts[Self::address(side, mv)];
        if count.tried >= u64::from(self.limit) {
            *count = Count { good: count.good / 2, tried: count.tried / 2 };
        }
        count.add(weight, good);
        self.sums[side.index()].add(weight, good);
    }
}

impl MoveMemory for Butterfly {
    fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
        let side = at.pos.side_to_move();
        let count = self.counts[Self::address(side, mv)];
        if count.tried == 0 { 0 } else { count.share() - self.average[side.index()] }
    }

    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        let Some(best) = lesson(*outcome) else { return };
        for &mv in at.tried {
            if mv != best && !at.is_capture(mv) {
                self.count(at, mv, false);
            }
        }
        if !at.is_capture(best) {
            self.count(at, best, true);
        }
        let side = at.pos.side_to_move().index();
        self.average[side] = self.sums[side].share();
    }

    fn forget(&mut self) {
        *self = Self { limit: self.limit, ..Self::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{scores, tries};
    use super::*;
    use crate::bound::Bound;

    const LINE: &str = "7g7f 3c3d";

    #[test]
    fn the_score_is_the_share_of_trials_that_succeeded_above_that_of_all_moves() {
        let mut memory = Butterfly::default();
        tries(&mut memory, LINE, "2g2f 8h2b+ 6g6f", Bound::Lower);
        tries(&mut memory, LINE, "6g6f 2g2f", Bound::Exact);
        tries(&mut memory, LINE, "6g6f", Bound::Lower);
        tries(&mut memory, LINE, "6g6f 2g2f 1g1f", Bound::Upper);
        // 6g6f two of three, 2g2f one of two: three of five together.
        let average = Butterfly::ALWAYS * 3 / 5;
        let known = [Butterfly::ALWAYS * 2 / 3 - average, Butterfly::ALWAYS / 2 - average];
        assert_eq!(scores(&memory, LINE, "6g6f 2g2f"), known);
        assert_eq!(scores(&memory, LINE, "8h2b+"), [0], "captures have an order of their own");
        assert_eq!(scores(&memory, LINE, "1g1f"), [0], "an upper bound teaches nothing");
        assert_eq!(scores(&memory, "7g7f", "6g6f"), [0], "the other side's board");
    }

    #[test]
    fn old_lessons_fade_at_the_limit() {
        let mut memory = Butterfly::with(|new| new.limit = 40);
        (0..100).for_each(|_| tries(&mut memory, LINE, "6g6f", Bound::Lower));
        (0..20).for_each(|_| tries(&mut memory, LINE, "6g6f 2g2f", Bound::Lower));
        // Without fading 6g6f would have 100 of 120, and 2g2f 20 of 20.
        let known = scores(&memory, LINE, "2g2f 6g6f");
        assert!(known[0] - known[1] > Butterfly::ALWAYS * 3 / 4, "{known:?}");
    }
}

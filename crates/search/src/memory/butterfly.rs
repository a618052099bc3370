//! Butterfly boards: what every pair of origin and target has done for a side \[R1\].

use komadai_core::{Color, Move};

use super::{MoveMemory, lesson, weight};
use crate::node::{Node, Outcome};

/// Of the times a quiet move was tried, the share in which it was best or cut.
///
/// A butterfly board has a square for each side, origin (or kind in hand) and target (Hartmann 1988); promoting or not is
/// one move here. What stands on the origin is not asked, in contrast to [`History`](super::History), so that two pieces
/// that come to the same squares one after the other share a lesson, and two that reach one target do not.
///
/// One board counts trials, the other successes, both weighted by `depth²` in plies; their quotient is the score. A count of
/// successes alone favours moves that are often *legal*. Where trials reach [`Butterfly::limit`], both are halved: old
/// lessons fade. A move never tried scores 0, as one does that never succeeded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Butterfly {
    /// Weighted trials of one move at which its counts are halved: 65,536 unless told otherwise. The larger, the longer the
    /// memory.
    pub limit: u32,
    /// `[side][origin × 81 + target]`
    counts: Vec<Count>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    good: u32,
    tried: u32,
}

/// Moves of one side that a butterfly board tells apart.
const MOVES: usize = Move::CODES / 2;

impl Butterfly {
    /// The score of a move that succeeded every time.
    pub const ALWAYS: i32 = 16_384;

    #[inline]
    fn address(side: Color, mv: Move) -> usize {
        side.index() * MOVES + mv.code() / 2
    }

    #[inline]
    fn count(&mut self, at: &Node<'_>, mv: Move, good: bool) {
        let limit = self.limit;
        let weight = weight(at) as u32;
        let count = &mut self.counts[Self::address(at.pos.side_to_move(), mv)];
        if count.tried >= limit {
            *count = Count { good: count.good / 2, tried: count.tried / 2 };
        }
        count.tried = count.tried.saturating_add(weight);
        if good {
            count.good = count.good.saturating_add(weight);
        }
    }
}

impl Default for Butterfly {
    fn default() -> Self {
        Self { limit: 65_536, counts: vec![Count::default(); 2 * MOVES] }
    }
}

impl MoveMemory for Butterfly {
    #[inline]
    fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
        let Count { good, tried } = self.counts[Self::address(at.pos.side_to_move(), mv)];
        (u64::from(good) * Self::ALWAYS as u64 / u64::from(tried.max(1))) as i32
    }

    #[inline]
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
    }

    fn forget(&mut self) {
        self.counts.fill(Count::default());
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{Line, finish, mv};
    use super::*;
    use crate::bound::Bound;

    fn finish_after(memory: &mut Butterfly, tried: &[&str], best: &str, bound: Bound) {
        let line = Line::new("7g7f 3c3d");
        let tried: Vec<Move> = tried.iter().map(|text| mv(text)).collect();
        finish(memory, &Node { tried: &tried, ..line.node() }, best, bound);
    }

    fn score(memory: &Butterfly, text: &str) -> i32 {
        memory.score(&Line::new("7g7f 3c3d").node(), mv(text))
    }

    #[test]
    fn the_score_is_the_share_of_trials_that_succeeded() {
        let mut memory = Butterfly::default();
        finish_after(&mut memory, &["2g2f", "8h2b+", "6g6f"], "6g6f", Bound::Lower);
        finish_after(&mut memory, &["6g6f", "2g2f"], "2g2f", Bound::Exact);
        finish_after(&mut memory, &["6g6f"], "6g6f", Bound::Lower);
        finish_after(&mut memory, &["6g6f", "2g2f", "1g1f"], "1g1f", Bound::Upper);
        assert_eq!(score(&memory, "6g6f"), Butterfly::ALWAYS * 2 / 3);
        assert_eq!(score(&memory, "2g2f"), Butterfly::ALWAYS / 2);
        assert_eq!(score(&memory, "8h2b+"), 0, "captures have an order of their own");
        assert_eq!(score(&memory, "1g1f"), 0, "an upper bound teaches nothing");
        let white = Line::new("7g7f");
        assert_eq!(memory.score(&white.node(), mv("6g6f")), 0, "the other side's board");
    }

    #[test]
    fn old_lessons_fade_at_the_limit() {
        let mut memory = Butterfly { limit: 40, ..Butterfly::default() };
        for _ in 0..100 {
            finish_after(&mut memory, &["6g6f"], "6g6f", Bound::Lower);
        }
        for _ in 0..20 {
            finish_after(&mut memory, &["6g6f", "2g2f"], "2g2f", Bound::Lower);
        }
        // Without fading it would be 100 of 120.
        assert!(score(&memory, "6g6f") < Butterfly::ALWAYS / 4, "{}", score(&memory, "6g6f"));
        memory.forget();
        assert_eq!(score(&memory, "2g2f"), 0);
    }
}

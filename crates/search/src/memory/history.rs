//! The history heuristic: quiet moves that were best somewhere are tried earlier everywhere \[R1\].
//!
//! [`Bonus`] and `teach` say what a finished node teaches, here and in [`ContinuationHistory`](super::ContinuationHistory).

use komadai_core::{Move, Piece, PieceKind, Square};

use super::replies::Cells;
use super::{MoveMemory, SCORE_LIMIT, lesson};
use crate::depth::Depth;
use crate::node::{Node, Outcome, Step};
use crate::parameters::{parameters, with};

parameters! {
    /// What the best move of a finished node gains in a history; the moves tried in vain before it lose as much.
    ///
    /// `per_ply × depth − less`, with the depth in whole plies (1 to 32), at least 1 and at most `most`. Nodes near the
    /// root are few and expensive, so that what they teach counts for more. Stockfish (2026) has 121 × depth − 77, at
    /// most 1,633. The default is 160 × depth − 80, at most 1,600, and all of it for a move without a refutation.
    ///
    /// ```
    /// use komadai_search::Depth;
    /// use komadai_search::memory::Bonus;
    ///
    /// let bonus = Bonus::default();
    /// assert_eq!([1, 4, 20].map(|plies| bonus.at(Depth::plies(plies))), [80, 560, 1_600]);
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Bonus {
        /// Factor of the depth.
        pub per_ply: i32 = 160,
        /// Subtracted from the product.
        pub less: i32 = 80,
        /// The largest bonus.
        pub most: i32 = 1_600,
        /// What the last move gains, in percent of the bonus, if it was quiet and no reply to it reached alpha.
        pub unrefuted: i32 = 100,
    }
}

impl Bonus {
    /// The bonus at a node with this budget.
    pub fn at(&self, depth: Depth) -> i32 {
        let plies = depth.whole_plies().clamp(1, 32);
        plies.saturating_mul(self.per_ply).saturating_sub(self.less).clamp(1, self.most.max(1))
    }
}

parameters! {
    /// History heuristic: how often each quiet move was best or cut, wherever it was played.
    ///
    /// Addressed by side, piece after the move and target square rather than by origin and target: a drop and a
    /// step of the same piece to the same square share what they learn. A best or cutting move gains
    /// [`History::bonus`], the quiet moves tried in vain before it lose as much. Each change is scaled down as the score
    /// nears [`History::limit`], so that old lessons fade and no score runs away.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct History {
        /// Scores stay inside ± this, at most [`SCORE_LIMIT`]; 5,000 by default. The larger, the longer
        /// the memory.
        pub limit: i32 = 5_000,
        /// What a finished node teaches.
        pub bonus: Bonus = Bonus::default(),
        /// `[side × 14 + kind][target]`
        scores: Cells<[i32; Square::COUNT]> = Cells(vec![[0; Square::COUNT]; 2 * PieceKind::COUNT]),
    }
}

with!(History);

/// A score changed by `by`, less so the nearer it is to ±`limit`, which it never passes if `by` lies inside ±`limit`.
#[inline]
pub(super) fn pulled(score: i32, by: i32, limit: i32) -> i32 {
    let fade = i64::from(score) * i64::from(by.abs()) / i64::from(limit.max(1));
    score + by - fade as i32
}

/// Calls `shift` with what a finished node teaches about quiet moves, each as a path, a piece and its target square: a gain for the best
/// one, an equal loss for those tried in vain before it, a gain for the last move if no reply refuted it. No change is larger than `limit`.
#[inline]
pub(super) fn teach(
    at: &Node<'_>,
    outcome: Outcome,
    bonus: Bonus,
    limit: i32,
    mut shift: impl FnMut(&[Step], Piece, Square, i32),
) {
    let gain = bonus.at(at.depth);
    let Some(best) = lesson(outcome) else {
        if let [before @ .., Step { mv: Some(mv), piece: Some(piece), captured: None }] = at.path
            && bonus.unrefuted != 0
            && !mv.is_promotion()
        {
            let gain = i64::from(gain) * i64::from(bonus.unrefuted) / 100;
            let limit = i64::from(limit.max(1));
            shift(before, *piece, mv.to(), gain.clamp(-limit, limit) as i32);
        }
        return;
    };
    let gain = gain.min(limit.max(1));
    let mut quiet = |mv: Move, by| {
        if !at.is_capture(mv)
            && let Some(piece) = at.pos.placed_by(mv)
        {
            shift(at.path, piece, mv.to(), by);
        }
    };
    quiet(best, gain);
    at.tried.iter().filter(|&&mv| mv != best).for_each(|&mv| quiet(mv, -gain));
}

impl MoveMemory for History {
    #[inline]
    fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
        at.pos.placed_by(mv).map_or(0, |piece| self.scores[piece.index()][mv.to().index()])
    }

    #[inline]
    fn scorer(&self, _: &Node<'_>) -> impl Fn(Move, Piece) -> i32 {
        let scores = self.scores.as_slice();
        move |mv, piece| scores[piece.index()][mv.to().index()]
    }

    #[inline]
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        let limit = self.limit.clamp(1, SCORE_LIMIT);
        teach(at, *outcome, self.bonus, limit, |_, piece, to, by| {
            let score = &mut self.scores[piece.index()][to.index()];
            *score = pulled(*score, by, limit);
        });
    }

    fn forget(&mut self) {
        self.scores.fill([0; Square::COUNT]);
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{BONUS, scores, tries};
    use super::*;
    use crate::bound::Bound;

    #[test]
    fn the_best_quiet_move_gains_what_those_tried_in_vain_lose() {
        let mut memory = History { bonus: BONUS, ..History::default() };
        tries(&mut memory, "7g7f 3c3d", "2g2f 8h2b+ 6g6f", Bound::Lower);
        assert_eq!(scores(&memory, "7g7f 3c3d", "6g6f 2g2f 8h2b+ 5g5f"), [160, -160, 0, 0]);
        assert_eq!(scores(&memory, "7g7f", "6c6d"), [0], "the other side's move");
    }

    #[test]
    fn a_quiet_move_without_a_reply_that_reached_alpha_gains_where_that_is_asked_for() {
        let bonus = Bonus { unrefuted: 50, ..BONUS };
        let mut memory = History { bonus, ..History::default() };
        tries(&mut memory, "7g7f 3c3d 2g2f", "8c8d", Bound::Upper);
        assert_eq!(scores(&memory, "7g7f 3c3d", "2g2f 6g6f"), [80, 0], "half of 160");
        let learnt = memory.clone();
        for (line, best) in [("7g7f 3c3d 8h2b+", "3a2b"), ("7g7f pass", "2g2f"), ("", "2g2f")] {
            tries(&mut memory, line, best, Bound::Upper);
        }
        assert_eq!(memory, learnt, "captures, passes and the root teach nothing");
        let mut silent = History { bonus: BONUS, ..History::default() };
        tries(&mut silent, "7g7f 3c3d 2g2f", "8c8d", Bound::Upper);
        tries(&mut silent, "7g7f 3c3d", "8h2b+", Bound::Lower);
        assert_eq!(silent, History { bonus: BONUS, ..History::default() });
    }

    #[test]
    fn scores_near_the_limit_slowly_and_never_pass_it() {
        let (mut score, mut steps) = (0, 0);
        while score < 900 {
            score = pulled(score, 100, 1000);
            steps += 1;
        }
        assert!(steps > 9, "{steps}");
        for _ in 0..1000 {
            score = pulled(score, 1000, 1000);
            assert!(score <= 1000);
            score = pulled(score, -100, 1000);
        }
        assert!((-1000..1000).contains(&score));
        assert_eq!(pulled(0, 1, 0), 1, "a limit without sense does not divide by zero");
    }
}

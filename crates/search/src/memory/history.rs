//! The history heuristic: quiet moves that were best somewhere are tried earlier everywhere \[R1\].

use komadai_core::{Move, PieceKind, Square};

use super::MoveMemory;
use crate::{Bound, Node, Outcome};

/// How well each quiet move has done so far, whatever the position.
///
/// Addressed by side, piece after the move and target square rather than by origin and target: a drop and a
/// step of the same piece to the same square share what they learn. A best or cutting move gains `depth²`
/// (in plies), the quiet moves tried in vain before it lose as much. Each change is scaled down as the score
/// nears [`History::limit`], so that old lessons fade and no score runs away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// Scores stay inside ± this. The larger, the longer the memory.
    pub limit: i32,
    /// `[side × 14 + kind][target]`
    scores: Vec<[i32; Square::COUNT]>,
}

impl Default for History {
    fn default() -> Self {
        Self { limit: 16_384, scores: vec![[0; Square::COUNT]; 2 * PieceKind::COUNT] }
    }
}

impl History {
    /// Moves a score towards ±`limit`.
    #[inline]
    fn shift(&mut self, at: &Node<'_>, mv: Move, by: i32) {
        let Some(piece) = at.pos.placed_by(mv) else { return };
        let limit = self.limit.max(1);
        let score = &mut self.scores[piece.index()][mv.to().index()];
        let fade = (i64::from(*score) * i64::from(by.abs()) / i64::from(limit)) as i32;
        *score += by - fade;
    }
}

impl MoveMemory for History {
    #[inline]
    fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
        at.pos.placed_by(mv).map_or(0, |piece| self.scores[piece.index()][mv.to().index()])
    }

    #[inline]
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        if outcome.bound == Bound::Upper {
            return;
        }
        let plies = at.depth.whole_plies().clamp(1, 32);
        let gain = (plies * plies).min(self.limit.max(1));
        if !at.is_capture(outcome.best) {
            self.shift(at, outcome.best, gain);
        }
        for &mv in at.tried {
            if mv != outcome.best && !at.is_capture(mv) {
                self.shift(at, mv, -gain);
            }
        }
    }

    fn forget(&mut self) {
        self.scores.fill([0; Square::COUNT]);
    }
}

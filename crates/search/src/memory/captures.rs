//! Capture history: captures and promotions that were best somewhere come earlier among those that win about as much.

use komadai_core::{Move, Piece, PieceKind, Square};

use super::history::pulled;
use super::replies::Cells;
use super::{Bonus, GAIN_LIMIT, MoveMemory, lesson};
use crate::node::{Node, Outcome};
use crate::parameters::{parameters, with};

parameters! {
    /// Capture history: how often each capture or promotion was best or cut, wherever it was played.
    ///
    /// Addressed by the piece after the move, its target and the kind that it takes, as in Stockfish. The best or cutting one
    /// gains [`CaptureHistory::bonus`]; those tried in vain lose as much, also if the best move is quiet. Scores change only
    /// the order of captures and promotions ([`MoveMemory::gain`]); the exchange alone decides which of them lose.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct CaptureHistory {
        /// Scores stay inside ± this, at most `i16::MAX`; 7,000 by default. The larger, the longer the memory.
        pub limit: i32 = 7_000,
        /// What a finished node teaches.
        pub bonus: Bonus = Bonus::default(),
        /// The score that is worth a centipawn of what a move wins; with the defaults, gains stay inside ±700.
        pub per_cp: i32 = CaptureHistory::PER_CP,
        /// `[side × 14 + kind][target][kind taken, or the king for none]`
        scores: Cells<[[i16; PieceKind::COUNT]; Square::COUNT]> =
            Cells(vec![[[0; PieceKind::COUNT]; Square::COUNT]; 2 * PieceKind::COUNT]),
    }
}

with!(CaptureHistory);

impl CaptureHistory {
    /// The default of `per_cp`, for callers that need no table.
    pub(crate) const PER_CP: i32 = 10;
}

/// The place of a move in the table.
#[inline]
fn address(at: &Node<'_>, mv: Move) -> Option<[usize; 3]> {
    let taken = at.pos.piece_at(mv.to()).map_or(PieceKind::King, Piece::kind);
    Some([at.pos.placed_by(mv)?.index(), mv.to().index(), taken.index()])
}

impl MoveMemory for CaptureHistory {
    #[inline]
    fn gain(&self, at: &Node<'_>, mv: Move) -> i32 {
        let Some([piece, to, taken]) = address(at, mv) else { return 0 };
        let gain = i32::from(self.scores[piece][to][taken]) / self.per_cp.max(1);
        gain.clamp(-GAIN_LIMIT, GAIN_LIMIT)
    }

    #[inline]
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        let Some(best) = lesson(*outcome) else { return };
        let limit = self.limit.clamp(1, i32::from(i16::MAX));
        let gain = self.bonus.at(at.depth).min(limit);
        let mut learn = |mv: Move, by| {
            if !at.is_quiet(mv)
                && let Some([piece, to, taken]) = address(at, mv)
            {
                let score = &mut self.scores[piece][to][taken];
                *score = pulled(i32::from(*score), by, limit) as i16;
            }
        };
        learn(best, gain);
        at.tried.iter().filter(|&&mv| mv != best).for_each(|&mv| learn(mv, -gain));
    }

    fn forget(&mut self) {
        self.scores.fill([[0; PieceKind::COUNT]; Square::COUNT]);
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{BONUS, Line, mv, tries};
    use super::*;
    use crate::bound::Bound;

    fn gains(memory: &CaptureHistory, line: &str, moves: &str) -> Vec<i32> {
        let line = Line::new(line);
        moves.split_whitespace().map(|text| memory.gain(&line.node(), mv(text))).collect()
    }

    #[test]
    fn the_best_capture_gains_what_those_tried_in_vain_lose() {
        let (line, moves) = ("7g7f 3c3d", "8h2b+ 8h3c+ 8h2b");
        let mut memory = CaptureHistory { bonus: BONUS, ..CaptureHistory::default() };
        tries(&mut memory, line, "8h2b 8h3c+ 8h2b+", Bound::Lower);
        assert_eq!(gains(&memory, line, moves), [16, -16, -16], "160 of score");
        assert_eq!(gains(&memory, "7g7f 3c3d 1g1f", "2b8h+"), [0], "the other side's");
        tries(&mut memory, line, "8h2b+ 2g2f", Bound::Exact);
        assert!(gains(&memory, line, "8h2b+")[0] < 1, "before a quiet best move too");
        let learnt = memory.clone();
        tries(&mut memory, line, "2g2f 6g6f", Bound::Lower);
        tries(&mut memory, line, "8h3c+ 8h2b+", Bound::Upper);
        assert_eq!(memory, learnt, "quiet moves, and nodes without a best move, teach nothing");
    }
}

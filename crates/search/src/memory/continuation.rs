//! Continuation history: success of quiet moves after the moves that came before them.

use komadai_core::{ByKind, Move, Piece, Square};

use super::history::{pulled, teach};
use super::replies::Cells;
use super::{Bonus, MoveMemory};
use crate::node::{Node, Outcome, Step};
use crate::parameters::{parameters, with};

parameters! {
    /// Continuation history: a history score for every pair of a quiet move and the move 1, 2 or 4 plies before it.
    ///
    /// A killer keeps the best reply to a move; this keeps a score for every reply to it. It is the modern form of what
    /// [`PremoveBest`](super::PremoveBest) and [`ContextBest`](super::ContextBest) begin, and orders the moves that no killer
    /// recalls. Here a move is a piece, as it stands afterwards, and its target. The move one ply ago asks for an answer;
    /// those two and four plies ago are one's own and ask for a continuation. All three scores are added. Use it beside the
    /// plain history, `(History, ContinuationHistory)`, which scores the moves of pairs that have not occurred yet.
    ///
    /// All distances share one table, as in today's engines. In pairs one ply apart the first piece is the opponent's, in
    /// pairs two and four plies apart it is one's own, so that only the latter two are mixed. A tokin and other promoted
    /// pieces that move as a gold count as a gold: with 20 pieces rather than 28 the table is half as large, 5.2 MB.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ContinuationHistory {
        /// Scores of one pair stay inside ± this, at most `i16::MAX`; 30,000 by default. The larger, the longer the memory.
        pub limit: i32 = ContinuationHistory::LIMIT,
        /// What a finished node teaches.
        pub bonus: Bonus = Bonus::default(),
        /// How many plies ago the first moves of the pairs were made.
        pub plies_ago: [usize; 3] = [1, 2, 4],
        /// `[piece and target before × PLACES + piece and target now]`: flat, since a vector of plain zeros costs nothing to make.
        scores: Cells<i16> = Cells(vec![0; PLACES * PLACES]),
    }
}

/// Kinds that move differently: promoted pawn, lance, knight and silver count as golds.
const KINDS: usize = 10;
/// Pieces of both sides on all squares.
const PLACES: usize = 2 * KINDS * Square::COUNT;

/// The gold and those like it share a number; the others keep the order of `PieceKind::ALL`.
const KIND: ByKind<usize> = ByKind([0, 1, 2, 3, 4, 5, 6, 7, 6, 6, 6, 6, 8, 9]);

#[inline]
fn place(piece: Piece, square: Square) -> usize {
    (piece.color().index() * KINDS + KIND[piece.kind()]) * Square::COUNT + square.index()
}

/// The scores after a missing move.
static NOTHING_KNOWN: [i16; PLACES] = [0; PLACES];

with!(ContinuationHistory);

impl ContinuationHistory {
    /// The default of `limit`, for callers that need no table of 5 MB.
    pub(crate) const LIMIT: i32 = 30_000;
}

/// The places of the moves that many plies ago, except passes and plies before the root.
#[inline]
fn before(path: &[Step], plies_ago: [usize; 3]) -> impl Iterator<Item = usize> {
    plies_ago.into_iter().filter_map(move |plies| {
        let step = path.get(path.len().checked_sub(plies)?)?;
        Some(place(step.piece?, step.mv?.to()))
    })
}

impl MoveMemory for ContinuationHistory {
    #[inline]
    fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
        at.pos.placed_by(mv).map_or(0, |piece| self.scorer(at)(mv, piece))
    }

    #[inline]
    fn scorer(&self, at: &Node<'_>) -> impl Fn(Move, Piece) -> i32 {
        let mut rows = [&NOTHING_KNOWN; 3];
        for (row, before) in rows.iter_mut().zip(before(at.path, self.plies_ago)) {
            *row = &self.scores.as_chunks().0[before];
        }
        move |mv, piece| {
            let now = place(piece, mv.to());
            rows.iter().map(|row| i32::from(row[now])).sum()
        }
    }

    #[inline]
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        let limit = self.limit.clamp(1, i32::from(i16::MAX));
        let plies_ago = self.plies_ago;
        teach(at, *outcome, self.bonus, limit, |path, piece, to, by| {
            let now = place(piece, to);
            for before in before(path, plies_ago) {
                let score = &mut self.scores[before * PLACES + now];
                *score = pulled(i32::from(*score), by, limit) as i16;
            }
        });
    }

    fn forget(&mut self) {
        self.scores.fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{BONUS, Line, finish, scores, tries};
    use super::*;
    use crate::bound::Bound;
    use crate::depth::Depth;
    use komadai_core::PieceKind::{self, Gold, ProKnight, ProLance, ProPawn, ProSilver};

    #[test]
    fn a_move_scores_after_the_moves_it_followed_one_two_and_four_plies_ago() {
        let mut memory = ContinuationHistory { bonus: BONUS, ..ContinuationHistory::default() };
        tries(&mut memory, "7g7f 3c3d 2g2f 8c8d", "1g1f 2f2e", Bound::Lower);
        for (line, score, why) in [
            ("7g7f 3c3d 2g2f 8c8d", 480, "three pairs of 160"),
            ("2g2f 8c8d", 320, "one and two plies ago"),
            ("2g2f 3c3d", 160, "two plies ago"),
            ("2g2f pass", 160, "a pass is no move, what was before it counts"),
            ("2g2f 3c3d 7g7f 4c4d", 320, "two plies ago or four is one pair"),
        ] {
            assert_eq!(scores(&memory, line, "2f2e 1g1f"), [score, -score], "{why}");
        }
        assert_eq!(scores(&memory, "5g5f 3c3d", "2g2f"), [0]);
    }

    #[test]
    fn a_quiet_move_without_a_reply_that_reached_alpha_gains_after_the_moves_before_it() {
        let bonus = Bonus { unrefuted: 50, ..BONUS };
        let mut memory = ContinuationHistory { bonus, ..ContinuationHistory::default() };
        tries(&mut memory, "7g7f 3c3d 2g2f", "8c8d", Bound::Upper);
        assert_eq!(scores(&memory, "7g7f 3c3d", "2g2f 6g6f"), [160, 0], "two pairs of 80");
        assert_eq!(scores(&memory, "9g9f 3c3d", "2g2f"), [80], "one and the same reply");
    }

    #[test]
    fn pieces_that_move_alike_are_one_and_all_others_apart() {
        let numbers = PieceKind::ALL.map(|kind| KIND[kind]);
        assert!((0..KINDS).all(|kind| numbers.contains(&kind)) && numbers.iter().all(|&kind| kind < KINDS));
        let golds = [Gold, ProPawn, ProLance, ProKnight, ProSilver];
        assert!(PieceKind::ALL.iter().all(|kind| golds.contains(kind) == (KIND[*kind] == KIND[Gold])));
        assert_eq!(PLACES * PLACES * size_of::<i16>(), 5_248_800);
    }

    #[test]
    fn scores_of_a_pair_stay_inside_sixteen_bits_whatever_the_limit() {
        let mut memory = ContinuationHistory { limit: i32::MAX, ..ContinuationHistory::default() };
        let line = Line::new("7g7f 3c3d");
        for _ in 0..1000 {
            finish(&mut memory, &Node { depth: Depth::plies(40), ..line.node() }, "2g2f", Bound::Lower);
        }
        let score = scores(&memory, "7g7f 3c3d", "2g2f")[0];
        assert!((60_000..=2 * i32::from(i16::MAX)).contains(&score), "{score}");
    }
}

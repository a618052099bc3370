//! Pieces on the board by rank and by file.

use komadai_core::{Color, Hand, PieceKind, Position};

use super::describe::{PIECES, kind_name, piece_name, piece_seen_by, side_name, side_seen_by};
use crate::features::{FeatureId, FeatureSet};

/// Number of ranks, and of files.
const LINES: usize = 9;

/// Feature set of pieces on the board by kind and rank, or by kind and file (paper 004, section 3.3.2): 252 features, each piece with
/// value 1.
///
/// Seen by the side to move. Feature `(side × 14 + kind) × 9 + line − 1`: side 0 is the side to move, 1 the other. Ranks count as the
/// piece's owner sees them, 1 the farthest; files as the side to move sees them, 1 at its right, for both sides' pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceLines<const RANKS: bool>;

/// [`PieceLines`] by rank.
pub type PieceRanks = PieceLines<true>;

/// [`PieceLines`] by file.
pub type PieceFiles = PieceLines<false>;

impl<const RANKS: bool> FeatureSet for PieceLines<RANKS> {
    const NAME: &'static str = if RANKS { "piece-ranks" } else { "piece-files" };

    fn len(&self) -> usize {
        PIECES * LINES
    }

    #[inline]
    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        let mover = pos.side_to_move();
        for (square, piece) in pos.on_board() {
            let line =
                if RANKS { square.seen_by(piece.color()).rank() } else { square.seen_by(mover).file() };
            each((piece_seen_by(mover, piece) * LINES + usize::from(line) - 1) as FeatureId, 1.0);
        }
    }

    fn words(&self, feature: FeatureId) -> String {
        let (piece, number) = (feature as usize / LINES, feature as usize % LINES + 1);
        format!("{} on {} {number}", piece_name(piece), if RANKS { "rank" } else { "file" })
    }
}

/// `[index in PieceKind::HAND]`: number of features of one hand before those of this kind; at the end that of all, 38.
const FIRST: [usize; 8] = {
    let mut first = [0; 8];
    let mut i = 0;
    while i < 7 {
        first[i + 1] = first[i] + Hand::limit(PieceKind::HAND[i]) as usize;
        i += 1;
    }
    first
};
/// Features of one hand.
const OF_A_HAND: usize = FIRST[7];

/// Feature set of pieces in hand by kind and number (paper 004, section 3.3.2): 76 features, with value 1 for the number held. A
/// kind that is not held has no feature.
///
/// Seen by the side to move. Feature `side × 38 + first + number − 1`: side 0 is the side to move, 1 the other; `first` is 0 for pawns (1
/// to 18 of them), 18 for lances (1 to 4), 22 for knights, 26 for silvers, 30 for bishops (1 or 2), 32 for rooks, 34 for golds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HandCounts;

impl FeatureSet for HandCounts {
    const NAME: &'static str = "hand-counts";

    fn len(&self) -> usize {
        2 * OF_A_HAND
    }

    #[inline]
    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        for color in Color::ALL {
            let hand = pos.hand(color);
            if hand.is_empty() {
                continue;
            }
            let side = side_seen_by(pos.side_to_move(), color) * OF_A_HAND;
            for (kind, first) in PieceKind::HAND.into_iter().zip(FIRST) {
                let count = hand.count(kind) as usize;
                if count > 0 {
                    each((side + first + count - 1) as FeatureId, 1.0);
                }
            }
        }
    }

    fn words(&self, feature: FeatureId) -> String {
        let (side, rest) = (feature as usize / OF_A_HAND, feature as usize % OF_A_HAND);
        // The last kind that begins at or before the feature.
        let at = FIRST[1..7].iter().filter(|&&first| first <= rest).count();
        let (kind, count) = (kind_name(PieceKind::HAND[at]), rest - FIRST[at] + 1);
        let plural = if count == 1 { "" } else { "s" };
        format!("{} hand: {count} {kind}{plural}", side_name(side))
    }
}

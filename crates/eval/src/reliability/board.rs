//! Pieces on the board by rank and by file.

use komadai_core::{Piece, Position, Square};

use super::describe::{Describe, NO_FEATURE, PIECES, piece_name, piece_seen_by};
use crate::features::{FeatureId, FeatureSet};

/// Ranks, and files.
const LINES: usize = 9;

/// Calls `each` with every piece on the board, as it is and numbered as the side to move sees it, and its square.
#[inline]
fn pieces(pos: &Position, mut each: impl FnMut(Piece, usize, Square)) {
    for square in pos.occupied() {
        if let Some(piece) = pos.piece_at(square) {
            each(piece, piece_seen_by(pos.side_to_move(), piece), square);
        }
    }
}

fn describe(feature: FeatureId, line: &str) -> String {
    let (piece, number) = (feature as usize / LINES, feature as usize % LINES + 1);
    if piece < PIECES { format!("{} on {line} {number}", piece_name(piece)) } else { NO_FEATURE.into() }
}

/// Feature set of pieces on the board by kind and rank (paper 004, section 3.3.2): 252 features, each piece with value 1.
///
/// Seen by the side to move. Feature `(side × 14 + kind) × 9 + rank − 1`: side 0 is the side to move, 1 the other; ranks count as
/// the piece's owner sees them, 1 the farthest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceRanks;

impl FeatureSet for PieceRanks {
    const NAME: &'static str = "piece-ranks";

    fn len(&self) -> usize {
        PIECES * LINES
    }

    #[inline]
    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        pieces(pos, |piece, number, square| {
            let rank = usize::from(square.seen_by(piece.color()).rank());
            each((number * LINES + rank - 1) as FeatureId, 1.0);
        });
    }
}

impl Describe for PieceRanks {
    fn describe(&self, feature: FeatureId) -> String {
        describe(feature, "rank")
    }
}

/// Feature set of pieces on the board by kind and file (paper 004, section 3.3.2): 252 features, each piece with value 1.
///
/// Seen by the side to move. Feature `(side × 14 + kind) × 9 + file − 1`: side 0 is the side to move, 1 the other; files count as
/// the side to move sees them, 1 at its right, for both sides' pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceFiles;

impl FeatureSet for PieceFiles {
    const NAME: &'static str = "piece-files";

    fn len(&self) -> usize {
        PIECES * LINES
    }

    #[inline]
    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        let mover = pos.side_to_move();
        pieces(pos, |_, number, square| {
            let file = usize::from(square.seen_by(mover).file());
            each((number * LINES + file - 1) as FeatureId, 1.0);
        });
    }
}

impl Describe for PieceFiles {
    fn describe(&self, feature: FeatureId) -> String {
        describe(feature, "file")
    }
}

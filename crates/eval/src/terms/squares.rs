//! Piece-square features.

use komadai_core::{Color, Piece, PieceKind, Position, Square};

use crate::features::{FeatureId, FeatureSet};

/// Feature set of pieces on squares as their owners see them: 14 × 81 features, with value +1 for Black's pieces and −1 for White's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceSquares;

impl PieceSquares {
    /// The feature of a piece on a square, and its value.
    #[inline]
    pub const fn feature(piece: Piece, square: Square) -> (FeatureId, f32) {
        let seen = square.seen_by(piece.color());
        let feature = piece.kind().index() * Square::COUNT + seen.index();
        (feature as FeatureId, if matches!(piece.color(), Color::Black) { 1.0 } else { -1.0 })
    }
}

impl FeatureSet for PieceSquares {
    const NAME: &'static str = "piece-squares";

    fn len(&self) -> usize {
        PieceKind::COUNT * Square::COUNT
    }

    #[inline]
    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        for square in pos.occupied() {
            if let Some(piece) = pos.piece_at(square) {
                let (feature, value) = Self::feature(piece, square);
                each(feature, value);
            }
        }
    }
}

//! Features of material, with pieces on the board and in hand counted separately.

use komadai_core::{Color, Piece, PieceKind, PieceValues, Position, Square};

use crate::features::{FeatureId, FeatureSet};

/// Feature set of material, on the board and in hand separately: for each kind, Black's pieces less White's.
///
/// 21 features: 14 on the board, where the king's never occurs, and 7 in hand.
///
/// Weights on them are [`PieceValues`], so training learns [`Material`](crate::Material).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceForms;

impl PieceForms {
    /// The feature of a kind on the board.
    pub const fn on_board(kind: PieceKind) -> FeatureId {
        kind.index() as FeatureId
    }

    /// The feature of the `index`-th kind of [`PieceKind::HAND`] in hand.
    const fn in_hand(index: usize) -> FeatureId {
        (PieceKind::COUNT + index) as FeatureId
    }

    /// Weights as piece values, rounded to centipawns and added to `base`. Missing weights count as 0.
    pub fn values(base: &PieceValues, weights: &[f64]) -> PieceValues {
        let rounded =
            |feature: FeatureId| weights.get(feature as usize).map_or(0, |weight| weight.round() as i32);
        let mut values = *base;
        for kind in PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King) {
            values.board[kind] = values.board[kind].saturating_add(rounded(Self::on_board(kind)));
        }
        for (index, kind) in PieceKind::HAND.into_iter().enumerate() {
            values.hand[kind] = values.hand[kind].saturating_add(rounded(Self::in_hand(index)));
        }
        values
    }
}

impl FeatureSet for PieceForms {
    const NAME: &'static str = "piece-forms";

    fn len(&self) -> usize {
        PieceKind::COUNT + PieceKind::HAND.len()
    }

    #[inline]
    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        let mut emit = |feature, black: u32, white: u32| {
            if black != white {
                each(feature, black as f32 - white as f32);
            }
        };
        for kind in PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King) {
            let count = |color| pos.of(color, kind).len();
            emit(Self::on_board(kind), count(Color::Black), count(Color::White));
        }
        for (index, kind) in PieceKind::HAND.into_iter().enumerate() {
            let count = |color| pos.hand(color).count(kind);
            emit(Self::in_hand(index), count(Color::Black), count(Color::White));
        }
    }
}

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
        for (square, piece) in pos.on_board() {
            let (feature, value) = Self::feature(piece, square);
            each(feature, value);
        }
    }
}

//! What holds in a position, as numbered features: the extractor socket of training.
//!
//! A feature set knows positions and nothing of solvers, labels or files; a trainer knows numbered features and
//! nothing of shogi.

use komadai_core::{Color, Piece, PieceKind, Place, Placed, Position, Square};

use crate::PlaceIndex;

/// Number of a feature, below [`FeatureSet::len`].
pub type FeatureId = u32;

/// A way to describe a position by numbers.
///
/// Features are those of the board, whoever is to move: a weight on them is worth to Black, as in paper 001.
pub trait FeatureSet {
    /// Name in reports and model files.
    const NAME: &'static str;

    /// Number of features.
    fn len(&self) -> usize;

    /// Whether there are no features at all.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Calls `each` with the features that hold and their values. A feature may be named more than once; its
    /// values are then added.
    fn visit(&self, pos: &Position, each: impl FnMut(FeatureId, f32));
}

/// Thirteen features: how many of each kind Black has more than White, on the board and in hand. A linear
/// weight on them is a table of piece values, so training on this set learns [`crate::Material`].
///
/// Feature `i` is `PieceKind::ALL[i]`; the king's (7) never occurs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceCounts;

impl FeatureSet for PieceCounts {
    const NAME: &'static str = "piece-counts";

    fn len(&self) -> usize {
        PieceKind::COUNT
    }

    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        for kind in PieceKind::ALL {
            if kind == PieceKind::King {
                continue;
            }
            let count = |color| (pos.of(color, kind).len() + pos.hand(color).count(kind)) as i32;
            let more = count(Color::Black) - count(Color::White);
            if more != 0 {
                each(kind.index() as FeatureId, more as f32);
            }
        }
    }
}

/// 2,296 features: each piece in each place, numbered by [`PlaceIndex`]; in hand the value is the count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PiecePlaces;

impl FeatureSet for PiecePlaces {
    const NAME: &'static str = "piece-places";

    fn len(&self) -> usize {
        PlaceIndex::COUNT
    }

    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        let mut emit = |piece, place, count: u32| {
            each(PlaceIndex::new(Placed { piece, place }).index() as FeatureId, count as f32);
        };
        for square in Square::all() {
            if let Some(piece) = pos.piece_at(square) {
                emit(piece, Place::Board(square), 1);
            }
        }
        for color in Color::ALL {
            for (kind, count) in pos.hand(color).iter() {
                emit(Piece::new(color, kind), Place::Hand, count);
            }
        }
    }
}

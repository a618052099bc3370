//! Features of the relative position of two pieces, wherever on the board they are.

use komadai_core::{Color, Piece, PieceKind, Position, Square};

use crate::features::{FeatureId, FeatureSet};

/// Feature set of relative positions: two pieces on the board, of one owner or of two, and the step from one to the other as the
/// owner of the first sees it.
///
/// 2 × 14 × 14 × 17 × 17 = 113,288 numbers. About half of them occur, since a pair is numbered from one end only. The value is +1
/// for Black's pair and −1 for White's. Two pieces of one kind and of two owners look alike to both players and have no feature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RelativePairs;

/// Ways from one square to another: −8 to 8 files, −8 to 8 ranks.
const WAYS: usize = 17 * 17;
const KINDS: usize = PieceKind::COUNT;

/// The way between squares as Black sees it; there and back are mirrored at [`WAYS`] / 2.
#[inline]
const fn way(from: Square, to: Square) -> usize {
    let files = to.file() as usize + 8 - from.file() as usize;
    let ranks = to.rank() as usize + 8 - from.rank() as usize;
    files * 17 + ranks
}

impl RelativePairs {
    /// The feature of two pieces on different squares, and its value; `None` if they have none.
    #[inline]
    pub const fn feature(one: (Piece, Square), other: (Piece, Square)) -> Option<(FeatureId, f32)> {
        let (owner, kinds) = (one.0.color(), (one.0.kind().index(), other.0.kind().index()));
        let facing = owner as u8 != other.0.color() as u8;
        if facing && kinds.0 == kinds.1 {
            return None;
        }
        // As the owner of `one` sees it from there. White sees a way turned, which is the way back.
        let (there, black) = (way(one.1, other.1), matches!(owner, Color::Black));
        let own = if black { there } else { WAYS - 1 - there };
        // From the piece of the lower kind; between equals, the way that has the higher number.
        let from_one = kinds.0 < kinds.1 || kinds.0 == kinds.1 && own > WAYS / 2;
        // Two owners see the same way, each from their own piece.
        let seen = if facing || from_one { own } else { WAYS - 1 - own };
        let (low, high) = if from_one { kinds } else { (kinds.1, kinds.0) };
        let feature = ((facing as usize * KINDS + low) * KINDS + high) * WAYS + seen;
        let to_black = if facing { black == from_one } else { black };
        Some((feature as FeatureId, if to_black { 1.0 } else { -1.0 }))
    }
}

impl FeatureSet for RelativePairs {
    const NAME: &'static str = "relative-pairs";

    fn len(&self) -> usize {
        2 * KINDS * KINDS * WAYS
    }

    #[inline]
    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        for (square, piece) in pos.on_board() {
            for (other, second) in pos.on_board().take_while(|(other, _)| other.index() < square.index()) {
                if let Some((feature, value)) = Self::feature((piece, square), (second, other)) {
                    each(feature, value);
                }
            }
        }
    }
}

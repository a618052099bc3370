//! Features relative to the kings: pieces and pairs of pieces by the square of each king ("KP" and "KPP").
//!
//! Paper 001's pairs do not depend on where the kings are, except for pairs with a king. Evaluations of later programs do: a
//! gold is worth more beside its king, and so is a gold beside a silver. These sets are of the same kind as pairs, so that
//! the same trainers take them.
//!
//! Each king sees the board from its owner's side, mirrored so that the king is on the left half: 45 squares, and left and right
//! have the same weights. A king on the middle file counts in both views with half the value. Features of Black's king have
//! positive values, those of White's negative ones: a weight is the value of a feature for the king's owner. A missing king
//! (tsume) has no features.

use komadai_core::{Color, Piece, PieceKind, Place, Placed, Position, Square};

use crate::features::{FeatureId, FeatureSet};
use crate::pair::Relation;
use crate::pair::features::pieces;
use crate::pair::listing::Listing;
use crate::piece_place::PiecePlace;

/// Squares of a king: the files 5 to 9 of its owner.
const SQUARES: usize = 45;

/// How one king sees the board.
#[derive(Clone, Copy, Debug)]
struct View {
    owner: Color,
    mirrored: bool,
    /// The king's square, 0 to 44.
    king: usize,
    /// What a feature counts to Black: ±1, or ±1/2 if there is another view of this king.
    value: f32,
}

impl View {
    fn of(pos: &Position, each: &mut impl FnMut(View)) {
        for owner in Color::ALL {
            let Some(square) = pos.king(owner) else { continue };
            let square = square.seen_by(owner);
            let sign = if owner == Color::Black { 1.0 } else { -1.0 };
            let king = |square: Square| square.index() - 4 * 9;
            match square.file() {
                5 => {
                    for mirrored in [false, true] {
                        each(View { owner, mirrored, king: king(square), value: sign / 2.0 });
                    }
                }
                6.. => each(View { owner, mirrored: false, king: king(square), value: sign }),
                _ => each(View { owner, mirrored: true, king: king(square.mirrored()), value: sign }),
            }
        }
    }

    /// A piece as this king sees it: its owner's pieces are Black's. `None` for the king itself.
    #[inline]
    fn see(self, Placed { piece, place }: Placed) -> Option<Placed> {
        if piece.kind() == PieceKind::King && piece.color() == self.owner {
            return None;
        }
        let color = if self.owner == Color::Black { piece.color() } else { !piece.color() };
        let place = match place {
            Place::Board(square) => {
                let square = square.seen_by(self.owner);
                Place::Board(if self.mirrored { square.mirrored() } else { square })
            }
            Place::Hand => Place::Hand,
        };
        Some(Placed { piece: Piece::new(color, piece.kind()), place })
    }
}

/// Feature set of single pieces relative to each king ("KP"): 103,320 features.
///
/// Feature `king × 2,296 + place`, where the king's square is 0 to 44 and `place` is the [`PiecePlace`] of another piece as the king
/// sees it. 39 features for each king in a full game, 78 if it is on the middle file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KingPieces;

impl FeatureSet for KingPieces {
    const NAME: &'static str = "king-pieces";

    fn len(&self) -> usize {
        SQUARES * PiecePlace::COUNT
    }

    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        View::of(pos, &mut |view: View| {
            let first = view.king * PiecePlace::COUNT;
            pieces(pos, |placed| {
                if let Some(seen) = view.see(placed) {
                    each((first + PiecePlace::new(seen).index()) as FeatureId, view.value);
                }
            });
        });
    }
}

/// Feature set of pairs of pieces relative to each king ("KPP"): 116,048,340 features.
///
/// Feature `king × 2,578,852 + relation`, where the king's square is 0 to 44 and `relation` is the [`Relation`] of two other pieces as
/// the king sees them, a piece with itself included: 780 for each king in a full game, 1,560 if it is on the middle file.
///
/// A dense vector of weights takes 464 MB in `f32` and 928 MB in `f64`, and a trainer keeps several. Few features occur in any set
/// of games: count them first and train on those.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KingPairs;

impl FeatureSet for KingPairs {
    const NAME: &'static str = "king-pairs";

    fn len(&self) -> usize {
        SQUARES * Relation::COUNT
    }

    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        View::of(pos, &mut |view: View| {
            let first = (view.king * Relation::COUNT) as FeatureId;
            let mut present = Listing::new();
            pieces(pos, |placed| {
                if let Some(seen) = view.see(placed) {
                    present.push(seen);
                }
            });
            present.visit(|relation| each(first + relation, view.value));
        });
    }
}

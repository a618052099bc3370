//! Features relative to the kings: what stands where as each king sees it, and every pair of pieces as each king sees it.
//!
//! Paper 001's pairs do not know where the kings are, but for pairs with a king. The evaluations of later programs do: a
//! gold is worth more beside its king, and so is a gold beside a silver. These sets put that into the same socket, so that what
//! trains pairs trains them as well.
//!
//! Each king looks at the board from its own side, and so that it stands on its left half: 45 squares, and left and right are
//! worth the same by construction. On the middle file it looks both ways, half each. What Black's king sees
//! counts as it is, what White's sees is counted off: one weight is what a feature is worth to the king's owner. A
//! position with one king (tsume) is seen by that one alone.

use komadai_core::{Color, Piece, PieceKind, Place, Placed, Position, Square};

use crate::pair::Relation;
use crate::pair::features::pieces;
use crate::pair::listing::Listing;
use crate::{FeatureId, FeatureSet, PlaceIndex};

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

/// 103,320 features: each piece in each place, for each of the 45 squares of a king ("KP").
///
/// Feature `king × 2,296 + letter`, where the letter is the [`PlaceIndex`] of the other piece as the king sees it. 39 letters for
/// each king in a full game, 78 if it stands on the middle file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KingPieces;

impl FeatureSet for KingPieces {
    const NAME: &'static str = "king-pieces";

    fn len(&self) -> usize {
        SQUARES * PlaceIndex::COUNT
    }

    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        View::of(pos, &mut |view: View| {
            let first = view.king * PlaceIndex::COUNT;
            pieces(pos, |placed| {
                if let Some(seen) = view.see(placed) {
                    each((first + PlaceIndex::new(seen).index()) as FeatureId, view.value);
                }
            });
        });
    }
}

/// 116,048,340 features: each pair of pieces, for each of the 45 squares of a king ("KPP").
///
/// Feature `king × 2,578,852 + relation`, where the relation is that of two other pieces as the king sees them, a piece with itself
/// included: 780 for each king in a full game, 1,560 if it stands on the middle file.
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

//! Features of the relative position of two pieces, wherever on the board they are.

use komadai_core::{Color, Piece, PieceKind, Position, Square};

use crate::features::{FeatureId, FeatureSet};

/// Feature set of relative positions: two pieces on the board with the step from one to the other, as the owner of the first sees
/// it, of one owner or of two.
///
/// 2 × 14 × 14 × 17 × 17 = 113,288 numbers. About half of them occur, since a pair is numbered from one end only. The value is +1
/// for Black's pair and −1 for White's. Two pieces of a kind that face each other are alike for both players and have no feature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RelativePairs;

/// Ways from a square to another: −8 to 8 files, −8 to 8 ranks.
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
        // As the owner of `one` sees it from there. Seen by White a way is turned, which is the way back.
        let (there, black) = (way(one.1, other.1), matches!(owner, Color::Black));
        let own = if black { there } else { WAYS - 1 - there };
        // From the piece of the lower kind; between equals, the way that has the higher number.
        let from_one = kinds.0 < kinds.1 || kinds.0 == kinds.1 && own > WAYS / 2;
        // Owners who face each other see the same way, each from the own piece.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(color: Color, kind: PieceKind) -> Piece {
        Piece::new(color, kind)
    }

    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    #[test]
    fn pairs_are_seen_alike_from_both_ends_and_by_both_players_and_everywhere() {
        for kinds in PieceKind::ALL.into_iter().flat_map(|a| PieceKind::ALL.map(|b| (a, b))) {
            for (one, two) in [("5e", "4c"), ("5e", "5f"), ("2h", "9i"), ("9a", "1i")] {
                let (one, two) = (square(one), square(two));
                for colors in Color::ALL.into_iter().flat_map(|a| Color::ALL.map(|b| (a, b))) {
                    let (a, b) = (piece(colors.0, kinds.0), piece(colors.1, kinds.1));
                    let found = RelativePairs::feature((a, one), (b, two));
                    assert_eq!(found, RelativePairs::feature((b, two), (a, one)));
                    let turned = |(piece, square): (Piece, Square)| {
                        (Piece::new(!piece.color(), piece.kind()), square.turned())
                    };
                    let opposite = RelativePairs::feature(turned((a, one)), turned((b, two)));
                    assert_eq!(found.map(|(f, v)| (f, -v)), opposite);
                    assert_eq!(found.is_none(), colors.0 != colors.1 && kinds.0 == kinds.1);
                    assert!(found.is_none_or(|(f, _)| (f as usize) < RelativePairs.len()));
                }
            }
        }
        let (gold, king) = (piece(Color::Black, PieceKind::Gold), piece(Color::Black, PieceKind::King));
        let at = |g: &str, k: &str| RelativePairs::feature((gold, square(g)), (king, square(k)));
        assert_eq!(at("7h", "8h"), at("4e", "5e"), "wherever they stand");
        assert_ne!(at("7h", "8h"), at("8h", "7h"), "left is not right");
    }

    #[test]
    fn different_ways_owners_and_kinds_are_different_features() {
        let mut seen = std::collections::HashSet::new();
        let center = square("5e");
        for (a, b) in PieceKind::ALL.into_iter().flat_map(|a| PieceKind::ALL.map(|b| (a, b))) {
            for color in Color::ALL {
                for other in Square::all().filter(|&other| other != center) {
                    let one = (piece(Color::Black, a), center);
                    if let Some(found) = RelativePairs::feature(one, (piece(color, b), other)) {
                        seen.insert((found.0, found.1 as i8));
                    }
                }
            }
        }
        // 91 pairs of two kinds, 80 ways: of one owner; facing, Black's the lower kind; facing, White's. 14 of one kind, with a
        // way and the way back as one.
        assert_eq!(seen.len(), 3 * 91 * 80 + 14 * 40);
    }
}

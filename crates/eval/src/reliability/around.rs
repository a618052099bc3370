//! Pieces around both kings.

use komadai_core::{Color, Position, Square};

use super::describe::{Describe, NO_FEATURE, PIECES, piece_name, piece_seen_by};
use crate::features::{FeatureId, FeatureSet};

/// `[neighbour]`: files to the left and ranks to the back, as the king's owner sees them.
const AROUND: [(i8, i8); 8] = [(1, -1), (0, -1), (-1, -1), (1, 0), (-1, 0), (1, 1), (0, 1), (-1, 1)];
const NAMES: [&str; AROUND.len()] =
    ["front left", "front", "front right", "left", "right", "back left", "back", "back right"];

/// Numbers of what is on a neighbouring square: the 28 pieces come first.
const EMPTY: usize = PIECES;
/// The neighbour lies off the board.
const OUTSIDE: usize = PIECES + 1;
const CONTENTS: usize = PIECES + 2;

/// Feature set of the squares around both kings (paper 004, section 3.3.2): 480 features, with value 1 for what is on each.
///
/// Seen by the side to move. Feature `(king × 8 + neighbour) × 30 + content`: king 0 is that of the side to move, 1 the other's.
/// The rest is as the king's owner sees it: neighbours are front left, front, front right, left, right, back left, back and back
/// right (0 to 7); contents are its own pieces (0 to 13), the opponent's (14 to 27), empty (28) and off the board (29).
///
/// A king that is missing has no features; each other has eight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KingNeighbours;

/// The eight squares around a king, in the order of [`AROUND`]; `None` off the board.
#[inline]
fn neighbours(owner: Color, king: Square) -> impl Iterator<Item = Option<Square>> {
    let sign = if owner == Color::Black { 1 } else { -1 };
    AROUND.into_iter().map(move |(file, rank)| king.offset(sign * file, sign * rank))
}

impl FeatureSet for KingNeighbours {
    const NAME: &'static str = "king-neighbours";

    fn len(&self) -> usize {
        2 * AROUND.len() * CONTENTS
    }

    #[inline]
    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        let mover = pos.side_to_move();
        for (side, owner) in [mover, !mover].into_iter().enumerate() {
            let Some(king) = pos.king(owner) else { continue };
            for (number, square) in neighbours(owner, king).enumerate() {
                let content = square.map_or(OUTSIDE, |square| {
                    pos.piece_at(square).map_or(EMPTY, |piece| piece_seen_by(owner, piece))
                });
                each(((side * AROUND.len() + number) * CONTENTS + content) as FeatureId, 1.0);
            }
        }
    }
}

impl Describe for KingNeighbours {
    fn describe(&self, feature: FeatureId) -> String {
        let (square, content) = (feature as usize / CONTENTS, feature as usize % CONTENTS);
        let king = match square / AROUND.len() {
            0 => "own king",
            1 => "other's king",
            _ => return NO_FEATURE.into(),
        };
        // "Own" and "other's" are the side to move's in all descriptions.
        let content = match content {
            EMPTY => "empty".into(),
            OUTSIDE => "off the board".into(),
            piece if square < AROUND.len() => piece_name(piece),
            piece => piece_name((piece + PIECES / 2) % PIECES),
        };
        format!("{king}, {}: {content}", NAMES[square % AROUND.len()])
    }
}

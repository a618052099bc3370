//! Pieces around both kings, attacks there, and pins before them.

use komadai_core::attacks::{attacks, between, steps_of};
use komadai_core::{Bitboard, Color, Piece, PieceKind, Position, Square};

use super::describe::{PIECES, piece_name, piece_seen_by, side_name};
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
/// A missing king has no features, every other king has eight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KingNeighbours;

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
            let sign = if owner == Color::Black { 1 } else { -1 };
            for (number, (file, rank)) in AROUND.into_iter().enumerate() {
                let content = king.offset(sign * file, sign * rank).map_or(OUTSIDE, |square| {
                    pos.piece_at(square).map_or(EMPTY, |piece| piece_seen_by(owner, piece))
                });
                each(((side * AROUND.len() + number) * CONTENTS + content) as FeatureId, 1.0);
            }
        }
    }

    fn words(&self, feature: FeatureId) -> String {
        let (square, content) = (feature as usize / CONTENTS, feature as usize % CONTENTS);
        let king = side_name(square / AROUND.len());
        // "Own" and "other's" are the side to move's in all descriptions.
        let content = match content {
            EMPTY => "empty".into(),
            OUTSIDE => "off the board".into(),
            piece if square < AROUND.len() => piece_name(piece),
            piece => piece_name((piece + PIECES / 2) % PIECES),
        };
        format!("{king} king, {}: {content}", NAMES[square % AROUND.len()])
    }
}

/// Largest difference that is distinguished; larger ones count as this one.
const MOST: i8 = 3;
/// Differences −3 to 3.
const DIFFERENCES: usize = 2 * MOST as usize + 1;

/// Feature set of the balance of attacks around both kings (paper 004, section 3.3.2, the last item): 14 features.
///
/// A square around a king counts by its difference: pieces of the king's side that attack it less pieces of the other side, limited
/// to −3 to 3. The king is among the attackers; pinned pieces attack as others do; a slider attacks up to the first piece on its
/// way. The value of a feature is the number of squares on the board with its difference.
///
/// Seen by the side to move. Feature `king × 7 + difference + 3`: king 0 is that of the side to move, 1 the other's. A king
/// that is missing has no features.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AttackBalance;

impl FeatureSet for AttackBalance {
    const NAME: &'static str = "attack-balance";

    fn len(&self) -> usize {
        2 * DIFFERENCES
    }

    #[inline]
    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        let mover = pos.side_to_move();
        let around = |owner: Color| {
            pos.king(owner).map_or(Bitboard::EMPTY, |king| steps_of(Piece::new(owner, PieceKind::King), king))
        };
        let zones = [around(mover), around(!mover)];
        // `[square]`: pieces of `mover` that attack it less those of the other side.
        let (occupied, mut balance) = (pos.occupied(), [0_i8; Square::COUNT]);
        for from in occupied {
            let Some(piece) = pos.piece_at(from) else { continue };
            let sign = if piece.color() == mover { 1 } else { -1 };
            for to in attacks(piece, from, occupied) & (zones[0] | zones[1]) {
                balance[to.index()] += sign;
            }
        }
        for (side, (zone, sign)) in zones.into_iter().zip([1, -1]).enumerate() {
            let mut squares = [0u8; DIFFERENCES];
            for square in zone {
                let difference = (sign * balance[square.index()]).clamp(-MOST, MOST);
                squares[(difference + MOST) as usize] += 1;
            }
            for (number, &count) in squares.iter().enumerate().filter(|&(_, &count)| count > 0) {
                each((side * DIFFERENCES + number) as FeatureId, f32::from(count));
            }
        }
    }

    fn words(&self, feature: FeatureId) -> String {
        let king = side_name(feature as usize / DIFFERENCES);
        let difference = (feature as usize % DIFFERENCES) as i8 - MOST;
        let beyond = match difference {
            -3 => " or less",
            3 => " or more",
            _ => "",
        };
        format!("squares around {king} king with balance of attacks {difference:+}{beyond}")
    }
}

/// Feature set of pins (paper 004, section 3.3.2): 56 features, with value 1 for each pinned and each pinning piece.
///
/// A pinned piece is the only piece between its own king and a sliding piece that would attack the king. Both sides' pins count.
///
/// Seen by the side to move. Feature `side × 14 + kind` for a pinned piece, and 28 more for a pinning one: side 0 is the side to
/// move, 1 the other. A side without a king has no pinned pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pins;

impl FeatureSet for Pins {
    const NAME: &'static str = "pins";

    fn len(&self) -> usize {
        2 * PIECES
    }

    #[inline]
    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        let (mover, occupied) = (pos.side_to_move(), pos.occupied());
        for owner in Color::ALL {
            let Some(king) = pos.king(owner) else { continue };
            for from in pos.sliders() & pos.of_color(!owner) {
                let blockers = between(king, from) & occupied;
                // Checked first: few sliders stand on a line of the king with one piece in between.
                if blockers.is_empty() || blockers.has_many() {
                    continue;
                }
                let pinned = (blockers & pos.of_color(owner)).first().and_then(|at| pos.piece_at(at));
                if let (Some(pinned), Some(slider)) = (pinned, pos.piece_at(from))
                    && attacks(slider, from, Bitboard::EMPTY).contains(king)
                {
                    each(piece_seen_by(mover, pinned) as FeatureId, 1.0);
                    each((PIECES + piece_seen_by(mover, slider)) as FeatureId, 1.0);
                }
            }
        }
    }

    fn words(&self, feature: FeatureId) -> String {
        match (feature as usize).checked_sub(PIECES) {
            None => format!("{} is pinned", piece_name(feature as usize)),
            Some(piece) => format!("{} pins", piece_name(piece)),
        }
    }
}

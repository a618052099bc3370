//! Balance of attacks around both kings.

use komadai_core::attacks::{attacks, steps_of};
use komadai_core::{Bitboard, Color, Piece, PieceKind, Position, Square};

use super::describe::{Describe, NO_FEATURE};
use crate::features::{FeatureId, FeatureSet};

/// Largest difference that is told apart; larger ones count as it.
const MOST: i8 = 3;
/// Differences −3 to 3.
const DIFFERENCES: usize = 2 * MOST as usize + 1;

/// Feature set of the balance of attacks around both kings (paper 004, section 3.3.2, the last item): 14 features.
///
/// A square around a king counts by its difference: pieces of the king's side that attack it less pieces of the other side, −3 to
/// 3, and what is beyond as that. The king is among the attackers; pinned pieces attack as others do; a slider attacks up to the
/// first piece on its way. The value of a feature is the number of squares with its difference, on the board alone.
///
/// Seen by the side to move. Feature `king × 7 + difference + 3`: king 0 is that of the side to move, 1 the other's. A king
/// that is missing has no features.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AttackBalance;

/// `[square]`: pieces of `mover` that attack it less those of the other side, on the squares of `zone`.
#[inline]
fn balance_on(pos: &Position, zone: Bitboard) -> [i8; Square::COUNT] {
    let (mover, occupied) = (pos.side_to_move(), pos.occupied());
    let mut balance = [0; Square::COUNT];
    for from in occupied {
        let Some(piece) = pos.piece_at(from) else { continue };
        let sign = if piece.color() == mover { 1 } else { -1 };
        for to in attacks(piece, from, occupied) & zone {
            balance[to.index()] += sign;
        }
    }
    balance
}

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
        let balance = balance_on(pos, zones[0] | zones[1]);
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
}

impl Describe for AttackBalance {
    fn describe(&self, feature: FeatureId) -> String {
        let king = match feature as usize / DIFFERENCES {
            0 => "own king",
            1 => "other's king",
            _ => return NO_FEATURE.into(),
        };
        let difference = (feature as usize % DIFFERENCES) as i8 - MOST;
        let beyond = match difference {
            -3 => " or less",
            3 => " or more",
            _ => "",
        };
        format!("squares around {king} with balance of attacks {difference:+}{beyond}")
    }
}

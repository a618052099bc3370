//! Pinned and pinning pieces.

use komadai_core::attacks::{attacks, between};
use komadai_core::{Bitboard, Color, Piece, Position};

use super::describe::{PIECES, piece_name, piece_seen_by};
use crate::features::{FeatureId, FeatureSet};

/// Feature set of pins (paper 004, section 3.3.2): 56 features, with value 1 for each pinned and each pinning piece.
///
/// A pinned piece is the only piece between its own king and a sliding piece that would attack the king. Both sides' pins count.
///
/// Seen by the side to move. Feature `side × 14 + kind` for a pinned piece, 28 more for a pinning one: side 0 is the side to
/// move, 1 the other. A side without a king has no pinned pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pins;

/// Calls `each` with every pinned piece of `owner` and the piece that pins it.
#[inline]
fn pins_of(pos: &Position, owner: Color, mut each: impl FnMut(Piece, Piece)) {
    let Some(king) = pos.king(owner) else { return };
    let occupied = pos.occupied();
    for from in pos.sliders() & pos.of_color(!owner) {
        let blockers = between(king, from) & occupied;
        // Few sliders stand on a line of the king with one piece in between.
        if blockers.is_empty() || blockers.has_many() {
            continue;
        }
        let Some(pinned) = (blockers & pos.of_color(owner)).first().and_then(|at| pos.piece_at(at)) else {
            continue;
        };
        if let Some(slider) = pos.piece_at(from)
            && attacks(slider, from, Bitboard::EMPTY).contains(king)
        {
            each(pinned, slider);
        }
    }
}

impl FeatureSet for Pins {
    const NAME: &'static str = "pins";

    fn len(&self) -> usize {
        2 * PIECES
    }

    #[inline]
    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        let mover = pos.side_to_move();
        for owner in Color::ALL {
            pins_of(pos, owner, |pinned, slider| {
                each(piece_seen_by(mover, pinned) as FeatureId, 1.0);
                each((PIECES + piece_seen_by(mover, slider)) as FeatureId, 1.0);
            });
        }
    }

    fn words(&self, feature: FeatureId) -> String {
        match (feature as usize).checked_sub(PIECES) {
            None => format!("{} is pinned", piece_name(feature as usize)),
            Some(piece) => format!("{} pins", piece_name(piece)),
        }
    }
}

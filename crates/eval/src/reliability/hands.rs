//! Pieces in hand by their number.

use komadai_core::{Color, Hand, PieceKind, Position};

use super::describe::{Describe, NO_FEATURE, kind_name, side_name, side_seen_by};
use crate::features::{FeatureId, FeatureSet};

/// `[index in PieceKind::HAND]`: features of one hand before those of this kind; at the end the number of all, 38.
const FIRST: [usize; 8] = {
    let mut first = [0; 8];
    let mut i = 0;
    while i < 7 {
        first[i + 1] = first[i] + Hand::limit(PieceKind::HAND[i]) as usize;
        i += 1;
    }
    first
};
/// Features of one hand.
const OF_A_HAND: usize = FIRST[7];

/// Feature set of pieces in hand by kind and number (paper 004, section 3.3.2): 76 features, with value 1 for the number that is
/// held. A kind that is not held has no feature.
///
/// Seen by the side to move. Feature `side × 38 + first + number − 1`: side 0 is the side to move, 1 the other; first is 0 for
/// pawns (1 to 18 of them), then for lances (1 to 4) 18, knights 22, silvers 26, bishops (1 or 2) 30, rooks 32, golds 34.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HandCounts;

impl FeatureSet for HandCounts {
    const NAME: &'static str = "hand-counts";

    fn len(&self) -> usize {
        2 * OF_A_HAND
    }

    #[inline]
    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        for color in Color::ALL {
            let hand = pos.hand(color);
            if hand.is_empty() {
                continue;
            }
            let side = side_seen_by(pos.side_to_move(), color) * OF_A_HAND;
            for (kind, first) in PieceKind::HAND.into_iter().zip(FIRST) {
                let count = hand.count(kind) as usize;
                if count > 0 {
                    each((side + first + count - 1) as FeatureId, 1.0);
                }
            }
        }
    }
}

impl Describe for HandCounts {
    fn describe(&self, feature: FeatureId) -> String {
        let (side, rest) = (feature as usize / OF_A_HAND, feature as usize % OF_A_HAND);
        if side > 1 {
            return NO_FEATURE.into();
        }
        // The last kind that begins at or before the feature.
        let at = FIRST[1..7].iter().filter(|&&first| first <= rest).count();
        let (kind, count) = (kind_name(PieceKind::HAND[at]), rest - FIRST[at] + 1);
        let plural = if count == 1 { "" } else { "s" };
        format!("{} hand: {count} {kind}{plural}", side_name(side))
    }
}

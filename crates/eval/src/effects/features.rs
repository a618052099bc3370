//! Effects around the kings as numbered features, for training.

use komadai_core::{Color, Position};

use super::count::Effects;
use super::window::{COUNTS, Near, SHARES, STATES};
use crate::features::{FeatureId, FeatureSet};

/// Feature set of effects around the kings: 224 features, at most 24 for each king.
///
/// Features are numbered `square × 16 + own × 4 + enemy`: `square` is one of 14 in the 5×5 window round a king, seen by its owner,
/// left and right alike; `own` and `enemy` are the numbers of pieces of the king's owner and of the enemy that attack it, 3 for
/// three or more. Features of Black's king have value 1, those of White's king −1: a weight is what a state is worth to the king's
/// owner. Squares off the board and missing kings (tsume) have no features.
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::FeatureSet;
/// use komadai_eval::effects::KingEffects;
///
/// let mut sums = vec![0.0; KingEffects.len()];
/// KingEffects.visit(&Position::startpos(), |id, value| sums[id as usize] += value);
/// // Both kings see the same.
/// assert!(sums.len() == 224 && sums.iter().all(|&sum| sum == 0.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KingEffects;

impl KingEffects {
    /// Number of features.
    pub const COUNT: usize = SHARES * STATES;

    /// The feature of the square that lies `left` files to the left of a king and `down` ranks below it, as its owner sees the board, with
    /// these numbers of own and enemy effects. `None` for the king's own square, beyond the window, or for more than 3 effects.
    ///
    /// ```
    /// use komadai_eval::effects::KingEffects;
    ///
    /// // Left and right are the same.
    /// assert_eq!(KingEffects::feature((-1, 2), 0, 3), KingEffects::feature((1, 2), 0, 3));
    /// assert_eq!(KingEffects::feature((0, 0), 1, 0), None);
    /// ```
    pub fn feature((left, down): (i8, i8), own: u8, enemy: u8) -> Option<FeatureId> {
        let near = Near::all().find(|near| near.offset() == (left, down))?;
        let (own, enemy) = (usize::from(own), usize::from(enemy));
        let state = (own < COUNTS && enemy < COUNTS).then_some(own * COUNTS + enemy)?;
        Some((near.share()? * STATES + state) as FeatureId)
    }
}

impl FeatureSet for KingEffects {
    const NAME: &'static str = "king-effects";

    fn len(&self) -> usize {
        Self::COUNT
    }

    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        let effects = Effects::of(pos);
        for color in Color::ALL {
            let Some(king) = pos.king(color) else { continue };
            let value = if color == Color::Black { 1.0 } else { -1.0 };
            for near in Near::all() {
                let (Some(share), Some(square)) = (near.share(), near.square(king, color)) else { continue };
                let (own, enemy) = (effects.count(color, square), effects.count(!color, square));
                let state = usize::from(own) * COUNTS + usize::from(enemy);
                each((share * STATES + state) as FeatureId, value);
            }
        }
    }
}

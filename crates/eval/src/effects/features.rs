//! Effects around the kings as numbered features, for training.

use komadai_core::{Color, Position};

use super::count::Effects;
use super::window::{COUNTS, HELD, Near, SHARES, STATES, held};
use crate::features::{FeatureId, FeatureSet};

/// Feature set of effects around the kings: 896 features, at most 24 for each king.
///
/// Feature `held × 224 + square × 16 + own × 4 + enemy`, where `held` is the number of golds, silvers, bishops and rooks in the enemy's
/// hand, `square` is one of 14 in the 5×5 window round a king, seen by its owner, left and right alike, and `own` and `enemy` are
/// the numbers of pieces of the king's owner and of the enemy that attack it; 3 stands for three and more. Features of Black's king have value 1, those of White's −1: a weight is what a state is worth to the
/// king's owner. Squares off the board and missing kings (tsume) have no features.
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::FeatureSet;
/// use komadai_eval::effects::KingEffects;
///
/// let mut sums = vec![0.0; KingEffects.len()];
/// KingEffects.visit(&Position::startpos(), |id, value| sums[id as usize] += value);
/// // Both kings see the same.
/// assert!(sums.len() == 896 && sums.iter().all(|&sum| sum == 0.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KingEffects;

impl KingEffects {
    /// Number of features.
    pub const COUNT: usize = HELD * SHARES * STATES;

    /// The feature of the square that lies `left` files to the left of a king and `down` ranks below it, as its owner sees
    /// the board, under so many own and enemy effects, where the enemy holds so many pieces. `None` for the king's own square, beyond the window, or
    /// for numbers above 3.
    ///
    /// ```
    /// use komadai_eval::effects::KingEffects;
    ///
    /// // Left and right are the same.
    /// assert_eq!(KingEffects::feature((-1, 2), [0, 3], 1), KingEffects::feature((1, 2), [0, 3], 1));
    /// assert_eq!(KingEffects::feature((0, 0), [1, 0], 0), None);
    /// ```
    pub fn feature((left, down): (i8, i8), [own, enemy]: [u8; 2], held: u8) -> Option<FeatureId> {
        let near = Near::all().find(|near| near.offset() == (left, down))?;
        let [own, enemy, held] = [own, enemy, held].map(usize::from);
        (own < COUNTS && enemy < COUNTS && held < HELD).then(|| number(held, near, own, enemy))?
    }
}

/// The number of a feature; `None` for the king's own square.
#[inline]
pub(super) fn number(held: usize, near: Near, own: usize, enemy: usize) -> Option<FeatureId> {
    Some(((held * SHARES + near.share()?) * STATES + own * COUNTS + enemy) as FeatureId)
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
            let held = held(pos, !color);
            for near in Near::all() {
                let Some(square) = near.square(king, color) else { continue };
                let [own, enemy] = [color, !color].map(|of| usize::from(effects.count(of, square)));
                if let Some(feature) = number(held, near, own, enemy) {
                    each(feature, value);
                }
            }
        }
    }
}

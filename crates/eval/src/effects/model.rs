//! Trained weights of effects as a model file holds them: 16-bit integers, one for each feature of [`KingEffects`].

use crate::effects::features::KingEffects;
use crate::features::FeatureId;

/// Trained weights of effects around the kings.
///
/// [`EffectsModel::evaluator`] makes the evaluator, which values effects alone: add it by [`Sum`](crate::Sum) to the evaluator on
/// top of which the weights were trained.
///
/// ```
/// use komadai_core::{Evaluator, Position};
/// use komadai_eval::effects::{EffectsModel, KingEffects};
///
/// // 25 centipawns for a square before the king that is attacked by nobody but the king itself.
/// let free = KingEffects::feature((0, -1), 1, 0).unwrap() as usize;
/// let model = EffectsModel::from_weights((0..=free).map(|id| if id == free { 25.0 } else { 0.0 }));
/// let eval = model.evaluator();
/// // Before White's king a lance attacks.
/// let pos: Position = "4k4/9/9/9/9/9/4L4/9/4K4 w - 1".parse()?;
/// assert_eq!(eval.evaluate(&eval.fresh(&pos), &pos).cp(), -25);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EffectsModel {
    /// `[feature]`
    weights: Vec<i16>,
}

komadai_core::debug_by_sizes!(EffectsModel {}[weights]);

impl EffectsModel {
    /// Units of weight in a centipawn.
    pub const UNITS: i16 = 8;

    /// Makes a model by rounding weights in centipawns, one for each feature of [`KingEffects`]. Missing weights are 0, surplus ones are
    /// ignored; those below −4,096 or above 4,095 are clipped, and NaN becomes 0.
    pub fn from_weights(weights: impl IntoIterator<Item = f64>) -> EffectsModel {
        let rounded = weights.into_iter().map(|weight| (weight * f64::from(Self::UNITS)).round() as i16);
        EffectsModel { weights: rounded.chain(core::iter::repeat(0)).take(KingEffects::COUNT).collect() }
    }

    /// The weight of a feature in units, for the king's owner; 0 for an unknown feature.
    pub fn weight(&self, feature: FeatureId) -> i16 {
        self.weights.get(feature as usize).copied().unwrap_or(0)
    }

    /// The weight of a feature in centipawns.
    pub fn weight_cp(&self, feature: FeatureId) -> f64 {
        f64::from(self.weight(feature)) / f64::from(Self::UNITS)
    }
}

#[cfg(feature = "artifact")]
impl komadai_core::artifact::Artifact for EffectsModel {
    const KIND: [u8; 8] = *b"effects\0";
    const VERSION: u16 = 1;
    const WHAT: &'static str =
        "weights of effects around the kings, as komadai-lab train-self-play saves them";

    /// Checks that there is a weight for every feature.
    fn validate(&self) -> Result<(), String> {
        let (found, expected) = (self.weights.len(), KingEffects::COUNT);
        if found == expected { Ok(()) } else { Err(format!("{found} weights, expected {expected}")) }
    }
}

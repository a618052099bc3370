//! Trained weights of pairs as a model file holds them: 16-bit integers, one for each slot of a fold.
//!
//! Training gives weights in centipawns, as real numbers. Paper 001 scales them until their histogram fits one byte and
//! rounds them (section 5, Fig. 2). Here the scale is a field, rounding reports what it lost, and two bytes hold what one would
//! clip; the codec of model files writes small numbers in one byte anyway.

use std::collections::BTreeMap;

use komadai_core::PieceValues;

use crate::pair::fold::{Fold, Symmetry};
use crate::pair::relation::Relation;

/// Trained weights of all pairs of pieces, with the piece values they are added to.
///
/// The value of a position in centipawns is its material by [`PairModel::material`], plus the sum of the weights of all
/// relations that hold divided by [`PairModel::units`] (paper 001, formula 1, with the piece values left out of the weights).
/// [`PairModel::evaluator`] makes the evaluator that a search uses.
///
/// ```
/// use komadai_core::PieceValues;
/// use komadai_eval::pair::{Fold, PairModel, Symmetry};
///
/// let fold = Fold::new(Symmetry::Colors);
/// // The first weight is 2.5 centipawns, kept in tenths; all others are 0.
/// let (model, rounding) = PairModel::from_weights(PieceValues::default(), &fold, 10, [2.5]);
/// assert_eq!((model.weights[0], rounding.nonzero), (25, 1));
/// assert_eq!(model.weight_cp(&fold, fold.example(0).unwrap()), 2.5);
/// ```
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PairModel {
    /// The values of the pieces, to which the weights are added.
    pub material: PieceValues,
    /// The symmetries folded into the weights; [`Fold::new`] with it maps relations to [`PairModel::weights`].
    pub symmetry: Symmetry,
    /// Units of weight in a centipawn, 1 to [`PairModel::MOST_UNITS`].
    pub units: u16,
    /// The weights in units, `[slot]`: none is `i16::MIN`, which has no opposite.
    pub weights: Vec<i16>,
}

komadai_core::debug_by_sizes!(PairModel { material, symmetry, units }[weights]);

/// Report on rounding real weights to whole units, by [`PairModel::from_weights`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quantised {
    /// Number of slots whose weight is not 0 after rounding (paper 001: about 0.97 million).
    pub nonzero: usize,
    /// Number of weights beyond ±32,767 units, which were clipped to it, or NaN, which became 0.
    pub clipped: usize,
    /// Largest absolute weight, in units.
    pub largest: u16,
}

impl PairModel {
    /// The most units a centipawn may have: sums of 40 pieces stay within an `i32`.
    pub const MOST_UNITS: u16 = 1_000;

    /// Makes a model by rounding weights in centipawns, one for each slot of `fold`. Missing weights are 0, surplus ones are
    /// ignored.
    ///
    /// `units` is the number of units in a centipawn, 1 to [`PairModel::MOST_UNITS`]: more units keep more of small weights and
    /// clip earlier, at 32,767 / `units` centipawns. A model with units out of range is refused by the writer of model files.
    pub fn from_weights(
        material: PieceValues,
        fold: &Fold,
        units: u16,
        weights: impl IntoIterator<Item = f64>,
    ) -> (PairModel, Quantised) {
        let mut report = Quantised::default();
        let mut rounded: Vec<i16> = Vec::with_capacity(fold.len());
        for weight in weights.into_iter().take(fold.len()) {
            let exact = (weight * f64::from(units)).round();
            let most = f64::from(i16::MAX);
            // The cast turns NaN into 0.
            let unit = exact.clamp(-most, most) as i16;
            report.clipped += usize::from(!(-most..=most).contains(&exact));
            report.nonzero += usize::from(unit != 0);
            report.largest = report.largest.max(unit.unsigned_abs());
            rounded.push(unit);
        }
        rounded.resize(fold.len(), 0);
        (PairModel { material, symmetry: fold.symmetry(), units, weights: rounded }, report)
    }

    /// The weight of a relation for Black, in units. `fold` is the fold of [`PairModel::symmetry`].
    #[inline]
    pub fn weight(&self, fold: &Fold, relation: Relation) -> i16 {
        debug_assert_eq!(fold.symmetry(), self.symmetry);
        let Some(slot) = fold.slot(relation) else { return 0 };
        let weight = self.weights.get(slot.index as usize).copied().unwrap_or(0);
        if slot.negated { weight.saturating_neg() } else { weight }
    }

    /// The weight of a relation for Black in centipawns, without the values of its pieces.
    pub fn weight_cp(&self, fold: &Fold, relation: Relation) -> f64 {
        f64::from(self.weight(fold, relation)) / f64::from(self.units.max(1))
    }

    /// The number of slots with each weight in units (paper 001, Fig. 2).
    pub fn histogram(&self) -> BTreeMap<i16, usize> {
        let mut counts = BTreeMap::new();
        for &weight in &self.weights {
            *counts.entry(weight).or_default() += 1;
        }
        counts
    }
}

#[cfg(feature = "artifact")]
impl komadai_core::artifact::Artifact for PairModel {
    const KIND: [u8; 8] = *b"pairs\0\0\0";
    const VERSION: u16 = 1;
    const WHAT: &'static str = "weights of pairs of pieces, as komadai-lab train-discriminant saves them";

    /// Checks that piece values and units are in range, that there is a weight for every slot, and that none is `i16::MIN`.
    fn validate(&self) -> Result<(), String> {
        crate::Material::new(self.material).validate()?;
        if !(1..=Self::MOST_UNITS).contains(&self.units) {
            return Err(format!("{} units a centipawn, expected 1 to {}", self.units, Self::MOST_UNITS));
        }
        let (found, expected) = (self.weights.len(), self.symmetry.slots());
        if found != expected {
            return Err(format!("{found} weights, expected {expected} for symmetry {:?}", self.symmetry));
        }
        match self.weights.iter().position(|&weight| weight == i16::MIN) {
            Some(slot) => {
                Err(format!("slot {slot} has weight {}, expected at least {}", i16::MIN, -i16::MAX))
            }
            None => Ok(()),
        }
    }
}

//! What was learned of pairs, as it is kept: whole numbers, one for each slot of a folding.
//!
//! Training finds weights in hundredths of a pawn, as real numbers. Paper 001 scales them until their histogram fits one byte
//! and rounds them (section 5.1, Fig. 2). Here the scale is a field, the rounding reports what it lost, and two bytes hold
//! what one would clip; the codec of model files writes small numbers in one byte anyhow.

use std::collections::BTreeMap;

use komadai_core::PieceValues;

use crate::pair::{Fold, PairEvaluator, Relation, Symmetry};

/// Weights of all relations beside the values of the pieces.
///
/// The value of a position is the material by [`PairModel::material`] and the sum of the weights of all relations that hold,
/// divided by [`PairModel::units`] (paper 001, formula 1, with the piece values left out of the weights).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PairModel {
    material: PieceValues,
    symmetry: Symmetry,
    units: u16,
    weights: Vec<i16>,
}

/// What rounding to whole units made of real weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quantised {
    /// Slots whose weight is not 0 after rounding (paper 001: about 0.97 million).
    pub nonzero: usize,
    /// Weights beyond ±32,767 units, taken to the nearest, and such as are no numbers, taken as 0.
    pub clipped: usize,
    /// Largest size of a weight, in units.
    pub largest: u16,
}

impl PairModel {
    /// The most units a hundredth of a pawn may have: sums of 40 pieces stay within an `i32`.
    pub const MOST_UNITS: u16 = 1_000;

    /// Rounds weights given in hundredths of a pawn, one for each slot of `fold`. Slots after the last weight have 0; weights
    /// after the last slot are not looked at.
    ///
    /// `units` is how many units of weight make a hundredth of a pawn, 1 to [`PairModel::MOST_UNITS`]: more keep more of
    /// small weights and clip earlier (at 32,767 / `units` hundredths). A model with units out of range is not saved.
    pub fn from_weights(
        material: PieceValues,
        fold: &Fold,
        units: u16,
        weights: impl IntoIterator<Item = f64>,
    ) -> (PairModel, Quantised) {
        let mut told = Quantised::default();
        let mut rounded: Vec<i16> = Vec::with_capacity(fold.len());
        for weight in weights.into_iter().take(fold.len()) {
            let exact = (weight * f64::from(units)).round();
            let most = f64::from(i16::MAX);
            // The cast takes what is no number to 0.
            let unit = exact.clamp(-most, most) as i16;
            told.clipped += usize::from(!(-most..=most).contains(&exact));
            told.nonzero += usize::from(unit != 0);
            told.largest = told.largest.max(unit.unsigned_abs());
            rounded.push(unit);
        }
        rounded.resize(fold.len(), 0);
        (PairModel { material, symmetry: fold.symmetry(), units, weights: rounded }, told)
    }

    /// The values of the pieces, to which the weights are added.
    pub fn material(&self) -> &PieceValues {
        &self.material
    }

    /// How the weights are folded; `Fold::new` of it says which weight is whose.
    pub fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// Units of weight in a hundredth of a pawn.
    pub fn units(&self) -> u16 {
        self.units
    }

    /// The weights in units, `[slot]`.
    pub fn weights(&self) -> &[i16] {
        &self.weights
    }

    /// The weight of a relation to Black, in units. `fold` is that of [`PairModel::symmetry`].
    #[inline]
    pub fn weight(&self, fold: &Fold, relation: Relation) -> i16 {
        debug_assert_eq!(fold.symmetry(), self.symmetry);
        let Some(slot) = fold.slot(relation) else { return 0 };
        let weight = self.weights.get(slot.index as usize).copied().unwrap_or(0);
        if slot.negated { weight.saturating_neg() } else { weight }
    }

    /// The weight of a relation to Black in hundredths of a pawn, for tables and heat maps; without the values of its pieces.
    pub fn weight_cp(&self, fold: &Fold, relation: Relation) -> f64 {
        f64::from(self.weight(fold, relation)) / f64::from(self.units.max(1))
    }

    /// How many slots have each weight (paper 001, Fig. 2), by weight in units.
    pub fn histogram(&self) -> BTreeMap<i16, usize> {
        let mut counts = BTreeMap::new();
        for &weight in &self.weights {
            *counts.entry(weight).or_default() += 1;
        }
        counts
    }

    /// The player: weights in a table of 10.5 MB, which takes about a fifth of a second to make.
    pub fn evaluator(&self) -> PairEvaluator<i16> {
        PairEvaluator::new(self).0
    }

    /// The player with weights of one byte as in paper 001, in 5.3 MB, and how many weights were clipped for it.
    pub fn evaluator_i8(&self) -> (PairEvaluator<i8>, usize) {
        PairEvaluator::new(self)
    }
}

#[cfg(feature = "artifact")]
impl komadai_core::artifact::Artifact for PairModel {
    const KIND: [u8; 8] = *b"pairs\0\0\0";
    const VERSION: u16 = 1;

    /// The piece values are ones an evaluation may have, the units are in range, every slot has its weight, and negation keeps
    /// every weight.
    fn validate(&self) -> Result<(), String> {
        crate::Material::new(self.material).validate()?;
        if !(1..=Self::MOST_UNITS).contains(&self.units) {
            return Err(format!("{} units a hundredth, expected 1 to {}", self.units, Self::MOST_UNITS));
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

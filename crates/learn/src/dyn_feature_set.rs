//! Feature sets as trainers see them, whatever their types: a trainer is compiled once, and not anew for every set.

use komadai_core::Position;
use komadai_eval::{FeatureId, FeatureSet};

/// A [`FeatureSet`] that can be a trait object.
pub(crate) trait DynFeatureSet: Sync {
    /// Number of features.
    fn count(&self) -> usize;

    /// Which features they are: the name of the set, their number, and the first and the last of them, since two sets as one have one name.
    fn named(&self) -> String;

    /// Adds the features of a position with their values to a list.
    fn list(&self, pos: &Position, found: &mut Vec<(FeatureId, f32)>);

    /// Adds what the features of a position are worth to a sum; those without a weight are worth 0.
    fn add_worth(&self, pos: &Position, weights: &[f64], sum: f64) -> f64;
}

impl<F: FeatureSet + Sync> DynFeatureSet for F {
    fn count(&self) -> usize {
        self.len()
    }

    fn named(&self) -> String {
        let (len, last) = (self.len(), self.len().saturating_sub(1) as FeatureId);
        format!("{} ({len} features, {} to {})", F::NAME, self.describe(0), self.describe(last))
    }

    fn list(&self, pos: &Position, found: &mut Vec<(FeatureId, f32)>) {
        self.visit(pos, |feature, value| found.push((feature, value)));
    }

    fn add_worth(&self, pos: &Position, weights: &[f64], mut sum: f64) -> f64 {
        self.visit(pos, |feature, value| sum += worth((feature, value), weights));
        sum
    }
}

/// What a feature with this value is worth.
#[inline]
pub(crate) fn worth((feature, value): (FeatureId, f32), weights: &[f64]) -> f64 {
    f64::from(value) * weights.get(feature as usize).copied().unwrap_or(0.0)
}

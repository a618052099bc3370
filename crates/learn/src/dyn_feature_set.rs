//! Feature sets as trait objects: a trainer is compiled once, not anew for every set.

use komadai_core::Position;
use komadai_eval::{FeatureId, FeatureSet};

/// A [`FeatureSet`] that can be a trait object.
pub(crate) trait DynFeatureSet: Sync {
    /// Number of features.
    fn count(&self) -> usize;

    /// Identifies the features: the name of the set, their number, and the first and last of them, since all combined sets have the same name.
    fn named(&self) -> String;

    /// Adds the features of a position with their values to a list.
    fn list(&self, pos: &Position, found: &mut Vec<(FeatureId, f32)>);

    /// Adds the weighted features of a position to a sum; features without a weight count 0.
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

/// A feature's value times its weight.
#[inline]
pub(crate) fn worth((feature, value): (FeatureId, f32), weights: &[f64]) -> f64 {
    f64::from(value) * weights.get(feature as usize).copied().unwrap_or(0.0)
}

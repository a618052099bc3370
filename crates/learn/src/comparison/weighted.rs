//! A feature set with weights, as an evaluator for the searches of training.

use komadai_core::{Change, Color, Evaluator, Position, Value};
use komadai_eval::{FeatureSet, Material};

use crate::dyn_feature_set::DynFeatureSet;

/// A linear evaluation: piece values and the weights of all features that hold in a position.
///
/// Features are listed anew at every evaluation, which works for any [`FeatureSet`]. It is for training and tests, not for play,
/// where an evaluator updates its value move by move.
#[derive(Clone, Copy)]
pub struct Weighted<'a> {
    pub(super) set: &'a dyn DynFeatureSet,
    pub(super) base: &'a Material,
    pub(super) weights: &'a [f64],
}

komadai_core::debug_by_sizes!(Weighted<'a> { base } [weights]);

impl<'a> Weighted<'a> {
    /// Makes an evaluator from features and their weights, `[feature]`, in centipawns for Black; missing ones count as 0. `base` is
    /// the value of the pieces apart from them.
    pub fn new(set: &'a (impl FeatureSet + Sync), base: &'a Material, weights: &'a [f64]) -> Self {
        Weighted { set, base, weights }
    }
}

impl Evaluator for Weighted<'_> {
    /// The state of [`Material`].
    type State = i32;

    fn fresh(&self, pos: &Position) -> i32 {
        self.base.fresh(pos)
    }

    fn advance(&self, parent: &i32, after: &Position, change: &Change) -> i32 {
        self.base.advance(parent, after, change)
    }

    fn evaluate(&self, state: &i32, pos: &Position) -> Value {
        let black = self.set.add_worth(pos, self.weights, f64::from(*state));
        // The cast saturates values that are too large.
        let value = Value::from_cp(black.round() as i32);
        if pos.side_to_move() == Color::Black { value } else { -value }
    }
}

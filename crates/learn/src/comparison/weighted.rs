//! A feature set with weights, as an evaluator for the searches of training.

use komadai_core::{Change, Color, Evaluator, Position, Value};
use komadai_eval::{FeatureSet, Material};

/// A linear evaluation: piece values and the weights of all features that hold in a position.
///
/// Features are listed anew at every evaluation, which any [`FeatureSet`] can do; it is for training and for tests, not for
/// play, where an evaluator keeps its value up move by move.
#[derive(Clone, Copy, Debug)]
pub struct Weighted<'a, F> {
    /// The features.
    pub set: &'a F,
    /// What the pieces are worth apart from them.
    pub base: &'a Material,
    /// `[feature]`, in centipawns, for Black; missing ones count as 0.
    pub weights: &'a [f64],
}

impl<F: FeatureSet> Evaluator for Weighted<'_, F> {
    /// That of [`Material`].
    type State = i32;

    fn fresh(&self, pos: &Position) -> i32 {
        self.base.fresh(pos)
    }

    fn advance(&self, parent: &i32, after: &Position, change: &Change) -> i32 {
        self.base.advance(parent, after, change)
    }

    fn evaluate(&self, state: &i32, pos: &Position) -> Value {
        let mut black = f64::from(*state);
        self.set.visit(pos, |feature, value| {
            black += f64::from(value) * self.weights.get(feature as usize).copied().unwrap_or(0.0);
        });
        // The cast holds what is too large.
        let value = Value::from_cp(black.round() as i32);
        if pos.side_to_move() == Color::Black { value } else { -value }
    }
}

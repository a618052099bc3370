//! Steps under a penalty on the size of weights, so that weights which games hardly speak of stay 0.

use super::state::ComparisonState;
use crate::solve::StepRule;

/// A rule of steps under the penalty λ·Σ|w|.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PenalisedSteps {
    pub(super) rule: StepRule,
    /// λ.
    pub(super) penalty: f64,
}

impl PenalisedSteps {
    /// How many means and squares the rule remembers for so many weights.
    pub(super) fn moments(self, weights: usize) -> usize {
        if matches!(self.rule, StepRule::Sign { .. }) { 0 } else { weights }
    }

    /// One step down `gradient`, plus that of the penalty. A weight on its way across 0 stops there for a step, where the
    /// penalty may hold it.
    pub(super) fn take(self, state: &mut ComparisonState, gradient: &[f64]) {
        let step = self.rule.at::<f64>(state.steps, 1.0);
        state.steps += 1;
        let (mut nothing, mut none) = (0.0, 0.0);
        for (i, (weight, &slope)) in state.weights.iter_mut().zip(gradient).enumerate() {
            let mean = state.means.get_mut(i).unwrap_or(&mut nothing);
            let square = state.squares.get_mut(i).unwrap_or(&mut none);
            let moved = *weight - step.length(penalised(*weight, slope, self.penalty), mean, square);
            *weight = if moved * *weight < 0.0 { 0.0 } else { moved };
        }
    }
}

/// The slope of loss and penalty; at 0 the penalty holds whatever is smaller than itself.
#[inline]
fn penalised(weight: f64, slope: f64, penalty: f64) -> f64 {
    if weight > 0.0 {
        slope + penalty
    } else if weight < 0.0 {
        slope - penalty
    } else if slope.abs() <= penalty {
        0.0
    } else {
        slope - penalty * slope.signum()
    }
}

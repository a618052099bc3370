//! Steps under a penalty on the size of weights, so that weights which games hardly speak of stay 0.

use crate::solve::StepRule;

/// A rule of steps with what it remembers of each weight, under the penalty λ·Σ|w|.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PenalisedSteps {
    rule: StepRule,
    /// Steps so far.
    pub(super) steps: u64,
    /// `[weight]`: what [`Step::length`](crate::solve::Step::length) remembers; empty for [`StepRule::Sign`].
    pub(super) means: Vec<f64>,
    pub(super) squares: Vec<f64>,
}

impl PenalisedSteps {
    /// A rule that has not moved anything.
    pub(super) fn new(rule: StepRule, weights: usize) -> PenalisedSteps {
        let len = if matches!(rule, StepRule::Sign { .. }) { 0 } else { weights };
        PenalisedSteps { rule, steps: 0, means: vec![0.0; len], squares: vec![0.0; len] }
    }

    /// One step down `gradient`, plus that of the penalty. A weight on its way across 0 stops there for a step, where the
    /// penalty may hold it.
    pub(super) fn take(&mut self, weights: &mut [f64], gradient: &[f64], penalty: f64) {
        let step = self.rule.at::<f64>(self.steps, 1.0);
        self.steps += 1;
        let (mut nothing, mut none) = (0.0, 0.0);
        for (i, (weight, &slope)) in weights.iter_mut().zip(gradient).enumerate() {
            let mean = self.means.get_mut(i).unwrap_or(&mut nothing);
            let square = self.squares.get_mut(i).unwrap_or(&mut none);
            let moved = *weight - step.length(penalised(*weight, slope, penalty), mean, square);
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

//! How weights move down a gradient.

/// The rule of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Update {
    /// Every weight the same small step against the sign of its gradient, as the method had it first: large gradients are
    /// those of frequent features, not of wrong weights.
    Sign {
        /// The step, in hundredths of a pawn.
        step: f64,
    },
    /// Adam (Kingma and Ba 2015): steps by the mean gradient over its spread, so that weights settle. Not part of the
    /// original method.
    Adam {
        /// The longest step, in hundredths of a pawn.
        rate: f64,
        /// How much of the mean gradient stays from step to step; 0.9 in the paper.
        keep_mean: f64,
        /// The same of the mean squared gradient; 0.999 in the paper.
        keep_square: f64,
    },
}

impl Update {
    /// Adam with the paper's means.
    pub const fn adam(rate: f64) -> Update {
        Update::Adam { rate, keep_mean: 0.9, keep_square: 0.999 }
    }
}

/// Signs, half a hundredth of a pawn a step.
impl Default for Update {
    fn default() -> Self {
        Update::Sign { step: 0.5 }
    }
}

/// A rule with what it remembers from step to step.
#[derive(Clone, Debug, PartialEq)]
pub struct Stepper {
    rule: Update,
    /// Steps so far.
    pub(super) steps: u64,
    /// `[weight]`: means of the gradient and of its square; empty for [`Update::Sign`].
    pub(super) means: Vec<f64>,
    pub(super) squares: Vec<f64>,
}

impl Stepper {
    /// A rule that has not moved anything.
    pub fn new(rule: Update, weights: usize) -> Stepper {
        let len = if matches!(rule, Update::Adam { .. }) { weights } else { 0 };
        Stepper { rule, steps: 0, means: vec![0.0; len], squares: vec![0.0; len] }
    }

    /// One step down `gradient`, plus that of `penalty` · Σ|w|. A weight on its way across 0 stops there for a step, where
    /// the penalty may hold it.
    pub fn step(&mut self, weights: &mut [f64], gradient: &[f64], penalty: f64) {
        self.steps += 1;
        for (i, (weight, &slope)) in weights.iter_mut().zip(gradient).enumerate() {
            let moved = *weight - self.length(i, penalised(*weight, slope, penalty));
            *weight = if moved * *weight < 0.0 { 0.0 } else { moved };
        }
    }

    #[inline]
    fn length(&mut self, i: usize, slope: f64) -> f64 {
        match self.rule {
            Update::Sign { step } => {
                if slope == 0.0 {
                    0.0
                } else {
                    step * slope.signum()
                }
            }
            Update::Adam { rate, keep_mean, keep_square } => {
                let (mean, square) = (&mut self.means[i], &mut self.squares[i]);
                *mean = keep_mean * *mean + (1.0 - keep_mean) * slope;
                *square = keep_square * *square + (1.0 - keep_square) * slope * slope;
                // What the first steps lack, because both means began at 0.
                let steps = self.steps.min(i32::MAX as u64) as i32;
                let mean = *mean / (1.0 - keep_mean.powi(steps));
                let spread = (*square / (1.0 - keep_square.powi(steps))).sqrt();
                if spread == 0.0 { 0.0 } else { rate * mean / (spread + 1e-12) }
            }
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

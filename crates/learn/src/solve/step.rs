//! Steps down a gradient: sign and Adam, one weight at a time.
//!
//! A user chooses a [`StepRule`]; [`StepRule::at`] makes from it the [`Step`] of one moment of a training, which includes the
//! schedule of the rate and the correction of means that began at 0. The trainer keeps what a rule remembers for each weight, two
//! numbers at most, in single or double precision.

/// How gradients become steps. Rates are in the unit of the weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StepRule {
    /// Every weight takes the same step against the sign of its slope, as the Bonanza method did at first: large slopes belong to
    /// frequent features, not to wrong weights.
    Sign {
        /// The step.
        step: f64,
    },
    /// Adam (Kingma and Ba, "Adam: A Method for Stochastic Optimization", ICLR 2015, Algorithm 1): the mean slope over the root of
    /// the mean square, so that weights settle.
    Adam {
        /// α, the longest step.
        rate: f64,
        /// β₁, the share of the mean slope that stays from step to step; 0.9 in the paper.
        momentum: f64,
        /// β₂, the share of the mean square that stays; 0.999 in the paper.
        memory: f64,
        /// ε, added to the root of the mean square; 10⁻⁸ in the paper. A large one slows down weights with small slopes.
        damping: f64,
    },
}

impl StepRule {
    /// Adam with the paper's momentum and memory, and a damping that only keeps the division defined.
    pub const fn adam(rate: f64) -> StepRule {
        StepRule::Adam { rate, momentum: 0.9, memory: 0.999, damping: 1e-12 }
    }

    /// Makes step `number` of a training, from 0, with the rate times `factor`.
    pub fn at(self, number: u64, factor: f64) -> Step {
        let after = i32::try_from(number.saturating_add(1)).unwrap_or(i32::MAX);
        match self {
            StepRule::Sign { step } => Step { rule: StepRule::Sign { step: step * factor }, correction: 1.0 },
            StepRule::Adam { rate, momentum, memory, damping } => {
                let rate = rate * factor / (1.0 - momentum.powi(after));
                let correction = 1.0 / (1.0 - memory.powi(after));
                Step { rule: StepRule::Adam { rate, momentum, memory, damping }, correction }
            }
        }
    }
}

/// One step of a training, to be taken by every weight.
///
/// ```
/// use komadai_learn::solve::StepRule;
///
/// // Down (w − 3)² from 0: the first step of Adam is as long as the rate.
/// let rule = StepRule::adam(0.5);
/// let (mut weight, mut mean, mut square) = (0.0, 0.0, 0.0);
/// for number in 0..40 {
///     let slope = 2.0 * (weight - 3.0);
///     weight -= rule.at(number, 1.0).length(slope, &mut mean, &mut square);
///     assert!(number > 0 || (weight - 0.5).abs() < 1e-9);
/// }
/// assert!((weight - 3.0).abs() < 0.5, "{weight}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The rule, with the current rate.
    rule: StepRule,
    /// Correction of the mean square, which began at 0.
    correction: f64,
}

macro_rules! length {
    ($(#[$said:meta])* $name:ident, $float:ty) => {
        $(#[$said])*
        #[inline]
        pub fn $name(self, slope: $float, mean: &mut $float, square: &mut $float) -> $float {
            match self.rule {
                StepRule::Sign { .. } if slope == 0.0 => 0.0,
                StepRule::Sign { step } => step as $float * slope.signum(),
                StepRule::Adam { rate, momentum, memory, damping } => {
                    let [momentum, memory] = [momentum as $float, memory as $float];
                    *mean = momentum * *mean + (1.0 - momentum) * slope;
                    *square = memory * *square + (1.0 - memory) * slope * slope;
                    rate as $float * *mean / ((*square * self.correction as $float).sqrt() + damping as $float)
                }
            }
        }
    };
}

impl Step {
    length! {
        /// What to take off a weight with this slope. `mean` and `square` are what the rule remembers of the weight, both 0 at first:
        /// for Adam the mean slope and the mean square, for signs nothing.
        length, f64
    }
    length! {
        /// The same in single precision, with the numbers of the rule rounded to it.
        length_single, f32
    }
}

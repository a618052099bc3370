//! State of a training between two passes, so that a long training can be interrupted, and the step that changes it.

use crate::solve::StepRule;
use crate::training::Numbers;

/// State of a comparison training between two passes: weights and the memory of its step rule, in full precision, so that a
/// resumed training ends with the same bits. With the feature `artifact` a checkpoint file.
#[derive(Clone, PartialEq)]
#[cfg_attr(feature = "artifact", derive(serde::Serialize, serde::Deserialize))]
pub struct ComparisonState {
    /// Features, options and games, in words: a state goes on only with the same ones.
    pub of: String,
    /// Number of passes done.
    pub passes: u32,
    /// Number of steps done.
    pub steps: u64,
    /// The weights, `[feature]`, in centipawns, for Black.
    pub weights: Vec<f64>,
    /// What the step rule remembers for each weight, nothing for signs: the mean slope,
    pub means: Vec<f64>,
    /// and the mean square.
    pub squares: Vec<f64>,
}

komadai_core::debug_by_sizes!(ComparisonState { of, passes, steps } [weights, means, squares]);

impl ComparisonState {
    /// Makes the state before the first pass: all weights 0, and the means and squares that the rule remembers.
    pub(super) fn new(weights: usize, rule: StepRule) -> ComparisonState {
        let moments = vec![0.0; if matches!(rule, StepRule::Sign { .. }) { 0 } else { weights }];
        ComparisonState {
            of: String::new(),
            passes: 0,
            steps: 0,
            weights: vec![0.0; weights],
            means: moments.clone(),
            squares: moments,
        }
    }

    /// Takes one step down `gradient` plus that of the penalty λ·Σ|w|. A weight that would cross 0 stops there for a step, where
    /// the penalty may hold it.
    pub(super) fn step(&mut self, rule: StepRule, penalty: f64, gradient: &[f64]) {
        let step = rule.at(self.steps, 1.0);
        self.steps = self.steps.saturating_add(1);
        let (mut nothing, mut none) = (0.0, 0.0);
        for (i, (weight, &slope)) in self.weights.iter_mut().zip(gradient).enumerate() {
            let mean = self.means.get_mut(i).unwrap_or(&mut nothing);
            let square = self.squares.get_mut(i).unwrap_or(&mut none);
            let moved = *weight - step.length(penalised(*weight, slope, penalty), mean, square);
            *weight = if moved * *weight < 0.0 { 0.0 } else { moved };
        }
    }

    pub(super) fn numbers(&self) -> Numbers<'_, f64> {
        [("weights", &self.weights), ("means", &self.means), ("squares", &self.squares)]
    }
}

/// The slope of loss and penalty; at 0 the penalty cancels any slope up to its own size.
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

#[cfg(feature = "artifact")]
impl komadai_core::artifact::Artifact for ComparisonState {
    const KIND: [u8; 8] = *b"compare\0";
    const VERSION: u16 = 1;
    const WHAT: &'static str = "the state of a training by comparison";

    /// Checks that there are as many squares as means, none negative, and that all numbers are finite.
    fn validate(&self) -> Result<(), String> {
        let [weights, means, squares] = self.numbers();
        crate::solve::check_vectors(weights.1.len(), [weights])?;
        crate::solve::check_vectors(means.1.len(), [means, squares])?;
        crate::solve::check_squares(squares.1)
    }
}

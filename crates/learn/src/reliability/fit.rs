//! Fits the weights of a model to rows, by L-BFGS as in the paper (section 4.2.1).

use komadai_core::rng::mix;
use komadai_eval::reliability::{Link, SpreadWeights};

use super::likelihood::SpreadLikelihood;
use super::rows::{SpreadRows, root_mean_square};
use crate::reduce::{Reduce, ReduceError};
use crate::solve::{LbfgsOptions, LbfgsState, Objective, lbfgs};
use crate::training::{TrainingError, not_negative};

/// Options of [`fit_spread`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitOptions {
    /// How σ follows from the features; the paper's is linear.
    pub link: Link,
    /// Whether differences follow Student's t, whose degrees of freedom are learned; the paper's are normal.
    pub student: bool,
    /// Strength of the pull of each weight to 0, in rows. Default 1; the paper has none.
    pub ridge: f64,
    /// The solver.
    pub solver: LbfgsOptions,
    /// Number of threads; results do not depend on it.
    pub threads: usize,
}

impl Default for FitOptions {
    fn default() -> Self {
        let solver = LbfgsOptions { iterations: 300, ..LbfgsOptions::default() };
        FitOptions { link: Link::Linear, student: false, ridge: 1.0, solver, threads: 1 }
    }
}

impl FitOptions {
    /// Fingerprint of the rows, the features and the options that decide each step; iterations, threads and workers do not matter.
    fn key(&self, features: usize, rows: u64, of_rows: u64) -> u64 {
        let words = [
            self.link as u64,
            u64::from(self.student),
            self.ridge.to_bits(),
            self.solver.memory as u64,
            u64::from(self.solver.line_search_evaluations),
            self.solver.decrease.to_bits(),
            self.solver.curvature.to_bits(),
            features as u64,
            rows,
            of_rows,
        ];
        words.into_iter().fold(0, |key, word| mix(key ^ word))
    }
}

/// Finds the weights under which the differences are likeliest. `observe` is called with every state of the solver, including the
/// first, and may save it; with `from`, the fit resumes from such a state.
///
/// The first feature must be the constant one, as in all sets of [`komadai_eval::reliability`]. Without rows the spread
/// is 1 centipawn.
///
/// Several workers, each with rows of its own, fit all rows together by `reduce`; `()` is one worker alone. Options, feature set
/// and state must be the same for all; all get the same weights. The key of the state covers all rows, whatever their order and
/// division: a state goes on with any number of workers.
///
/// ```
/// use komadai_learn::reliability::{FitOptions, SpreadRows, fit_spread};
///
/// // Two kinds of positions: differences of 100 and of 300.
/// let mut rows = SpreadRows::new(2);
/// for row in 0..400 {
///     let wide = row % 2 == 1;
///     rows.feature(0, 1.0);
///     if wide {
///         rows.feature(1, 1.0);
///     }
///     let size = if wide { 300.0 } else { 100.0 };
///     rows.end_row(if row % 4 < 2 { size } else { -size }, row);
/// }
/// let options = FitOptions { ridge: 0.0, ..FitOptions::default() };
/// let (fitted, _) = fit_spread(&rows, 4.0, 8.0, &options, (), None, |_| Ok(()))?;
/// assert!((fitted.weights[0] - 100.0).abs() < 0.1 && (fitted.weights[1] - 200.0).abs() < 0.1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`TrainingError`]: a ridge below 0, a state of another fit, an observer that fails, a sum over workers that fails.
pub fn fit_spread(
    rows: &SpreadRows,
    shallow: f32,
    deep: f32,
    options: &FitOptions,
    mut reduce: impl Reduce,
    from: Option<LbfgsState>,
    observe: impl FnMut(&LbfgsState) -> Result<(), String>,
) -> Result<(SpreadWeights, LbfgsState), TrainingError> {
    not_negative("ridge", options.ridge)?;
    let (mut squares, mut words) = ([rows.squares()], [rows.len() as u64, rows.key()]);
    reduce.sum(&mut squares)?;
    reduce.sum_words(&mut words)?;
    let [all_rows, of_rows] = words;
    // The ridge counts once, so only one worker has it.
    let ridge = if reduce.rank() == 0 { options.ridge } else { 0.0 };
    let part = SpreadLikelihood {
        rows,
        link: options.link,
        student: options.student,
        ridge,
        all_rows: all_rows.max(1) as f64,
        unit: root_mean_square(squares[0], all_rows),
        threads: options.threads.max(1),
    };
    let (start, key) = (part.start(), options.key(rows.features(), all_rows, of_rows));
    let mut whole = Whole { part, reduce: &mut reduce };
    let state = lbfgs(&mut whole, &start, &options.solver, key, from, observe)?;
    let (tail, weights) = (whole.part.tail(&state.x), whole.part.weights(&state.x));
    Ok((SpreadWeights::new(shallow, deep, tail, weights), state))
}

/// The likelihood of all rows: the sum of the parts of all workers.
struct Whole<'a> {
    part: SpreadLikelihood<'a>,
    reduce: &'a mut dyn Reduce,
}

impl Objective for Whole<'_> {
    fn unknowns(&self) -> usize {
        self.part.unknowns()
    }

    fn evaluate(&mut self, x: &[f64], gradient: &mut [f64]) -> Result<f64, ReduceError> {
        let value = self.part.evaluate(x, gradient)?;
        // The gradient, then the value: one sum over workers for each evaluation.
        let mut sums = [&*gradient, &[value]].concat();
        self.reduce.sum(&mut sums)?;
        gradient.copy_from_slice(&sums[..gradient.len()]);
        Ok(sums[gradient.len()])
    }
}

//! From rows to the weights of a model, by L-BFGS as in the paper (section 4.2.1).

use komadai_core::rng::mix;
use komadai_eval::reliability::{Link, SpreadWeights};

use super::likelihood::SpreadLikelihood;
use super::rows::{SpreadRows, root_mean_square};
use crate::reduce::Reduce;
use crate::solve::{LbfgsOptions, LbfgsState, Shared, lbfgs};
use crate::training::{TrainingError, not_negative};

/// Options of [`fit_spread`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitOptions {
    /// How σ follows from the features; the paper's is linear.
    pub link: Link,
    /// Whether differences follow Student's t, whose degrees of freedom are learned; the paper's are normal.
    pub student: bool,
    /// How many rows the pull of each weight to 0 is worth. Default 1; the paper has none.
    pub ridge: f64,
    /// The solver.
    pub solver: LbfgsOptions,
    /// Threads; nothing depends on them.
    pub threads: usize,
}

impl Default for FitOptions {
    fn default() -> Self {
        let solver = LbfgsOptions { iterations: 300, ..LbfgsOptions::default() };
        FitOptions { link: Link::Linear, student: false, ridge: 1.0, solver, threads: 1 }
    }
}

impl FitOptions {
    /// Fingerprint of the rows, the features and the options that decide each step; iterations, threads and workers do not.
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

/// Finds the weights under which the differences are likeliest. `observe` is called with every state of the solver, the first
/// included, and may keep it; `from` goes on from such a state.
///
/// The first feature must be the constant one, as in all sets of [`komadai_eval::reliability`]. Without rows the spread
/// is 1 centipawn.
///
/// Several workers, each with rows of its own, fit all rows together by `reduce`; `()` is one worker alone. Options, set of features and
/// state must be the same for all; all come to the same weights. The key of the state is of all rows, in whatever order and
/// whoever has them: a state goes on with any number of workers.
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
    // The ridge belongs to the whole: one worker has it.
    let ridge = if reduce.rank() == 0 { options.ridge } else { 0.0 };
    let mut part = SpreadLikelihood::new(rows, options.link, options.student, ridge, options.threads);
    (part.all_rows, part.unit) = (all_rows.max(1) as f64, root_mean_square(squares[0], all_rows));
    let (start, key) = (part.start(), options.key(rows.features(), all_rows, of_rows));
    let mut objective = Shared::new(part, reduce);
    let state = lbfgs(&mut objective, &start, &options.solver, key, from, observe)?;
    let part = objective.into_inner();
    let (tail, weights) = (part.tail(&state.x), part.weights(&state.x));
    Ok((SpreadWeights::new(shallow, deep, tail, weights), state))
}

#[cfg(test)]
mod tests {
    use komadai_core::rng::SplitMix64;
    use komadai_eval::reliability::Tail;

    use super::*;
    use crate::reduce::ThreadReduce;
    use crate::reliability::rows::testing::student;

    /// Differences of Student's t with 5 degrees of freedom, times 80, or 240 where the second feature holds.
    fn heavy_rows() -> SpreadRows {
        let mut rng = SplitMix64::new(9);
        let mut rows = SpreadRows::new(2);
        for row in 0..20_000 {
            rows.feature(0, 1.0);
            if row % 2 == 1 {
                rows.feature(1, 1.0);
            }
            let t = student(&mut rng, 5);
            rows.end_row((t * if row % 2 == 1 { 240.0 } else { 80.0 }) as f32, row);
        }
        rows
    }

    #[test]
    fn the_distribution_that_made_the_differences_is_found() {
        let rows = heavy_rows();
        for link in [Link::Linear, Link::LogLinear] {
            let options = FitOptions { link, student: true, ridge: 0.0, threads: 2, ..FitOptions::default() };
            let (found, _) = fit_spread(&rows, 4.0, 8.0, &options, (), None, |_| Ok(())).unwrap();
            let Tail::StudentT { freedom } = found.tail else { panic!("asked for Student's t") };
            assert!((4.3..5.9).contains(&freedom), "{freedom}");
            let weights: Vec<f64> = found.weights.iter().copied().map(f64::from).collect();
            for (row, want) in [(0, 80.0), (1, 240.0)] {
                let (spread, _) = link.spread(rows.sum(row, &weights));
                assert!((spread / want - 1.0).abs() < 0.04, "{link:?} {row}: {spread}");
            }
        }
    }

    #[test]
    fn states_of_other_fits_and_a_ridge_below_0_are_refused() {
        let rows = heavy_rows();
        let options = FitOptions { student: true, ..FitOptions::default() };
        let solver = LbfgsOptions { curvature: 0.5, ..options.solver };
        for other in [FitOptions { ridge: 2.0, ..options }, FitOptions { solver, ..options }] {
            let (_, state) = fit_spread(&rows, 4.0, 8.0, &other, (), None, |_| Ok(())).unwrap();
            assert!(fit_spread(&rows, 4.0, 8.0, &options, (), Some(state), |_| Ok(())).is_err());
        }
        let wrong = FitOptions { ridge: -1.0, ..options };
        let error = fit_spread(&rows, 4.0, 8.0, &wrong, (), None, |_| Ok(())).unwrap_err();
        assert_eq!(error.to_string(), "ridge is -1, expected a finite number of at least 0");
    }

    #[test]
    fn workers_find_what_one_finds_and_their_state_goes_on_with_one() {
        let rows = heavy_rows();
        // Unlike shares: three rows in five, one, one.
        let mut parts = [SpreadRows::new(2), SpreadRows::new(2), SpreadRows::new(2)];
        for row in 0..rows.len() {
            let part = &mut parts[[0, 1, 2, 0, 0][row % 5]];
            rows.row(row).for_each(|(id, value)| part.feature(id as u32, value as f32));
            part.end_row(rows.differences()[row], rows.games()[row]);
        }
        assert_eq!(parts.iter().map(SpreadRows::len).sum::<usize>(), rows.len());
        for link in [Link::Linear, Link::LogLinear] {
            let solver = LbfgsOptions { tolerance: 1e-9, ..LbfgsOptions::default() };
            let options = FitOptions { link, student: true, ridge: 50.0, solver, ..FitOptions::default() };
            let few = LbfgsOptions { iterations: 4, ..solver };
            let one = |solver, from| {
                let options = FitOptions { solver, ..options };
                fit_spread(&rows, 4.0, 8.0, &options, (), from, |_| Ok(())).unwrap().1
            };
            let alone = one(solver, None);
            assert_eq!(one(solver, Some(one(few, None))), alone, "{link:?}");
            let by_three = |solver| {
                let options = FitOptions { solver, ..options };
                let fit =
                    |part, rank| fit_spread(part, 4.0, 8.0, &options, rank, None, |_| Ok(())).unwrap().1;
                ThreadReduce::run(&parts, fit)
            };
            // At the start, value and slopes are the same sums.
            let start = LbfgsOptions { iterations: 0, ..solver };
            let (first, want) = (by_three(start).remove(0), one(start, None));
            assert!((first.value / want.value - 1.0).abs() < 1e-14, "{link:?}");
            for (slope, of_one) in first.gradient().iter().zip(want.gradient()) {
                assert!((slope - of_one).abs() < 1e-14, "{link:?}: {slope} {of_one}");
            }
            // The end is where values no longer fall: they are off by some 1e-15, which along an unknown of curvature h is
            // √(2e-15 / h); the degrees of freedom have an h of hundredths. A ridge taken by every worker fails.
            let near = |state: &LbfgsState| {
                assert_eq!(state.key, alone.key);
                assert!((state.value / alone.value - 1.0).abs() < 1e-12, "{link:?}");
                for (x, of_one) in state.x.iter().zip(&alone.x) {
                    assert!((x / of_one - 1.0).abs() < 1e-6, "{link:?}: {x} {of_one}");
                }
            };
            let begun = by_three(few);
            assert!(begun.iter().all(|state| *state == begun[0] && !state.is_done()));
            let whole = by_three(solver);
            assert!(whole.iter().all(|state| *state == whole[0]));
            near(&whole[0]);
            near(&one(solver, Some(begun[0].clone())));
        }
    }
}

//! From rows to the weights of a model, by L-BFGS as in the paper (section 4.2.1).

use komadai_core::rng::mix;
use komadai_eval::reliability::{Link, SpreadWeights};

use super::likelihood::SpreadLikelihood;
use super::rows::SpreadRows;
use crate::solve::{LbfgsError, LbfgsOptions, LbfgsState, lbfgs};

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
    /// A number for all that decides the way to the weights, but for the number of iterations and the threads.
    fn key(&self, rows: &SpreadRows) -> u64 {
        let words = [
            self.link as u64,
            u64::from(self.student),
            self.ridge.to_bits(),
            self.solver.memory as u64,
            self.solver.condition as u64,
            rows.features() as u64,
            rows.len() as u64,
        ];
        let differences = rows.differences().iter().map(|g| u64::from(g.to_bits()));
        words.into_iter().chain(differences).fold(0, |key, word| mix(key ^ word))
    }
}

/// Finds the weights under which the differences are likeliest. `observe` is called with every state of the solver, the first
/// included, and may keep it; `from` goes on from such a state.
///
/// The first feature must be the constant one, as in all sets of [`komadai_eval::reliability`].
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
/// let (fitted, _) = fit_spread(&rows, 4.0, 8.0, &options, None, |_| Ok(()))?;
/// assert!((fitted.weights[0] - 100.0).abs() < 0.1 && (fitted.weights[1] - 200.0).abs() < 0.1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`LbfgsError`]: no rows, a state of another fit, an observer that fails.
pub fn fit_spread(
    rows: &SpreadRows,
    shallow: f32,
    deep: f32,
    options: &FitOptions,
    from: Option<LbfgsState>,
    observe: impl FnMut(&LbfgsState) -> Result<(), String>,
) -> Result<(SpreadWeights, LbfgsState), LbfgsError<core::convert::Infallible>> {
    let mut objective =
        SpreadLikelihood::new(rows, options.link, options.student, options.ridge, options.threads);
    let start = objective.start();
    let state = lbfgs(&mut objective, &start, &options.solver, options.key(rows), from, observe)?;
    let (tail, weights) = (objective.tail(&state.x), objective.weights(&state.x));
    Ok((SpreadWeights::new(shallow, deep, tail, weights), state))
}

#[cfg(test)]
mod tests {
    use komadai_core::rng::SplitMix64;
    use komadai_eval::reliability::Tail;

    use super::*;

    /// Differences of Student's t with 5 degrees of freedom, times 80, or 240 where the second feature holds.
    fn heavy_rows() -> SpreadRows {
        let mut rng = SplitMix64::new(9);
        let mut normal =
            move || (-2.0 * (1.0 - rng.unit()).ln()).sqrt() * (std::f64::consts::TAU * rng.unit()).cos();
        let mut rows = SpreadRows::new(2);
        for row in 0..20_000 {
            rows.feature(0, 1.0);
            if row % 2 == 1 {
                rows.feature(1, 1.0);
            }
            let square: f64 = (0..5).map(|_| normal().powi(2)).sum();
            let t = normal() / (square / 5.0).sqrt();
            rows.end_row((t * if row % 2 == 1 { 240.0 } else { 80.0 }) as f32, row);
        }
        rows
    }

    #[test]
    fn the_distribution_that_made_the_differences_is_found() {
        let rows = heavy_rows();
        for link in [Link::Linear, Link::LogLinear] {
            let options = FitOptions { link, student: true, ridge: 0.0, threads: 2, ..FitOptions::default() };
            let (found, _) = fit_spread(&rows, 4.0, 8.0, &options, None, |_| Ok(())).unwrap();
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
    fn a_fit_broken_off_after_any_iteration_ends_with_the_same_weights() {
        let rows = heavy_rows();
        let options = FitOptions { student: true, ..FitOptions::default() };
        let mut states = Vec::new();
        let keep = |state: &LbfgsState| {
            states.push(state.clone());
            Ok(())
        };
        let (whole, _) = fit_spread(&rows, 4.0, 8.0, &options, None, keep).unwrap();
        assert!(states.len() > 3);
        for state in states {
            let (again, _) = fit_spread(&rows, 4.0, 8.0, &options, Some(state), |_| Ok(())).unwrap();
            assert_eq!(again, whole);
        }
        let other = FitOptions { ridge: 2.0, ..options };
        let (_, state) = fit_spread(&rows, 4.0, 8.0, &other, None, |_| Ok(())).unwrap();
        assert!(fit_spread(&rows, 4.0, 8.0, &options, Some(state), |_| Ok(())).is_err());
    }
}

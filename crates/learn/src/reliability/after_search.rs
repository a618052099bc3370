//! Corrections of the spread of a position by the facts of a search: learned after the weights of the position, also by maximum
//! likelihood.
//!
//! ln σ' = ln σ + wᵀψ, μ = uᵀψ, and (g − μ)/σ' follows Student's t with degrees of freedom of its own ([`AfterSearch`]). σ is that
//! of the trained weights, which stay fixed.

use komadai_eval::reliability::{AfterSearch, Expected, ReliabilityModel, SearchFacts, SpreadWeights, Tail};

use super::likelihood::{degrees_of_freedom, unknown_of_freedom};
use super::rows::SpreadRows;
use super::sample::Sample;
use crate::reduce::ReduceError;
use crate::solve::{LbfgsOptions, Objective, SolveError, lbfgs};

/// Pull of each weight to 0, in rows. It makes the weights unique, since every group of features contains the constant.
const RIDGE: f64 = 1.0;

/// Samples with the scale of their position and the facts of the shallow search.
#[derive(Clone, PartialEq)]
pub struct FactRows {
    /// `[row]`: the scale by the position, in centipawns.
    scales: Vec<f64>,
    facts: Vec<SearchFacts>,
    /// The facts as features, with the differences.
    rows: SpreadRows,
}

komadai_core::debug_by_sizes!(FactRows { rows } [scales, facts]);

impl Default for FactRows {
    fn default() -> Self {
        FactRows { scales: Vec::new(), facts: Vec::new(), rows: SpreadRows::new(SearchFacts::FEATURES) }
    }
}

impl FactRows {
    /// The rows of samples for the depths of a pair of weights of the model. Samples are left out as in
    /// [`SpreadRows::of`](super::SpreadRows::of).
    pub fn of<'a>(
        samples: impl IntoIterator<Item = &'a Sample>,
        model: &ReliabilityModel,
        pair: &SpreadWeights,
        limit: i32,
    ) -> FactRows {
        let (shallow, deep) = (pair.shallow as u32, pair.deep as u32);
        let mut rows = FactRows::default();
        for sample in samples {
            if let Some(g) = sample.difference(shallow, deep, limit)
                && let Some(facts) = sample.facts(shallow)
            {
                rows.push(model.scale(&sample.position, pair), facts, g as f32, sample.game);
            }
        }
        rows
    }

    /// Adds a row: the scale of the position in centipawns, the facts, the difference in centipawns, the game.
    pub fn push(&mut self, scale: f64, facts: SearchFacts, difference: f32, game: u64) {
        facts.visit(scale, |feature, share| self.rows.feature(feature, share));
        self.rows.end_row(difference, game);
        self.scales.push(scale);
        self.facts.push(facts);
    }

    /// `[row]`: the difference in centipawns.
    pub fn differences(&self) -> &[f32] {
        self.rows.differences()
    }

    /// `[row]`: the game.
    pub fn games(&self) -> &[u64] {
        self.rows.games()
    }

    /// The distribution of each row under weights.
    pub fn expected(&self, after: &AfterSearch) -> impl Iterator<Item = Expected> {
        self.scales.iter().zip(&self.facts).map(|(&scale, facts)| after.expected(scale, facts))
    }
}

/// Negative mean log-likelihood. Unknowns: factors, then centres in units of 100 centipawns, then θ of 1 + exp(θ) degrees of
/// freedom.
struct Likelihood<'a>(&'a FactRows);

/// Centipawns in a unit of the centres.
const UNIT: f64 = 100.0;

impl Likelihood<'_> {
    fn weights(x: &[f64]) -> AfterSearch {
        let (factors, rest) = x.split_at(SearchFacts::FEATURES);
        let (centres, theta) = rest.split_at(SearchFacts::FEATURES);
        AfterSearch {
            tail: Tail::StudentT { freedom: degrees_of_freedom(theta[0]) },
            factors: factors.iter().map(|&w| w as f32).collect(),
            centres: centres.iter().map(|&u| (UNIT * u) as f32).collect(),
        }
    }
}

impl Objective for Likelihood<'_> {
    fn unknowns(&self) -> usize {
        2 * SearchFacts::FEATURES + 1
    }

    fn evaluate(&mut self, x: &[f64], gradient: &mut [f64]) -> Result<f64, ReduceError> {
        let FactRows { scales, rows, .. } = self.0;
        let (centres, theta) = (SearchFacts::FEATURES, 2 * SearchFacts::FEATURES);
        let freedom = degrees_of_freedom(x[theta]);
        let tail = Tail::StudentT { freedom };
        let n = rows.len().max(1) as f64;
        let mut sum = 0.0;
        for (row, (&scale, &g)) in scales.iter().zip(rows.differences()).enumerate() {
            let width = scale * rows.sum(row, x).exp();
            let z = (f64::from(g) - UNIT * rows.sum(row, &x[centres..])) / width;
            let (density, by_z) = tail.log_density(z);
            sum += density - width.ln();
            for (feature, share) in rows.row(row) {
                gradient[feature] += (z * by_z + 1.0) * share / n;
                gradient[centres + feature] += by_z * UNIT / width * share / n;
            }
            gradient[theta] -= tail.log_density_by_freedom(z) * (freedom - 1.0) / n;
        }
        let mut value = -sum / n;
        for (slope, v) in gradient.iter_mut().zip(x).take(theta) {
            value += 0.5 * RIDGE / n * v * v;
            *slope += RIDGE / n * v;
        }
        Ok(value)
    }
}

/// Finds the corrections under which the differences are likeliest, by L-BFGS.
///
/// ```
/// use komadai_eval::reliability::SearchFacts;
/// use komadai_learn::reliability::{FactRows, fit_after_search};
///
/// // Positions that say 100; after a change of the best move it is twice as much, and the value falls by 50.
/// let mut rows = FactRows::default();
/// for row in 0..2_000 {
///     let same_best = row % 2 == 0;
///     let facts = SearchFacts { value: 0, change: None, same_best, growth: None };
///     // Normal differences, at equal steps of their distribution.
///     let z = (row / 2 % 500 - 250) as f32 / 100.0;
///     rows.push(100.0, facts, if same_best { 100.0 * z } else { 200.0 * z - 50.0 }, 0);
/// }
/// let after = fit_after_search(&rows, 200)?;
/// let [same, other] = [true, false].map(|same_best| {
///     after.expected(100.0, &SearchFacts { value: 0, change: None, same_best, growth: None })
/// });
/// assert!((other.above / same.above - 2.0).abs() < 0.05);
/// assert!((other.centre - same.centre + 50.0).abs() < 5.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`SolveError`]: a difference or a scale is not finite. Without rows nothing is corrected.
pub fn fit_after_search(rows: &FactRows, iterations: u32) -> Result<AfterSearch, SolveError> {
    let mut start = vec![0.0; 2 * SearchFacts::FEATURES + 1];
    if let Some(theta) = start.last_mut() {
        *theta = unknown_of_freedom(5.0);
    }
    let options = LbfgsOptions { iterations, ..LbfgsOptions::default() };
    let state = lbfgs(&mut Likelihood(rows), &start, &options, 0, None, |_| Ok(()))?;
    Ok(Likelihood::weights(&state.x))
}

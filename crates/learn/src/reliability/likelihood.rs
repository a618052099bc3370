//! The likelihood of differences under a model of their spread, and its gradient (paper 004, section 4.2.1).
//!
//! The paper maximises Σ {−g²/2σ² − log σ − ½ log 2π} with σ = wᵀφ. Here g/σ may also follow Student's t, and σ another [`Link`].
//! The negative mean is minimised. Weights are counted in units of the best constant spread σ₀, so that they and their gradient are
//! of order 1: w = σ₀v for the linear link, and w = v + log σ₀ on the first feature, which must be the constant one, for the
//! log-linear link.

use std::ops::Range;

use komadai_eval::reliability::{Link, SpreadWeights, Tail};

use super::rows::SpreadRows;
use crate::parallel::map_in_parallel;
use crate::reduce::ReduceError;
use crate::solve::Objective;

/// Rows that are summed at a time; the sums are added up in order, so that threads change no bit.
const CHUNK: usize = 8_192;
/// Fewest degrees of freedom: 1, where the mean of a sample says no more than a single value.
const FEWEST: f64 = 1.0;

/// Degrees of freedom for the unknown θ.
pub(super) fn degrees_of_freedom(theta: f64) -> f64 {
    FEWEST + theta.exp()
}

/// The unknown θ for degrees of freedom.
pub(super) fn unknown_of_freedom(freedom: f64) -> f64 {
    (freedom - FEWEST).ln()
}

/// Negative mean log-likelihood of rows as a function of scaled weights, to be minimised.
///
/// Student's t has one more unknown, the last: θ, for 1 + exp(θ) degrees of freedom.
#[derive(Clone, Debug)]
pub(super) struct SpreadLikelihood<'a> {
    pub(super) rows: &'a SpreadRows,
    pub(super) link: Link,
    pub(super) student: bool,
    /// Pull of every weight but the constant one to 0, in rows; it keeps weights of rare features from becoming extreme. 0 as in
    /// the paper.
    pub(super) ridge: f64,
    /// The divisor of the mean: the number of rows of all workers together. Values and gradients of the parts then add up to those
    /// of the whole, if only one part has the ridge.
    pub(super) all_rows: f64,
    /// The unit in centipawns: the root of the mean square of the rows of all workers together.
    pub(super) unit: f64,
    pub(super) threads: usize,
}

impl SpreadLikelihood<'_> {
    /// The start: the best constant spread, and 5 degrees of freedom.
    pub(super) fn start(&self) -> Vec<f64> {
        let mut x = vec![0.0; self.unknowns()];
        if self.link == Link::Linear
            && let Some(constant) = x.first_mut()
        {
            *constant = 1.0;
        }
        if self.student
            && let Some(theta) = x.last_mut()
        {
            *theta = unknown_of_freedom(5.0);
        }
        x
    }

    /// The distribution for these unknowns.
    pub(super) fn tail(&self, x: &[f64]) -> Tail {
        match x.last() {
            Some(theta) if self.student => Tail::StudentT { freedom: degrees_of_freedom(*theta) },
            _ => Tail::Normal,
        }
    }

    /// The weights for these unknowns, in the units of a model.
    pub(super) fn weights(&self, x: &[f64]) -> Vec<f32> {
        let weights = x.iter().take(self.rows.features());
        match self.link {
            Link::Linear => weights.map(|v| (v * self.unit) as f32).collect(),
            Link::LogLinear => {
                let mut weights: Vec<f32> = weights.map(|&v| v as f32).collect();
                if let Some(constant) = weights.first_mut() {
                    *constant = (x[0] + self.unit.ln()) as f32;
                }
                weights
            }
        }
    }

    /// σ and dσ/dv for a scaled sum of features.
    #[inline]
    fn spread(&self, sum: f64) -> (f64, f64) {
        match self.link {
            Link::Linear => {
                let (spread, slope) = self.link.spread(sum * self.unit);
                (spread, slope * self.unit)
            }
            Link::LogLinear => self.link.spread(sum + self.unit.ln()),
        }
    }

    /// Log-likelihood of some rows, and its gradient.
    fn sums(&self, rows: Range<usize>, x: &[f64]) -> (f64, Vec<f64>) {
        let tail = self.tail(x);
        let weights = &x[..self.rows.features()];
        let (mut value, mut gradient, mut by_freedom) = (0.0, vec![0.0; x.len()], 0.0);
        for row in rows {
            let g = f64::from(self.rows.differences()[row]);
            let (spread, slope) = self.spread(self.rows.sum(row, weights));
            let z = g / spread;
            let (density, by_z) = tail.log_density(z);
            value += density - spread.ln();
            // d/dσ of log f(g/σ) − log σ; normal: g²/σ³ − 1/σ, as in the paper.
            let by_sum = -(z * by_z + 1.0) / spread * slope;
            for (id, feature) in self.rows.row(row) {
                gradient[id] += by_sum * feature;
            }
            by_freedom += tail.log_density_by_freedom(z);
        }
        if let (Tail::StudentT { freedom }, Some(theta)) = (tail, gradient.last_mut()) {
            *theta = by_freedom * (freedom - FEWEST);
        }
        (value, gradient)
    }
}

impl Objective for SpreadLikelihood<'_> {
    fn unknowns(&self) -> usize {
        self.rows.features() + usize::from(self.student)
    }

    fn evaluate(&mut self, x: &[f64], gradient: &mut [f64]) -> Result<f64, ReduceError> {
        let n = self.all_rows;
        let chunks =
            (0..self.rows.len()).step_by(CHUNK).map(|from| from..(from + CHUNK).min(self.rows.len()));
        let this = &*self;
        let all = map_in_parallel(vec![(); self.threads], chunks, |(), rows| this.sums(rows, x), || {});
        let mut value = 0.0;
        for (of_rows, slopes) in all {
            value -= of_rows / n;
            for (to, from) in gradient.iter_mut().zip(&slopes) {
                *to -= from / n;
            }
        }
        let pull = self.ridge / n;
        for (slope, v) in gradient.iter_mut().zip(x).take(self.rows.features()).skip(1) {
            value += 0.5 * pull * v * v;
            *slope += pull * v;
        }
        Ok(value)
    }
}

/// Log-likelihood of each row under a model's weights, about 0 as in the paper whatever their sides, to compare feature sets.
///
/// ```
/// use komadai_eval::reliability::{Link, SpreadWeights, Tail};
/// use komadai_learn::reliability::{SpreadRows, log_likelihoods};
///
/// let mut rows = SpreadRows::new(1);
/// rows.feature(0, 1.0);
/// rows.end_row(200.0, 0);
/// let weights = SpreadWeights::new(4.0, 8.0, Tail::Normal, vec![100.0]);
/// let found: Vec<f64> = log_likelihoods(&rows, Link::Linear, &weights).collect();
/// assert!((found[0] - (-2.0 - 100.0_f64.ln() - 0.9189385)).abs() < 1e-6);
/// ```
pub fn log_likelihoods(rows: &SpreadRows, link: Link, model: &SpreadWeights) -> impl Iterator<Item = f64> {
    let spreads = spreads(rows, link, model);
    spreads
        .zip(rows.differences())
        .map(|(spread, &g)| model.tail.log_density(f64::from(g) / spread).0 - spread.ln())
}

/// σ of each row under a model's weights; for Student's t the scale.
pub fn spreads(rows: &SpreadRows, link: Link, model: &SpreadWeights) -> impl Iterator<Item = f64> {
    let weights: Vec<f64> = model.weights.iter().copied().map(f64::from).collect();
    (0..rows.len()).map(move |row| link.spread(rows.sum(row, &weights)).0)
}

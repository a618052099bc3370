//! One form of the model fitted to training games and judged on others.

use std::fmt;
use std::path::Path;

use komadai::artifact::{Artifact, Provenance};
use komadai_eval::reliability::{Link, ReliabilityModel, SpreadFeatures, SpreadWeights};
use komadai_learn::reliability::{FitOptions, SpreadRows, fit_sides, fit_spread, log_likelihoods, spreads};
use komadai_learn::solve::{LbfgsEnd, LbfgsOptions, LbfgsState};

use crate::experiments::calibration::{self, Bin};
use crate::stats::by_game::MeanByGame;
use komadai_report::Failure;

/// Strength of the pull of each weight to 0, in rows; the paper has none.
const RIDGE: f64 = 1.0;

/// Bins of figures 21 and 22, as in the paper, and fewest positions of one.
const BINS: usize = 128;
const LEAST_OF_A_BIN: usize = 30;

/// What is fitted, and how.
#[derive(Clone, Copy)]
pub(super) struct Form {
    pub(super) features: SpreadFeatures,
    pub(super) link: Link,
    pub(super) student: bool,
    pub(super) iterations: u32,
    pub(super) threads: usize,
}

impl Form {
    /// Link and tail in words.
    pub(super) fn name(&self) -> &'static str {
        match (self.link, self.student) {
            (Link::Linear, false) => "linear, normal",
            (Link::Linear, true) => "linear, t",
            (Link::LogLinear, false) => "log-linear, normal",
            (Link::LogLinear, true) => "log-linear, t",
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Form { features, iterations, .. } = self;
        write!(f, "features {features}, {}, ridge {RIDGE}, {iterations} iterations at most", self.name())
    }
}

/// A fitted form with its results on the held-out games.
pub(super) struct Fit {
    pub(super) form: Form,
    pub(super) pair: (u32, u32),
    pub(super) weights: SpreadWeights,
    pub(super) rows: usize,
    pub(super) evaluations: u64,
    end: LbfgsEnd,
    /// Mean log-likelihood of a training row.
    pub(super) train: f64,
    /// `[row]`: log-likelihood of the held-out rows.
    pub(super) likelihoods: Vec<f64>,
    /// `[row]`: game of the held-out rows.
    games: Vec<u64>,
    /// `[row]`: |difference| over σ.
    pub(super) sizes: Vec<f64>,
    /// `[row]`: σ, in centipawns.
    predicted: Vec<f64>,
}

impl Fit {
    /// Fits a form to the first rows and judges it by the others; `checkpoint` keeps the solver's state.
    pub(super) fn of(
        [train, judge]: &[SpreadRows; 2],
        pair: (u32, u32),
        form: Form,
        checkpoint: Option<&Path>,
    ) -> Result<Fit, Failure> {
        let Form { link, student, iterations, threads, .. } = form;
        let solver = LbfgsOptions { iterations, ..LbfgsOptions::default() };
        let options = FitOptions { link, student, ridge: RIDGE, solver, threads };
        let kept = checkpoint.filter(|path| path.exists()).map(LbfgsState::load).transpose()?;
        let from = kept.map(|(state, _)| state);
        let observe = |state: &LbfgsState| match checkpoint {
            Some(path) => state.save(&Provenance::default(), path).map_err(|error| error.to_string()),
            None => Ok(()),
        };
        let (shallow, deep) = (pair.0 as f32, pair.1 as f32);
        let fitted = fit_spread(train, shallow, deep, &options, (), from, observe);
        let (mut weights, LbfgsState { evaluations, end, .. }) =
            fitted.map_err(|error| match checkpoint {
                Some(path) => format!("--checkpoint {}: {error}", path.display()),
                None => error.to_string(),
            })?;
        weights.sides = fit_sides(train, link, &weights);
        let sum: f64 = log_likelihoods(train, link, &weights).sum();
        let likelihoods = log_likelihoods(judge, link, &weights).collect();
        let predicted: Vec<f64> = spreads(judge, link, &weights).collect();
        let off = predicted.iter().zip(judge.differences());
        let sizes = off.map(|(spread, &g)| f64::from(g).abs() / spread).collect();
        let (rows, games) = (train.len(), judge.games().to_vec());
        let train = sum / rows.max(1) as f64;
        Ok(Fit { form, pair, weights, rows, evaluations, end, train, likelihoods, games, sizes, predicted })
    }

    /// Name of the fit, if the limit of iterations ended it.
    pub(super) fn unfinished(&self) -> Option<String> {
        let ((shallow, deep), Form { features, .. }) = (self.pair, self.form);
        let name = || format!("{shallow} and {deep}, {features}, {}", self.form.name());
        (self.end == LbfgsEnd::Iterations).then(name)
    }

    /// The model of this pair alone.
    pub(super) fn model(&self) -> ReliabilityModel {
        let Form { features, link, .. } = self.form;
        ReliabilityModel { features, link, pairs: vec![self.weights.clone()] }
    }

    /// Mean log-likelihood of a held-out row.
    pub(super) fn held_out(&self) -> MeanByGame {
        MeanByGame::of_rows(&self.games, |row| self.likelihoods[row])
    }

    /// How much likelier a held-out row is than under another fit.
    pub(super) fn gain(&self, over: &Fit) -> MeanByGame {
        MeanByGame::of_rows(&self.games, |row| self.likelihoods[row] - over.likelihoods[row])
    }

    /// Held-out rows in bins by σ, with the standard deviations found there: figures 21 and 22.
    pub(super) fn bins(&self) -> Vec<Bin> {
        let off: Vec<f64> =
            self.sizes.iter().zip(&self.predicted).map(|(size, spread)| size * spread).collect();
        let bins = (off.len() / LEAST_OF_A_BIN).clamp(1, BINS);
        calibration::bins(&self.predicted, &off, &self.games, bins, calibration::deviation)
    }

    /// Share of held-out rows within so many σ.
    pub(super) fn within(&self, sizes: f64) -> f64 {
        self.sizes.iter().filter(|&&size| size <= sizes).count() as f64 / self.sizes.len().max(1) as f64
    }

    /// The share that the form expects.
    pub(super) fn expected(&self, sizes: f64) -> f64 {
        2.0 * self.weights.tail.at_most(sizes) - 1.0
    }
}

//! One form of the model fitted to training games and judged on others.

use std::fmt;
use std::path::Path;

use komadai::artifact::{Artifact, Provenance};
use komadai::eval::reliability::{Link, SpreadFeatures, SpreadWeights, Tail};
use komadai::learn::reliability::{FitOptions, SpreadRows, fit_sides, fit_spread, log_likelihoods, spreads};
use komadai::learn::solve::{LbfgsOptions, LbfgsState};
use komadai_lab::MeanByGame;
use komadai_report::Failure;

/// What is fitted, and how.
#[derive(Clone, Copy)]
pub(crate) struct Form {
    pub(crate) features: SpreadFeatures,
    pub(crate) link: Link,
    pub(crate) student: bool,
    pub(crate) ridge: f64,
    pub(crate) iterations: u32,
    pub(crate) threads: usize,
}

impl Form {
    /// Link and tail in words.
    pub(crate) fn name(&self) -> &'static str {
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
        write!(
            f,
            "features {}, {}, ridge {}, {} iterations at most",
            self.features,
            self.name(),
            self.ridge,
            self.iterations
        )
    }
}

/// A fitted form with what it says of the held-out games.
pub(crate) struct Fit {
    pub(crate) form: Form,
    pub(crate) pair: (u32, u32),
    pub(crate) weights: SpreadWeights,
    pub(crate) rows: usize,
    pub(crate) evaluations: u64,
    /// Mean log-likelihood of a training row.
    pub(crate) train: f64,
    /// `[row]`: log-likelihood of the held-out rows.
    pub(crate) likelihoods: Vec<f64>,
    /// `[row]`: game of the held-out rows.
    games: Vec<u64>,
    /// `[row]`: |difference| over σ.
    pub(crate) sizes: Vec<f64>,
}

impl Fit {
    /// Fits a form; `checkpoint` keeps the solver's state.
    pub(crate) fn of(
        train: &SpreadRows,
        judge: &SpreadRows,
        pair: (u32, u32),
        form: Form,
        checkpoint: Option<&Path>,
    ) -> Result<Fit, Failure> {
        let options = FitOptions {
            link: form.link,
            student: form.student,
            ridge: form.ridge,
            solver: LbfgsOptions { iterations: form.iterations, ..LbfgsOptions::default() },
            threads: form.threads,
        };
        let from = match checkpoint {
            Some(path) if path.exists() => Some(LbfgsState::load(path)?.0),
            _ => None,
        };
        let observe = |state: &LbfgsState| match checkpoint {
            Some(path) => state.save(&Provenance::default(), path).map_err(|error| error.to_string()),
            None => Ok(()),
        };
        let (shallow, deep) = (pair.0 as f32, pair.1 as f32);
        let (mut weights, state) = fit_spread(train, shallow, deep, &options, (), from, observe)?;
        weights.sides = fit_sides(train, form.link, &weights);
        let sum: f64 = log_likelihoods(train, form.link, &weights).sum();
        let likelihoods = log_likelihoods(judge, form.link, &weights).collect();
        let sizes = spreads(judge, form.link, &weights);
        let sizes = sizes.zip(judge.differences()).map(|(spread, &g)| f64::from(g).abs() / spread).collect();
        let (rows, games) = (train.len(), judge.games().to_vec());
        let train = sum / rows.max(1) as f64;
        Ok(Fit {
            form,
            pair,
            weights,
            rows,
            evaluations: state.evaluations,
            train,
            likelihoods,
            games,
            sizes,
        })
    }

    /// Mean of a number of each held-out row, with the half width of its interval by games.
    fn mean(&self, number: impl Fn(usize) -> f64) -> (f64, f64) {
        mean_by_game(&self.games, number)
    }

    /// Mean log-likelihood of a held-out row.
    pub(crate) fn held_out(&self) -> (f64, f64) {
        self.mean(|row| self.likelihoods[row])
    }

    /// How much likelier a held-out row is than under another fit.
    pub(crate) fn gain(&self, over: &Fit) -> (f64, f64) {
        self.mean(|row| self.likelihoods[row] - over.likelihoods[row])
    }

    /// Share of held-out rows within so many σ.
    pub(crate) fn within(&self, sizes: f64) -> f64 {
        self.sizes.iter().filter(|&&size| size <= sizes).count() as f64 / self.sizes.len().max(1) as f64
    }

    /// The share that the form expects.
    pub(crate) fn expected(&self, sizes: f64) -> f64 {
        2.0 * self.weights.tail.at_most(sizes) - 1.0
    }

    /// Degrees of freedom.
    pub(crate) fn freedom(&self) -> f64 {
        match self.weights.tail {
            Tail::Normal => f64::INFINITY,
            Tail::StudentT { freedom } => freedom,
        }
    }
}

/// Mean of a number of each row, with the half width of its interval by games; rows of a game stand together.
pub(crate) fn mean_by_game(games: &[u64], number: impl Fn(usize) -> f64) -> (f64, f64) {
    let mut mean = MeanByGame::default();
    let mut row = 0;
    for game in games.chunk_by(|one, next| one == next) {
        mean.push(game.len() as u64, (row..row + game.len()).map(&number).sum());
        row += game.len();
    }
    (mean.mean(), mean.half_width_95())
}

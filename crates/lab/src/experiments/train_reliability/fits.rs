//! One form of the model fitted to training games and judged on others.

use std::fmt;
use std::path::Path;

use komadai::artifact::{Artifact, Provenance};
use komadai_eval::reliability::{
    AfterSearch, Link, ReliabilityModel, SearchFacts, SpreadFeatures, SpreadWeights, Tail,
};
use komadai_learn::reliability::{
    FactRows, FitOptions, Sample, SpreadRows, fit_after_search, fit_sides, fit_spread, log_likelihoods,
    spreads,
};
use komadai_learn::solve::{LbfgsOptions, LbfgsState};
use komadai_report::{Cell, Failure, Table};

use super::tables::with_half;
use crate::reliability::LIMIT;
use crate::stats::by_game::MeanByGame;

/// Rows that the pull of each weight to 0 is worth; the paper has none.
const RIDGE: f64 = 1.0;

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
        write!(
            f,
            "features {}, {}, ridge {RIDGE}, {} iterations at most",
            self.features,
            self.name(),
            self.iterations
        )
    }
}

/// A fitted form with what it says of the held-out games.
pub(super) struct Fit {
    pub(super) form: Form,
    pub(super) pair: (u32, u32),
    pub(super) weights: SpreadWeights,
    pub(super) rows: usize,
    pub(super) evaluations: u64,
    /// Mean log-likelihood of a training row.
    pub(super) train: f64,
    /// `[row]`: log-likelihood of the held-out rows.
    pub(super) likelihoods: Vec<f64>,
    /// `[row]`: game of the held-out rows.
    games: Vec<u64>,
    /// `[row]`: |difference| over σ.
    pub(super) sizes: Vec<f64>,
}

impl Fit {
    /// Fits a form to the first rows and judges it by the others; `checkpoint` keeps the solver's state.
    pub(super) fn of(
        [train, judge]: &[SpreadRows; 2],
        pair: (u32, u32),
        form: Form,
        checkpoint: Option<&Path>,
    ) -> Result<Fit, Failure> {
        let options = FitOptions {
            link: form.link,
            student: form.student,
            ridge: RIDGE,
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

    /// Share of held-out rows within so many σ.
    pub(super) fn within(&self, sizes: f64) -> f64 {
        self.sizes.iter().filter(|&&size| size <= sizes).count() as f64 / self.sizes.len().max(1) as f64
    }

    /// The share that the form expects.
    pub(super) fn expected(&self, sizes: f64) -> f64 {
        2.0 * self.weights.tail.at_most(sizes) - 1.0
    }

    /// Degrees of freedom of Student's t; `None` for a normal distribution.
    pub(super) fn freedom(&self) -> Option<f64> {
        match self.weights.tail {
            Tail::Normal => None,
            Tail::StudentT { freedom } => Some(freedom),
        }
    }
}

/// Learns the corrections of the first pair of depths from training samples, in so many iterations of L-BFGS at most.
pub(super) fn fit(
    model: &ReliabilityModel,
    training: &[&Sample],
    iterations: u32,
) -> Result<AfterSearch, Failure> {
    let rows = FactRows::of(training.iter().copied(), model, &model.pairs[0], LIMIT);
    Ok(fit_after_search(&rows, iterations)?)
}

/// The position alone and the facts beside it, on held-out games.
pub(super) fn table(model: &ReliabilityModel, after: &AfterSearch, held_out: &[&Sample]) -> Table {
    let mut table = Table::new(["known", "held out", "gain", "freedom", "1 σ, % (expected)", "2 σ", "3 σ"]);
    let pair = &model.pairs[0];
    let rows = FactRows::of(held_out.iter().copied(), model, pair, LIMIT);
    let nothing = AfterSearch {
        tail: pair.tail,
        factors: vec![0.0; SearchFacts::FEATURES],
        centres: vec![0.0; SearchFacts::FEATURES],
    };
    // Log-likelihoods and sizes in scales, a row each.
    let judge = |weights: &AfterSearch| -> (Vec<f64>, Vec<f64>) {
        let each = rows.differences().iter().zip(rows.expected(weights));
        each.map(|(&g, expected)| (expected.log_density(g), expected.scales_off(g))).unzip()
    };
    let mean = |number: &dyn Fn(usize) -> f64| with_half(&MeanByGame::of_rows(rows.games(), number), 4);
    let (alone, _) = judge(&nothing);
    for (name, weights) in [("position", &nothing), ("and what was found", after)] {
        let (likelihoods, sizes) = judge(weights);
        let gain = mean(&|row| likelihoods[row] - alone[row]);
        let mut row: Vec<Cell> = vec![name.into(), mean(&|row| likelihoods[row])];
        row.push(if name == "position" { Cell::Empty } else { gain });
        row.push(match weights.tail {
            Tail::StudentT { freedom } => Cell::real(freedom, 2),
            Tail::Normal => Cell::Empty,
        });
        for most in [1.0, 2.0, 3.0] {
            let within = sizes.iter().filter(|&&size| size <= most).count();
            let within = 100.0 * within as f64 / sizes.len().max(1) as f64;
            let expected = 100.0 * (2.0 * weights.tail.at_most(most) - 1.0);
            row.push(format!("{within:.1} ({expected:.1})").into());
        }
        table.push(row);
    }
    table
}

/// Factors of the scale and centres by feature.
pub(super) fn weights(after: &AfterSearch) -> Table {
    let mut table = Table::new(["what the search found", "spread times", "centre, centipawns"]);
    for (feature, (&factor, &centre)) in (0..).zip(after.factors.iter().zip(&after.centres)) {
        let name = SearchFacts::describe(feature);
        table.push([name.into(), Cell::real(f64::from(factor).exp(), 2), Cell::real(centre.into(), 0)]);
    }
    table
}

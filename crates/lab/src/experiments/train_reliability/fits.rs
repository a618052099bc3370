//! One form of the model fitted to training games and judged on others; corrections by what a search has found beside the position.

use std::fmt;
use std::path::Path;

use komadai::artifact::{Artifact, Provenance};
use komadai_eval::reliability::{
    AfterSearch, Expected, Link, ReliabilityModel, SearchFacts, SpreadFeatures, SpreadWeights, Tail,
};
use komadai_learn::reliability::{
    FactRows, FitOptions, Sample, SpreadRows, fit_after_search, fit_sides, fit_spread, log_likelihoods,
    spreads,
};
use komadai_learn::solve::{LbfgsEnd, LbfgsOptions, LbfgsState};

use crate::experiments::calibration::{self, Bin};
use crate::reliability::LIMIT;
use crate::stats::by_game::MeanByGame;
use komadai_report::{Cell, Failure, Table};

/// Rows that the pull of each weight to 0 is worth; the paper has none.
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

/// A fitted form with what it says of the held-out games.
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
        let fitted = fit_spread(train, shallow, deep, &options, (), from, observe);
        let (mut weights, state) = fitted.map_err(|error| match checkpoint {
            Some(path) => format!("--checkpoint {}: {error}", path.display()),
            None => error.to_string(),
        })?;
        weights.sides = fit_sides(train, form.link, &weights);
        let sum: f64 = log_likelihoods(train, form.link, &weights).sum();
        let likelihoods = log_likelihoods(judge, form.link, &weights).collect();
        let predicted: Vec<f64> = spreads(judge, form.link, &weights).collect();
        let off = predicted.iter().zip(judge.differences());
        let sizes = off.map(|(spread, &g)| f64::from(g).abs() / spread).collect();
        let (rows, games) = (train.len(), judge.games().to_vec());
        let train = sum / rows.max(1) as f64;
        Ok(Fit {
            form,
            pair,
            weights,
            rows,
            evaluations: state.evaluations,
            end: state.end(),
            train,
            likelihoods,
            games,
            sizes,
            predicted,
        })
    }

    /// What was fitted, if the limit of iterations ended it.
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

    /// Degrees of freedom of Student's t; `None` for a normal distribution.
    pub(super) fn freedom(&self) -> Option<f64> {
        match self.weights.tail {
            Tail::Normal => None,
            Tail::StudentT { freedom } => Some(freedom),
        }
    }
}

/// A mean with the half width of its interval, which one game does not have.
pub(super) fn with_half(mean: &MeanByGame, decimals: usize) -> Cell {
    let (mean, half) = (mean.mean(), mean.half_width_95());
    if half.is_finite() {
        format!("{mean:.decimals$} ± {half:.decimals$}").into()
    } else {
        format!("{mean:.decimals$}").into()
    }
}

/// Learns the corrections of the first pair of depths from training samples, in so many iterations of L-BFGS at most.
pub(super) fn fit_corrections(
    model: &ReliabilityModel,
    training: &[&Sample],
    iterations: u32,
) -> Result<AfterSearch, Failure> {
    let rows = FactRows::of(training.iter().copied(), model, &model.pairs[0], LIMIT);
    Ok(fit_after_search(&rows, iterations)?)
}

/// What a search has found, beside the position: held-out games by the position alone, with its sides, and with the facts beside it.
pub(super) struct Judged {
    games: Vec<u64>,
    /// `[row]`: log-likelihoods, and sizes in scales.
    alone: (Vec<f64>, Vec<f64>),
    found: (Vec<f64>, Vec<f64>),
    /// Of both.
    tails: [Tail; 2],
}

impl Judged {
    pub(super) fn of(model: &ReliabilityModel, after: &AfterSearch, held_out: &[&Sample]) -> Judged {
        let pair = &model.pairs[0];
        let rows = FactRows::of(held_out.iter().copied(), model, pair, LIMIT);
        let nothing = AfterSearch { tail: pair.tail, factors: Vec::new(), centres: Vec::new() };
        let of_scale = |about_0: Expected| Expected::by_sides(about_0.below, pair.sides, pair.tail);
        let judge = |expected: Vec<Expected>| -> (Vec<f64>, Vec<f64>) {
            let each = rows.differences().iter().zip(expected);
            each.map(|(&g, expected)| (expected.log_density(g.into()), expected.scales_off(g.into()))).unzip()
        };
        Judged {
            games: rows.games().to_vec(),
            alone: judge(rows.expected(&nothing).map(of_scale).collect()),
            found: judge(rows.expected(after).collect()),
            tails: [pair.tail, after.tail],
        }
    }

    /// How much likelier a held-out row is with the facts.
    pub(super) fn gain(&self) -> MeanByGame {
        MeanByGame::of_rows(&self.games, |row| self.found.0[row] - self.alone.0[row])
    }

    pub(super) fn table(&self) -> Table {
        let mut table =
            Table::new(["known", "held out", "gain", "freedom", "1 σ, % (expected)", "2 σ", "3 σ"]);
        let gain = with_half(&self.gain(), 4);
        let [of_position, of_search] = self.tails;
        for (name, gain, tail, (likelihoods, sizes)) in [
            ("position", Cell::Empty, of_position, &self.alone),
            ("and what was found", gain, of_search, &self.found),
        ] {
            let held_out = MeanByGame::of_rows(&self.games, |row| likelihoods[row]);
            let mut row: Vec<Cell> = vec![name.into(), with_half(&held_out, 4), gain];
            row.push(match tail {
                Tail::StudentT { freedom } => Cell::real(freedom, 2),
                Tail::Normal => Cell::Empty,
            });
            for most in [1.0, 2.0, 3.0] {
                let within = sizes.iter().filter(|&&size| size <= most).count();
                let within = 100.0 * within as f64 / sizes.len().max(1) as f64;
                let expected = 100.0 * (2.0 * tail.at_most(most) - 1.0);
                row.push(format!("{within:.1} ({expected:.1})").into());
            }
            table.push(row);
        }
        table
    }
}

/// Factors of the scale and centres by feature.
pub(super) fn corrections(after: &AfterSearch) -> Table {
    let mut table = Table::new(["what the search found", "spread times", "centre, centipawns"]);
    for (feature, (&factor, &centre)) in (0..).zip(after.factors.iter().zip(&after.centres)) {
        let name = SearchFacts::describe(feature);
        table.push([name.into(), Cell::real(f64::from(factor).exp(), 2), Cell::real(centre.into(), 0)]);
    }
    table
}

#[cfg(test)]
mod tests {
    use komadai_core::{Move, Position};
    use komadai_eval::reliability::Sides;
    use komadai_learn::reliability::SearchedDepth;

    use super::*;

    #[test]
    fn what_the_sides_of_a_model_know_is_no_gain_of_a_search() {
        // Differences about −100, as the sides say; after the search the same is said.
        let best: Move = "7g7f".parse().unwrap();
        let sample = |game: u64| {
            let found = |depth, value| SearchedDepth { depth, value, best, nodes: 1 };
            let depths = vec![found(1, 0), found(2, -110 + 10 * (game as i32 % 3))];
            Sample { game, ply: 0, progress: 0, position: Position::startpos(), depths }
        };
        let sides = Sides { centre: -2.0, ..Sides::default() };
        let pair = SpreadWeights { sides, ..SpreadWeights::new(1.0, 2.0, Tail::Normal, vec![50.0]) };
        let model =
            ReliabilityModel { features: SpreadFeatures::Constant, link: Link::Linear, pairs: vec![pair] };
        let scales = |feature: usize| SearchFacts::describe(feature as u32).starts_with("scale");
        let centres = (0..SearchFacts::FEATURES).map(|feature| if scales(feature) { -100.0 } else { 0.0 });
        let after = AfterSearch { tail: Tail::Normal, factors: Vec::new(), centres: centres.collect() };
        let samples: Vec<Sample> = (0..12).map(sample).collect();
        let table = Judged::of(&model, &after, &samples.iter().collect::<Vec<_>>()).table();
        assert_eq!(table.rows()[1][2].shown(), "0.0000 ± 0.0000");
    }
}

//! Tables for people and programs, the paper's numbers beside ours, and the figures as SVG.

use komadai_learn::pairs::{EncodedGame, EncodedGames, Iteration, Metrics, Model, Totals, Trained};
use komadai_report::{Cell, Plot, Table};

use super::Outcome;
use crate::stats::bootstrap::median;
use crate::stats::by_game::MeanByGame;

impl Outcome {
    /// The paper's number for the model: parent–child, or sibling.
    fn paper<T>(&self, parent_child: T, sibling: T) -> T {
        match self.trained.options.model {
            Model::ParentChild => parent_child,
            Model::Sibling => sibling,
        }
    }

    /// Metrics of the last weights on held-out games.
    fn held_out(&self) -> Option<(&Outcome, Metrics)> {
        Some((self, self.iterations.last()?.metrics?))
    }

    /// The error of Fig. 1 on held-out games, with its interval by games.
    fn error(&self, held_out: &[EncodedGame]) -> [Cell; 2] {
        let mut error = MeanByGame::default();
        for game in held_out {
            let game = EncodedGames::from_iter([game.clone()]);
            let Trained { options, unknowns, state, .. } = &self.trained;
            let of = Metrics::of(&game, options.model, unknowns, &state.x);
            error.push(of.rows, of.error() * of.rows as f64);
        }
        Cell::estimate(error.interval_95(), 4)
    }

    /// Median seconds of an iteration, since the first of a run may wait for memory.
    fn median_time(&self) -> f64 {
        let timed = self.iterations.iter().filter(|of| of.number > 0 && !of.time.is_zero());
        let mut times: Vec<f64> = timed.map(|iteration| iteration.time.as_secs_f64()).collect();
        if times.is_empty() { f64::NAN } else { median(&mut times) }
    }
}

/// Numbers of games, positions and moves.
pub(super) fn positions(learned: &[EncodedGame], held_out: &[EncodedGame]) -> Table {
    let sets = [("learned", learned), ("held out", held_out)].map(|(set, games)| {
        let (mut sum, mut quiet) = (Totals::default(), MeanByGame::default());
        for EncodedGame { totals, .. } in games {
            sum += *totals;
            quiet.push(totals.positions, totals.examples as f64);
        }
        (set, sum, quiet)
    });
    Table::of(&sets)
        .column("games", |(set, ..)| *set)
        .column("number", |(_, of, _)| of.games)
        .column("positions", |(_, of, _)| of.positions)
        .columns(["played quiet (%)", "95 %"], |(.., quiet)| quiet.percent_95())
        .real("paper (%)", 1, |_| 67.5)
        .real("quiet moves", 1, |(_, of, _)| (of.siblings + of.examples) as f64 / of.examples as f64)
        .real("paper", 1, |_| 21.1)
        .real("legal moves", 1, |(_, of, _)| of.legal as f64 / of.examples as f64)
        .real("paper", 1, |_| 75.7)
        .column("sibling rows", |(_, of, _)| of.siblings)
        .table()
}

/// Rows, relations, and the weights after rounding. The paper's numbers are of 200,000 and 40,000 games.
pub(super) fn weights(outcomes: &[Outcome]) -> Table {
    let units = |outcome: &Outcome| i32::from(outcome.model.units);
    let beyond = |outcome: &Outcome| {
        let most = 127 * units(outcome);
        outcome.model.weights.iter().filter(|&&weight| i32::from(weight).abs() > most).count()
    };
    Table::of(outcomes)
        .column("model", Outcome::name)
        .column("rows", Outcome::rows)
        .column("weights", |outcome| outcome.trained.unknowns.len())
        .column("not 0 after rounding", |outcome| outcome.quantised.nonzero)
        .column("beyond ±127", beyond)
        .real("largest (points)", 1, |outcome| {
            f64::from(outcome.quantised.largest) / f64::from(units(outcome))
        })
        .column("paper: rows", |outcome| outcome.paper(15_000_000, 900_000_000))
        .column("weights ", |_| 1_060_000)
        .column("not 0", |outcome| outcome.paper(970_000, 990_000))
        .column("beyond ±127 ", |_| 500)
        .table()
}

/// Metrics on held-out games, beside the rank by material.
pub(super) fn held_out(outcomes: &[Outcome], games: &[EncodedGame]) -> Table {
    Table::of(outcomes.iter().filter_map(Outcome::held_out))
        .column("model", |(outcome, _)| outcome.name())
        .column("positions", |(_, metrics)| metrics.positions)
        .columns(["error", "95 %"], |(outcome, _)| outcome.error(games))
        .real("mean rank, from 0", 2, |(_, metrics)| metrics.mean_rank())
        .real("by material", 2, |(_, metrics)| metrics.mean_rank_by_material())
        .real("of quiet moves", 1, |(_, metrics)| metrics.mean_candidates())
        .real("paper: rank", 1, |(outcome, _)| outcome.paper(7.3, 1.9))
        .real("paper: by chance", 0, |_| 10.0)
        .real("rises (%)", 1, |(_, metrics)| 100.0 * metrics.rise())
        .real("paper (%)", 1, |(outcome, _)| outcome.paper(97.8, 85.6))
        .table()
}

/// How long a pass takes.
pub(super) fn time(outcomes: &[Outcome]) -> Table {
    Table::of(outcomes)
        .column("model", Outcome::name)
        .column("rows", Outcome::rows)
        .column("iterations", |outcome| outcome.trained.state.iteration)
        .real("an iteration (s)", 3, Outcome::median_time)
        .real("rows/s", 0, |outcome| outcome.rows() as f64 / outcome.median_time())
        .real("bytes/row", 2, |outcome| outcome.bytes as f64 / outcome.rows() as f64)
        .table()
}

/// Every iteration: Fig. 1 in numbers.
pub(super) fn iterations(outcomes: &[Outcome]) -> Table {
    let all = outcomes.iter().flat_map(|outcome| outcome.iterations.iter().map(move |one| (outcome, one)));
    Table::of(all.filter_map(|(outcome, one)| Some((outcome, one, one.metrics?))))
        .column("model", |(outcome, ..)| outcome.name())
        .column("iteration", |(_, one, _)| one.number)
        .real("residual", 6, |(_, one, _)| one.residual)
        .real("error", 6, |(.., metrics)| metrics.error())
        .real("mean rank", 4, |(.., metrics)| metrics.mean_rank())
        .real("rises (%)", 2, |(.., metrics)| 100.0 * metrics.rise())
        .table()
}

/// How many weights have each value: Fig. 2 in numbers.
pub(super) fn histogram(outcomes: &[Outcome]) -> Table {
    let mut table = Table::new(["model", "units", "weights"]);
    for outcome in outcomes {
        for (units, count) in outcome.model.histogram() {
            table.push([outcome.name().into(), i64::from(units).into(), (count as u64).into()]);
        }
    }
    table
}

/// The effect of more games.
pub(super) fn curve(points: &[Outcome]) -> Table {
    Table::of(points.iter().filter_map(Outcome::held_out))
        .column("model", |(outcome, _)| outcome.name())
        .column("games", |(outcome, _)| outcome.totals.games)
        .column("rows", |(outcome, _)| outcome.rows())
        .column("weights", |(outcome, _)| outcome.trained.unknowns.len())
        .real("error", 4, |(_, metrics)| metrics.error())
        .real("mean rank", 2, |(_, metrics)| metrics.mean_rank())
        .table()
}

/// Error on the games held out, iteration by iteration: Fig. 1.
pub(super) fn convergence(outcomes: &[Outcome]) -> Plot {
    let plot = Plot::new("Convergence of conjugate gradients (paper 001, Fig. 1)")
        .x_axis("iteration", "")
        .y_axis("mean square error on games held out", "");
    outcomes.iter().fold(plot, |plot, outcome| {
        let error = |of: &Iteration| Some((f64::from(of.number), of.metrics?.error()));
        plot.line(&outcome.name(), outcome.iterations.iter().filter_map(error))
    })
}

/// Points between two marks of the histogram, as in the paper.
const STEP: i32 = 4;

/// How many weights there are of each size: Fig. 2, in steps of four points and without those that are 0.
pub(super) fn histogram_figure(outcomes: &[Outcome]) -> Plot {
    let mut plot = Plot::new("Weights after scaling (paper 001, Fig. 2)")
        .x_axis("weight, in steps of 4", "points")
        .y_axis("weights", "")
        .log_y();
    for outcome in outcomes {
        let units = i32::from(outcome.model.units);
        let mut bins = vec![0_usize; 2 * 128 / STEP as usize];
        for (weight, count) in outcome.model.histogram() {
            let bin = (i32::from(weight) + 128 * units).div_euclid(STEP * units);
            if weight != 0
                && let Some(bin) = usize::try_from(bin).ok().and_then(|bin| bins.get_mut(bin))
            {
                *bin += count;
            }
        }
        let middle = |bin: usize| f64::from(bin as i32 * STEP - 128) + f64::from(STEP) / 2.0;
        let points = bins.into_iter().enumerate().map(|(bin, count)| (middle(bin), count as f64));
        plot = plot.line(&outcome.name(), points.filter(|&(_, count)| count > 0.0));
    }
    plot
}

/// Mean rank of the played move by the number of games learned from.
pub(super) fn curve_figure(points: &[Outcome]) -> Plot {
    let plot = Plot::new("What more games bring")
        .x_axis("games learned from", "")
        .log_x()
        .y_axis("mean rank of the played move, games held out", "");
    points.chunk_by(|a, b| a.name() == b.name()).fold(plot, |plot, of_model| {
        let line = of_model.iter().filter_map(Outcome::held_out);
        let line = line.map(|(outcome, metrics)| (outcome.totals.games as f64, metrics.mean_rank()));
        plot.line(&of_model.first().map_or_else(String::new, Outcome::name), line)
    })
}

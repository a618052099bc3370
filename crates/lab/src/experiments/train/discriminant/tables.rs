//! Tables for people and programs; the paper's numbers beside ours.

use komadai_learn::pairs::{Metrics, Model, Totals};
use komadai_report::Table;

use super::Outcome;

impl Outcome {
    /// What the paper says of the model: of pairs of parent and child, or of siblings.
    fn paper<T>(&self, parent_child: T, sibling: T) -> T {
        match self.trained.options.model {
            Model::ParentChild => parent_child,
            Model::Sibling => sibling,
        }
    }

    /// What the last weights make of games they were not learned from.
    fn held_out(&self) -> Option<(&Outcome, Metrics)> {
        Some((self, self.iterations.last()?.metrics?))
    }

    /// Seconds of an iteration. The median: the first of a run may wait for memory.
    fn median_time(&self) -> f64 {
        let timed = self.iterations.iter().filter(|iteration| iteration.number > 0);
        let mut times: Vec<f64> = timed.map(|iteration| iteration.time.as_secs_f64()).collect();
        times.sort_by(f64::total_cmp);
        times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
    }
}

/// What the games amount to.
pub(super) fn positions(sets: &[(&str, Totals)]) -> Table {
    Table::of(sets)
        .column("games", |(set, _)| *set)
        .column("number", |(_, of)| of.games)
        .column("positions", |(_, of)| of.positions)
        .real("played quiet (%)", 1, |(_, of)| 100.0 * of.examples as f64 / of.positions as f64)
        .real("paper (%)", 1, |_| 67.5)
        .real("quiet moves", 1, |(_, of)| (of.siblings + of.examples) as f64 / of.examples as f64)
        .real("paper", 1, |_| 21.1)
        .real("legal moves", 1, |(_, of)| of.legal as f64 / of.examples as f64)
        .real("paper ", 1, |_| 75.7)
        .column("sibling rows", |(_, of)| of.siblings)
        .table()
}

/// Rows, relations, and what rounding made of the weights. The paper's numbers are of 200,000 and 40,000 games.
pub(super) fn weights(outcomes: &[Outcome]) -> Table {
    let units = |outcome: &Outcome| i32::from(outcome.model.units());
    let beyond = |outcome: &Outcome| {
        let most = 127 * units(outcome);
        outcome.model.weights().iter().filter(|&&weight| i32::from(weight).abs() > most).count()
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

/// What the weights make of games they were not learned from, before and after training.
pub(super) fn held_out(outcomes: &[Outcome]) -> Table {
    Table::of(outcomes.iter().filter_map(Outcome::held_out))
        .column("model", |(outcome, _)| outcome.name())
        .column("positions", |(_, metrics)| metrics.positions)
        .real("error", 4, |(_, metrics)| metrics.error())
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

/// What more games bring.
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

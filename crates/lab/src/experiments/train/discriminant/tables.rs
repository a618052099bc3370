//! Tables for people and programs; the paper's numbers beside ours.

use komadai_learn::pairs::{Model, Totals};
use komadai_report::{Cell, Table};

use super::Outcome;

/// What the games amount to.
pub(super) fn positions(sets: &[(&str, Totals)]) -> Table {
    let mut table = Table::new([
        "games",
        "number",
        "positions",
        "played quiet (%)",
        "paper (%)",
        "quiet moves",
        "paper",
        "legal moves",
        "paper ",
        "sibling rows",
    ]);
    for (set, totals) in sets {
        let examples = totals.examples as f64;
        table.push([
            (*set).into(),
            totals.games.into(),
            totals.positions.into(),
            Cell::real(100.0 * examples / totals.positions as f64, 1),
            Cell::real(67.5, 1),
            Cell::real((totals.siblings + totals.examples) as f64 / examples, 1),
            Cell::real(21.1, 1),
            Cell::real(totals.legal as f64 / examples, 1),
            Cell::real(75.7, 1),
            totals.siblings.into(),
        ]);
    }
    table
}

/// Rows, relations, and what rounding made of the weights. The paper's numbers are of 200,000 and 40,000 games.
pub(super) fn weights(outcomes: &[Outcome]) -> Table {
    let mut table = Table::new([
        "model",
        "rows",
        "weights",
        "not 0 after rounding",
        "beyond ±127",
        "largest (points)",
        "paper: rows",
        "weights ",
        "not 0",
        "beyond ±127 ",
    ]);
    for outcome in outcomes {
        let units = i32::from(outcome.model.units());
        let beyond = outcome.model.weights().iter().filter(|&&w| i32::from(w).abs() > 127 * units).count();
        let (rows, nonzero) = match outcome.trained.options.model {
            Model::ParentChild => (15_000_000_u64, 970_000_u64),
            Model::Sibling => (900_000_000, 990_000),
        };
        table.push([
            outcome.name().into(),
            outcome.rows().into(),
            (outcome.trained.unknowns.len() as u64).into(),
            (outcome.quantised.nonzero as u64).into(),
            (beyond as u64).into(),
            Cell::real(f64::from(outcome.quantised.largest) / f64::from(units), 1),
            rows.into(),
            1_060_000_u64.into(),
            nonzero.into(),
            500_u64.into(),
        ]);
    }
    table
}

/// What the weights make of games they were not learned from, before and after training.
pub(super) fn held_out(outcomes: &[Outcome]) -> Table {
    let mut table = Table::new([
        "model",
        "positions",
        "error",
        "mean rank, from 0",
        "by material",
        "of quiet moves",
        "paper: rank",
        "paper: by chance",
        "rises (%)",
        "paper (%)",
    ]);
    for outcome in outcomes {
        let Some(metrics) = outcome.iterations.last().and_then(|last| last.metrics) else { continue };
        let (rank, rises) = match outcome.trained.options.model {
            Model::ParentChild => (7.3, 97.8),
            Model::Sibling => (1.9, 85.6),
        };
        table.push([
            outcome.name().into(),
            metrics.positions.into(),
            Cell::real(metrics.error(), 4),
            Cell::real(metrics.mean_rank(), 2),
            Cell::real(metrics.mean_rank_by_material(), 2),
            Cell::real(metrics.mean_candidates(), 1),
            Cell::real(rank, 1),
            Cell::real(10.0, 0),
            Cell::real(100.0 * metrics.rise(), 1),
            Cell::real(rises, 1),
        ]);
    }
    table
}

/// How long a pass takes. The median of the iterations: the first of a run may wait for memory.
pub(super) fn time(outcomes: &[Outcome]) -> Table {
    let mut table = Table::new(["model", "rows", "iterations", "an iteration (s)", "rows/s", "bytes/row"]);
    for outcome in outcomes {
        let mut times: Vec<f64> = outcome
            .iterations
            .iter()
            .filter(|iteration| iteration.number > 0)
            .map(|iteration| iteration.time.as_secs_f64())
            .collect();
        times.sort_by(f64::total_cmp);
        let median = times.get(times.len() / 2).copied().unwrap_or(f64::NAN);
        table.push([
            outcome.name().into(),
            outcome.rows().into(),
            i64::from(outcome.trained.state.iteration).into(),
            Cell::real(median, 3),
            Cell::real(outcome.rows() as f64 / median, 0),
            Cell::real(outcome.bytes as f64 / outcome.rows() as f64, 2),
        ]);
    }
    table
}

/// Every iteration: Fig. 1 in numbers.
pub(super) fn iterations(outcomes: &[Outcome]) -> Table {
    let mut table = Table::new(["model", "iteration", "residual", "error", "mean rank", "rises (%)"]);
    for outcome in outcomes {
        for iteration in &outcome.iterations {
            let Some(metrics) = iteration.metrics else { continue };
            table.push([
                outcome.name().into(),
                i64::from(iteration.number).into(),
                Cell::real(iteration.residual, 6),
                Cell::real(metrics.error(), 6),
                Cell::real(metrics.mean_rank(), 4),
                Cell::real(100.0 * metrics.rise(), 2),
            ]);
        }
    }
    table
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
    let mut table = Table::new(["model", "games", "rows", "weights", "error", "mean rank"]);
    for outcome in points {
        let Some(metrics) = outcome.iterations.last().and_then(|last| last.metrics) else { continue };
        table.push([
            outcome.name().into(),
            outcome.totals.games.into(),
            outcome.rows().into(),
            (outcome.trained.unknowns.len() as u64).into(),
            Cell::real(metrics.error(), 4),
            Cell::real(metrics.mean_rank(), 2),
        ]);
    }
    table
}

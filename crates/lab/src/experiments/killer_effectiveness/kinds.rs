//! The numbers behind fig. 3.5 of the thesis: of what kinds effective moves are.

use std::io::Write;

use komadai_recipe::watch::killers::KINDS;
use komadai_report::{Cell, Report, Table};

use super::paper;
use super::rows::{NONE, Row, compared};
use crate::stats::bootstrap::Bootstrap;

/// Kinds of moves that the last move has brought about.
const LAST_MOVE: [&str; 2] = ["answer to a check", "takes back"];

/// How many effective moves of each kind there were in a position; without a killer, how many best and cutting moves.
fn effective_in(row: &Row, killer: &str) -> Vec<f64> {
    let count = |kind: &komadai_recipe::watch::effectiveness::CategoryTally| match killer {
        NONE => kind.right,
        _ => kind.recalled.best + kind.recalled.cut,
    };
    row.of(killer).kinds.iter().map(|kind| count(kind) as f64).collect()
}

/// The same in all positions.
pub(super) fn effective(rows: &[Row], killer: &str) -> Vec<f64> {
    let mut sums = vec![0.0; KINDS.len()];
    for row in rows {
        for (sum, count) in sums.iter_mut().zip(effective_in(row, killer)) {
            *sum += count;
        }
    }
    sums
}

/// The table.
pub(super) fn write(report: &mut Report, rows: &[Row]) -> std::io::Result<()> {
    let title = "Share of each kind among effective moves, in percent (fig. 3.5)";
    report.table(title, "kinds.csv", &shares(rows))?;
    writeln!(report, "paper: {}", paper::KINDS)
}

fn shares(rows: &[Row]) -> Table {
    let heading = compared().flat_map(|(killer, _)| [killer.to_owned(), "95 %".to_owned()]);
    let mut table = Table::new(std::iter::once("kind".to_owned()).chain(heading));
    // [killer][position]: counts by kind, and their sum.
    let counts = compared().map(|(killer, _)| {
        let of = |row| {
            let counts = effective_in(row, killer);
            let sum: f64 = counts.iter().sum();
            (counts, sum)
        };
        rows.iter().map(of).collect::<Vec<(Vec<f64>, f64)>>()
    });
    let counts: Vec<_> = counts.collect();
    let single = KINDS.iter().map(|&name| (name, vec![name]));
    for (name, kinds) in single.chain([("answers a check or takes back", LAST_MOVE.to_vec())]) {
        let of_kinds = |counts: &[f64]| -> f64 {
            let chosen = counts.iter().zip(KINDS).filter(|(_, kind)| kinds.contains(kind));
            chosen.map(|(count, _)| count).sum()
        };
        let cells = counts.iter().flat_map(|counts| {
            let sample = counts.iter().map(|(counts, sum)| (*sum, 100.0 * of_kinds(counts)));
            let percent = Bootstrap::default().ratio_of_sums(&sample.collect::<Vec<_>>());
            Cell::estimate(percent.filter(|percent| percent.value.is_finite()), 1)
        });
        table.push(std::iter::once(name.into()).chain(cells));
    }
    table
}

//! The numbers behind fig. 3.4 of the thesis: the rate by depth.

use std::io::Write;

use komadai_recipe::watch::effectiveness::Tally;
use komadai_recipe::watch::killers::{DEPTHS, KillerMeasurement};
use komadai_report::{Cell, Interval, Report, Table};

use super::paper;
use super::rows::{Row, killers, least_positions, mean, rate, rate_where_known};

/// From where on depths count as those before the killers part: what lies below is seen by few nodes.
const BEFORE: usize = 6;

/// The mean rate at a depth with its interval, if enough positions have one there.
pub(super) fn at_depth(
    rows: &[Row],
    killer: &str,
    depth: usize,
    by: fn(&KillerMeasurement) -> &[Tally],
    rate: fn(Tally) -> f64,
) -> Option<Interval> {
    let (rate, positions) = mean(rows.iter().map(|row| rate(by(row.of(killer))[depth])))?;
    (positions >= least_positions(rows)).then_some(rate)
}

/// The tables.
pub(super) fn write(report: &mut Report, rows: &[Row]) -> std::io::Result<()> {
    let positions = least_positions(rows);
    let title =
        format!("Rate by depth from the root, in bits of −log2 p; at least {positions} positions (fig. 3.4)");
    report.table(&title, "depth-from-root.csv", &by_depth(rows, |of| &of.by_spent, rate))?;
    writeln!(report, "paper: {}", paper::DEPTH)?;
    let known = "The same among the nodes where a move is known to be best";
    report.table(known, "depth-known.csv", &by_depth(rows, |of| &of.by_spent, rate_where_known))?;
    let title = format!(
        "Rate from depth {} on less that of depths {BEFORE} to {}, in the same positions",
        paper::PARTING,
        paper::PARTING - 1
    );
    report.table(&title, "beyond.csv", &beyond(rows, rate))?;
    report.table(known, "beyond-known.csv", &beyond(rows, rate_where_known))?;
    let title = format!("Rate by depth left in the main search, in bits; at least {positions} positions");
    report.table(&title, "depth-left.csv", &by_depth(rows, |of| &of.by_left, rate))
}

fn by_depth(rows: &[Row], by: fn(&KillerMeasurement) -> &[Tally], rate: fn(Tally) -> f64) -> Table {
    let heading = std::iter::once("depth").chain(killers());
    let mut table = Table::new(heading);
    for depth in 0..DEPTHS {
        let rates: Vec<Option<Interval>> =
            killers().map(|killer| at_depth(rows, killer, depth, by, rate)).collect();
        if rates.iter().any(Option::is_some) {
            let cell = |rate: Interval| format!("{rate:.3}").into();
            let cells = rates.into_iter().map(|rate| rate.map_or(Cell::Empty, cell));
            table.push(std::iter::once(depth.into()).chain(cells));
        }
    }
    table
}

/// What changes where the thesis saw the killers part, by one of the two rates.
fn beyond(rows: &[Row], rate: fn(Tally) -> f64) -> Table {
    let sum = |tallies: &[Tally]| {
        let mut all = Tally::default();
        for &tally in tallies {
            all += tally;
        }
        all
    };
    let of_killer = |killer| {
        let pair = |row: &Row| {
            let by = &row.of(killer).by_spent;
            let (before, beyond) = (sum(&by[BEFORE..paper::PARTING]), sum(&by[paper::PARTING..]));
            (rate(before), rate(beyond))
        };
        let pairs: Vec<(f64, f64)> = rows.iter().map(pair).filter(|(a, b)| (b - a).is_finite()).collect();
        let (difference, positions) = mean(pairs.iter().map(|(before, beyond)| beyond - before))?;
        let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / positions as f64;
        Some((killer, positions, mean(|pair| pair.0), mean(|pair| pair.1), difference))
    };
    let paper = |killer| paper::BEYOND.iter().find(|(of, _)| *of == killer).map_or("", |(_, says)| says);
    Table::of(killers().filter_map(of_killer))
        .column("killer", |(killer, ..)| killer)
        .column("positions", |(_, positions, ..)| positions)
        .real("rate before", 3, |(_, _, before, ..)| before)
        .real("rate beyond", 3, |(.., beyond, _)| beyond)
        .columns(["difference", "95 %"], |(.., difference)| Cell::estimate(Some(difference), 3))
        .column("paper", |(killer, ..)| paper(killer))
        .table()
}

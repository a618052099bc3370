//! The numbers behind fig. 3.4 of the thesis: the rate by depth.

use std::io::Write;

use komadai_lab::Tally;
use komadai_lab::killers::{DEPTHS, KillerMeasurement};
use komadai_report::{Cell, Interval, Report, Table};

use crate::killer::{Killer, killers};
use crate::paper;
use crate::rows::{Least, Row, mean};

/// From where on depths count as those before the killers part: what lies below is seen by few nodes.
const BEFORE: usize = 6;

pub(crate) fn spent(measured: &KillerMeasurement) -> &[Tally] {
    &measured.by_spent
}

pub(crate) fn left(measured: &KillerMeasurement) -> &[Tally] {
    &measured.by_left
}

/// The mean rate at a depth with its interval, if enough positions have one there.
pub(crate) fn at_depth(
    rows: &[Row],
    killer: Killer,
    depth: usize,
    by: fn(&KillerMeasurement) -> &[Tally],
    least: Least,
) -> Option<Interval> {
    let (rate, positions) = mean(rows.iter().map(|row| least.rate(by(row.of(killer))[depth])))?;
    (positions >= least.positions).then_some(rate)
}

/// The tables.
pub(crate) fn write(report: &mut Report, rows: &[Row], least: Least) -> std::io::Result<()> {
    let positions = least.positions;
    report.table(
        &format!(
            "Rate by depth from the root, in bits of −log2 p; at least {positions} positions (fig. 3.4)"
        ),
        "depth-from-root.csv",
        &by_depth(rows, spent, least),
    )?;
    writeln!(report, "paper: {}", paper::DEPTH)?;
    report.table(
        &format!(
            "Rate from depth {} on less that of depths {BEFORE} to {}, in the same positions",
            paper::PARTING,
            paper::PARTING - 1
        ),
        "beyond.csv",
        &beyond(rows, least),
    )?;
    report.table(
        &format!("Rate by depth left in the main search, in bits; at least {positions} positions"),
        "depth-left.csv",
        &by_depth(rows, left, least),
    )
}

fn by_depth(rows: &[Row], by: fn(&KillerMeasurement) -> &[Tally], least: Least) -> Table {
    let heading = std::iter::once("depth").chain(killers().map(Killer::name));
    let mut table = Table::new(heading);
    for depth in 0..DEPTHS {
        let rates: Vec<Option<Interval>> =
            killers().map(|killer| at_depth(rows, killer, depth, by, least)).collect();
        if rates.iter().any(Option::is_some) {
            let cell = |rate: Interval| format!("{rate:.3}").into();
            let cells = rates.into_iter().map(|rate| rate.map_or(Cell::Empty, cell));
            table.push(std::iter::once(depth.into()).chain(cells));
        }
    }
    table
}

/// What changes where the thesis saw the killers part.
fn beyond(rows: &[Row], least: Least) -> Table {
    let mut table =
        Table::new(["killer", "positions", "rate before", "rate beyond", "difference", "95 %", "paper"]);
    let sum = |tallies: &[Tally]| {
        let mut all = Tally::default();
        for &tally in tallies {
            all += tally;
        }
        all
    };
    for killer in killers() {
        let pair = |row: &Row| {
            let by = &row.of(killer).by_spent;
            let (before, beyond) = (sum(&by[BEFORE..paper::PARTING]), sum(&by[paper::PARTING..]));
            (least.rate(before), least.rate(beyond))
        };
        let pairs: Vec<(f64, f64)> = rows.iter().map(pair).filter(|(a, b)| (b - a).is_finite()).collect();
        let Some((difference, positions)) = mean(pairs.iter().map(|(before, beyond)| beyond - before)) else {
            continue;
        };
        let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / positions as f64;
        let paper = match killer {
            Killer::Brother => "stays",
            Killer::Pass => "falls",
            Killer::Premove => "rises",
            _ => "",
        };
        table.push([
            killer.name().into(),
            positions.into(),
            Cell::real(mean(|pair| pair.0), 3),
            Cell::real(mean(|pair| pair.1), 3),
            Cell::real(difference.value, 3),
            Cell::ends(difference, 3),
            paper.into(),
        ]);
    }
    table
}

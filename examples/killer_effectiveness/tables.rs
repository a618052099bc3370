//! The numbers behind figs. 3.1, 3.4 and 3.5 of the thesis.

use std::io::Write;

use komadai::lab::killers::{DEPTHS, KINDS, KillerMeasurement};
use komadai::lab::{Cell, Regression, Report, Table, Tally};

use crate::killer::{KILLERS, Killer};
use crate::paper;
use crate::rows::{Least, Row};

/// Killers, without the search that has none.
pub(crate) fn killers() -> impl Iterator<Item = Killer> {
    KILLERS.into_iter().filter(|&killer| killer != Killer::None)
}

/// Progress and rate of each position that has a rate.
pub(crate) fn rates(rows: &[Row], killer: Killer, least: Least) -> impl Iterator<Item = (f64, f64)> {
    rows.iter()
        .map(move |row| (row.sample.ply as f64, least.rate(row.of(killer).all)))
        .filter(|(_, rate)| !rate.is_nan())
}

/// The mean over the positions that have a rate, and their number.
fn mean(rates: impl Iterator<Item = f64>) -> (f64, usize) {
    let (mut sum, mut count) = (0.0, 0);
    for rate in rates.filter(|rate| !rate.is_nan()) {
        sum += rate;
        count += 1;
    }
    (sum / f64::from(count), count as usize)
}

/// The mean rate at a depth, if enough positions have one there.
pub(crate) fn at_depth(
    rows: &[Row],
    killer: Killer,
    depth: usize,
    by: fn(&KillerMeasurement) -> &[Tally],
    least: Least,
) -> Option<f64> {
    let (rate, positions) = mean(rows.iter().map(|row| least.rate(by(row.of(killer))[depth])));
    (positions >= least.positions).then_some(rate)
}

pub(crate) fn spent(measured: &KillerMeasurement) -> &[Tally] {
    &measured.by_spent
}

pub(crate) fn left(measured: &KillerMeasurement) -> &[Tally] {
    &measured.by_left
}

/// How many effective moves of each kind there were; without a killer, how many best and cutting moves.
pub(crate) fn effective(rows: &[Row], killer: Killer) -> Vec<f64> {
    let count = |kind: usize| {
        rows.iter().map(move |row| &row.of(killer).kinds[kind]).map(move |tally| match killer {
            Killer::None => tally.right,
            _ => tally.recalled.best + tally.recalled.cut,
        })
    };
    (0..KINDS.len()).map(|kind| count(kind).sum::<u64>() as f64).collect()
}

/// All tables.
pub(crate) fn write(report: &mut Report, rows: &[Row], least: Least) -> std::io::Result<()> {
    let Least { cases, positions } = least;
    report.csv("positions.csv", &everything(rows))?;
    report.table(
        &format!(
            "Rates of positions with at least {cases} cases, and how they change with the ply (fig. 3.1)"
        ),
        "summary.csv",
        &summary(rows, least),
    )?;
    report.table(
        &format!(
            "Rate by depth from the root, in bits of −log2 p; at least {positions} positions (fig. 3.4)"
        ),
        "depth-from-root.csv",
        &by_depth(rows, spent, least),
    )?;
    writeln!(report, "paper: {}", paper::DEPTH)?;
    report.table(
        &format!("Rate by depth left, in bits; at least {positions} positions"),
        "depth-left.csv",
        &by_depth(rows, left, least),
    )?;
    let title = "Share of each kind among effective moves, in percent (fig. 3.5)";
    report.table(title, "kinds.csv", &shares(rows))?;
    writeln!(report, "paper: {}", paper::KINDS)
}

fn summary(rows: &[Row], least: Least) -> Table {
    let mut table = Table::new([
        "killer",
        "positions",
        "legal",
        "effective",
        "rate",
        "lowest",
        "highest",
        "rate where known",
        "slope per 10 plies",
        "95 %",
        "r",
    ]);
    for killer in killers() {
        let mut all = Tally::default();
        for row in rows {
            all += row.of(killer).all;
        }
        let (rate, positions) = mean(rates(rows, killer, least).map(|point| point.1));
        let told = rows.iter().map(|row| row.of(killer).all).filter(|all| all.legal >= least.cases);
        let (known, _) = mean(told.map(|all| all.rate_where_known()));
        let ends = rates(rows, killer, least).map(|point| point.1);
        let (low, high) =
            ends.fold((f64::NAN, f64::NAN), |(low, high), rate| (low.min(rate), high.max(rate)));
        let line = Regression::of(rates(rows, killer, least));
        let ten =
            |value: fn(Regression) -> f64| Cell::real(line.map_or(f64::NAN, |line| 10.0 * value(line)), 4);
        table.push([
            killer.name().into(),
            positions.into(),
            all.legal.into(),
            (all.best + all.cut).into(),
            Cell::real(rate, 3),
            Cell::real(low, 2),
            Cell::real(high, 2),
            Cell::real(known, 3),
            ten(|line| line.slope),
            ten(|line| line.slope_error),
            Cell::real(line.map_or(f64::NAN, |line| line.r), 2),
        ]);
    }
    let mut paper = |name: &str, low: Cell, high: Cell| {
        let rate = Cell::real(paper::RATE, 1);
        let rest = [Cell::Empty, Cell::Empty, Cell::Empty, Cell::Empty];
        table.push(
            [name.into(), 100.into(), Cell::Empty, Cell::Empty, rate, low, high].into_iter().chain(rest),
        );
    };
    paper("paper: Brotherbest", Cell::Empty, Cell::Empty);
    paper("paper: Passbest", Cell::real(paper::PASS.1, 2), Cell::real(paper::PASS.0, 2));
    paper("paper: Premovebest", Cell::Empty, Cell::Empty);
    table
}

fn by_depth(rows: &[Row], by: fn(&KillerMeasurement) -> &[Tally], least: Least) -> Table {
    let heading = std::iter::once("depth").chain(killers().map(Killer::name));
    let mut table = Table::new(heading);
    for depth in 0..DEPTHS {
        let rates: Vec<Option<f64>> =
            killers().map(|killer| at_depth(rows, killer, depth, by, least)).collect();
        if rates.iter().any(Option::is_some) {
            let cells = rates.into_iter().map(|rate| Cell::real(rate.unwrap_or(f64::NAN), 3));
            table.push(std::iter::once(depth.into()).chain(cells));
        }
    }
    table
}

fn shares(rows: &[Row]) -> Table {
    let mut table = Table::new(std::iter::once("kind").chain(KILLERS.map(Killer::name)));
    let columns = KILLERS.map(|killer| effective(rows, killer));
    for (kind, name) in KINDS.iter().enumerate() {
        let cells = columns.iter().map(|column| {
            let whole: f64 = column.iter().sum();
            Cell::real(100.0 * column[kind] / whole, 1)
        });
        table.push(std::iter::once((*name).into()).chain(cells));
    }
    table
}

fn everything(rows: &[Row]) -> Table {
    let mut table =
        Table::new(["position", "ply", "killer", "legal", "best", "cut", "open", "rate", "rate where known"]);
    for row in rows {
        for killer in killers() {
            let all = row.of(killer).all;
            table.push([
                row.sample.name.as_str().into(),
                row.sample.ply.into(),
                killer.name().into(),
                all.legal.into(),
                all.best.into(),
                all.cut.into(),
                all.open.into(),
                Cell::real(all.rate(), 3),
                Cell::real(all.rate_where_known(), 3),
            ]);
        }
    }
    table
}

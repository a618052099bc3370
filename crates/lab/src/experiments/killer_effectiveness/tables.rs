//! The numbers behind fig. 3.1 of the thesis, and those of every position.

use std::io::Write;

use komadai_recipe::watch::effectiveness::Tally;
use komadai_report::{Cell, Report, Table};

use super::rows::{LEAST_CASES, Row, killers, mean, rate};
use super::{depths, kinds, paper};
use crate::stats::regression::Regression;

/// Progress and rate of each position that has a rate.
pub(super) fn rates<'a>(rows: &'a [Row], killer: &'a str) -> impl Iterator<Item = (f64, f64)> + use<'a> {
    rows.iter().map(move |row| (row.progress(), rate(row.of(killer).all))).filter(|(_, rate)| !rate.is_nan())
}

/// All tables.
pub(super) fn write(report: &mut Report, rows: &[Row]) -> std::io::Result<()> {
    let cases = LEAST_CASES;
    report.csv("positions.csv", &everything(rows))?;
    report.table(
        &format!("Rates of positions with at least {cases} cases: means (section 3.2.3)"),
        "summary.csv",
        &summary(rows),
    )?;
    report.table(
        "How rates change with the progress of the game, 0 to 127 (fig. 3.1)",
        "progress.csv",
        &progress(rows),
    )?;
    writeln!(report, "paper: {}", paper::PROGRESS)?;
    depths::write(report, rows)?;
    kinds::write(report, rows)
}

fn summary(rows: &[Row]) -> Table {
    let mut table = Table::new([
        "killer",
        "positions",
        "legal",
        "effective",
        "rate",
        "95 %",
        "lowest",
        "highest",
        "rate where known",
        "main search alone",
        "95 % there",
    ]);
    for killer in killers() {
        let mut all = Tally::default();
        for row in rows {
            all += row.of(killer).all;
        }
        let whole = mean(rates(rows, killer).map(|point| point.1));
        let told = rows.iter().map(|row| row.of(killer).all).filter(|all| all.legal >= LEAST_CASES);
        let known = mean(told.map(|all| all.rate_where_known()));
        let main = mean(rows.iter().map(|row| rate(row.of(killer).main)));
        let ends = rates(rows, killer).map(|point| point.1);
        let (low, high) =
            ends.fold((f64::NAN, f64::NAN), |(low, high), rate| (low.min(rate), high.max(rate)));
        let value = |of: Option<(komadai_report::Interval, usize)>| {
            Cell::real(of.map_or(f64::NAN, |(interval, _)| interval.value), 3)
        };
        let ends = |of: Option<(komadai_report::Interval, usize)>| {
            of.map_or(Cell::Empty, |(interval, _)| Cell::ends(interval, 3))
        };
        table.push([
            killer.into(),
            whole.map_or(0, |(_, positions)| positions).into(),
            all.legal.into(),
            (all.best + all.cut).into(),
            value(whole),
            ends(whole),
            Cell::real(low, 2),
            Cell::real(high, 2),
            value(known),
            value(main),
            ends(main),
        ]);
    }
    let mut paper = |name: &str, low: Cell, high: Cell| {
        let rate = Cell::real(paper::RATE, 1);
        let counts = [name.into(), 100.into(), Cell::Empty, Cell::Empty, rate, Cell::Empty, low, high];
        table.push(counts.into_iter().chain([Cell::Empty, Cell::Empty, Cell::Empty]));
    };
    paper("paper: Brotherbest", Cell::Empty, Cell::Empty);
    paper("paper: Passbest", Cell::real(paper::PASS.1, 2), Cell::real(paper::PASS.0, 2));
    paper("paper: Premovebest", Cell::Empty, Cell::Empty);
    table
}

/// The line of fig. 3.1.
fn progress(rows: &[Row]) -> Table {
    let mut table = Table::new(["killer", "positions", "rate at 0", "slope per 10", "95 %", "r"]);
    for killer in killers() {
        let Some(line) = Regression::of(rates(rows, killer)) else { continue };
        table.push([
            killer.into(),
            line.points.into(),
            Cell::real(line.at(0.0), 3),
            Cell::real(10.0 * line.slope, 4),
            Cell::ends(line.slope_95().map(|slope| 10.0 * slope), 4),
            Cell::real(line.r, 2),
        ]);
    }
    table
}

fn everything(rows: &[Row]) -> Table {
    let mut table = Table::new([
        "position",
        "ply",
        "progress",
        "killer",
        "legal",
        "best",
        "cut",
        "open",
        "rate",
        "rate where known",
        "legal in the main search",
    ]);
    for row in rows {
        for killer in killers() {
            let (all, main) = (row.of(killer).all, row.of(killer).main);
            table.push([
                row.sample.name.as_str().into(),
                row.sample.ply.into(),
                Cell::real(row.progress(), 0),
                killer.into(),
                all.legal.into(),
                all.best.into(),
                all.cut.into(),
                all.open.into(),
                Cell::real(all.rate(), 3),
                Cell::real(all.rate_where_known(), 3),
                main.legal.into(),
            ]);
        }
    }
    table
}

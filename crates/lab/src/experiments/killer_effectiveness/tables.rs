//! The numbers behind figs. 3.1, 3.4 and 3.5 of the thesis, and those of every position.

use std::io::Write;
use std::ops::Range;

use komadai_recipe::watch::effectiveness::{CategoryTally, Tally};
use komadai_recipe::watch::killers::{DEPTHS, KINDS, KillerMeasurement};
use komadai_report::{Cell, Interval, Report, Table};

use super::paper;
use super::rows::{LEAST_CASES, NONE, Row, compared, killers, least_positions, mean, rate, rate_where_known};
use crate::stats::bootstrap::{Bootstrap, ratio};
use crate::stats::regression::Regression;

/// Progress and rate of each position that has a rate.
pub(super) fn rates<'a>(rows: &'a [Row], killer: &'a str) -> impl Iterator<Item = (f64, f64)> + use<'a> {
    rows.iter().map(move |row| (row.progress(), rate(row.of(killer).all))).filter(|(_, rate)| !rate.is_nan())
}

/// All tables.
pub(super) fn write(report: &mut Report, rows: &[Row]) -> std::io::Result<()> {
    let cases = LEAST_CASES;
    report.csv("positions.csv", &everything(rows))?;
    let title = format!("Rates of positions with at least {cases} cases: means (section 3.2.3)");
    report.table(&title, "summary.csv", &summary(rows))?;
    let title = "How rates change with the progress of the game, 0 to 127, and scatter (fig. 3.1)";
    report.table(title, "progress.csv", &progress(rows))?;
    writeln!(report, "paper: {}", paper::PROGRESS)?;
    by_depths(report, rows)?;
    let title = "Share of each kind among effective moves, in percent (fig. 3.5)";
    report.table(title, "kinds.csv", &shares(rows))?;
    let title = "The same less those of the search without a killer, in the same positions";
    report.table(title, "kinds-less-none.csv", &shares_less_none(rows))?;
    writeln!(report, "paper: {}", paper::KINDS)
}

fn summary(rows: &[Row]) -> Table {
    let all = |killer| rows.iter().map(|row| row.of(killer).all).sum::<Tally>();
    let of_positions = |killer| rates(rows, killer).map(|(_, rate)| rate);
    let value = |of: Option<(Interval, usize)>| of.map_or(f64::NAN, |(rate, _)| rate.value);
    let cells = |of: Option<(Interval, usize)>| {
        [Cell::Real(value(of), 3), of.map_or(Cell::Empty, |(rate, _)| Cell::Ends(rate, 3))]
    };
    let known = |killer| mean(rows.iter().map(|row| rate_where_known(row.of(killer).all)));
    let inner = |killer| mean(rows.iter().map(|row| rate(row.of(killer).inner)));
    let mut table = Table::of(killers())
        .column("killer", |killer| killer)
        .column("positions", |killer| of_positions(killer).filter(|rate| rate.is_finite()).count())
        .column("legal", |killer| all(killer).legal)
        .column("effective", |killer| all(killer).best + all(killer).cut)
        .columns(["rate", "95 %"], |killer| cells(mean(of_positions(killer))))
        .real("lowest", 2, |killer| of_positions(killer).fold(f64::NAN, f64::min))
        .real("highest", 2, |killer| of_positions(killer).fold(f64::NAN, f64::max))
        .real("rate where known", 3, |killer| value(known(killer)))
        .columns(["a ply or more left", "95 % there"], |killer| cells(inner(killer)))
        .column("positions there", |killer| inner(killer).map_or(0, |(_, positions)| positions))
        .table();
    let mut paper = |name: &str, low: Cell, high: Cell| {
        let rate = Cell::Real(paper::RATE, 1);
        let counts = [name.into(), 100.into(), Cell::Empty, Cell::Empty, rate, Cell::Empty, low, high];
        table.push(counts.into_iter().chain([const { Cell::Empty }; 4]));
    };
    paper("paper: Brotherbest", Cell::Empty, Cell::Empty);
    paper("paper: Passbest", Cell::Real(paper::PASS.1, 2), Cell::Real(paper::PASS.0, 2));
    paper("paper: Premovebest", Cell::Empty, Cell::Empty);
    table
}

/// The line of fig. 3.1, and the standard deviation of its points.
fn progress(rows: &[Row]) -> Table {
    Table::of(killers().filter_map(|killer| Some((killer, Regression::of(rates(rows, killer))?))))
        .column("killer", |(killer, _)| killer)
        .column("positions", |(_, line)| line.points)
        .real("rate at 0", 3, |(_, line)| line.at(0.0))
        .real("slope per 10", 4, |(_, line)| 10.0 * line.slope)
        .column("95 %", |(_, line)| Cell::Ends(line.slope_95().map(|slope| 10.0 * slope), 4))
        .real("r", 2, |(_, line)| line.r)
        .columns(["scatter", "95 % of it"], |(killer, _)| Cell::estimate(scatter(rows, killer), 3))
        .table()
}

/// The standard deviation of the rates of positions.
fn scatter(rows: &[Row], killer: &str) -> Option<Interval> {
    let rates: Vec<f64> = rates(rows, killer).map(|(_, rate)| rate).collect();
    Bootstrap::default().interval(&rates, |drawn| {
        let mean = drawn.iter().sum::<f64>() / drawn.len() as f64;
        (drawn.iter().map(|rate| (rate - mean).powi(2)).sum::<f64>() / drawn.len() as f64).sqrt()
    })
}

fn everything(rows: &[Row]) -> Table {
    let pairs = rows.iter().flat_map(|row| killers().map(move |killer| (row, killer, row.of(killer).all)));
    Table::of(pairs)
        .column("position", |(row, ..)| row.sample.name.as_str())
        .column("ply", |(row, ..)| row.sample.ply)
        .real("progress", 0, |(row, ..)| row.progress())
        .column("killer", |(_, killer, _)| killer)
        .column("legal", |(.., all)| all.legal)
        .column("best", |(.., all)| all.best)
        .column("cut", |(.., all)| all.cut)
        .column("open", |(.., all)| all.open)
        .real("rate", 3, |(.., all)| all.rate())
        .real("rate where known", 3, |(.., all)| all.rate_where_known())
        .column("legal with a ply or more left", |(row, killer, _)| row.of(killer).inner.legal)
        .table()
}

/// How many effective moves of each kind there were in all positions; without a killer, how many best and cutting moves.
pub(super) fn effective(rows: &[Row], killer: &str) -> Vec<f64> {
    let counts = kinds(rows, killer);
    (0..KINDS.len()).map(|kind| counts.iter().map(|(counts, _)| counts[kind]).sum()).collect()
}

/// Counts of effective moves by kind, and their sum, in a position.
type Counts = (Vec<f64>, f64);

/// Those of each position.
fn kinds(rows: &[Row], killer: &str) -> Vec<Counts> {
    let count = |kind: &CategoryTally| match killer {
        NONE => kind.right,
        _ => kind.recalled.best + kind.recalled.cut,
    };
    let of = |row: &Row| {
        let counts: Vec<f64> = row.of(killer).kinds.iter().map(|kind| count(kind) as f64).collect();
        let sum = counts.iter().sum();
        (counts, sum)
    };
    rows.iter().map(of).collect()
}

/// Pairs of the number of effective moves and a hundred times the number of those of some kinds, one per position.
fn hundredths(counts: &[Counts], kinds: &[&str]) -> Vec<(f64, f64)> {
    let of_kinds = |counts: &[f64]| -> f64 {
        let chosen = counts.iter().zip(KINDS).filter(|(_, kind)| kinds.contains(kind));
        chosen.map(|(count, _)| count).sum()
    };
    counts.iter().map(|(counts, sum)| (*sum, 100.0 * of_kinds(counts))).collect()
}

/// The numbers behind fig. 3.5: the kinds of effective moves.
fn shares(rows: &[Row]) -> Table {
    let killers: Vec<&str> = compared().map(|(killer, _)| killer).collect();
    by_kind(rows, &killers, 1, |counts, kinds| Bootstrap::default().ratio_of_sums(&hundredths(counts, kinds)))
}

/// The same for the thesis's killers, less the shares of the best and cutting moves without a killer; positions are drawn in pairs. The last
/// row is the distance of the two distributions (total variation).
fn shares_less_none(rows: &[Row]) -> Table {
    let (killers, none) = (paper::BEYOND.map(|(killer, _)| killer), kinds(rows, NONE));
    let mut table = by_kind(rows, &killers, 2, |counts, kinds| {
        let pairs: Vec<_> = hundredths(counts, kinds).into_iter().zip(hundredths(&none, kinds)).collect();
        Bootstrap::default().interval(&pairs, |drawn| {
            ratio(drawn.iter().map(|pair| pair.0)) - ratio(drawn.iter().map(|pair| pair.1))
        })
    });
    let distances = killers.into_iter().flat_map(|killer| {
        let counts = kinds(rows, killer);
        let pairs: Vec<(&Counts, &Counts)> = counts.iter().zip(&none).collect();
        let half = Bootstrap::default().interval(&pairs, |drawn| {
            let less = |kind: usize| {
                let half = |(counts, sum): &Counts| (*sum, 50.0 * counts[kind]);
                ratio(drawn.iter().map(|pair| half(pair.0))) - ratio(drawn.iter().map(|pair| half(pair.1)))
            };
            (0..KINDS.len()).map(|kind| less(kind).abs()).sum()
        });
        Cell::estimate(half, 2)
    });
    table.push(std::iter::once("half the sum of all differences".into()).chain(distances));
    table
}

/// An estimate for each of the kinds of fig. 3.5 and each killer, from its counts.
fn by_kind(
    rows: &[Row],
    killers: &[&str],
    decimals: usize,
    estimate: impl Fn(&[Counts], &[&str]) -> Option<Interval>,
) -> Table {
    let heading = killers.iter().flat_map(|killer| [killer, "95 %"]);
    let mut table = Table::new(std::iter::once("kind").chain(heading));
    let counts: Vec<_> = killers.iter().map(|killer| kinds(rows, killer)).collect();
    let single = KINDS.iter().map(|&name| (name, vec![name]));
    // The two kinds that the last move brings about.
    let both = ("answers a check or takes back", vec!["answer to a check", "takes back"]);
    for (name, kinds) in single.chain([both]) {
        let estimates =
            counts.iter().map(|counts| estimate(counts, &kinds).filter(|of| of.value.is_finite()));
        let cells = estimates.flat_map(|estimate| Cell::estimate(estimate, decimals));
        table.push(std::iter::once(name.into()).chain(cells));
    }
    table
}

/// Depths from here to [`paper::PARTING`] count as those before it; lower depths, which fewer nodes see, as shallow from 2 on.
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

/// The tables by depth: the numbers behind fig. 3.4.
fn by_depths(report: &mut Report, rows: &[Row]) -> std::io::Result<()> {
    let positions = least_positions(rows);
    let title =
        format!("Rate by depth from the root, in bits of −log2 p; at least {positions} positions (fig. 3.4)");
    report.table(&title, "depth-from-root.csv", &by_depth(rows, |of| &of.by_spent, rate))?;
    writeln!(report, "paper: {}", paper::DEPTH)?;
    let known = "The same among the nodes where a move is known to be best";
    report.table(known, "depth-known.csv", &by_depth(rows, |of| &of.by_spent, rate_where_known))?;
    let (shallow, before, far) = (2..BEFORE, BEFORE..paper::PARTING, paper::PARTING..DEPTHS);
    let to = |depths: &Range<usize>| format!("{} to {}", depths.start, depths.end - 1);
    let (shallows, befores) = (to(&shallow), to(&before));
    let title = format!("Rate at depths {befores} less that at {shallows}, in the same positions");
    let rises = paper::BEYOND.map(|(killer, _)| (killer, "rises"));
    report.table(&title, "rise.csv", &change(rows, rate, [shallow, before.clone()], rises))?;
    let title = format!("Rate from depth {} on less that at {befores}, in the same positions", far.start);
    let ranges = [before, far];
    report.table(&title, "beyond.csv", &change(rows, rate, ranges.clone(), paper::BEYOND))?;
    report.table(known, "beyond-known.csv", &change(rows, rate_where_known, ranges, paper::BEYOND))?;
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
            let cells = rates.into_iter().map(|rate| rate.map(|rate| Cell::Around(rate, 3)).into());
            table.push(std::iter::once(depth.into()).chain(cells));
        }
    }
    table
}

/// The change of one of the two rates between two ranges of depth, and what the thesis saw there.
fn change(
    rows: &[Row],
    rate: fn(Tally) -> f64,
    [before, beyond]: [Range<usize>; 2],
    paper: [(&'static str, &'static str); 3],
) -> Table {
    let of_killer = |killer| {
        let pair = |row: &Row| {
            let of =
                |depths: &Range<usize>| rate(row.of(killer).by_spent[depths.clone()].iter().copied().sum());
            (of(&before), of(&beyond))
        };
        let pairs: Vec<(f64, f64)> = rows.iter().map(pair).filter(|(a, b)| (b - a).is_finite()).collect();
        let (difference, positions) = mean(pairs.iter().map(|(before, beyond)| beyond - before))?;
        let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / positions as f64;
        Some((killer, positions, mean(|pair| pair.0), mean(|pair| pair.1), difference))
    };
    let paper = |killer| paper.iter().find(|(of, _)| *of == killer).map_or("", |(_, says)| says);
    Table::of(killers().filter_map(of_killer))
        .column("killer", |(killer, ..)| killer)
        .column("positions", |(_, positions, ..)| positions)
        .real("rate before", 3, |(_, _, before, ..)| before)
        .real("rate beyond", 3, |(.., beyond, _)| beyond)
        .columns(["difference", "95 %"], |(.., difference)| Cell::estimate(Some(difference), 3))
        .column("paper", |(killer, ..)| paper(killer))
        .table()
}

//! How far a deep value lies from a shallow one: figures 15 to 19 of paper 004 \[R17\].
//!
//! ```sh
//! cargo run --release -- deep-shallow
//! cargo run --release -- deep-shallow --corpus out/corpus.psv --positions 20000 --depth 8 --threads 2
//! ```
//!
//! Positions drawn from games are searched depth by depth (`--samples-out`, made once, resumable). The difference of the values
//! at two depths should be spread about 0 like a normal distribution, more widely the farther apart the depths are and the
//! further the game has come, and less between deeper depths.

use std::io::Write;
use std::ops::RangeInclusive;

use clap::Args;
use komadai_learn::reliability::Sample;
use komadai_recipe::Parts;
use komadai_report::options::Out;
use komadai_report::{Cell, Failure, Plot, Printed, Table, grouped};

use crate::reliability::{Differences, Sampling};
use crate::stats::bootstrap::median;
use crate::stats::regression::Regression;

/// The depths are those up to the deepest that was searched, and half of it.
#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    sampling: Sampling,
    #[command(flatten)]
    out: Out,
}

pub(super) fn run(options: &Options, parts: &Parts) -> Result<Vec<Printed>, Failure> {
    options.out.check()?;
    let (samples, deepest) = options.sampling.samples(parts)?;
    let shallow = deepest / 2;
    if shallow == 0 {
        return Err(format!("the samples reach depth {deepest}, expected 2 or more").into());
    }
    let between = |shallow, deep| Differences::of(&samples, shallow, deep);
    let main = between(shallow, deepest);
    let mut report = options.out.report();
    let games = samples.chunk_by(|one, next| one.game == next.game).count();
    let (positions, left_out) = (samples.len(), main.left_out);
    writeln!(
        report,
        "{positions} positions of {games} games, depths {shallow} and {deepest}: {left_out} left out"
    )?;
    // Pairs of one shallow depth with every second deeper one (figure 15), and of depths two plies apart (figure 16).
    let deep = (shallow + 1..=deepest).filter(|deep| (deepest - deep).is_multiple_of(2));
    let fixed: Vec<(u32, u32)> = deep.map(|deep| (shallow, deep)).collect();
    let apart: Vec<_> = (1..deepest.saturating_sub(1)).map(|shallow| (shallow, shallow + 2)).collect();
    let all = fixed.iter().chain(apart.iter().filter(|pair| !fixed.contains(pair)));
    let pairs: Vec<(u32, u32)> = all.copied().collect();
    let rows = by_depths(&pairs, &between);
    let title = "Differences by depths (figures 15 and 16), centipawns, for the side to move; σ is about 0, beyond 1, 2 and 3 of it in %";
    report.table(title, "depths.csv", &rows)?;
    let rows = by_progress(&main);
    report.table("Standard deviation by progress (figure 19), centipawns", "progress.csv", &rows)?;
    report.table("The line through these deviations, centipawns", "line.csv", &line(&main))?;
    report.table("Cost of a depth", "cost.csv", &cost(&samples, deepest))?;

    for (file, title, pairs, before) in [
        ("figure-15.svg", "one shallow depth (figure 15)", &fixed, &[][..]),
        ("figure-16.svg", "depths two plies apart (figure 16)", &apart, &fixed),
    ] {
        let title = format!("Deep less shallow values, {title}");
        report.figure(file, &depths(&title, pairs, before, &between))?;
    }
    for (file, range) in [("figure-17.svg", 48..=63), ("figure-18.svg", 112..=127)] {
        if let Some(figure) = histogram(&main, range) {
            report.figure(file, &figure)?;
        }
    }
    report.figure("figure-19.svg", &progress(&main))?;
    Ok(report.finish()?)
}

/// Classes of progress, 0 to 127.
const CLASSES: usize = 8;

/// One row per pair of depths: first those of figure 15, then those of figure 16.
fn by_depths(pairs: &[(u32, u32)], between: &impl Fn(u32, u32) -> Differences) -> Table {
    let found: Vec<Differences> = pairs.iter().map(|&(shallow, deep)| between(shallow, deep)).collect();
    let three = |percents: [f64; 3]| percents.map(|percent| Cell::Real(percent, 1));
    let mut table = Table::of(pairs.iter().zip(&found))
        .column("depths", |((shallow, deep), _)| format!("{shallow} and {deep}"))
        .column("positions", |(_, found)| found.all.len())
        .columns(["mean", "95 %"], |(_, found)| Cell::estimate(found.mean(), 1))
        .columns(["for Black", "95 %"], |(_, found)| Cell::estimate(found.mean_for_black(), 1))
        .columns(["σ", "95 %"], |(_, found)| Cell::estimate(found.deviation(), 1))
        .real("spread", 1, |(_, found)| found.spread())
        .columns(["> 1", "> 2", "> 3"], |(_, found)| {
            three([1.0, 2.0, 3.0].map(|sigmas| 100.0 * found.beyond(sigmas).mean()))
        })
        .table();
    let normal = ["normal".into(), Cell::Empty, Cell::Real(0.0, 1)];
    let empty = [const { Cell::Empty }; 6];
    table.push(normal.into_iter().chain(empty).chain(three([31.7, 4.6, 0.3])));
    table
}

/// Classes of progress that hold positions.
fn classes(found: &Differences) -> impl Iterator<Item = (RangeInclusive<u8>, Differences)> {
    const WIDTH: u8 = 128 / CLASSES as u8;
    let ranges = (0..CLASSES as u8).map(|class| class * WIDTH..=class * WIDTH + WIDTH - 1);
    let classes = ranges.map(|range| (range.clone(), found.within(range)));
    classes.filter(|(_, found)| !found.all.is_empty())
}

/// One row per class of progress.
fn by_progress(found: &Differences) -> Table {
    Table::of(&classes(found).collect::<Vec<_>>())
        .column("progress", |(range, _)| format!("{}-{}", range.start(), range.end()))
        .column("positions", |(_, found)| found.all.len())
        .columns(["σ", "95 %"], |(_, found)| Cell::estimate(found.deviation(), 1))
        .columns(["beyond 3 σ, %", "95 %"], |(_, found)| found.beyond(3.0).percent_95())
        .table()
}

/// Points of figure 19: the standard deviation in the middle of each class of progress.
fn deviations(found: &Differences) -> Vec<(f64, f64)> {
    let middle = |range: RangeInclusive<u8>| f64::from(range.start() + range.end()) / 2.0;
    classes(found).filter_map(|(range, found)| Some((middle(range), found.deviation()?.value))).collect()
}

/// The line through them, beside what the paper says about its own line.
fn line(found: &Differences) -> Table {
    let heading = ["line", "positions", "classes of progress", "at 0", "slope", "95 %", "r", "95 %"];
    let mut table = Table::new(heading);
    if let Some(line) = Regression::of(deviations(found)) {
        let counts = [found.all.len().into(), line.points.into(), Cell::Real(line.intercept, 1)];
        let slope = Cell::estimate(Some(line.slope_95()), 2);
        let r = Cell::estimate(found.correlation_with_progress::<CLASSES>(), 2);
        table.push(["ours".into()].into_iter().chain(counts).chain(slope).chain(r));
    }
    let empty = [const { Cell::Empty }; 5];
    table.push(["paper".into()].into_iter().chain(empty).chain(["nearly linear".into(), Cell::Empty]));
    table
}

/// Nodes to each depth.
fn cost(samples: &[Sample], deepest: u32) -> Table {
    let nodes = |depth| -> Vec<f64> {
        samples.iter().filter_map(|sample| Some(sample.at(depth)?.nodes as f64)).collect()
    };
    let all = (1..=deepest).map(|depth| (depth, nodes(depth))).filter(|(_, nodes)| !nodes.is_empty());
    Table::of(&all.collect::<Vec<_>>())
        .column("depth", |(depth, _)| *depth)
        .column("positions", |(_, nodes)| nodes.len())
        .real("mean nodes", 0, |(_, nodes)| nodes.iter().sum::<f64>() / nodes.len() as f64)
        .real("median nodes", 0, |(_, nodes)| median(&mut nodes.clone()))
        .table()
}

/// Bars of a histogram on each side of 0.
const BARS: i32 = 30;

/// With fewer positions, no curve is drawn over the histogram.
const FEW: usize = 30;

/// Share of the differences in each bar, in per cent; bars are `width` wide, and what lies beyond the last is left out.
fn shares(found: &Differences, width: f64) -> Vec<(f64, f64)> {
    let mut counts = vec![0_u32; 2 * BARS as usize + 1];
    for difference in &found.all {
        let bar = (f64::from(difference.centipawns) / width).round();
        if bar.abs() <= f64::from(BARS) {
            counts[(bar as i32 + BARS) as usize] += 1;
        }
    }
    let n = found.all.len() as f64;
    let middles = (-BARS..=BARS).map(|bar| width * f64::from(bar));
    middles.zip(counts).map(|(middle, count)| (middle, 100.0 * f64::from(count) / n)).collect()
}

/// Figures 15 and 16: one curve per pair of depths; those in `before` have been drawn already and keep their look.
fn depths(
    title: &str,
    pairs: &[(u32, u32)],
    before: &[(u32, u32)],
    between: &impl Fn(u32, u32) -> Differences,
) -> Plot {
    let mut plot =
        Plot::new(title).x_axis("deep value less shallow value", "centipawns").y_axis("positions", "%");
    let all = (0..).zip(pairs).map(|(new, pair)| (new, pair, between(pair.0, pair.1)));
    let all: Vec<(usize, &(u32, u32), Differences)> =
        all.filter(|(.., found)| !found.all.is_empty()).collect();
    let widest = all.iter().filter_map(|(.., found)| Some(found.deviation()?.value)).fold(1.0, f64::max);
    for (new, pair @ (shallow, deep), found) in all {
        let look = before.iter().position(|drawn| drawn == pair).unwrap_or(before.len() + new);
        let shares = shares(&found, 2.5 * widest / f64::from(BARS));
        plot = plot.line(&format!("depths {shallow} and {deep}"), shares).look(look);
    }
    plot
}

/// Figures 17 and 18: the histogram of a range of progress under the normal distribution of its standard deviation.
fn histogram(found: &Differences, progress: RangeInclusive<u8>) -> Option<Plot> {
    let title = format!("Deep less shallow values at progress {} to {}", progress.start(), progress.end());
    let within = found.within(progress);
    let deviation = within.deviation()?.value;
    let width = 4.0 * deviation / f64::from(BARS);
    let normal = |x: f64| {
        100.0 * width / (deviation * std::f64::consts::TAU.sqrt()) * (-(x / deviation).powi(2) / 2.0).exp()
    };
    let points = shares(&within, width);
    let curve: Vec<(f64, f64)> = points.iter().map(|&(x, _)| (x, normal(x))).collect();
    let plot =
        Plot::new(&title).x_axis("deep value less shallow value", "centipawns").y_axis("positions", "%");
    let count = grouped(within.all.len() as i128);
    if within.all.len() < FEW {
        return Some(plot.line(&format!("{count} positions, too few for a curve"), points));
    }
    let plot = plot.line(&format!("{count} positions"), points);
    Some(plot.line(&format!("normal, σ = {deviation:.0}"), curve))
}

/// Figure 19: standard deviation by progress with the line through it.
fn progress(found: &Differences) -> Plot {
    let points = deviations(found);
    let mut plot = Plot::new("Standard deviation by progress")
        .x_axis("progress", "0 to 127")
        .y_axis("deviation", "centipawns");
    plot = plot.scatter("classes of 16", points.iter().copied());
    if let Some(line) = Regression::of(points.iter().copied()) {
        plot = plot.line(&line.legend(), points.iter().map(|&(x, _)| (x, line.at(x))));
    }
    plot
}

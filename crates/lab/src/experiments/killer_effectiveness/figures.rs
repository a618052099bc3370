//! Figures 3.1, 3.4 and 3.5 of the thesis.

use komadai_recipe::watch::effectiveness::Tally;
use komadai_recipe::watch::killers::{DEPTHS, KINDS, KillerMeasurement};
use komadai_report::{Plot, Report};

use super::depths::{at_depth, left, spent};
use super::kinds::effective;
use super::paper;
use super::rows::{Row, compared, killers};
use super::tables::rates;
use crate::stats::regression::Regression;

/// Draws all figures.
pub(super) fn write(report: &mut Report, rows: &[Row]) -> std::io::Result<()> {
    for killer in killers() {
        let name = format!("fig31-{}.svg", killer.to_lowercase().replace(' ', "-"));
        report.figure(&name, &progress(rows, killer))?;
    }
    let spent = depths(rows, "Fig. 3.4: rate by depth from the root", spent);
    report.figure("fig34-depth-from-root.svg", &spent)?;
    report.figure("fig34-depth-left.svg", &depths(rows, "Rate by depth left", left))?;
    let shares: Vec<_> = compared().map(|(killer, _)| (killer, effective(rows, killer))).collect();
    report.figure("fig35-kinds.svg", &Plot::shares("Fig. 3.5: kinds of effective moves", KINDS, &shares))
}

/// A point for each position, the line through them, and the thesis's rate.
fn progress(rows: &[Row], killer: &str) -> Plot {
    let title = format!("Fig. 3.1: rate of {killer} by progress");
    let thesis = format!("{}, the thesis", paper::RATE);
    let plot = Plot::new(&title).x_axis("progress of the game", "0 to 127").y_axis("rate", "");
    let plot = plot.scatter("one position", rates(rows, killer)).named_level(&thesis, paper::RATE);
    let Some(line) = Regression::of(rates(rows, killer)) else { return plot };
    let ends = rates(rows, killer).map(|point| point.0);
    let (first, last) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
    plot.line(&line.legend(), [first, last].map(|x| (x, line.at(x))))
}

fn depths(rows: &[Row], title: &str, by: fn(&KillerMeasurement) -> &[Tally]) -> Plot {
    let plot = Plot::new(title).x_axis("depth", "bits of −log2 p").y_axis("rate", "");
    killers().fold(plot, |plot, killer| {
        let points = (0..DEPTHS)
            .filter_map(|depth| at_depth(rows, killer, depth, by).map(|rate| (depth as f64, rate.value)));
        plot.line(killer, points.collect::<Vec<_>>())
    })
}

//! Figures 3.1, 3.4 and 3.5 of the thesis.

use komadai_lab::killers::{DEPTHS, KINDS, KillerMeasurement};
use komadai_lab::{Regression, Tally};
use komadai_report::{Plot, Report};

use crate::depths::{at_depth, left, spent};
use crate::killer::{KILLERS, Killer, killers};
use crate::kinds::effective;
use crate::paper;
use crate::rows::{Least, Row};
use crate::tables::rates;

/// Draws all figures.
pub(crate) fn write(report: &mut Report, rows: &[Row], least: Least) -> std::io::Result<()> {
    for (name, killer) in [
        ("fig31-brotherbest.svg", Killer::Brother),
        ("fig31-passbest.svg", Killer::Pass),
        ("fig31-premovebest.svg", Killer::Premove),
        ("fig31-contextbest.svg", Killer::Context),
        ("fig31-context-n.svg", Killer::ContextN),
        ("fig31-hashed-premove.svg", Killer::HashedPremove),
    ] {
        report.figure(name, &progress(rows, killer, least))?;
    }
    let spent = depths(rows, "Fig. 3.4: rate by depth from the root", spent, least);
    report.figure("fig34-depth-from-root.svg", &spent)?;
    report.figure("fig34-depth-left.svg", &depths(rows, "Rate by depth left", left, least))?;
    let shares = KILLERS.map(|killer| (killer.name(), effective(rows, killer)));
    report.figure("fig35-kinds.svg", &Plot::shares("Fig. 3.5: kinds of effective moves", KINDS, &shares))
}

/// A point for each position, the line through them, and the thesis's rate.
fn progress(rows: &[Row], killer: Killer, least: Least) -> Plot {
    let title = format!("Fig. 3.1: rate of {} by progress", killer.name());
    let thesis = format!("{}, the thesis", paper::RATE);
    let plot = Plot::new(&title).x_axis("progress of the game", "0 to 127").y_axis("rate", "");
    let plot = plot.scatter("one position", rates(rows, killer, least)).named_level(&thesis, paper::RATE);
    let Some(line) = Regression::of(rates(rows, killer, least)) else { return plot };
    let ends = rates(rows, killer, least).map(|point| point.0);
    let (first, last) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
    plot.line(&line.legend(), [first, last].map(|x| (x, line.at(x))))
}

fn depths(rows: &[Row], title: &str, by: fn(&KillerMeasurement) -> &[Tally], least: Least) -> Plot {
    let plot = Plot::new(title).x_axis("depth", "bits of −log2 p").y_axis("rate", "");
    killers().fold(plot, |plot, killer| {
        let points = (0..DEPTHS).filter_map(|depth| {
            at_depth(rows, killer, depth, by, least).map(|rate| (depth as f64, rate.value))
        });
        plot.line(killer.name(), points.collect::<Vec<_>>())
    })
}

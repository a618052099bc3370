//! Figures 3.1, 3.4 and 3.5 of the thesis.

use komadai::lab::{Plot, PlotError, Regression, Tally, stacked_bars};

use crate::measure::{DEPTHS, KILLERS, KINDS, Killer, Measured};
use crate::tables::{at_depth, effective, killers, left, rates, spent};
use crate::{Least, Row, paper};

/// Names of files and what is in them. A figure without a single point is left away.
pub(crate) fn all(rows: &[Row], least: Least) -> Result<Vec<(&'static str, String)>, PlotError> {
    let figures = [
        ("fig31-brotherbest.svg", progress(rows, Killer::Brother, least)),
        ("fig31-passbest.svg", progress(rows, Killer::Pass, least)),
        ("fig31-premovebest.svg", progress(rows, Killer::Premove, least)),
        ("fig31-contextbest.svg", progress(rows, Killer::Context, least)),
        ("fig31-context-n.svg", progress(rows, Killer::ContextN, least)),
        ("fig31-hashed-premove.svg", progress(rows, Killer::HashedPremove, least)),
        ("fig34-depth-from-root.svg", depths(rows, "Fig. 3.4: rate by depth from the root", spent, least)),
        ("fig34-depth-left.svg", depths(rows, "Rate by depth left", left, least)),
    ];
    let mut drawn = Vec::new();
    for (name, plot) in figures {
        match plot.to_svg() {
            Ok(svg) => drawn.push((name, svg)),
            Err(PlotError::Empty(_)) => {}
            Err(error) => return Err(error),
        }
    }
    let shares = KILLERS.map(|killer| (killer.name(), effective(rows, killer)));
    drawn.push(("fig35-kinds.svg", stacked_bars("Fig. 3.5: kinds of effective moves", KINDS, &shares)));
    Ok(drawn)
}

/// A point for each position, the line through them, and the thesis's rate.
fn progress(rows: &[Row], killer: Killer, least: Least) -> Plot {
    let title = format!("Fig. 3.1: {} (dashed: {} of the thesis)", killer.name(), paper::RATE);
    let plot = Plot::new(&title).x_axis("progress of the game", "plies").y_axis("rate", "");
    let plot = plot.scatter("one position", rates(rows, killer, least)).level(paper::RATE);
    let Some(line) = Regression::of(rates(rows, killer, least)) else { return plot };
    let ends = rates(rows, killer, least).map(|point| point.0);
    let (first, last) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
    plot.line("least squares", [first, last].map(|x| (x, line.at(x))))
}

fn depths(rows: &[Row], title: &str, by: fn(&Measured) -> &[Tally], least: Least) -> Plot {
    let plot = Plot::new(title).x_axis("depth", "bits of −log2 p").y_axis("rate", "");
    killers().fold(plot, |plot, killer| {
        let points = (0..DEPTHS)
            .filter_map(|depth| at_depth(rows, killer, depth, by, least).map(|rate| (depth as f64, rate)));
        plot.line(killer.name(), points.collect::<Vec<_>>())
    })
}

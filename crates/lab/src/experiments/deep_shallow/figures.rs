//! Figures 15 to 19: distributions of the differences, with the normal one of the same spread, and spread by progress.

use std::ops::RangeInclusive;

use super::tables::spreads;
use crate::reliability::Differences;
use crate::stats::regression::Regression;
use komadai_report::Plot;

/// Bars of a histogram on each side of 0.
const BARS: i32 = 30;

/// Fewer positions have no shape to lay a curve over.
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
    let middle = |bar: usize| f64::from(bar as i32 - BARS);
    counts
        .iter()
        .enumerate()
        .map(|(bar, &count)| (width * middle(bar), 100.0 * f64::from(count) / n))
        .collect()
}

/// Figures 15 and 16: one curve a pair of depths, of which `before` have been drawn and look as they did.
pub(super) fn depths(
    title: &str,
    pairs: &[(u32, u32)],
    before: &[(u32, u32)],
    between: &impl Fn(u32, u32) -> Differences,
) -> Plot {
    let mut plot =
        Plot::new(title).x_axis("deep value less shallow value", "centipawns").y_axis("positions", "%");
    let look = |new: usize, pair| before.iter().position(|drawn| drawn == pair).unwrap_or(before.len() + new);
    let all: Vec<(usize, String, Differences)> = pairs
        .iter()
        .enumerate()
        .map(|(new, pair @ (shallow, deep))| {
            (look(new, pair), format!("depths {shallow} and {deep}"), between(*shallow, *deep))
        })
        .filter(|(.., found)| !found.all.is_empty())
        .collect();
    let widest = all.iter().filter_map(|(.., found)| Some(found.spread()?.value)).fold(1.0, f64::max);
    for (look, name, found) in all {
        plot = plot.line(&name, shares(&found, 2.5 * widest / f64::from(BARS))).look(look);
    }
    plot
}

/// Figures 17 and 18: the histogram of a range of progress under the normal distribution of its spread.
pub(super) fn histogram(found: &Differences, progress: RangeInclusive<u8>) -> Option<Plot> {
    let title = format!("Deep less shallow values at progress {} to {}", progress.start(), progress.end());
    let within = found.within(progress);
    let spread = within.spread()?.value;
    let width = 4.0 * spread / f64::from(BARS);
    let normal = |x: f64| {
        100.0 * width / (spread * std::f64::consts::TAU.sqrt()) * (-(x / spread).powi(2) / 2.0).exp()
    };
    let points = shares(&within, width);
    let curve: Vec<(f64, f64)> = points.iter().map(|&(x, _)| (x, normal(x))).collect();
    let plot =
        Plot::new(&title).x_axis("deep value less shallow value", "centipawns").y_axis("positions", "%");
    let positions = within.all.len();
    if positions < FEW {
        return Some(plot.line(&format!("{positions} positions, too few for a curve"), points));
    }
    Some(
        plot.line(&format!("{positions} positions"), points).line(&format!("normal, σ = {spread:.0}"), curve),
    )
}

/// Figure 19: spread by progress with the line through it.
pub(super) fn progress(found: &Differences) -> Plot {
    let points = spreads(found);
    let mut plot =
        Plot::new("Spread by progress").x_axis("progress", "0 to 127").y_axis("spread", "centipawns");
    plot = plot.scatter("classes of 16", points.iter().copied());
    if let Some(line) = Regression::of(points.iter().copied()) {
        plot = plot.line(&line.legend(), points.iter().map(|&(x, _)| (x, line.at(x))));
    }
    plot
}

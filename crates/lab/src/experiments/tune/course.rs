//! Where the constants went: a line now and then, a table at the end, the whole course as CSV and as a figure.

use komadai_report::{Cell, Plot, Table};

use super::constants::Tuned;
use crate::stats::spsa::SpsaPoint;

/// Constants that a line names.
const IN_LINE: usize = 6;
/// Constants that the figure shows: as many as there are colours.
const IN_FIGURE: usize = 7;

/// Change of each constant in its steps.
fn steps(tuned: &Tuned, values: &[f64]) -> Vec<f64> {
    let axes = tuned.axes();
    axes.iter()
        .zip(values)
        .map(|(axis, value)| (value - f64::from(axis.start)) / f64::from(axis.step))
        .collect()
}

/// The constants that moved most, in their order.
fn movers(steps: &[f64], most: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..steps.len()).collect();
    order.sort_by(|&a, &b| steps[b].abs().total_cmp(&steps[a].abs()));
    order.truncate(most);
    order
}

/// What moved most so far.
pub(super) fn line(tuned: &Tuned, point: &SpsaPoint) -> String {
    let steps = steps(tuned, &point.values);
    let named = movers(&steps, IN_LINE)
        .into_iter()
        .map(|i| format!("{} {:.1} ({:+.2} steps)", tuned.constants[i].name, point.values[i], steps[i]));
    let named: Vec<String> = named.collect();
    format!("{} pairs: {}", point.iterations, named.join(", "))
}

/// The constants of a point beside those of the base.
pub(super) fn table(tuned: &Tuned, end: &SpsaPoint) -> Table {
    let mut table = Table::new(["constant", "least", "most", "step", "before", "now", "change (steps)"]);
    let steps = steps(tuned, &end.values);
    for ((constant, value), change) in tuned.constants.iter().zip(&end.values).zip(steps) {
        table.push([
            constant.name.into(),
            constant.least.into(),
            constant.most.into(),
            constant.step.into(),
            tuned.start(constant).into(),
            Cell::real(*value, 1),
            format!("{change:+.2}").into(),
        ]);
    }
    table
}

/// A row for every point.
pub(super) fn csv(tuned: &Tuned, points: &[SpsaPoint]) -> Table {
    let names = tuned.constants.iter().map(|constant| constant.name);
    let mut table = Table::new(["pairs", "chance_steps"].into_iter().chain(names));
    for point in points {
        let values = point.values.iter().map(|&value| Cell::real(value, 1));
        table.push([point.iterations.into(), Cell::real(point.chance, 2)].into_iter().chain(values));
    }
    table
}

/// The course of the constants that moved most.
pub(super) fn figure(tuned: &Tuned, points: &[SpsaPoint]) -> Plot {
    let changes: Vec<(f64, Vec<f64>)> =
        points.iter().map(|point| (f64::from(point.iterations), steps(tuned, &point.values))).collect();
    let plot = Plot::new("Constants by SPSA: those that moved most")
        .x_axis("pairs of games", "")
        .y_axis("change", "steps")
        .level(0.0);
    let last = changes.last().map_or(&[][..], |(_, steps)| steps);
    movers(last, IN_FIGURE).into_iter().fold(plot, |plot, i| {
        plot.line(tuned.constants[i].name, changes.iter().map(|(pairs, steps)| (*pairs, steps[i])))
    })
}

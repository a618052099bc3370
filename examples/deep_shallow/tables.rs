//! Spreads by depths and by progress.

use komadai::learn::reliability::Sample;
use komadai_lab::Regression;
use komadai_lab::reliability::Differences;
use komadai_report::{Cell, Interval, Table};

use crate::pairs::{apart, fixed};

/// Positions of a class of progress.
pub(crate) const CLASS: u8 = 16;

fn with_interval(found: Option<Interval>, decimals: usize) -> [Cell; 2] {
    match found {
        Some(found) => [Cell::real(found.value, decimals), Cell::ends(found, decimals)],
        None => [Cell::real(f64::NAN, decimals), Cell::Empty],
    }
}

/// A row a pair of depths: those with the shallow depth fixed (figure 15), then those two plies apart (figure 16).
pub(crate) fn by_depths(deepest: u32, shallow: u32, between: &impl Fn(u32, u32) -> Differences) -> Table {
    let heading = ["depths", "positions", "mean", "95 %", "spread", "95 %", "> 1", "> 2", "> 3 spreads, %"];
    let mut table = Table::new(heading);
    let mut pairs = fixed(shallow, deepest);
    pairs.extend(apart(deepest).into_iter().filter(|pair| !fixed(shallow, deepest).contains(pair)));
    for (shallow, deep) in pairs {
        let found = between(shallow, deep);
        let mut row: Vec<Cell> = vec![format!("{shallow} and {deep}").into(), found.all.len().into()];
        row.extend(with_interval(found.mean(), 1));
        row.extend(with_interval(found.spread(), 1));
        row.extend([1.0, 2.0, 3.0].map(|spreads| Cell::real(100.0 * found.beyond(spreads), 1)));
        table.push(row);
    }
    table.push([
        "normal".into(),
        Cell::Empty,
        Cell::real(0.0, 1),
        Cell::Empty,
        Cell::Empty,
        Cell::Empty,
        Cell::real(31.7, 1),
        Cell::real(4.6, 1),
        Cell::real(0.3, 1),
    ]);
    table
}

/// Classes of progress with the middle of each.
pub(crate) fn classes(found: &Differences) -> Vec<(f64, Differences)> {
    let class =
        |from: u8| (f64::from(from) + f64::from(CLASS - 1) / 2.0, found.within(from..=from + (CLASS - 1)));
    (0..128 / CLASS)
        .map(|class| class * CLASS)
        .map(class)
        .filter(|(_, found)| !found.all.is_empty())
        .collect()
}

/// A row a class of progress.
pub(crate) fn by_progress(found: &Differences) -> Table {
    let mut table = Table::new(["progress", "positions", "spread", "95 %"]);
    for (middle, found) in classes(found) {
        let from = middle - f64::from(CLASS - 1) / 2.0;
        let to = from + f64::from(CLASS - 1);
        let mut row: Vec<Cell> = vec![format!("{from}-{to}").into(), found.all.len().into()];
        row.extend(with_interval(found.spread(), 1));
        table.push(row);
    }
    table
}

/// Points of figure 19: the spread at each class of progress.
pub(crate) fn spreads(found: &Differences) -> Vec<(f64, f64)> {
    let spread = |(middle, found): (f64, Differences)| Some((middle, found.spread()?.value));
    classes(found).into_iter().filter_map(spread).collect()
}

/// The line through them, in words.
pub(crate) fn slope(found: &Differences) -> String {
    match Regression::of(spreads(found)) {
        Some(line) => format!(
            "spread = {:.1} + {:.2} × progress, r {:.2}; the paper: \"nearly linear\"",
            line.intercept,
            line.slope_95(),
            line.r
        ),
        None => "too few classes of progress for a line".into(),
    }
}

/// Nodes to each depth.
pub(crate) fn cost(samples: &[Sample], deepest: u32) -> Table {
    let mut table = Table::new(["depth", "positions", "mean nodes", "median nodes"]);
    for depth in 1..=deepest {
        let mut nodes: Vec<u64> = samples.iter().filter_map(|sample| Some(sample.at(depth)?.nodes)).collect();
        nodes.sort_unstable();
        let Some(&median) = nodes.get(nodes.len() / 2) else { continue };
        let mean = nodes.iter().sum::<u64>() / nodes.len() as u64;
        table.push([u64::from(depth).into(), nodes.len().into(), mean.into(), median.into()]);
    }
    table
}

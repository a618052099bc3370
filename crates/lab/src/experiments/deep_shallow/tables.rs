//! Spreads by depths and by progress.

use std::ops::RangeInclusive;

use komadai_learn::reliability::Sample;

use crate::reliability::Differences;
use crate::stats::regression::Regression;
use komadai_report::{Cell, Table};

/// Progress of positions in a class.
const CLASS: u8 = 16;

/// Pairs of one shallow depth with every second deeper one (figure 15).
pub(super) fn fixed(shallow: u32, deepest: u32) -> Vec<(u32, u32)> {
    let deep = (shallow + 1..=deepest).filter(|deep| (deepest - deep).is_multiple_of(2));
    deep.map(|deep| (shallow, deep)).collect()
}

/// Pairs of depths two plies apart (figure 16).
pub(super) fn apart(deepest: u32) -> Vec<(u32, u32)> {
    (1..deepest.saturating_sub(1)).map(|shallow| (shallow, shallow + 2)).collect()
}

/// A row a pair of depths: first those of figure 15, then those of figure 16.
pub(super) fn by_depths(deepest: u32, shallow: u32, between: &impl Fn(u32, u32) -> Differences) -> Table {
    let heading = ["depths", "positions", "mean", "95 %", "spread", "95 %", "> 1", "> 2", "> 3 spreads, %"];
    let mut table = Table::new(heading);
    let mut pairs = fixed(shallow, deepest);
    pairs.extend(apart(deepest).into_iter().filter(|pair| !fixed(shallow, deepest).contains(pair)));
    for (shallow, deep) in pairs {
        let found = between(shallow, deep);
        let mut row: Vec<Cell> = vec![format!("{shallow} and {deep}").into(), found.all.len().into()];
        row.extend(Cell::estimate(found.mean(), 1));
        row.extend(Cell::estimate(found.spread(), 1));
        row.extend([1.0, 2.0, 3.0].map(|spreads| Cell::real(100.0 * found.beyond(spreads), 1)));
        table.push(row);
    }
    let mut normal = vec!["normal".into(), Cell::Empty, Cell::real(0.0, 1)];
    normal.extend([const { Cell::Empty }; 3]);
    normal.extend([31.7, 4.6, 0.3].map(|beyond| Cell::real(beyond, 1)));
    table.push(normal);
    table
}

/// Classes of progress that hold positions.
fn classes(found: &Differences) -> impl Iterator<Item = (RangeInclusive<u8>, Differences)> {
    let ranges = (0..128 / CLASS).map(|class| class * CLASS..=class * CLASS + CLASS - 1);
    let classes = ranges.map(|range| (range.clone(), found.within(range)));
    classes.filter(|(_, found)| !found.all.is_empty())
}

/// A row a class of progress.
pub(super) fn by_progress(found: &Differences) -> Table {
    let mut table = Table::new(["progress", "positions", "spread", "95 %"]);
    for (range, found) in classes(found) {
        let name = format!("{}-{}", range.start(), range.end());
        let first: [Cell; 2] = [name.into(), found.all.len().into()];
        table.push(first.into_iter().chain(Cell::estimate(found.spread(), 1)));
    }
    table
}

/// Points of figure 19: the spread in the middle of each class of progress.
pub(super) fn spreads(found: &Differences) -> Vec<(f64, f64)> {
    let middle = |range: RangeInclusive<u8>| f64::from(range.start() + range.end()) / 2.0;
    classes(found).filter_map(|(range, found)| Some((middle(range), found.spread()?.value))).collect()
}

/// The line through them, beside what the paper says of its own.
pub(super) fn line(found: &Differences) -> Table {
    let heading = ["line", "positions", "classes of progress", "at 0", "slope", "95 %", "r"];
    let mut table = Table::new(heading);
    if let Some(line) = Regression::of(spreads(found)) {
        let counts = [found.all.len().into(), line.points.into(), Cell::real(line.intercept, 1)];
        let slope = Cell::estimate(Some(line.slope_95()), 2);
        table.push(["ours".into()].into_iter().chain(counts).chain(slope).chain([Cell::real(line.r, 2)]));
    }
    let empty = [const { Cell::Empty }; 5];
    table.push(["paper".into()].into_iter().chain(empty).chain(["nearly linear".into()]));
    table
}

/// Nodes to each depth.
pub(super) fn cost(samples: &[Sample], deepest: u32) -> Table {
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

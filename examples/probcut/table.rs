//! Table 2, ours and the paper's.

use std::time::Duration;

use komadai_lab::Bootstrap;
use komadai_report::{Cell, Table};

use crate::rows::Found;

/// A row a search. Nodes are compared position by position with those of the row of the same base without ProbCut.
pub(crate) fn ours(names: &[String], found: &[Vec<Found>]) -> Table {
    let heading =
        ["search", "played", "as deeper", "time (s)", "nodes", "nodes/s", "times the nodes", "95 %"];
    let mut table = Table::new(heading);
    for (name, rows) in names.iter().zip(found) {
        let base = name.split('+').next().unwrap_or(name);
        let without = names.iter().position(|other| other == base).map_or(rows, |base| &found[base]);
        let nodes: u64 = rows.iter().map(|found| found.nodes).sum();
        let time: f64 = rows.iter().map(|found| found.time).sum::<Duration>().as_secs_f64();
        let pairs: Vec<(f64, f64)> =
            without.iter().zip(rows).map(|(a, b)| (a.nodes.max(1) as f64, b.nodes.max(1) as f64)).collect();
        let ratio = Bootstrap::default().geometric_mean_of_ratios(&pairs).filter(|_| name != base);
        let [times, interval] = ratio
            .map_or([Cell::Empty, Cell::Empty], |ratio| [Cell::real(ratio.value, 3), Cell::ends(ratio, 3)]);
        table.push([
            name.as_str().into(),
            rows.iter().filter(|found| found.played).count().into(),
            rows.iter().filter(|found| found.confirmed).count().into(),
            Cell::real(time, 2),
            nodes.into(),
            Cell::real(nodes as f64 / time, 0),
            times,
            interval,
        ]);
    }
    table
}

/// The paper's table 2.
pub(crate) fn paper() -> Table {
    let mut table = Table::new(["search", "played", "time (s)", "nodes (M)", "nodes/s"]);
    for (name, played, time, nodes, speed) in [
        ("no ProbCut", 574_u64, 1_427_u64, 399_u64, 279_978_u64),
        ("200 + 4 × progress", 569, 1_285, 361, 280_957),
        ("1σ", 570, 1_244, 346, 277_973),
        ("2σ", 574, 1_364, 385, 281_966),
        ("3σ", 572, 1_411, 399, 282_902),
    ] {
        table.push([name.into(), played.into(), time.into(), nodes.into(), speed.into()]);
    }
    table
}

//! Tables and the figure.

use komadai::lab::consultation::{Measurement, SIZES, Search, Setup};
use komadai::lab::{Cell, Plot, Table};

/// What the paper claims of eight engines, as a multiple of one.
const PAPER: (usize, f64) = (8, 2.0);

/// Sums over searches.
struct Sums {
    nodes: f64,
    seconds: f64,
}

fn sum<'a>(searches: impl Iterator<Item = &'a Search>) -> Sums {
    searches.fold(Sums { nodes: 0.0, seconds: 0.0 }, |sums, search| Sums {
        nodes: sums.nodes + search.nodes as f64,
        seconds: sums.seconds + search.time.as_secs_f64(),
    })
}

/// Cost of `SIZES[size]` engines together over that of one of them alone, on average of these: nodes, and time. Measurements
/// are `[position][setup]`.
fn ratios(measured: &[Vec<Measurement>], setup: usize, size: usize) -> (f64, f64) {
    let n = SIZES[size];
    let together = sum(measured.iter().map(|all| &all[setup].together[size]));
    let apart = sum(measured.iter().flat_map(|all| &all[setup].apart[..n]));
    (together.nodes / apart.nodes * n as f64, together.seconds / apart.seconds * n as f64)
}

/// Cost by σ and N, and where it comes from.
pub(crate) fn costs(measured: &[Vec<Measurement>], setups: &[Setup]) -> Table {
    let mut table = Table::new([
        "σ",
        "N",
        "nodes",
        "N apart (nodes)",
        "one alone (mean nodes)",
        "one without noise (nodes)",
        "nodes (times one)",
        "time (times one)",
        "nodes split (%)",
        "moves that waited (%)",
        "paper (times one)",
    ]);
    for (s, setup) in setups.iter().enumerate() {
        for (size, &n) in SIZES.iter().enumerate() {
            let all = || measured.iter().map(|all| &all[s].together[size]);
            let apart = sum(measured.iter().flat_map(|all| &all[s].apart[..n]));
            let share = |part: fn(&Search) -> u64, whole: fn(&Search) -> u64| {
                all().map(part).sum::<u64>() as f64 / all().map(whole).sum::<u64>() as f64 * 100.0
            };
            let (nodes, time) = ratios(measured, s, size);
            table.push([
                setup.sigma.into(),
                n.into(),
                all().map(|search| search.nodes).sum::<u64>().into(),
                (apart.nodes as u64).into(),
                Cell::real(apart.nodes / n as f64, 0),
                measured.iter().map(|all| all[s].noiseless.nodes).sum::<u64>().into(),
                Cell::real(nodes, 2),
                Cell::real(time, 2),
                Cell::real(share(|search| search.sharing.split, |search| search.sharing.inner), 1),
                Cell::real(share(|search| search.sharing.waiting, |search| search.sharing.moves), 1),
                if n == PAPER.0 { Cell::real(PAPER.1, 0) } else { Cell::Empty },
            ]);
        }
    }
    table
}

/// How often votes are the same.
pub(crate) fn votes(measured: &[Vec<Measurement>], setups: &[Setup]) -> Table {
    let mut table = Table::new([
        "σ",
        "N",
        "positions",
        "virtual majority: separate majority",
        "virtual element: the same apart",
        "virtual majority: no noise",
        "separate majority: no noise",
        "one noisy engine: no noise",
        "moves voted for (mean)",
    ]);
    for (s, setup) in setups.iter().enumerate() {
        for (size, &n) in SIZES.iter().enumerate() {
            let each = || measured.iter().map(|all| &all[s]);
            let share = |agrees: &dyn Fn(&Measurement) -> f64| {
                Cell::real(each().map(agrees).sum::<f64>() / measured.len() as f64 * 100.0, 1)
            };
            // The share of elements for which something holds.
            let elements = |one: &Measurement, holds: &dyn Fn(usize) -> bool| {
                (0..n.min(one.apart.len())).filter(|&i| holds(i)).count() as f64 / n as f64
            };
            let opinions = |one: &Measurement| {
                let mut moves: Vec<u16> =
                    one.together[size].votes.iter().map(|vote| vote.mv.bits()).collect();
                moves.sort_unstable();
                moves.dedup();
                moves.len() as f64
            };
            table.push([
                setup.sigma.into(),
                n.into(),
                measured.len().into(),
                share(&|one| f64::from(one.together[size].best == one.majority_apart(n))),
                share(&|one| {
                    elements(one, &|i| {
                        one.together[size].votes.get(i).map(|vote| vote.mv) == one.apart[i].best
                    })
                }),
                share(&|one| f64::from(one.together[size].best == one.noiseless.best)),
                share(&|one| f64::from(one.majority_apart(n) == one.noiseless.best)),
                share(&|one| elements(one, &|i| one.apart[i].best == one.noiseless.best)),
                Cell::real(each().map(opinions).sum::<f64>() / measured.len() as f64, 1),
            ]);
        }
    }
    table
}

/// Nodes against N, a line for each σ; dashed: the paper's claim for eight.
pub(crate) fn figure(measured: &[Vec<Measurement>], setups: &[Setup]) -> Plot {
    let plot = Plot::new("Nodes of N virtual engines in one tree (dashed: the paper's claim for 8)")
        .x_axis("virtual engines", "")
        .y_axis("nodes", "multiples of one engine alone");
    let plot = setups.iter().enumerate().fold(plot, |plot, (s, setup)| {
        let points = SIZES.iter().enumerate().map(|(size, &n)| (n as f64, ratios(measured, s, size).0));
        plot.line(&format!("σ = {}", setup.sigma), points)
    });
    plot.level(PAPER.1)
}

//! Tables and the figure.

use komadai_report::{Cell, Interval, Plot, Table};

use super::measure::{Measurement, SIZES, Search, Setup};
use crate::stats::bootstrap::{Bootstrap, sums_by_game};

/// The paper's claim about eight engines, as a multiple of one.
const PAPER: (usize, f64) = (8, 2.0);

/// What is counted: nodes, or seconds.
type Cost = fn(&Search) -> f64;
const NODES: Cost = |search| search.nodes as f64;
const TIME: Cost = |search| search.time.as_secs_f64();

/// What a number of engines in one tree is compared with.
type Against = fn(&Measurement, usize, Cost) -> f64;
/// One of them alone, on average.
const ONE: Against = |of, n, cost| of.apart[..n].iter().map(cost).sum::<f64>() / n as f64;
/// One without noise.
const NOISELESS: Against = |of, _, cost| cost(&of.noiseless);

/// Cost of `SIZES[size]` engines together divided by that of another search, over all positions. Measurements are `[position][setup]`.
fn times(
    measured: &[Vec<Measurement>],
    games: &[&str],
    (setup, size): (usize, usize),
    cost: Cost,
    against: Against,
) -> Option<Interval> {
    let pairs = measured.iter().map(|all| {
        let of = &all[setup];
        (against(of, SIZES[size], cost), cost(&of.together[size]))
    });
    Bootstrap::default().ratio_of_sums(&sums_by_game(games, pairs))
}

/// Cost by σ and N, and where it comes from.
pub(super) fn costs(measured: &[Vec<Measurement>], games: &[&str], setups: &[Setup]) -> Table {
    // Sums over all positions: `[setup]` and, of engines in one tree, `[size]`.
    let sum = |(s, size): (usize, usize), part: fn(&Search) -> u64| -> u64 {
        measured.iter().map(|all| part(&all[s].together[size])).sum()
    };
    let percent = |at, part, whole| sum(at, part) as f64 / sum(at, whole) as f64 * 100.0;
    let apart = |(s, size): (usize, usize)| -> u64 {
        measured.iter().flat_map(|all| &all[s].apart[..SIZES[size]]).map(|search| search.nodes).sum()
    };
    let mut table = Table::of(each(setups))
        .column("σ", |(s, _)| setups[s].sigma)
        .column("N", |(_, size)| SIZES[size])
        .column("nodes", |at| sum(at, |search| search.nodes))
        .column("N apart (nodes)", apart)
        .column("one without noise (nodes)", |(s, _)| -> u64 {
            measured.iter().map(|all| all[s].noiseless.nodes).sum()
        });
    for (what, cost) in [("nodes", NODES), ("time", TIME)] {
        for (one, against) in [("one", ONE), ("noiseless", NOISELESS)] {
            let headings = [format!("{what} (times {one})"), format!("{what} (times {one}; 95 %)")];
            table =
                table.columns(headings, |at| Cell::estimate(times(measured, games, at, cost, against), 2));
        }
    }
    table
        .real("nodes split (%)", 1, |at| percent(at, |one| one.sharing.split, |one| one.sharing.inner))
        .real("moves that waited (%)", 1, |at| {
            percent(at, |one| one.sharing.waiting, |one| one.sharing.moves)
        })
        .column("paper (times one)", |(_, size)| (SIZES[size] == PAPER.0).then_some(Cell::Real(PAPER.1, 0)))
        .table()
        .keys(2)
}

/// Every setup with every size of [`SIZES`], by their numbers.
fn each(setups: &[Setup]) -> impl Iterator<Item = (usize, usize)> {
    (0..setups.len()).flat_map(|s| (0..SIZES.len()).map(move |size| (s, size)))
}

/// How often votes are the same.
pub(super) fn votes(measured: &[Vec<Measurement>], setups: &[Setup]) -> Table {
    let mean = |s: usize, number: &dyn Fn(&Measurement) -> f64| {
        measured.iter().map(|all| number(&all[s])).sum::<f64>() / measured.len() as f64
    };
    let percent = |s, number: &dyn Fn(&Measurement) -> f64| mean(s, number) * 100.0;
    // The share of elements for which something holds.
    let elements = |size: usize, holds: &dyn Fn(usize) -> bool| {
        (0..SIZES[size]).filter(|&i| holds(i)).count() as f64 / SIZES[size] as f64
    };
    let opinions = |one: &Search| {
        let mut moves: Vec<u16> = one.votes.iter().map(|(mv, _)| mv.bits()).collect();
        moves.sort_unstable();
        moves.dedup();
        moves.len() as f64
    };
    Table::of(each(setups))
        .column("σ", |(s, _)| setups[s].sigma)
        .column("N", |(_, size)| SIZES[size])
        .column("positions", |_| measured.len())
        .real("virtual majority: separate majority", 1, |(s, size)| {
            percent(s, &|one| f64::from(one.together[size].best == one.majority_apart(SIZES[size])))
        })
        .real("virtual element: the same apart", 1, |(s, size)| {
            percent(s, &|one| {
                let vote = |i: usize| one.together[size].votes.get(i).map(|(mv, _)| *mv);
                elements(size, &|i| vote(i) == one.apart[i].best)
            })
        })
        .real("virtual majority: no noise", 1, |(s, size)| {
            percent(s, &|one| f64::from(one.together[size].best == one.noiseless.best))
        })
        .real("separate majority: no noise", 1, |(s, size)| {
            percent(s, &|one| f64::from(one.majority_apart(SIZES[size]) == one.noiseless.best))
        })
        .real("one noisy engine: no noise", 1, |(s, size)| {
            percent(s, &|one| elements(size, &|i| one.apart[i].best == one.noiseless.best))
        })
        .real("moves voted for (mean)", 1, |(s, size)| mean(s, &|one| opinions(&one.together[size])))
        .table()
        .keys(2)
}

/// Nodes against N, a line for each σ, and the paper's claim for eight.
pub(super) fn figure(measured: &[Vec<Measurement>], games: &[&str], setups: &[Setup]) -> Plot {
    let plot = Plot::new("Nodes of N virtual engines in one tree")
        .x_axis("virtual engines", "")
        .y_axis("nodes", "multiples of one engine alone");
    let plot = setups.iter().enumerate().fold(plot, |plot, (s, setup)| {
        let points = (0..)
            .zip(SIZES)
            .filter_map(|(size, n)| Some((n as f64, times(measured, games, (s, size), NODES, ONE)?.value)));
        plot.line(&format!("σ = {}", setup.sigma), points)
    });
    plot.named_level("the paper's claim for 8", PAPER.1)
}

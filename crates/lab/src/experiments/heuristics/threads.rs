//! What more threads gain: time to a depth and nodes per second of the parallel search, against one thread.
//!
//! Each position is searched to the last of `--depths` with every number of threads in turn, with empty tables, so that a change in the
//! load of the machine affects all of them. Times are by the wall clock, so the machine must have that many idle cores.

use komadai_report::{Cell, Failure, Report, Table};
use komadai_search::{Engine, Limits};

use super::Setup;
use crate::data::suite::SuiteEntry;
use crate::run::answers::ask;
use crate::stats::bootstrap::Bootstrap;

/// What a search took.
#[derive(serde::Serialize, serde::Deserialize)]
struct Seen {
    /// Seconds by the wall clock.
    seconds: f64,
    nodes: f64,
}

/// Prints and saves the tables: 1, 2, 4 … threads, up to `--threads`.
pub(super) fn table(setup: &Setup<'_>, report: &mut Report) -> Result<(), Failure> {
    let options = setup.options;
    let recipe = setup.parts.recipe(options.watch.as_deref().unwrap_or("modern"))?;
    let most = options.threads.threads;
    let mut counts: Vec<usize> = std::iter::successors(Some(1), |threads| Some(2 * threads))
        .take_while(|&threads| threads < most)
        .collect();
    counts.push(most);
    let engine = |&threads: &usize| setup.eval.parallel_engine(&recipe, setup.hash_mb, threads);
    let engines = counts.iter().map(engine).collect::<Result<Vec<_>, _>>()?;
    let depth = options.depths.last().copied().unwrap_or(1);
    let search = format!("threads {}, depth {depth}, {} MB", setup.describe(&recipe)?, setup.hash_mb);
    // Position by position; `which` is the place of a number of threads.
    let searches: Vec<(&SuiteEntry, usize)> =
        setup.suite.iter().flat_map(|entry| (0..counts.len()).map(move |which| (entry, which))).collect();
    let question = |&(entry, which): &(&SuiteEntry, usize)| {
        format!("{search}, {} threads; {}", counts[which], entry.position())
    };
    let seen =
        ask(&setup.journal, "searches", &searches, question, vec![engines], |engines, &(entry, which)| {
            // From empty tables.
            engines[which].clear();
            let report = engines[which].search(&entry.position(), &Limits::depth(depth));
            Ok(Seen { seconds: report.elapsed.as_secs_f64().max(1e-6), nodes: report.nodes as f64 })
        })?;
    // [number of threads][position]
    let seen: Vec<Vec<&Seen>> =
        (0..counts.len()).map(|which| seen.iter().skip(which).step_by(counts.len()).collect()).collect();

    let seconds = |seen: &[&Seen]| seen.iter().map(|seen| seen.seconds).sum::<f64>();
    let nodes = |seen: &[&Seen]| seen.iter().map(|seen| seen.nodes).sum::<f64>();
    let sums = Table::of(counts.iter().zip(&seen))
        .column("threads", |(&threads, _)| threads)
        .real("time (s)", 1, |(_, here)| seconds(here))
        .column("nodes", |(_, here)| nodes(here) as u64)
        .column("nodes/s", |(_, here)| (nodes(here) / seconds(here)) as u64)
        .table();
    let against_first = |here: &[&Seen], of: fn(&Seen) -> f64| {
        let pairs: Vec<_> = seen[0].iter().zip(here).map(|(one, other)| (of(one), of(other))).collect();
        Bootstrap::default().geometric_mean_of_ratios(&pairs).map(|ratio| Cell::Around(ratio, 2))
    };
    let ratios = Table::of(counts.iter().zip(&seen))
        .column("threads", |(&threads, _)| threads)
        .column("time", |(_, here)| against_first(here, |seen| seen.seconds))
        .column("nodes", |(_, here)| against_first(here, |seen| seen.nodes))
        .column("nodes/s", |(_, here)| against_first(here, |seen| seen.nodes / seen.seconds))
        .table();
    let (positions, eval, mb) = (setup.suite.len(), &setup.eval, setup.hash_mb);
    let title = format!("Threads: {positions} positions to depth {depth}, {recipe}, {eval}, {mb} MB");
    report.table(&title, "threads.csv", &sums)?;
    Ok(report.table("Times the first row, geometric means (95 %)", "threads-ratios.csv", &ratios)?)
}

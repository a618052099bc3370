//! What more threads are worth: time to a depth and nodes per second of the parallel search, against one thread.
//!
//! ```sh
//! cargo run --release --example thread_speedup
//! cargo run --release --example thread_speedup -- --threads 1,2,4,8 --depth 16 --positions 60 --hash-mb 1024 --eval material
//! ```
//!
//! Positions are the ends of built-in openings. Each is searched to the depth with every number of threads in turn, with
//! empty tables, so that a change in the load of the machine meets all of them. Ratios are geometric means over positions with
//! intervals of 95 %. Times are of the wall clock, for which the machine must have that many idle cores, and of the processor
//! for the first thread alone, which stands a busy machine better.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use komadai::lab::{
    Bootstrap, COLUMNS, Cell, Failure, Folded, NamedEvaluation, Progress, Recipe, Table, ThreadClock,
    exit_status, read_openings,
};
use komadai::search::Limits;

const OPENINGS: &str = include_str!("../data/openings/balanced.sfen");

/// Measures time to depth and nodes per second by number of threads.
#[derive(Parser)]
#[command(max_term_width = COLUMNS)]
struct Options {
    /// Numbers of threads; all are compared with the first.
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_values_t = [1, 2], value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Vec<u16>,
    /// Iterations of each search, in plies.
    #[arg(long, value_name = "N", default_value_t = 13, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// Number of positions.
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..))]
    positions: u16,
    /// The search.
    #[arg(long, value_name = "RECIPE", default_value = "modern")]
    recipe: Recipe,
    /// The evaluation: material, default, or a model file of pairs.
    #[arg(long, value_name = "NAME|FILE", default_value = "default")]
    eval: komadai::evaluation::Evaluation,
    /// Megabytes of table, shared by the threads.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash_mb: u32,
}

fn main() -> ExitCode {
    exit_status("thread_speedup", run(&Options::parse()))
}

fn run(options: &Options) -> Result<(), Failure> {
    let eval = NamedEvaluation::from(options.eval.clone());
    let engine = |&threads: &u16| {
        eval.parallel_engine(&options.recipe, options.hash_mb as usize, usize::from(threads))
    };
    let mut engines = options.threads.iter().map(engine).collect::<Result<Vec<_>, _>>()?;
    let mut openings = read_openings(OPENINGS)?;
    openings.truncate(options.positions.into());

    // [number of threads][position]: seconds, nodes, processor seconds of the first thread.
    let mut seen = vec![Vec::new(); engines.len()];
    let progress = Progress::new(openings.len(), 0, "positions");
    for opening in &openings {
        for (engine, seen) in engines.iter_mut().zip(&mut seen) {
            engine.clear();
            let clock = ThreadClock::now();
            let report = engine.search_game(opening.tracked(), &Limits::depth(options.depth), &mut |_| {});
            let worked = clock.elapsed().as_secs_f64().max(1e-6);
            seen.push([report.elapsed.as_secs_f64().max(1e-6), report.nodes as f64, worked]);
        }
        progress.step();
    }
    progress.finish();

    let mut sums = Table::new(["threads", "time (s)", "nodes", "nodes/s"]);
    let mut ratios = Table::new(["threads", "time", "time of the first thread", "nodes", "nodes/s"]);
    for (threads, seen_here) in options.threads.iter().zip(&seen) {
        let sum = |of: usize| seen_here.iter().map(|seen| seen[of]).sum::<f64>();
        sums.push([
            Cell::from(*threads),
            Cell::real(sum(0), 1),
            Cell::from(sum(1) as u64),
            Cell::from((sum(1) / sum(0)) as u64),
        ]);
        let against_first = |of: fn(&[f64; 3]) -> f64| {
            let pairs: Vec<_> = seen[0].iter().map(of).zip(seen_here.iter().map(of)).collect();
            Bootstrap::default().geometric_mean_of_ratios(&pairs).map(|ratio| format!("{ratio:.2}"))
        };
        ratios.push([
            Cell::from(*threads),
            against_first(|seen| seen[0]).into(),
            against_first(|seen| seen[2]).into(),
            against_first(|seen| seen[1]).into(),
            against_first(|seen| seen[1] / seen[0]).into(),
        ]);
    }
    writeln!(
        Folded::stdout(),
        "{} positions to depth {}, {}, {}, {} MB\n\n{}\n\nTimes the first row\n{}",
        openings.len(),
        options.depth,
        options.recipe,
        options.eval,
        options.hash_mb,
        sums.to_text(),
        ratios.to_text()
    )?;
    Ok(())
}

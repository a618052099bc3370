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
//!
//! A journal, `thread-speedup.tsv`, keeps each search, so that a run that is broken off goes on where it was; its times stay what
//! they were when they were measured. To measure again, give another `--out`.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use komadai::analysis::fingerprint;
use komadai::learn::Answers;
use komadai::notation::usi::GameLine;
use komadai::search::Engine;
use komadai::search::Limits;
use komadai_lab::{AnswerForm, Bootstrap, NamedEvaluation, Recipe, ThreadClock, read_openings};
use komadai_report::options::Out;
use komadai_report::{COLUMNS, Cell, Failure, Table, exit_status};

const OPENINGS: &str = include_str!("../data/openings/balanced.sfen");

/// Measures time to depth and nodes per second by number of threads.
#[derive(Parser)]
#[command(
    max_term_width = COLUMNS,
    after_help = "A run that was broken off goes on if it is started with the same --out: what was measured stands in \
                  thread-speedup.tsv there, and its times stay what they were."
)]
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
    #[command(flatten)]
    out: Out,
}

/// What a search took.
struct Seen {
    /// Seconds by the wall clock.
    seconds: f64,
    nodes: f64,
    /// Seconds of a processor that the first thread had.
    worked: f64,
}

fn main() -> ExitCode {
    exit_status("thread_speedup", run(&Options::parse()))
}

fn run(options: &Options) -> Result<(), Failure> {
    let eval = NamedEvaluation::from(options.eval.clone());
    let engine = |&threads: &u16| {
        eval.parallel_engine(&options.recipe, options.hash_mb as usize, usize::from(threads))
    };
    let engines = options.threads.iter().map(engine).collect::<Result<Vec<_>, _>>()?;
    let mut openings = read_openings(OPENINGS)?;
    openings.truncate(options.positions.into());

    let answers = Answers::open(&options.out.out, "thread-speedup")?;
    let print = fingerprint(&mut eval.engine(&options.recipe, 1)?);
    let Options { recipe, depth, hash_mb, .. } = options;
    let search = format!("{recipe} {} {print:06x}, depth {depth}, {hash_mb} MB", options.eval);
    // Position by position; `which` is the place of a number of threads.
    let of_position = |opening| {
        let question =
            |(which, threads)| (format!("{search}, {threads} threads; {opening}"), (opening, which));
        (0..).zip(&options.threads).map(question).collect::<Vec<_>>()
    };
    let asked: Vec<(String, (&GameLine, usize))> = openings.iter().flat_map(of_position).collect();
    let form =
        AnswerForm { expected: "seconds, nodes and seconds", read: &|_, text| read(text), write: &write };
    let seen = form.answer(&answers, &asked, "searches", vec![engines], |engines, &(opening, which)| {
        Ok(search_once(&mut engines[which], opening, *depth))
    })?;
    // [number of threads][position]
    let seen: Vec<Vec<&Seen>> = (0..options.threads.len())
        .map(|which| seen.iter().skip(which).step_by(options.threads.len()).collect())
        .collect();

    let mut sums = Table::new(["threads", "time (s)", "nodes", "nodes/s"]);
    let mut ratios = Table::new(["threads", "time", "time of the first thread", "nodes", "nodes/s"]);
    for (threads, seen_here) in options.threads.iter().zip(&seen) {
        let sum = |of: fn(&Seen) -> f64| seen_here.iter().map(|&seen| of(seen)).sum::<f64>();
        let (seconds, nodes) = (sum(|seen| seen.seconds), sum(|seen| seen.nodes));
        sums.push([
            Cell::from(*threads),
            Cell::real(seconds, 1),
            Cell::from(nodes as u64),
            Cell::from((nodes / seconds) as u64),
        ]);
        let against_first = |of: fn(&Seen) -> f64| {
            let pairs: Vec<_> =
                seen[0].iter().zip(seen_here).map(|(one, other)| (of(one), of(other))).collect();
            Bootstrap::default().geometric_mean_of_ratios(&pairs).map(|ratio| format!("{ratio:.2}"))
        };
        ratios.push([
            Cell::from(*threads),
            against_first(|seen| seen.seconds).into(),
            against_first(|seen| seen.worked).into(),
            against_first(|seen| seen.nodes).into(),
            against_first(|seen| seen.nodes / seen.seconds).into(),
        ]);
    }
    let mut report = options.out.report();
    let count = openings.len();
    writeln!(report, "{count} positions to depth {depth}, {recipe}, {}, {hash_mb} MB", options.eval)?;
    report.table("Time and nodes", "thread-speedup.csv", &sums)?;
    report.table("Times the first row", "thread-speedup-ratios.csv", &ratios)?;
    Ok(report.finish()?)
}

/// A search from empty tables.
fn search_once(engine: &mut impl Engine, opening: &GameLine, depth: u32) -> Seen {
    engine.clear();
    let clock = ThreadClock::now();
    let report = engine.search_game(opening.tracked(), &Limits::depth(depth), &mut |_| {});
    let worked = clock.elapsed().as_secs_f64().max(1e-6);
    Seen { seconds: report.elapsed.as_secs_f64().max(1e-6), nodes: report.nodes as f64, worked }
}

fn write(seen: &Seen) -> String {
    let Seen { seconds, nodes, worked } = seen;
    format!("{seconds} {nodes} {worked}")
}

fn read(text: &str) -> Option<Seen> {
    let numbers: Vec<f64> = text.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
    let sound = |number: &f64| number.is_finite() && *number > 0.0;
    match numbers[..] {
        [seconds, nodes, worked] if numbers.iter().all(sound) => Some(Seen { seconds, nodes, worked }),
        _ => None,
    }
}

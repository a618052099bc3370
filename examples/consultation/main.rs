//! Solo consultation [R12]: what eight virtual engines in one tree cost, and whether they vote as eight separate ones do.
//!
//! ```sh
//! cargo run --release --example consultation
//! cargo run --release --example consultation -- --depth 5 --positions 40 --sigma 25,50,100,200 --out DIR
//! ```
//!
//! Every position is searched to a fixed depth by virtual engines (one tree for N of them), by the same engines apart,
//! and by one engine without noise; all with the same table, killers, history and quiescence. Paper 002 claims that eight
//! cost about twice as much as one. Nodes are the same on every machine; times are not.
//!
//! The measurement of a position is `komadai::lab::consultation`; `tables.rs` has the tables and the figure.
//!
//! The exit status is 0, or 2 if options or files cannot be used.

mod tables;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use komadai::Position;
use komadai::eval::Material;
use komadai::lab::consultation::{Measurement, Setup};
use komadai::lab::options::{Out, Threads};
use komadai::lab::{Failure, Games, Progress, ThreadClock, exit_status, map_in_parallel};
use komadai::search::TableError;

/// Measures solo consultation: nodes, time and votes of virtual engines in one tree against separate ones.
#[derive(Parser)]
#[command(
    name = "consultation",
    after_help = "Lines of FILE are ID<TAB>START<TAB>MOVES…, as in data/games/sample.tsv; further columns are passed \
                  over."
)]
struct Options {
    /// A file of games [default: data/games/sample.tsv].
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// The ply at which the position of a game is taken; shorter games are left out.
    #[arg(long, value_name = "N", default_value_t = 50)]
    ply: usize,
    /// How many positions.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// Depth of every search, in plies.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,
    /// Most moves that a search may play; positions that some search cannot finish are left out [default: no limit].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Standard deviations of the noise, in hundredths of a pawn.
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "10,50,100", value_parser = clap::value_parser!(i32).range(1..=5000))]
    sigma: Vec<i32>,
    /// Seed of the noise.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Alpha-beta as the paper lists it, without Scout's null windows.
    #[arg(long)]
    no_scout: bool,
    /// Megabytes of table for every engine; 0: none.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=1 << 16))]
    hash_mb: u32,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    out: Out,
}

fn main() -> ExitCode {
    exit_status("consultation", run(&Options::parse()))
}

fn run(options: &Options) -> Result<(), Failure> {
    let positions = positions(options)?;
    let setups = options.sigma.iter().map(|&sigma| Setup {
        sigma,
        seed: options.seed,
        depth: options.depth,
        nodes: options.nodes,
        scout: !options.no_scout,
        hash_mb: options.hash_mb as usize,
    });
    let setups: Vec<Setup> = setups.collect();
    let measured = measure(&positions, &setups, options.threads)?;
    let finished: Vec<_> = measured.into_iter().filter(|all| all.iter().all(|one| one.complete)).collect();
    if finished.is_empty() {
        return Err("no position was searched to the end, expected more --nodes or less --depth".into());
    }
    let mut report = options.out.report();
    writeln!(
        report,
        "{} positions at ply {}, depth {}, {}; time is {}",
        positions.len(),
        options.ply,
        options.depth,
        if options.no_scout { "plain alpha-beta" } else { "alpha-beta with Scout" },
        ThreadClock::kind(),
    )?;
    if finished.len() < positions.len() {
        let left_out = positions.len() - finished.len();
        writeln!(report, "{left_out} of them left out: some search ran out of nodes")?;
    }
    report.table(
        "Cost of N virtual engines in one tree, as a multiple of one (paper: 8 cost about 2)",
        "consultation-cost.csv",
        &tables::costs(&finished, &setups),
    )?;
    report.table(
        "Votes (% of positions, or of elements): the same move as …",
        "consultation-votes.csv",
        &tables::votes(&finished, &setups),
    )?;
    report.figure("consultation-cost.svg", &tables::figure(&finished, &setups))?;
    Ok(report.finish()?)
}

/// The positions after so many plies of the first games that last longer, without those in check: a position where few
/// moves are legal says little about votes.
fn positions(options: &Options) -> Result<Vec<Position>, Failure> {
    let games = Games::read(options.games.as_slice())?;
    let long = games.games.iter().filter(|game| game.moves.len() > options.ply);
    let positions = long.filter_map(|game| game.position(options.ply)).filter(|pos| !pos.in_check());
    let positions: Vec<Position> = positions.take(options.positions as usize).collect();
    if positions.is_empty() {
        return Err(format!("no game longer than {} plies, expected at least one", options.ply).into());
    }
    Ok(positions)
}

/// `[position][setup]`, in the order of the positions.
fn measure(
    positions: &[Position],
    setups: &[Setup],
    threads: Threads,
) -> Result<Vec<Vec<Measurement>>, TableError> {
    let progress = Progress::new(positions.len(), 0, "positions");
    let eval = Material::default();
    let measure =
        |(): &mut (), pos: &Position| setups.iter().map(|setup| setup.measure(&eval, pos)).collect();
    let measured =
        map_in_parallel(threads.workers((), positions.len()), positions, measure, || progress.step());
    progress.finish();
    measured.into_iter().collect()
}

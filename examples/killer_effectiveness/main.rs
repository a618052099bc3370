//! How often each killer is right: section 3.2 of the thesis, with its killers and those it led to [R2].
//!
//! ```sh
//! cargo run --release --example killer_effectiveness
//! cargo run --release --example killer_effectiveness -- --games FILE --nodes 1000000 --threads 8 --out DIR
//! ```
//!
//! Every killer searches the same positions alone, tried before every other move, at any depth, in quiescence as well. It is
//! effective where it is best or cuts; its rate is that over the times it was legal. Shown are the rate against the progress of
//! the game (fig. 3.1 of the thesis, with the sharpest and the dullest position for Passbest, figs. 3.2 and 3.3), against the
//! depth (fig. 3.4), and of what kinds the effective moves are (fig. 3.5). Depth is realization probability and kinds are 21
//! categories, as in TACOS. Where the thesis has ten seconds, here are nodes; where TACOS has its evaluation, that of `--eval`; and
//! null windows, behind which many nodes have no best move: the second rate leaves those nodes out. Intervals are of 95 %, by
//! drawing the positions again. A journal, `killers.tsv`, keeps what was counted in each position, so that a run that is broken off
//! goes on where it was.
//!
//! | file | does |
//! |---|---|
//! | `killer.rs` | the killers; one position under one of them is `komadai_lab::killers::measure` |
//! | `positions.rs` `rows.rs` | the positions, built in or drawn from games; what was measured there |
//! | `paper.rs` | what the thesis found |
//! | `tables.rs` `depths.rs` `kinds.rs` | tables for people and programs: rates, by depth, by kind of move |
//! | `figures.rs` `boards.rs` | figures as SVG; two positions |
//!
//! The exit status is 0, or 2 if options or files cannot be used.

mod boards;
mod depths;
mod figures;
mod killer;
mod kinds;
mod paper;
mod positions;
mod rows;
mod tables;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use komadai::analysis::fingerprint;
use komadai::learn::Answers;
use komadai_lab::killers::KillerMeasurement;
use komadai_lab::{AnswerForm, NamedEvaluation};
use komadai_report::options::{Out, Threads};
use komadai_report::{COLUMNS, Failure, exit_status, words};

use crate::killer::{KILLERS, Killer};
use crate::positions::Sample;
use crate::rows::{Least, Row};

/// Counts how often killers are best or cut, over positions of games.
#[derive(Parser)]
#[command(
    max_term_width = COLUMNS,
    name = "killer_effectiveness",
    after_help = "Lines of FILE are ID<TAB>START<TAB>MOVES, more fields are passed over: START is `startpos` or `sfen …`, \
                  MOVES are in USI. A position after ply 30 to 80 is drawn from each game. Lines that begin with # are \
                  passed over.\n\n\
                  A run that was broken off goes on if it is started with the same --out: what was counted stands in \
                  killers.tsv there."
)]
struct Options {
    /// A file of games to draw positions from [default: 200 positions of data/positions/midgame.tsv].
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// How many positions to draw.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// Nodes for each position and killer.
    #[arg(long, value_name = "N", default_value_t = 40_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The evaluation: material, default, or a model file of pairs.
    #[arg(long, value_name = "NAME|FILE", default_value = "default")]
    eval: komadai::evaluation::Evaluation,
    /// Show depths at which so many positions have a rate.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    least_positions: u32,
    /// A position has no rate, nor has a depth in it, where the killer was legal less often.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    least_cases: u32,
    /// Which positions are drawn.
    #[arg(long, value_name = "N", default_value_t = 2007)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    out: Out,
}

fn main() -> ExitCode {
    exit_status("killer_effectiveness", run(&Options::parse()))
}

fn run(options: &Options) -> Result<(), Failure> {
    let samples = positions::read(options.games.as_slice(), options.positions as usize, options.seed)?;
    let answers = Answers::open(&options.out.out, "killers")?;
    let search = describe(options)?;
    let question = |sample: &Sample| format!("{search}; {}", sample.pos);
    let asked: Vec<(String, &Sample)> = samples.iter().map(|sample| (question(sample), sample)).collect();
    let form = AnswerForm {
        expected: &format!("{} lists of counts", KILLERS.len()),
        read: &|_, text| read(text),
        write: &|measured: &Vec<KillerMeasurement>| write(measured),
    };
    let workers = options.threads.workers((), asked.len());
    let measured = form.answer(&answers, &asked, "positions", workers, |(), sample| {
        let measure = |killer: Killer| killer.measure(&options.eval, &sample.pos, options.nodes);
        KILLERS.into_iter().map(measure).collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())
    })?;
    let rows: Vec<Row> =
        samples.into_iter().zip(measured).map(|(sample, measured)| Row { sample, measured }).collect();

    let mut report = options.out.report();
    let plies = || rows.iter().map(|row| row.sample.ply);
    writeln!(
        report,
        "{} positions after ply {} to {}, {} for each killer, evaluation {}, seed {}",
        rows.len(),
        plies().min().unwrap_or_default(),
        plies().max().unwrap_or_default(),
        words::count(options.nodes, "node", "nodes"),
        options.eval,
        options.seed
    )?;
    if rows.len() < options.positions as usize {
        writeln!(report, "({} were asked for; there are no more)", options.positions)?;
    }
    let least = Least { cases: options.least_cases.into(), positions: options.least_positions as usize };
    tables::write(&mut report, &rows, least)?;
    boards::write(&mut report, &rows)?;
    figures::write(&mut report, &rows, least)?;
    Ok(report.finish()?)
}

/// Everything but the position that decides the counts. The number is made of node counts: an evaluation or a search that was
/// changed has, most likely, another one.
fn describe(options: &Options) -> Result<String, Failure> {
    let mut engine = NamedEvaluation::from(options.eval.clone()).engine(&"modern".parse()?, 1)?;
    let print = fingerprint(&mut engine);
    Ok(format!("{} killers, {} {print:06x}, {} nodes", KILLERS.len(), options.eval, options.nodes))
}

/// The counts of each killer, as the text of an answer.
fn write(measured: &[KillerMeasurement]) -> String {
    let counts =
        |killer: &KillerMeasurement| killer.counts().iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    measured.iter().map(counts).collect::<Vec<_>>().join(", ")
}

fn read(text: &str) -> Option<Vec<KillerMeasurement>> {
    let killer = |counts: &str| {
        let counts = counts.split(' ').map(|count| count.parse().ok()).collect::<Option<Vec<u64>>>()?;
        KillerMeasurement::from_counts(&counts)
    };
    let measured = text.split(", ").map(killer).collect::<Option<Vec<_>>>()?;
    (measured.len() == KILLERS.len()).then_some(measured)
}

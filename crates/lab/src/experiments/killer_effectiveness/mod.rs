//! How often each killer is right: section 3.2 of the thesis, with its killers and those it led to [R2].
//!
//! ```sh
//! cargo run --release -- killer-effectiveness
//! cargo run --release -- killer-effectiveness --games FILE --nodes 1000000 --threads 8 --out DIR
//! ```
//!
//! Every killer is tested alone on the same positions and tried before every other move, at any depth, in quiescence as well. It is
//! effective if it is best or cuts; its rate is the number of times it is effective over the number of times it is legal. The output shows
//! the rate against the progress of the game (fig. 3.1 of the thesis, with the positions where Passbest is most and least effective, figs.
//! 3.2 and 3.3), against the depth (fig. 3.4), and the kinds of the effective moves (fig. 3.5). Depth is realization probability and kinds
//! are 21 categories, as in TACOS. Limits are nodes, not ten seconds as in the thesis; the evaluation is that of `--eval`, not that of
//! TACOS; and windows are null windows, where many nodes have no best move: the second rate leaves those nodes out. Intervals are of 95 %,
//! by resampling the positions. A journal, `killers.tsv`, keeps what was counted in each position, so that an interrupted run can be
//! resumed.
//!
//! | file | does |
//! |---|---|
//! | `rows.rs` | the positions, built in or drawn from games; the killers, and what was measured there |
//! | `paper.rs` | what the thesis found |
//! | `tables.rs` | tables for people and programs: rates, by kind of move, by depth |
//! | `figures.rs` | figures as SVG; two positions |

mod figures;
mod paper;
mod rows;
mod tables;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use komadai::evaluation::{Evaluation, EvaluationError};
use komadai_recipe::AnyMemory;
use komadai_recipe::watch::killers;
use komadai_report::options::{Eval, Nodes, Out, Seed, Threads};
use komadai_report::{Failure, Printed, content_fingerprint, words};
use rows::{Row, Sample, compared};

use crate::data::games::MostPositions;
use crate::run::answers::{self, ask};

/// Counts how often killers are best or cut, over positions of games.
#[derive(Args)]
#[command(
    after_help = "Lines of FILE are ID<TAB>START<TAB>MOVES, more fields are passed over: START is `startpos` or `sfen …`, \
                  MOVES are in USI. A position after ply 30 to 80 is drawn from each game. Lines that begin with # are \
                  passed over."
)]
pub(super) struct Options {
    /// A file of games to draw positions from [default: 200 positions of data/positions/midgame.tsv].
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    #[command(flatten)]
    positions: MostPositions<100>,
    #[command(flatten)]
    nodes: Nodes<40_000>,
    #[command(flatten)]
    eval: Eval<true>,
    #[command(flatten)]
    seed: Seed<2007>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    out: Out,
}

pub(super) fn run(options: &Options) -> Result<Vec<Printed>, Failure> {
    let eval: Evaluation =
        options.eval.eval.parse().map_err(|error: EvaluationError| format!("--eval: {error}"))?;
    let samples = rows::read(options.games.as_slice(), options.positions.positions, options.seed.seed)?;
    let answers = answers::open(&options.out, "killers")?;
    let search = describe(options, &eval)?;
    let question = |sample: &Sample| format!("{search}; {}", sample.pos);
    let workers = options.threads.workers((), samples.len());
    let measured = ask(&answers, "positions", &samples, question, workers, |(), sample| {
        let measure = |(_, killer): (&str, Option<AnyMemory>)| {
            killers::measure(killer, eval.clone(), &sample.pos, options.nodes.nodes)
        };
        compared().map(measure).collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())
    })?;
    let rows: Vec<Row> =
        samples.into_iter().zip(measured).map(|(sample, measured)| Row { sample, measured }).collect();

    let mut report = options.out.report();
    let plies = || rows.iter().map(|row| row.sample.ply);
    let (first, last) = (plies().min().unwrap_or_default(), plies().max().unwrap_or_default());
    let (positions, nodes) = (rows.len(), words::count(options.nodes.nodes, "node", "nodes"));
    let of_search = format!("{nodes} for each killer, evaluation {eval}, seed {}", options.seed.seed);
    writeln!(report, "{positions} positions after ply {first} to {last}, {of_search}")?;
    if rows.len() < options.positions.positions {
        writeln!(report, "({} were asked for; there are no more)", options.positions.positions)?;
    }
    tables::write(&mut report, &rows)?;
    figures::boards(&mut report, &rows)?;
    figures::write(&mut report, &rows)?;
    Ok(report.finish()?)
}

/// Everything but the position that decides the counts. The number is made of the counts of all killers in one fixed position: a changed
/// evaluation, search or killer most likely has another one.
fn describe(options: &Options, eval: &Evaluation) -> Result<String, Failure> {
    let midgame = rows::read(&[], 1, 0)?;
    let mut seen = String::new();
    for (_, killer) in compared() {
        let measured = killers::measure(killer, eval.clone(), &midgame[0].pos, 1_000)?;
        seen += &serde_json::to_string(&measured)?;
    }
    let print = content_fingerprint(seen);
    Ok(format!("{} killers, {} {print:06x}, {} nodes", compared().count(), eval, options.nodes.nodes))
}

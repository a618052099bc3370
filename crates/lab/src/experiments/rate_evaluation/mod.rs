//! Rates evaluations by what they know about shape: tables 4 to 8 of paper 001 [R8].
//!
//! ```sh
//! komadai-lab rate-evaluation
//! komadai-lab rate-evaluation --eval sibling.kmd --eval parent.kmd --games pros.tsv
//! komadai-lab rate-evaluation --eval default --games engines.tsv --scores scores.tsv
//! ```
//!
//! Only the quiet moves of games are used: those that win and lose nothing by exchanges. Does the value rise with the played move (table
//! 4)? What is its rank among the quiet moves of its position (table 5), and along the Yagura opening (table 6)? Are bad shapes avoided
//! (tables 7 and 8)? The paper's figures are shown beside ours; its test had 10,000 games. Games that a model was trained on do not test
//! it: give others, or `--held-out` with the same share and seed as in training.
//!
//! A journal, `rate-evaluation.tsv`, keeps what was found in each game, so that an interrupted run can be resumed.
//!
//! | file | does |
//! |---|---|
//! | `ranks.rs` | tables 4 and 5, by the moves of games, and table 6, the Yagura opening |
//! | `scores.rs` | correlation with scores that engines wrote beside the moves of games |
//! | `shapes.rs` | tables 7 and 8, and which parts of their boards are lost |

mod ranks;
mod scores;
mod shapes;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use komadai::evaluation::Evaluation;
use komadai_report::options::{HeldOut, Out, Seed, Threads};
use komadai_report::{Failure, Printed};

use crate::data::games::{ClassedGame, GameFiles};
use crate::run::answers;
use crate::shape::RatedEvaluation;

/// Help of `--held-out`.
const HELD_OUT: &str =
    "Rates by those games alone that training with this share and seed held out; 100 rates by all";

/// Rates evaluations by what they know about shape: the quiet moves of games, bad shapes.
#[derive(Args)]
#[command(after_help = GameFiles::HELP, mut_arg("held_out", |held_out| held_out.help(HELD_OUT)))]
pub(super) struct Options {
    /// An evaluation: material, pairs (the built-in model), or a model file of pairs; may be given several times.
    #[arg(long, value_name = "NAME|FILE", default_values = ["material", "pairs"])]
    eval: Vec<String>,
    #[command(flatten)]
    games: GameFiles,
    /// Rates by scores instead: a file of "ID<TAB>PLY:SCORE …" for the games, with the score beside each move in centipawns for Black. Any
    /// evaluation may be named.
    #[arg(long, value_name = "FILE")]
    scores: Option<PathBuf>,
    #[command(flatten)]
    held_out: HeldOut<100, 1, 100>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    out: Out,
}

/// Prints and saves the tables.
pub(super) fn run(options: &Options) -> Result<Vec<Printed>, Failure> {
    if let Some(scores) = &options.scores {
        let evaluations: Vec<Evaluation> =
            options.eval.iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
        let games = options.games.read()?;
        options.out.check()?;
        let (_, held_out) = games.split(options.held_out.held_out, options.seed.seed);
        let table = scores::table(&evaluations, &held_out, scores, options.threads.threads)?;
        let mut report = options.out.report();
        report.table("Chances of winning beside those of engines' scores", "scores.csv", &table)?;
        return Ok(report.finish()?);
    }
    let rated: Vec<RatedEvaluation> =
        options.eval.iter().map(|name| RatedEvaluation::load(name)).collect::<Result<_, _>>()?;
    let games = options.games.read()?;
    let (_, held_out) = games.split(options.held_out.held_out, options.seed.seed);
    if held_out.is_empty() {
        let told = format!("0 of {} games held out: give more games or a larger share", games.games.len());
        return Err(told.into());
    }
    let answers = answers::open(&options.out, "rate-evaluation")?;
    let mut report = options.out.report();
    // Classes are never mixed.
    for (class, name) in games.classes.iter().enumerate() {
        let of_class: Vec<&ClassedGame> =
            held_out.iter().copied().filter(|game| game.class == class).collect();
        if !of_class.is_empty() {
            let prefix = if games.classes.len() > 1 { format!("{name}-") } else { String::new() };
            writeln!(report, "{name}: {} games", of_class.len())?;
            let found = ranks::measure(&rated, &of_class, options.threads.threads, &answers)?;
            let title = "Table 4: quiet moves after which the value rises for the mover";
            report.table(title, &format!("{prefix}rises.csv"), &ranks::rises(&found, &rated))?;
            let title = "Table 5: mean rank of the played move among the quiet ones, from 0";
            report.table(title, &format!("{prefix}ranks.csv"), &ranks::ranks(&found, &rated))?;
        }
    }
    let title = "Table 6: rank of the moves of the Yagura opening";
    report.table(title, "yagura.csv", &ranks::table(&rated)?)?;
    let title = "Table 7: bad shapes, change of value for Black";
    report.table(title, "shapes.csv", &shapes::table(&rated)?)?;
    report.table("Are they shunned?", "verdicts.csv", &shapes::verdicts(&rated))?;
    report.table("Table 8: weights behind problem 2", "weights.csv", &shapes::weights(&rated)?)?;
    Ok(report.finish()?)
}

//! Counts the 21 categories of moves of realization probability [R3] in games, and judges models of moves by games
//! they have not seen.
//!
//! ```sh
//! cargo run --release -- count-categories
//! cargo run --release -- count-categories --games pros.tsv --games engines.tsv --softmax --save tacos.kmd
//! ```
//!
//! Without `--games` the sample of the repository is counted: 60 games, enough only to see the rough order, as the intervals show. The
//! thesis names the categories and prints no probabilities. The only number of this kind in our papers, some 43 % for moves that win
//! material with check, is shown beside ours.
//!
//! The effect of the probabilities on a search is measured by games between recipes, such as `modern-late-moves+categories` and `modern`
//! (`self-play`, `tune screen`).
//!
//! | file | does |
//! |---|---|
//! | `counts.rs` | counts by class of games; a classifier of your own: the part to copy |
//! | `judge.rs` | log loss and ranks |
//! | `tables.rs` | tables for people and programs; figures as SVG |

mod counts;
mod judge;
mod tables;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use counts::{WinsWithCheck, count_categories};
use komadai::artifact::{Artifact, Provenance};
use komadai::search::policy::category::{Coarse, Tacos};
use komadai::search::policy::{Count, MoveProbability};
use komadai_learn::{MoveWeights, SoftmaxOptions, SoftmaxTrainer};
use komadai_report::options::{HeldOut, Out, Seed, Threads};
use komadai_report::{Failure, Printed, Progress, Table, check_model_file};

use crate::data::games::{ClassedGame, GameFiles};
use crate::run::check_apart;

/// Rounds of the softmax over the games.
const ROUNDS: u32 = 5;

/// Counts categories of moves in games, for realization-probability search.
#[derive(Args)]
#[command(after_help = GameFiles::HELP)]
pub(super) struct Options {
    #[command(flatten)]
    games: GameFiles,
    #[command(flatten)]
    held_out: HeldOut<20, 0, 90>,
    /// Trains a softmax over features of moves as well, in five rounds over the games.
    #[arg(long)]
    softmax: bool,
    /// Saves the counts of the 21 categories as a model file.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Saves the weights of the softmax as a model file.
    #[arg(long, value_name = "FILE", requires = "softmax")]
    save_softmax: Option<PathBuf>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    out: Out,
}

pub(super) fn run(options: &Options) -> Result<Vec<Printed>, Failure> {
    let games = options.games.read()?;
    options.out.check()?;
    let saved = [("--save", &options.save), ("--save-softmax", &options.save_softmax)];
    let saved = saved.into_iter().filter_map(|(option, path)| Some((option, path.as_deref()?)));
    let saved: Vec<_> = saved.collect();
    check_apart(&saved)?;
    saved.into_iter().try_for_each(|(option, path)| check_model_file(option, path))?;
    let (counted, held_out) = games.split(options.held_out.held_out, options.seed.seed);
    if counted.is_empty() || held_out.is_empty() && options.held_out.held_out > 0 {
        let (all, held_out) = (games.games.len(), held_out.len());
        return Err(format!("{held_out} of {all} games held out: give more games, or --held-out 0").into());
    }
    let threads = options.threads.threads;
    let mut report = options.out.report();
    let (learned, judged, Seed { seed }) = (counted.len(), held_out.len(), options.seed);
    writeln!(report, "{learned} games counted, {judged} held out, seed {seed}")?;

    // The categories.
    let classes = games.classes.len();
    let (by_class, tacos) = count_categories(&Tacos, &counted, classes, threads)?;
    let title = format!("Categories of TACOS in {} positions [R3]", tacos.sum.positions());
    report.print(&title, &tables::categories(&tacos))?;
    let average = tacos.sum.probabilities(Tacos)?;
    writeln!(report, "\nAverage price of a played move: {} bits", average.average())?;
    if classes > 1 {
        report.print("By class of games", &tables::by_class(&games.classes, &by_class))?;
    }
    let (_, coarse) = count_categories(&Coarse, &counted, classes, threads)?;
    report.print("Coarse categories", &tables::categories(&coarse))?;
    let (_, wins) = count_categories(&WinsWithCheck, &counted, classes, threads)?;
    if let Some((name, Count { positions, played, .. }, share)) = wins.rows().next()
        && positions > 0
    {
        let mut table = Table::new(["a move that", "positions", "played", "p (%)", "95 %", "paper 004"]);
        let counts = [name.into(), positions.into(), played.into()];
        table.push(counts.into_iter().chain(share.percent_95()).chain(["about 43".into()]));
        report.table("One category of paper 004, section 2.3.3", "winning-check.csv", &table)?;
    }
    report.csv("categories.csv", &tables::everything(&games.classes, &by_class))?;
    report.figure("categories.svg", &tables::categories_figure(&games.classes, &by_class))?;

    // The softmax.
    let mut softmax: Option<MoveWeights> = None;
    if options.softmax {
        let (weights, surprises) = train(&counted, ROUNDS)?;
        writeln!(report, "\nSoftmax: mean surprise of the played moves, round by round (bits)")?;
        let rounds: Vec<String> = surprises.iter().map(|bits| format!("{bits:.3}")).collect();
        writeln!(report, "  {}", rounds.join("  "))?;
        report.figure("training.svg", &tables::training(&surprises))?;
        softmax = Some(weights);
    }

    // Predictions of the models.
    let models = judge::Models { coarse: coarse.sum, tacos: tacos.sum.clone(), softmax: softmax.clone() };
    if !held_out.is_empty() {
        let scores = judge::judge(&models, &held_out, threads)?;
        report.table("Moves of the games held out", "models.csv", &tables::models(&scores))?;
    }

    // Models.
    let provenance = |parameters: String| Provenance {
        made_by: concat!("komadai ", env!("CARGO_PKG_VERSION"), ", komadai-lab count-categories").into(),
        source: format!("{} games: {}", counted.len(), options.games.source()),
        rows: tacos.sum.positions(),
        parameters,
        seed: options.seed.seed,
        ..Provenance::default()
    };
    if let Some(path) = &options.save {
        tacos.sum.save(&provenance(format!("held out: {} %", options.held_out.held_out)), path)?;
        report.list("Model", path);
    }
    if let (Some(path), Some(weights)) = (&options.save_softmax, &softmax) {
        let parameters = format!("held out: {} %; {ROUNDS} rounds", options.held_out.held_out);
        weights.save(&provenance(parameters), path)?;
        report.list("Model", path);
    }
    Ok(report.finish()?)
}

/// Weights after so many rounds over the games, and the mean surprise of each round in bits. A move's surprise is taken before its own
/// step, so that the first round's mean is nearly that of unseen games.
fn train(games: &[&ClassedGame], rounds: u32) -> Result<(MoveWeights, Vec<f64>), Failure> {
    let progress = Progress::new(games.len() * rounds as usize, 0, "games learned");
    let mut trainer = SoftmaxTrainer::new(SoftmaxOptions::default());
    let mut surprises = Vec::new();
    for _ in 0..rounds {
        for game in games {
            trainer.learn_game(&game.start, game.moves.iter().copied())?;
            progress.step();
        }
        surprises.extend(trainer.end_round());
    }
    let last = surprises.last().ok_or("no position to learn from, expected at least one")?;
    Ok((trainer.weights(*last)?, surprises))
}

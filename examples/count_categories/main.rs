//! Counts the 21 categories of moves of realization probability [R3] in games, and judges models of moves by games
//! they have not seen.
//!
//! ```sh
//! cargo run --release --example count_categories
//! cargo run --release --example count_categories -- --games pros.tsv --games engines.tsv --softmax --save tacos.kmd
//! ```
//!
//! Without `--games` the sample of the repository is counted: 60 games, enough to see the order of things and no more;
//! intervals say how little. The thesis names the categories and prints no probabilities. The one number of this kind in
//! our papers, some 43 % for moves that win material with check, stands beside ours.
//!
//! | file | does |
//! |---|---|
//! | `count.rs` | the counting: the part to copy, with a classifier of your own |
//! | `train.rs` `judge.rs` | the softmax, round by round; log loss and ranks |
//! | `search.rs` | the same positions searched with moves priced in different ways |
//! | `tables.rs` `figures.rs` | tables for people and programs; figures as SVG |
//!
//! The exit status is 0, or 2 if options or files cannot be used.

mod count;
mod figures;
mod judge;
mod search;
mod tables;
mod train;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use komadai::artifact::{Artifact, Provenance};
use komadai::lab::{self, Failure, Games, Interval, Progress, exit_status};
use komadai::learn::MoveWeights;
use komadai::search::policy::category::{Coarse, Tacos};
use komadai::search::policy::{Count, MoveProbability};

use crate::count::WinsWithCheck;

/// Counts categories of moves in games, for realization-probability search.
#[derive(Parser)]
#[command(
    name = "count_categories",
    after_help = "Lines of FILE are ID<TAB>START<TAB>MOVES<TAB>RESULT…: \"startpos\" or \"sfen …\", moves in USI. Each file \
                  is a class of games of its own."
)]
struct Options {
    /// A file of games; may be given several times [default: data/games/sample.tsv].
    #[arg(long, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Per cent of the games held out to judge the models by; 0 counts all and judges none.
    #[arg(long, value_name = "PERCENT", default_value_t = 20, value_parser = clap::value_parser!(u64).range(0..=90))]
    held_out: u64,
    /// Trains a softmax over features of moves as well.
    #[arg(long)]
    softmax: bool,
    /// Rounds of its training over the games.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// Saves the counts of the 21 categories as a model file.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Saves the weights of the softmax as a model file.
    #[arg(long, value_name = "FILE", requires = "softmax")]
    save_softmax: Option<PathBuf>,
    /// Nodes of a search; 0 searches nothing.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    nodes: u64,
    /// Positions to search, one of each game held out.
    #[arg(long, value_name = "N", default_value_t = 40)]
    positions: usize,
    /// Decides which games are held out, and which of their positions are searched.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads; results do not depend on them.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Folder for tables and figures.
    #[arg(long, value_name = "DIR", default_value = "out")]
    out: PathBuf,
}

fn main() -> ExitCode {
    exit_status("count_categories", run(&Options::parse()))
}

fn run(options: &Options) -> Result<(), Failure> {
    let games = Games::read(&options.games)?;
    let (counted, held_out) = games.split(options.held_out, options.seed);
    if counted.is_empty() || held_out.is_empty() && options.held_out > 0 {
        let (all, held_out) = (games.games.len(), held_out.len());
        return Err(format!("{held_out} of {all} games held out: give more games, or --held-out 0").into());
    }
    let threads = usize::from(options.threads);
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} games counted, {} held out, seed {}", counted.len(), held_out.len(), options.seed)?;

    // The categories.
    let classes = games.classes.len();
    let by_class = count::count(&Tacos::default(), &counted, classes, threads)?;
    let tacos = count::total::<Tacos>(&by_class)?;
    writeln!(out, "\nCategories of TACOS in {} positions [R3]\n", tacos.positions())?;
    writeln!(out, "{}", tables::categories(&tacos).to_text())?;
    let average = tacos.probabilities(Tacos::default())?;
    writeln!(out, "\nAverage price of a played move: {} bits", average.average())?;
    if classes > 1 {
        writeln!(out, "\nBy class of games\n\n{}", tables::by_class(&games.classes, &by_class).to_text())?;
    }
    let coarse = count::total::<Coarse>(&count::count(&Coarse::default(), &counted, classes, threads)?)?;
    writeln!(out, "\nCoarse categories\n\n{}", tables::categories(&coarse).to_text())?;
    let wins =
        count::total::<WinsWithCheck>(&count::count(&WinsWithCheck::default(), &counted, classes, threads)?)?;
    if let Some((name, Count { positions, played, .. })) = wins.rows().next()
        && let Some(share) = Interval::of_share(played, positions)
    {
        writeln!(
            out,
            "\nA move that {name}: played in {played} of {positions} positions, {:.1} % ({}); paper 004: about 43 %",
            100.0 * share.value,
            tables::between(share, 1)
        )?;
    }

    // The softmax.
    let mut surprises = Vec::new();
    let mut softmax: Option<MoveWeights> = None;
    if options.softmax {
        let progress = Progress::new(counted.len() * options.rounds as usize, 0, "games learned");
        let (weights, of_rounds) = train::train(&counted, options.rounds, || progress.step())?;
        progress.finish();
        writeln!(out, "\nSoftmax: mean surprise of the played moves, round by round (bits)")?;
        let rounds: Vec<String> = of_rounds.iter().map(|bits| format!("{bits:.3}")).collect();
        writeln!(out, "  {}", rounds.join("  "))?;
        (softmax, surprises) = (Some(weights), of_rounds);
    }

    // What they foretell, and what they do to a search.
    let models = judge::Models { coarse, tacos: tacos.clone(), softmax: softmax.clone() };
    let mut saved = vec![("categories.csv", tables::everything(&games.classes, &by_class).to_csv())];
    if !held_out.is_empty() {
        let scores = judge::judge(&models, &held_out, threads)?;
        let table = tables::models(&scores);
        writeln!(out, "\nMoves of the games held out\n\n{}", table.to_text())?;
        saved.push(("models.csv", table.to_csv()));
    }
    if options.nodes > 0 {
        let source = if held_out.is_empty() { &counted } else { &held_out };
        let problems = search::problems(source, options.positions, options.seed);
        if !problems.is_empty() {
            let counts: Vec<Count> = tacos.rows().map(|(_, count)| count).collect();
            let table = search::compare(&problems, &counts, softmax.as_ref(), options.nodes, threads)?;
            writeln!(out, "\nSearches of {} nodes, material\n\n{}", options.nodes, table.to_text())?;
            saved.push(("searches.csv", table.to_csv()));
        }
    }

    // Files.
    saved.push(("categories.svg", figures::categories(&games.classes, &by_class)?));
    if !surprises.is_empty() {
        saved.push(("training.svg", figures::training(&surprises)?));
    }
    writeln!(out)?;
    for (name, text) in saved {
        writeln!(out, "Saved        {}", lab::save(&options.out, name, &text)?.display())?;
    }
    let provenance = |parameters: String| Provenance {
        made_by: concat!("komadai ", env!("CARGO_PKG_VERSION"), ", example count_categories").into(),
        source: format!("{} games: {}", counted.len(), Games::source(&options.games)),
        rows: tacos.positions(),
        parameters,
        seed: options.seed,
        note: String::new(),
    };
    if let Some(path) = &options.save {
        tacos.save(&provenance(format!("held out: {} %", options.held_out)), path)?;
        writeln!(out, "Saved        {}", path.display())?;
    }
    if let (Some(path), Some(weights)) = (&options.save_softmax, &softmax) {
        let parameters = format!("held out: {} %; {} rounds", options.held_out, options.rounds);
        weights.save(&provenance(parameters), path)?;
        writeln!(out, "Saved        {}", path.display())?;
    }
    Ok(out.flush()?)
}

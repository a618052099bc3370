//! Which of two searches plays better: a match between recipes, with Elo, its interval and the cost.
//!
//! ```sh
//! cargo run --release -- self-play
//! cargo run --release -- self-play --a modern --b modern-history --nodes 20000 --pairs 150 --out out/history
//! cargo run --release -- self-play --a modern --b modern --eval default --against-eval material --out out/model
//! cargo run --release -- self-play --a modern --b bare+table --sprt 0,50 --pairs 150 --out out/sprt
//! ```
//!
//! Every opening is played twice with colours changed. Every finished game is written to a journal at once: a match can be interrupted at
//! any time (Ctrl-C), and is resumed when started again with the same words. Games are limited by nodes and do not depend on the number of
//! threads. Since one search may need longer for a node than another, the table says how long each worked, and how many nodes would make
//! that equal (`--nodes-b`).
//!
//! `tables.rs` has tables for people, what the thesis found, the course of the match as CSV and as a figure, and the games as records. The
//! match itself is [`crate::self_play`].

mod tables;

use std::io::Write;
use std::time::Duration;

use clap::Parser;
use komadai::usi::EngineCommand;
use komadai_core::notation::usi::GameLine;
use komadai_recipe::{EngineRecipe, NamedEvaluation, Parts};
use komadai_report::options::{Eval, Nodes, Out, Pairs};
use komadai_report::{COLUMNS, Failure, Printed, content_fingerprint, read_whole};
use komadai_search::Limits;

use super::game_options::{GameOptions, TwoRecipes};
use crate::run::{answers, print_of};
use crate::self_play::{self, Match, Players, Standing, UsiPlayer};
use crate::stats::sprt::Sprt;

/// Plays a match between two searches and says which is stronger, by how much, and how sure that is.
#[derive(Parser)]
#[command(
    max_term_width = COLUMNS,
    name = "self-play",
    after_help = "A RECIPE is a base (bare, modern, tacos) with parts added (+history) and taken out (-null), or engines that \
                  vote: consultation-8-100 is eight in one tree with noise of 100 centipawns, ensemble-8-100 the same \
                  in separate searches, consultation-1-0 the same search without noise. In the place of a recipe may \
                  stand a program that speaks USI with its options: \"usi:fairy-stockfish UCI_Variant=shogi Hash=64\". It is \
                  told nodes, plies, or the time as byoyomi; an answer more than a second after its time loses, whoever gives \
                  it. Lines of --openings are \
                  games in USI, startpos moves 7g7f 8c8d; # begins a comment.\n\n\
                  A match that goes on may have other --pairs, --threads and --sprt."
)]
pub(in crate::experiments) struct Options {
    #[command(flatten)]
    pub(in crate::experiments) of: TwoRecipes,
    #[command(flatten)]
    pub(in crate::experiments) eval: Eval,
    /// The evaluation of the second player [default: that of the first].
    #[arg(long, value_name = "NAME|FILE")]
    pub(in crate::experiments) against_eval: Option<String>,
    #[command(flatten)]
    pub(in crate::experiments) nodes: Nodes<2_000>,
    /// Nodes for each move of the second player [default: those of the first]. For a match in equal time, give the slower player fewer
    /// nodes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes_b: Option<u64>,
    /// Plies for each move instead of nodes.
    #[arg(long, value_name = "N", conflicts_with_all = ["nodes", "nodes_b", "time_ms"], value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: Option<u32>,
    /// Milliseconds for each move instead of nodes. Games then differ on every run.
    #[arg(long, value_name = "T", conflicts_with_all = ["nodes", "nodes_b"], value_parser = clap::value_parser!(u64).range(1..))]
    time_ms: Option<u64>,
    #[command(flatten)]
    pairs: Pairs<20>,
    /// Threads of each search of the first player. With more than one, games differ on every run.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads_a: u16,
    #[command(flatten)]
    play: GameOptions,
    #[command(flatten)]
    out: Out,
    /// Ends the match as soon as a sequential test with errors of 5 % tells these two strengths of the first player apart, in the usual Elo
    /// points, such as 0,50.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = strengths, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
}

fn strengths(text: &str) -> Result<(f64, f64), String> {
    let numbers = text
        .split_once(',')
        .and_then(|(one, other)| Some((one.trim().parse().ok()?, other.trim().parse().ok()?)));
    numbers.ok_or_else(|| "expected two numbers and a comma between them, such as 0,50".to_owned())
}

impl Options {
    fn limits(&self) -> [Limits; 2] {
        match (self.time_ms, self.depth) {
            (Some(ms), _) => [(); 2].map(|()| Limits::time(Duration::from_millis(ms))),
            (None, Some(plies)) => [(); 2].map(|()| Limits::depth(plies)),
            (None, None) => [self.nodes.nodes, self.nodes_b.unwrap_or(self.nodes.nodes)].map(Limits::nodes),
        }
    }

    fn test(&self) -> Result<Option<Sprt>, Failure> {
        let Some((elo0, elo1)) = self.sprt else { return Ok(None) };
        let test = Sprt { elo0, elo1, ..Sprt::default() };
        test.check().map_err(|error| format!("--sprt: {error}"))?;
        Ok(Some(test))
    }

    /// One opening per pair, in the order of the seed. A match of more pairs begins with the openings of a match of fewer.
    fn openings(&self) -> Result<Vec<GameLine>, Failure> {
        let mut openings = self.play.openings()?;
        let pairs = self.pairs.pairs;
        if openings.len() < pairs {
            let told = format!(
                "{}: {} openings, expected {pairs} or more: from the same opening the same games would come again",
                self.play.openings_name(),
                openings.len()
            );
            return Err(told.into());
        }
        openings.truncate(pairs);
        Ok(openings)
    }
}

/// A player of the match.
enum Player {
    /// A search or voting engines, with an evaluation.
    Recipe {
        recipe: EngineRecipe,
        eval: NamedEvaluation,
        /// Threads of each search.
        threads: u16,
    },
    /// Another program.
    Usi(EngineCommand),
}

/// Prefix of the command of another program in the place of a recipe.
const USI: &str = "usi:";

/// How long another program may take to start, and to answer beyond its limits.
const PATIENCE: Duration = Duration::from_secs(60);

/// Plays the match that the options describe; prints and saves the results.
pub(super) fn run(options: &Options, parts: &Parts) -> Result<Vec<Printed>, Failure> {
    let test = options.test()?;
    let openings = options.openings()?;
    let players = players(options, parts)?;
    let both =
        || -> Result<Players, Failure> { Ok([players[0].start(options)?, players[1].start(options)?]) };
    let pairs = options.play.threads.workers_of(2 * openings.len(), both)?;
    let names = [players[0].name(options)?, players[1].name(options)?];
    let of = Match { names, limits: options.limits(), rules: options.play.rules(), openings };
    let journal = answers::open(&options.out, "self-play")?;
    let there = of.known(&journal);
    if there > 0 {
        let (path, all) = (journal.path().display(), of.games());
        komadai_report::tell(format_args!("{path}: {there} of {all} games are played already"));
    }
    let games = of.run(pairs, Some(&journal), test.as_ref())?;

    let mut standing = Standing::of(&games);
    if options.threads_a > 1 {
        // The measured time is that of the calling thread, which only waits for the others.
        standing.effort[0].time = None;
    }
    let mut report = options.out.report();
    writeln!(report, "{}", of.describe())?;
    if of.names[0] == of.names[1] && of.limits[0].nodes == of.limits[1].nodes {
        writeln!(report, "Both players are the same: the match measures chance.")?;
    } else if let [Some((_, one)), Some((_, other))] = of.names.each_ref().map(|name| name.rsplit_once(" ("))
        && one == other
        && matches!(players, [Player::Recipe { .. }, Player::Recipe { .. }])
    {
        writeln!(report, "Both players search their first few thousand nodes alike; they may be the same.")?;
    }
    let thesis = match &players {
        [Player::Recipe { recipe: with, eval, .. }, Player::Recipe { recipe: without, eval: other, .. }] => {
            tables::of_thesis(with, without).filter(|_| eval.name() == other.name())
        }
        _ => None,
    };
    tables::write(&mut report, &of, &standing, thesis, test.as_ref())?;
    tables::faults(&mut report, &of, &games)?;
    report.list("Journal", journal.path());
    tables::files(&mut report, options, &of, &games, thesis, test.as_ref())?;
    Ok(report.finish()?)
}

/// The two players.
fn players(options: &Options, parts: &Parts) -> Result<[Player; 2], Failure> {
    let player = |text: &str, eval: &str, option: &str, threads| -> Result<Player, Failure> {
        if let Some(command) = text.strip_prefix(USI) {
            return Ok(Player::Usi(command.parse()?));
        }
        let eval = parts.evaluation(eval).map_err(|error| format!("{option}: {error}"))?;
        Ok(Player::Recipe { recipe: parts.engine_recipe(text)?, eval, threads })
    };
    let against = options.against_eval.as_ref().unwrap_or(&options.eval.eval);
    let players = [
        player(&options.of.a, &options.eval.eval, "--eval", options.threads_a)?,
        player(&options.of.b, against, "--against-eval", 1)?,
    ];
    if let (Player::Usi(command), true) = (&players[0], options.threads_a > 1) {
        let told = format!("--threads-a: found the program {command}, which has an option of its own");
        return Err(told.into());
    }
    if let (Player::Usi(command), Some(_)) = (&players[1], &options.against_eval) {
        return Err(format!("--against-eval: found the program {command}, expected a recipe").into());
    }
    Ok(players)
}

impl Player {
    /// Starts the player.
    fn start(&self, options: &Options) -> Result<Box<dyn self_play::Player>, Failure> {
        let hash_mb = options.play.hash_mb.hash_mb;
        let engine = match self {
            Player::Usi(command) => {
                let player = UsiPlayer::start(command.clone(), PATIENCE);
                return Ok(Box::new(player.map_err(|error| format!("{USI}{command}: {error}"))?));
            }
            Player::Recipe { recipe: EngineRecipe::Search(recipe), eval, threads } => {
                eval.parallel_engine(recipe, hash_mb, usize::from(*threads))
            }
            Player::Recipe { recipe: EngineRecipe::Consultation(recipe), threads, .. } if *threads > 1 => {
                let found = format!("{recipe} on {threads} threads");
                return Err(format!("{found}: expected 1, a consultation has no more").into());
            }
            Player::Recipe { recipe: EngineRecipe::Consultation(recipe), eval, .. } => {
                eval.consultation(recipe, hash_mb)
            }
        };
        Ok(Box::new(engine.map_err(|error| format!("--hash-mb: {error}"))?))
    }

    /// Name of the player: everything that decides its play except its limits. The number at the end is made of node counts, so that a
    /// changed search does not go on with games of the old one; for another program it is made of its file.
    fn name(&self, options: &Options) -> Result<String, Failure> {
        let (recipe, eval, threads) = match self {
            Player::Recipe { recipe, eval, threads } => (recipe, eval, threads),
            Player::Usi(command) => {
                let print = content_fingerprint(read_whole(&command.file())?);
                return Ok(format!("{USI}{command} ({print:06x})"));
            }
        };
        let hash_mb = options.play.hash_mb.hash_mb;
        let print = print_of(&mut recipe.engine(eval, hash_mb)?, recipe.search(), eval)?;
        let threads = if *threads > 1 { format!(", {threads} threads") } else { String::new() };
        Ok(format!("{recipe} ({hash_mb} MB, {eval}, {print:06x}{threads})"))
    }
}

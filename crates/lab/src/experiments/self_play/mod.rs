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
//! | file | does |
//! |---|---|
//! | `options.rs` | command-line options |
//! | `tables.rs` | tables for people; what the thesis found; the course of the match as CSV and as a figure; the games as records |
//!
//! The match itself is [`crate::self_play`].

mod options;
mod tables;

use std::io::Write;
use std::time::Duration;

pub(super) use options::Options;

use crate::run::{answers, print_of};
use crate::self_play::{self, Match, Players, Standing, UsiPlayer};
use komadai::usi::EngineCommand;
use komadai_recipe::{EngineRecipe, NamedEvaluation, Parts};
use komadai_report::{Failure, Printed, content_fingerprint, read_whole};

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

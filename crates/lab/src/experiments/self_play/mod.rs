//! Which of two searches plays better: a match between recipes, with Elo, its interval and what it cost.
//!
//! ```sh
//! cargo run --release -- self-play
//! cargo run --release -- self-play --a modern --b modern-history --nodes 20000 --pairs 150 --out out/history
//! cargo run --release -- self-play --a modern --b modern --eval default --against-eval material --out out/model
//! cargo run --release -- self-play --a modern --b bare+table --sprt 0,50 --pairs 150 --out out/sprt
//! ```
//!
//! Every opening is played twice with colours changed. Every finished game is written to a journal at once: a match can
//! be broken off at any time (Ctrl-C) and goes on where it was when it is started with the same words. Games are limited
//! by nodes and do not depend on the number of threads. Since one search may need longer for a node than
//! another, the table says how long each worked, and how many nodes would make that equal (`--nodes-b`).
//!
//! | file | does |
//! |---|---|
//! | `options.rs` | what can be said on the command line |
//! | `tables.rs` | tables for people; what the thesis found |
//! | `files.rs` | the course of the match as CSV and as a figure; the games as records |
//!
//! The match itself is [`crate::self_play`]. The exit status is 0, or 2 if options or files cannot be used.

mod files;
mod options;
mod tables;

use std::io::Write;

pub(super) use options::Options;

use crate::recipe::{EngineRecipe, NamedEvaluation, Parts};
use crate::run::answers;
use crate::self_play::{Match, Players, Standing};
use komadai::analysis::fingerprint;
use komadai_report::Progress;
use komadai_report::{Failure, Printed};

/// A player: its search or its voting engines, its evaluation.
struct Player {
    recipe: EngineRecipe,
    eval: NamedEvaluation,
    /// Of each search.
    threads: u16,
}

/// Plays the match that the options ask for; prints and saves what came of it.
pub(super) fn run(options: &Options, parts: &Parts) -> Result<Vec<Printed>, Failure> {
    let test = options.test()?;
    let openings = options.openings()?;
    let players = players(options, parts)?;
    let engines = engines(options, &players, 2 * openings.len())?;
    let names = [name(options, &players[0])?, name(options, &players[1])?];
    let of = Match { names, limits: options.limits(), rules: options.play.rules(), openings };
    let journal = answers::open(&options.out, "self-play")?;
    let known = of.known(&journal)?;
    let there = known.iter().flatten().count();
    if there > 0 {
        eprintln!("{}: {there} of {} games are played already", journal.path().display(), of.games());
    }
    let progress = Progress::new(of.games(), there, "games").resumable();
    let games = of.run(engines, known, test.as_ref(), |index, game| {
        progress.step();
        of.note(&journal, index, game)
    })?;
    progress.finish();

    let standing = Standing::of(&games);
    let mut report = options.out.report();
    writeln!(report, "{}", of.describe())?;
    let [first, second] = &players;
    let same_eval = first.eval.name() == second.eval.name();
    let thesis = tables::of_thesis(&first.recipe, &second.recipe).filter(|_| same_eval);
    tables::write(&mut report, &of, &standing, thesis, test.as_ref())?;
    report.list("Journal", journal.path());
    files::write(&mut report, options, &of, &games, thesis, test.as_ref())?;
    Ok(report.finish()?)
}

/// The two players.
fn players(options: &Options, parts: &Parts) -> Result<[Player; 2], Failure> {
    let player = |recipe: &str, eval: &str, option: &str, threads| -> Result<Player, Failure> {
        let eval = parts.evaluation(eval).map_err(|error| format!("{option}: {error}"))?;
        Ok(Player { recipe: parts.engine_recipe(recipe)?, eval, threads })
    };
    let against = options.against_eval.as_ref().unwrap_or(&options.eval.eval);
    Ok([
        player(&options.of.a, &options.eval.eval, "--eval", options.threads_a)?,
        player(&options.of.b, against, "--against-eval", 1)?,
    ])
}

/// A pair of engines for each thread that will have something to do.
fn engines(options: &Options, players: &[Player; 2], games: usize) -> Result<Vec<Players>, Failure> {
    let engine = |player: &Player| {
        let Player { recipe, eval, threads } = player;
        let hash_mb = options.play.hash_mb.megabytes();
        let engine = match recipe {
            EngineRecipe::Search(recipe) => eval.parallel_engine(recipe, hash_mb, usize::from(*threads)),
            EngineRecipe::Consultation(recipe) if *threads > 1 => {
                return Err(format!("{recipe} on {threads} threads: expected 1, a consultation has no more"));
            }
            EngineRecipe::Consultation(recipe) => eval.consultation(recipe, hash_mb),
        };
        engine.map_err(|error| format!("--hash-mb: {error}"))
    };
    let threads = options.play.threads.count().min(games);
    (0..threads).map(|_| Ok([engine(&players[0])?, engine(&players[1])?])).collect()
}

/// What a player of the match is called: all that decides its play but its limits. The number at the end is made of node
/// counts, so that a search that was changed since does not go on with games of the old one.
fn name(options: &Options, player: &Player) -> Result<String, Failure> {
    let Player { recipe, eval, threads } = player;
    let hash_mb = options.play.hash_mb.megabytes();
    let print = fingerprint(&mut recipe.engine(eval, hash_mb)?);
    let threads = if *threads > 1 { format!(", {threads} threads") } else { String::new() };
    Ok(format!("{recipe} ({hash_mb} MB, {eval}, {print:06x}{threads})"))
}

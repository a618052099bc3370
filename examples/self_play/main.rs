//! Which of two searches plays better: a match between recipes, with Elo, its interval and what it cost.
//!
//! ```sh
//! cargo run --release --example self_play
//! cargo run --release --example self_play -- --a modern --b modern-history --nodes 20000 --pairs 150 --out out/history
//! cargo run --release --example self_play -- --a modern --b modern --eval default --against-eval material --out out/model
//! cargo run --release --example self_play -- --a modern --b bare+table --sprt 0,50 --pairs 150 --out out/sprt
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
//! | `paper.rs` | what the thesis found |
//! | `tables.rs` | tables for people |
//! | `files.rs` | the course of the match as CSV and as a figure; the games as records |
//!
//! The match itself is `komadai::lab::self_play`. The exit status is 0, or 2 if options or files cannot be used.

mod files;
mod options;
mod paper;
mod tables;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use komadai::evaluation::Evaluation;
use komadai::lab::self_play::{Match, MatchJournal, Standing};
use komadai::lab::{Engine, Failure, Progress, Recipe, exit_status, read_openings};
use komadai::rng::mix;
use komadai::search::Limits;

use crate::options::Options;

fn main() -> ExitCode {
    exit_status("self_play", run(&Options::parse()))
}

fn run(options: &Options) -> Result<(), Failure> {
    let test = options.test()?;
    let openings = options.openings()?;
    let mut players = players(options, 2 * openings.len())?;
    let names = names(options, &mut players[0])?;
    let of = Match { names, limits: options.limits(), rules: options.rules(), openings };
    let path = options.out.join("self-play.tsv");
    std::fs::create_dir_all(&options.out)
        .map_err(|error| format!("--out {}: {error}", options.out.display()))?;
    let (mut journal, known) = MatchJournal::open(&path, &of)?;
    let there = known.iter().flatten().count();
    if there > 0 {
        eprintln!("{}: {there} of {} games are played already", path.display(), of.games());
    }
    let progress = Progress::new(of.games(), there, "games");
    let games = of.run(players, known, test.as_ref(), |index, game| {
        progress.step();
        journal.note(&of, index, game)
    })?;
    progress.finish();
    journal.finish(&of, &games)?;

    let standing = Standing::of(&games);
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", of.describe())?;
    tables::write(&mut out, &of, &standing, test.as_ref())?;
    writeln!(out, "\nJournal      {}", path.display())?;
    for path in files::write(options, &of, &games, test.as_ref())? {
        writeln!(out, "File         {}", path.display())?;
    }
    Ok(out.flush()?)
}

/// A pair of engines for each thread that will have something to do.
fn players(options: &Options, games: usize) -> Result<Vec<[Box<dyn Engine + Send>; 2]>, Failure> {
    let engine = |recipe: &Recipe, eval: &Evaluation| -> Result<Box<dyn Engine + Send>, Failure> {
        let hash_mb = options.hash_mb as usize;
        Ok(recipe.engine(eval.clone(), hash_mb).map_err(|error| format!("--hash-mb: {error}"))?)
    };
    let (threads, [one, other]) = (usize::from(options.threads).min(games), options.evals());
    (0..threads).map(|_| Ok([engine(&options.a, one)?, engine(&options.b, other)?])).collect()
}

/// What the players of a match are called: all that decides their play but their limits. The number at the end is made of
/// node counts, so that a search that was changed since does not go on with games of the old one.
fn names(options: &Options, players: &mut [Box<dyn Engine + Send>; 2]) -> Result<[String; 2], Failure> {
    let positions = read_openings(options::BUILT_IN)?;
    let mut name = |i: usize, recipe: &Recipe| {
        let mut print = 0;
        for position in positions.iter().step_by(20) {
            players[i].clear();
            players[i].search_game(position.tracked(), &Limits::nodes(1_000), &mut |progress| {
                print = mix(print ^ progress.nodes);
            });
        }
        format!("{recipe} ({} MB, {}, {:06x})", options.hash_mb, options.evals()[i], print >> 40)
    };
    Ok([name(0, &options.a), name(1, &options.b)])
}

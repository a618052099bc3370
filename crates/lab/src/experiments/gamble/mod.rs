//! Gambling moves (勝負手): does the move that most likely ends well win games that the best move loses? Table 4 of paper 004
//! \[R20\].
//!
//! ```sh
//! cargo run --release -- gamble
//! cargo run --release -- gamble --corpus out/corpus.psv --depth 8 --play-depth 6 --threads 2
//! cargo run --release -- gamble --bar best+300
//! ```
//!
//! Games are taken after 79 and 119 moves. One search with exact values for all root moves gives two moves: the one with the best value, and
//! the gamble, the one with the largest chance to end above the bar. After each of them the ordinary search plays on against
//! itself. The search is the same, so that the two differ by the choice alone, and where both are one move there is nothing to play: the
//! same games would come. Games that nobody wins are left out, as in the paper. The two positions of a game count as two.
//!
//! Values are those of the side that gambles. The paper's table 4 has Black's, and White gambled there, after 79 and 119 moves: its rows
//! are turned round here.
//!
//! The spread is that of a reliability model between the depth of the search and [`DEEPER`] plies more. Of `--model progress`, 200 + 4 × progress
//! (section 4.3.1), it hardly differs between the moves of one position, and so that gamble is seldom another move. Chances are those of
//! the model's own distribution: a normal one for `progress`, a heavier tail about a centre of its own for learned models.
//!
//! `play.rs` has the positions, the two moves of each and the two games, `tables.rs` the tables, with the numbers of the paper.
//!
//! The gamble is always played here. When it had better be is to be seen in tables by the value of the best move, by its chance, and by the
//! lead of the gamble.
//!
//! What was found stands in `gamble.tsv` in the folder of the results, a line a position: a run that was broken off goes on if it is
//! started with the same words.

mod play;
mod tables;

use std::io::Write;

use clap::Args;
use komadai::LearnedMargin;
use komadai::analysis::fingerprint;
use komadai::evaluation::Evaluation;
use komadai_core::Value;
use komadai_eval::reliability::ReliabilityModel;
use komadai_search::{Bar, Depth, Gamble, THREE_SIGMA};

use self::play::{MOVES, PLIES, Player, Start};
use crate::data::games::{GameFiles, MostPositions};
use crate::reliability::{Source, SpreadModel};
use crate::run::answers::{self, ask};
use komadai_recipe::Recipe;
use komadai_report::options::{self, Eval, HashMb, Out, Threads};
use komadai_report::{Failure, Printed, content_fingerprint};

/// Help of `--depth`.
const DEPTH: &str = "Depth of the search for the two moves, in plies; 12 in the paper. The model is asked for this depth and 4 plies more";

/// How many plies deeper the model is asked to look: the paper has one σ, that between depths 4 and 8 (section 4.3.1), for every search.
const DEEPER: u32 = 4;

/// The positions, the gamble, and the searches.
#[derive(Args)]
#[command(after_help = GameFiles::HELP, mut_arg("depth", |depth| depth.help(DEPTH)))]
pub(super) struct Options {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    positions: MostPositions<1_000>,
    #[command(flatten)]
    depth: options::Depth<6>,
    /// Depth of the searches that play the games on; 6 in the paper.
    #[arg(long, value_name = "PLIES", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=64))]
    play_depth: u32,
    /// What a gamble should end above: a value in centipawns, or so much above the best value, best+300.
    #[arg(long, value_name = "CP|best+CP", default_value = "0", value_parser = read_bar, allow_hyphen_values = true)]
    bar: Bar,
    /// Chance below which, and above 1 less which, the value decides; the paper's is that beyond 3 σ of a normal distribution.
    #[arg(long, value_name = "CHANCE", default_value_t = THREE_SIGMA, value_parser = read_limit)]
    limit: f64,
    #[command(flatten)]
    model: SpreadModel,
    #[command(flatten)]
    eval: Eval<true>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    hash: HashMb,
    #[command(flatten)]
    out: Out,
}

pub(super) fn run(options: &Options) -> Result<Vec<Printed>, Failure> {
    let (model, eval) = (options.model.load()?, options.eval.eval.parse::<Evaluation>()?);
    let mut starts = match &options.source.corpus {
        Some(corpus) => play::of_corpus(corpus)?,
        None => play::of_games(&options.source.games.read()?)?,
    };
    starts.truncate(options.positions.positions);
    if starts.is_empty() {
        return Err(format!("no game that goes on after {PLIES:?} moves, expected at least one").into());
    }
    let mut players = options.threads.workers_of(starts.len(), || player(options, &model, &eval))?;
    // Everything that decides what is found in a position.
    let Options { depth: options::Depth { depth }, play_depth, limit, hash, .. } = options;
    let print = fingerprint(&mut *players[0].players[0]);
    let bar = match options.bar {
        Bar::Value(value) => value.cp().to_string(),
        Bar::Best(more) => format!("best{:+}", more.cp()),
    };
    let (spread, deep) = (options.model.describe(&model)?, depth + DEEPER);
    let run = [
        format!("modern with {eval} ({print:06x}), depth {depth}, all root moves"),
        format!("{spread} between depths {depth} and {deep}, bar {bar}, limit {limit}"),
        format!("played on to depth {play_depth}, {MOVES} moves; tables of {} MB", hash.hash_mb),
    ];
    let lines: Vec<String> = starts.iter().map(|Start { ply, line, .. }| format!("{ply} {line}")).collect();
    let games = starts.chunk_by(|one, next| one.game == next.game).count();
    let (positions, name, print) = (starts.len(), options.source.name(), content_fingerprint(lines.concat()));
    let source = format!("{positions} positions of {games} games of {name} ({print:06x})");
    let answers = answers::open(&options.out, "gamble")?;
    let question = |Start { ply, line, .. }: &Start| format!("{}; {ply} {line}", run.join("; "));
    let tried =
        ask(&answers, "positions", &starts, question, players, |player, start| Ok(player.play(start)))?;

    let mut report = options.out.report();
    writeln!(report, "{source}\n{}", run.join("\n"))?;
    tables::write(&mut report, &starts, &tried)?;
    report.list("Journal", answers.path());
    Ok(report.finish()?)
}

fn player(options: &Options, model: &ReliabilityModel, eval: &Evaluation) -> Result<Player, Failure> {
    let hash_mb = options.hash.hash_mb;
    let gamble = Gamble {
        shallow: Depth::plies(options.depth.depth as i32),
        deep: Depth::plies((options.depth.depth + DEEPER) as i32),
        bar: options.bar,
        limit: options.limit,
        ..Gamble::new(LearnedMargin::new(model.clone(), 1.0))
    };
    let recipe: Recipe = "modern".parse()?;
    let engine = || Ok::<_, Failure>(recipe.searcher(eval.clone(), (), hash_mb)?.draw_value(Value::ZERO));
    Ok(Player {
        searcher: Box::new(engine()?.choice(gamble.clone())),
        players: [Box::new(engine()?), Box::new(engine()?)],
        eval: eval.clone(),
        gamble,
        depths: [options.depth.depth, options.play_depth],
    })
}

/// Reads what a gamble should end above; no mate.
fn read_bar(text: &str) -> Result<Bar, String> {
    let value = |text: &str| {
        let cp: i32 = text.parse().ok()?;
        (cp.abs() <= Value::MAX_EVAL.cp()).then(|| Value::from_cp(cp))
    };
    let bar = match text.strip_prefix("best") {
        Some(more) => value(more).map(Bar::Best),
        None => value(text).map(Bar::Value),
    };
    bar.ok_or_else(|| "expected centipawns within ±29999, such as 0, or best+300".to_owned())
}

fn read_limit(text: &str) -> Result<f64, String> {
    let limit = text.parse().ok().filter(|limit| (0.0..=0.5).contains(limit));
    limit.ok_or_else(|| "expected a chance, 0 to 0.5".to_owned())
}

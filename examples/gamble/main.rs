//! Gambling moves (勝負手): does the move that most likely ends well win games that the best move loses? Table 4 of paper 004
//! [R20].
//!
//! ```sh
//! cargo run --release --example gamble
//! cargo run --release --example gamble -- --corpus out/corpus.psv --depth 8 --play-depth 6 --threads 2
//! cargo run --release --example gamble -- --bar best+300 --when behind:-1500..-300
//! ```
//!
//! Games are taken after 79 and 119 moves. One search with exact values for all root moves gives two moves: the one with the best value, and
//! the gamble, the one with the largest chance to end above the bar. After each of them the ordinary search plays on against
//! itself. The search is the same, so that the two differ by the choice alone, and where both are one move there is nothing to play: the
//! same games would come. Games that nobody wins are left out, as in the paper.
//!
//! Values are those of the side that gambles. The paper's table 4 has Black's, and White gambled there, after 79 and 119 moves: its rows
//! are turned round here.
//!
//! The spread is that of the reliability model that comes with the package, of a file of `train_reliability`, or 200 + 4 × progress
//! (`--model progress`), the margin by hand that the paper compares with (section 4.3.1). Progress hardly differs between the
//! moves of one position, and so that gamble is seldom another move. Chances are those of the model's own distribution: a normal one for
//! `progress`, a heavier tail about a centre of its own for learned models.
//!
//! | file | does |
//! |---|---|
//! | `words.rs` | the bar, and when to gamble, as words |
//! | `starts.rs` | the positions: of games, or of a corpus |
//! | `play.rs` | the two moves of a position and the two games |
//! | `journal.rs` | the file of finished positions: a run that was broken off goes on if it is started with the same words |
//! | `tables.rs` `paper.rs` | the tables; the numbers of the paper |
//!
//! The exit status is 0, or 2 if options or files cannot be used.

mod journal;
mod paper;
mod play;
mod starts;
mod tables;
mod words;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use komadai::LearnedMargin;
use komadai::analysis::fingerprint;
use komadai::artifact::{Artifact, Provenance};
use komadai::eval::reliability::ReliabilityModel;
use komadai::evaluation::Evaluation;
use komadai::learn::in_parallel;
use komadai::search::{Bar, Depth, Gamble, THREE_SIGMA, When};
use komadai_lab::GameFiles;
use komadai_lab::Recipe;
use komadai_report::options::{HashMb, Threads};
use komadai_report::{COLUMNS, Failure, Progress, Report, content_fingerprint, exit_status};

use crate::journal::Journal;
use crate::play::{Player, Tried};
use crate::starts::Start;

/// Plays games on from positions by the best move and by the gambling move, and counts whose result changes.
#[derive(Parser)]
#[command(max_term_width = COLUMNS, name = "gamble", after_help = GameFiles::HELP)]
struct Options {
    /// Moves after which a game is taken; may be given several times.
    #[arg(long, value_name = "N", default_values_t = [79, 119], value_parser = clap::value_parser!(u16).range(..=2_000))]
    ply: Vec<u16>,
    #[command(flatten)]
    games: GameFiles,
    /// Packed records, as `make-corpus` writes them, in the place of games; of each game the records nearest to the plies.
    #[arg(long, value_name = "FILE", conflicts_with = "games")]
    corpus: Option<PathBuf>,
    /// Most positions, those of the first games.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,
    /// Depth of the search for the two moves, in plies; 12 in the paper.
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,
    /// Depth of the searches that play the games on; 6 in the paper.
    #[arg(long, value_name = "PLIES", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=64))]
    play_depth: u32,
    /// Moves after which a game counts as undecided, from the position on.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    moves: u16,
    /// What a gamble should end above: a value in centipawns, or so much above the best value, best+300.
    #[arg(long, value_name = "CP|best+CP", default_value = "0", value_parser = words::bar, allow_hyphen_values = true)]
    bar: Bar,
    /// When to gamble: always; behind:-1500..-300, best value between these; chance:0.05..0.3, chance of the best move to end above the
    /// bar; lead:0.1, so much likelier than the best move.
    #[arg(long, value_name = "WHEN", default_value = "always", value_parser = words::when)]
    when: When,
    /// Chance below which, and above 1 less which, the value decides; the paper's is that beyond 3 σ of a normal distribution.
    #[arg(long, value_name = "CHANCE", default_value_t = THREE_SIGMA, value_parser = words::limit)]
    limit: f64,
    /// Root moves with exact values, which may be gambles [default: all].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    lines: Option<u16>,
    /// The spread: default (the model that comes with the package), progress (200 + 4 × progress), or a model file.
    #[arg(long, value_name = "NAME|FILE", default_value = "default")]
    model: String,
    /// Deep depth that the model is asked for, in plies; the shallow one is --depth [default: twice --depth].
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=128))]
    deep: Option<u32>,
    /// The search: a recipe.
    #[arg(long, value_name = "RECIPE", default_value = "modern")]
    recipe: Recipe,
    /// The evaluation: material, default, a model file of pairs.
    #[arg(long, value_name = "NAME|FILE", default_value = "default")]
    eval: Evaluation,
    #[command(flatten)]
    threads: Threads,
    /// Megabytes of each table; every thread has three.
    #[command(flatten)]
    hash: HashMb,
    /// Folder for the journal and the tables.
    #[arg(long, value_name = "DIR", default_value = "out/gamble")]
    out: PathBuf,
}

fn main() -> ExitCode {
    exit_status("gamble", run(&Options::parse()))
}

fn run(options: &Options) -> Result<(), Failure> {
    let model = spread(&options.model)?;
    let mut plies = options.ply.clone();
    plies.sort_unstable();
    plies.dedup();
    let mut starts = match &options.corpus {
        Some(corpus) => starts::of_corpus(corpus, &plies)?,
        None => starts::of_games(&options.games.read()?, &plies)?,
    };
    starts.truncate(usize::try_from(options.positions).unwrap_or(usize::MAX));
    if starts.is_empty() {
        return Err(format!("no game that goes on after {plies:?} moves, expected at least one").into());
    }
    let hash = options.hash.hash_mb as usize;
    let mut players = vec![player(options, &model, hash)?];
    let run = describe(options, &model, &starts, &mut players[0])?;
    std::fs::create_dir_all(&options.out)
        .map_err(|error| format!("--out {}: {error}", options.out.display()))?;
    let path = options.out.join("gamble.tsv");
    let (mut journal, mut tried) = Journal::open(&path, &run.join("; "), &starts)?;
    let open: Vec<usize> = (0..starts.len()).filter(|&index| tried[index].is_none()).collect();
    while players.len() < options.threads.count().min(open.len()) {
        players.push(player(options, &model, hash)?);
    }
    let progress = Progress::new(starts.len(), starts.len() - open.len(), "positions").resumable();
    let outcome = in_parallel(
        players,
        &open,
        |player, &index| player.play(&starts[index]),
        |number, found| {
            let index = open[number];
            progress.step();
            if let Err(error) = journal.note(index, &found) {
                return ControlFlow::Break(error);
            }
            tried[index] = Some(found);
            ControlFlow::Continue(())
        },
    );
    progress.finish();
    if let ControlFlow::Break(error) = outcome {
        return Err(error.into());
    }
    let tried: Vec<Tried> = tried.into_iter().flatten().collect();
    journal.finish(&tried)?;

    let mut report = Report::new(&options.out);
    writeln!(report, "{}", run.join("\n"))?;
    tables::write(&mut report, &starts, &tried, &plies)?;
    report.list("Journal", &path);
    Ok(report.finish()?)
}

/// The model of this name; `progress` is 200 + 4 × progress (paper 004, section 4.3.1), progress being 0 to 127.
fn spread(name: &str) -> Result<ReliabilityModel, Failure> {
    match name {
        "default" => Ok(komadai::default_reliability::model().clone()),
        "progress" => Ok(ReliabilityModel::by_progress()),
        file => {
            let loaded = ReliabilityModel::load(file).map_err(|error| format!("--model: {error}"))?;
            Ok(loaded.0)
        }
    }
}

fn player(options: &Options, model: &ReliabilityModel, hash_mb: usize) -> Result<Player, Failure> {
    let plies = |depth: u32| Depth::plies(depth as i32);
    let gamble = Gamble {
        shallow: plies(options.depth),
        deep: plies(options.deep.unwrap_or(2 * options.depth)),
        bar: options.bar,
        limit: options.limit,
        lines: options.lines.map_or(usize::MAX, usize::from),
        when: options.when,
        ..Gamble::new(LearnedMargin::new(model.clone(), 1.0))
    };
    let engine = || options.recipe.engine(options.eval.clone(), hash_mb);
    Ok(Player {
        searcher: Box::new(
            options.recipe.searcher(options.eval.clone(), (), hash_mb)?.choice(gamble.clone()),
        ),
        players: [engine()?, engine()?],
        eval: options.eval.clone(),
        gamble,
        depths: [options.depth, options.play_depth],
        moves: options.moves,
    })
}

/// Everything that decides the games, in some lines.
fn describe(
    options: &Options,
    model: &ReliabilityModel,
    starts: &[Start],
    player: &mut Player,
) -> Result<Vec<String>, Failure> {
    let lines: Vec<String> = starts.iter().map(|Start { ply, line, .. }| format!("{ply} {line}\n")).collect();
    let name = Path::new(&options.model)
        .file_name()
        .map_or(options.model.as_str().into(), |name| name.to_string_lossy());
    let spread =
        format!("spread of {name} ({:06x})", content_fingerprint(model.to_bytes(&Provenance::default())?));
    let source = match &options.corpus {
        Some(file) => file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned(),
        None => options.games.source(),
    };
    let games = starts.chunk_by(|one, next| one.game == next.game).count();
    let root = options.lines.map_or("all root moves".to_owned(), |lines| format!("{lines} root moves"));
    let Options { recipe, eval, depth, play_depth, moves, limit, .. } = options;
    Ok(vec![
        format!(
            "{} positions of {games} games of {source} ({:06x})",
            starts.len(),
            content_fingerprint(lines.concat())
        ),
        format!("{recipe} with {eval} ({:06x}), depth {depth}, {root}", fingerprint(&mut *player.players[0])),
        format!(
            "{spread} between depths {depth} and {}, bar {}, limit {limit}, gambles {}",
            options.deep.unwrap_or(2 * depth),
            words::bar_name(options.bar),
            words::when_name(options.when),
        ),
        format!("played on to depth {play_depth}, {moves} moves; tables of {} MB", options.hash.hash_mb),
    ])
}

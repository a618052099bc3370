//! Makes training data: games that a search plays against itself, kept as packed records with values and results.
//!
//! ```sh
//! komadai-lab make-corpus
//! komadai-lab make-corpus --games 20000 --nodes 1000 --threads 2 --out out/material.psv
//! ```
//!
//! Seed, options, openings and evaluation decide every byte of the file; the number of threads and the moments at which the program was
//! ended (Ctrl-C, kill, power) do not. Started again with the same words, the program resumes; with more `--games` it extends the corpus.
//! Other words for the same file are refused. `FILE.journal` beside the records says how they were made.
//!
//! The games themselves are `komadai_learn::corpus`.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use komadai::evaluation::{Choice, Evaluation};
use komadai::samples::{BALANCED_OPENINGS, MORE_OPENINGS};
use komadai_core::Value;
use komadai_core::files::FileError;
use komadai_core::rng::mix;
use komadai_learn::corpus::{Block, CorpusFile, CorpusOptions, SelfPlay, Tally};
use komadai_learn::in_parallel;
use komadai_recipe::Recipe;
use komadai_report::options::{Nodes, Seed, Threads};
use komadai_report::{Cell, Failure, Folded, Printed, Progress, Table};
use komadai_search::{Engine, Limits};

use crate::data::openings::read_openings;
use crate::experiments::game_options::Openings;

/// Makes training data: games that a search plays against itself.
#[derive(Args)]
#[command(
    mut_arg("openings", |openings| openings.help("A file of openings [default: balanced.sfen and more.sfen from data/openings]")),
    after_help = "Lines of the openings are \"startpos moves …\" or \"sfen … moves …\"; # begins a comment. Started again \
                        with the same words, the program goes on where it was ended."
)]
pub(super) struct Options {
    /// Games to play; some are dropped, because a side is lost after the random moves.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    #[command(flatten)]
    nodes: Nodes<1_000>,
    /// The evaluation: material, pairs, default (the network of the package), or a model file of pairs or nn.bin;
    /// with +FILE behind it, effects around the kings are added.
    #[arg(long, value_name = "NAME|FILE", default_value = "material")]
    eval: Evaluation,
    #[command(flatten)]
    openings: Openings,
    /// Least share of its opening that a game plays; 0 begins some games at the first move.
    #[arg(long, value_name = "PERCENT", default_value_t = CorpusOptions::default().least_opening, value_parser = clap::value_parser!(u8).range(..=100))]
    least_opening: u8,
    /// Fewest and most random moves after the opening.
    #[arg(long, value_name = "MIN-MAX", default_value = "2-8", value_parser = plies)]
    random_plies: RangeInclusive<u8>,
    /// Moves after which a game is drawn, those of the opening included.
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u16).range(1..))]
    move_limit: u16,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    threads: Threads,
    /// The file of records.
    #[arg(long, value_name = "FILE", default_value = "out/corpus.psv")]
    out: PathBuf,
    /// Prints no table.
    #[arg(long)]
    quiet: bool,
}

fn plies(text: &str) -> Result<RangeInclusive<u8>, String> {
    let ends = text.split_once('-').and_then(|(min, max)| Some((min.parse().ok()?, max.parse().ok()?)));
    match ends {
        Some((min, max)) if min <= max => Ok(min..=max),
        _ => Err("expected two numbers of plies up to 255, the smaller first, such as 2-8".into()),
    }
}

/// Makes the corpus, or extends it.
pub(super) fn run(options: &Options) -> Result<Vec<Printed>, Failure> {
    let eval = &options.eval;
    let name = match eval.choice() {
        Choice::Material(_) => "material",
        Choice::Pairs(_) => "pairs",
        Choice::Network(_) => "network",
        Choice::Blend(_) => "blend",
        Choice::PairBlend(_) => "blend of pairs",
        Choice::Effects(_) => "effects",
    };
    let corpus = CorpusOptions {
        seed: options.seed.seed,
        nodes: options.nodes.nodes,
        least_opening: options.least_opening,
        random_plies: options.random_plies.clone(),
        max_plies: options.move_limit,
        ..CorpusOptions::default()
    };
    let openings = options.openings.read(&[BALANCED_OPENINGS, MORE_OPENINGS])?;
    let games = SelfPlay::new(corpus, openings).map_err(|error| error.to_string())?;
    let of = format!("{}; {}", describe(name, eval)?, games.describe());
    if let Some(folder) = options.out.parent() {
        komadai_report::check_folder("--out", folder)?;
    }
    komadai_report::check_file("--out", &options.out)?;
    let mut file = CorpusFile::open(&options.out, &of, games.options().games_per_block, options.games)?;
    let there = file.total();
    if file.next_block() > 0 {
        let (path, played, all) = (options.out.display(), there.games + there.dropped, options.games);
        komadai_report::tell(format_args!("{path}: {played} of {all} games are played already"));
    }
    let begun = Instant::now();
    play(options, &games, eval, &mut file)?;
    let made = file.total().records - there.records;
    if options.quiet {
        return Ok(Vec::new());
    }

    let mut out = Folded::stdout();
    writeln!(out, "{of}\n\n{}", table(file.total()).to_text())?;
    if made > 0 {
        let speed = made as f64 / begun.elapsed().as_secs_f64();
        writeln!(out, "Speed        {speed:.0} records per second, {made} made in this run")?;
    }
    writeln!(out, "Records      {}", options.out.display())?;
    out.flush()?;
    Ok(Vec::new())
}

fn table(total: Tally) -> Table {
    let share = |part: u64, whole: u64, digits| Cell::Real(part as f64 / whole as f64, digits);
    let mut table = Table::new(["games", "number", "%"]);
    for (name, number) in
        [("won by Black", total.black), ("drawn", total.draws()), ("won by White", total.white)]
    {
        table.push([name.into(), number.into(), share(100 * number, total.games, 1)]);
    }
    table.push(["kept".into(), total.games.into(), Cell::Empty]);
    table.push(["dropped".into(), total.dropped.into(), Cell::Empty]);
    table.push(["plies a game".into(), share(total.plies, total.games, 1), Cell::Empty]);
    table.push(["records".into(), total.records.into(), Cell::Empty]);
    table
}

/// Megabytes of a player's table.
const HASH_MB: usize = 1;
/// A player's value of a draw, in centipawns. With 0, four games in ten of material against itself are repetitions, which teach little; a
/// pawn less is enough to make them rare.
const DRAW: i32 = -100;

/// A player, for one thread.
fn player(eval: &Evaluation) -> Result<impl Engine + use<>, Failure> {
    let modern: Recipe = "modern".parse()?;
    Ok(modern.searcher(eval.clone(), (), HASH_MB)?.draw_value(Value::from_cp(DRAW)))
}

/// Description of the player with its evaluation. The number at the end is a hash of moves and values of searches, so that a changed search
/// or model does not go on with games of the old one.
fn describe(name: &str, eval: &Evaluation) -> Result<String, Failure> {
    let mut player = player(eval)?;
    let mut print = 0;
    for opening in read_openings(BALANCED_OPENINGS)?.iter().step_by(10) {
        player.clear();
        let report = player.search_game(opening.tracked(), &Limits::nodes(1_000), &mut |_| {});
        if let Some(mv) = report.best {
            print = mix(print ^ mv.code() as u64);
            print = mix(print ^ u64::from(report.value.cp().unsigned_abs()));
        }
    }
    Ok(format!("modern search, {name}, {HASH_MB} MB, draws worth {DRAW}, {:06x}", print >> 40))
}

/// Plays the missing games. A block that is ready before an earlier one waits in memory.
fn play(
    options: &Options,
    games: &SelfPlay,
    eval: &Evaluation,
    file: &mut CorpusFile,
) -> Result<(), Failure> {
    let size = games.options().games_per_block;
    let blocks: Vec<u64> = (file.next_block()..options.games.div_ceil(size.into())).collect();
    if blocks.is_empty() {
        return Ok(());
    }
    let players = options.threads.workers_of(blocks.len(), || player(eval))?;
    let there = file.total();
    let progress =
        Progress::new(options.games as usize, (there.games + there.dropped) as usize, "games").resumable();
    let mut waiting = BTreeMap::new();
    let outcome = in_parallel(
        players,
        &blocks,
        |player, &block| Block::play(games, Block::numbers(block, size, options.games), player),
        |index, block| {
            for _ in 0..block.tally.games + block.tally.dropped {
                progress.step();
            }
            waiting.insert(blocks[index], block);
            while let Some(block) = waiting.remove(&file.next_block()) {
                file.append(&block).map_or_else(ControlFlow::Break, ControlFlow::Continue)?;
            }
            ControlFlow::<FileError>::Continue(())
        },
    );
    outcome.break_value().map_or(Ok(()), |error| Err(error.into()))
}

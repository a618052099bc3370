//! Makes training data: games a search plays against itself, kept as packed records with values and results.
//!
//! ```sh
//! komadai-lab make-corpus
//! komadai-lab make-corpus --games 20000 --nodes 1000 --threads 2 --out out/material.psv
//! ```
//!
//! Seed, options, openings and evaluation decide every byte of the file; the number of threads and the moments at which the
//! program was ended (Ctrl-C, kill, power) do not. Started again with the same words it goes on where it was; with more
//! `--games` it makes the corpus longer. Other words for the same file are refused. `FILE.journal` beside the records
//! says what they are of.
//!
//! `options.rs` has the command line, `play.rs` the player and blocks of games on several threads, written in order. The games
//! themselves are `komadai::learn::corpus`.

mod options;
mod play;

use std::io::Write;
use std::time::Instant;

use komadai::evaluation::Choice;
use komadai_core::Evaluator;
use komadai_learn::corpus::{CorpusFile, SelfPlay, Tally};
use komadai_report::{Cell, Failure, Folded, Table, words};

pub(super) use options::Options;

/// Makes the corpus, or more of it.
pub(super) fn run(options: &Options) -> Result<(), Failure> {
    match options.eval.choice() {
        Choice::Material(material) => make(options, "material", material),
        Choice::Pairs(pairs) => make(options, "pairs", &**pairs),
        Choice::Network(network) => make(options, "network", &**network),
        Choice::Blend(blend) => make(options, "blend", blend),
        Choice::PairBlend(blend) => make(options, "blend of pairs", blend),
        Choice::Effects(sum) => make(options, "effects", sum),
    }
}

/// Makes the corpus that a search with this evaluation plays.
fn make<E: Evaluator<State: Send> + Sync>(options: &Options, name: &str, eval: &E) -> Result<(), Failure> {
    let games = SelfPlay::new(options.corpus(), options.openings()?).map_err(|error| error.to_string())?;
    let of = format!("{}; {}", play::describe(name, eval)?, games.describe());
    if let Some(folder) = options.out.parent() {
        komadai_report::check_folder("--out", folder)?;
    }
    let mut file = CorpusFile::open(&options.out, &of, games.options().games_per_block, options.games)?;
    let there = file.total();
    if file.next_block() > 0 {
        let played = there.games + there.dropped;
        eprintln!("{}: {played} of {} games are played already", options.out.display(), options.games);
    }
    let begun = Instant::now();
    play::play(options, &games, eval, &mut file)?;
    let made = file.total().records - there.records;

    let mut out = Folded::stdout();
    writeln!(out, "{of}\n\n{}", table(file.total()).to_text())?;
    if made > 0 {
        let speed = made as f64 / begun.elapsed().as_secs_f64();
        writeln!(out, "Speed        {speed:.0} records per second, {made} made in this run")?;
    }
    writeln!(out, "Records      {}", options.out.display())?;
    writeln!(out, "Again        {}", words::command(&options.command(), 13))?;
    Ok(out.flush()?)
}

fn table(total: Tally) -> Table {
    let share = |part: u64, whole: u64, digits| Cell::real(part as f64 / whole as f64, digits);
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

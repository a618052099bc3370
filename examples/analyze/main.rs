//! The main job: what is going on in this position, or in this game?
//!
//! ```sh
//! cargo run --release --example analyze
//! cargo run --release --example analyze -- "8k/9/7+R1/9/9/9/9/9/9 b 2GP 1"
//! cargo run --release --example analyze -- startpos moves 7g7f 3c3d 8h2b+
//! cargo run --release --example analyze -- data/historic/indatsu-1711.kif
//! cargo run --release --example analyze -- data/historic/indatsu-1711.kif --ply 98
//! ```
//!
//! | file | does |
//! |---|---|
//! | `input.rs` | tells SFEN, USI lines and record files apart and reads them |
//! | `analyst.rs` | the search and the mate solver, put together: the part to copy into a program of your own |
//! | `position.rs` | the report on one position |
//! | `game.rs` | the table and the plot of a whole game |
//! | `words.rs` | moves and values in words |
//!
//! The exit status is 0, or 2 if options or input cannot be used.

mod analyst;
mod game;
mod input;
mod position;
mod words;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use komadai::evaluation::Evaluation;
use komadai::lab::{Failure, exit_status};

/// Analyses a shogi position or a whole game: board, legal moves, material, best line, mate or no mate.
#[derive(Parser)]
#[command(name = "analyze", after_help = "Without arguments it analyses a position that shows what it does.")]
struct Options {
    /// A position as SFEN, a USI line such as `startpos moves 7g7f 3c3d`, or a record file (KIF, KI2, CSA, JKF,
    /// USI, SFEN; UTF-8 or Shift_JIS). Quotes around SFEN and USI may be left out.
    #[arg(value_name = "SFEN | USI LINE | FILE")]
    input: Vec<String>,
    /// Which game of a file with several, from 1.
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
    /// Analyse the position after this many moves instead of the whole game.
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// The evaluation: material, default (the model that comes with the package), or a model file of pairs [default: default].
    #[arg(long, value_name = "material|default|FILE")]
    eval: Option<Evaluation>,
    /// Nodes to search for each position [default: 2000000 for one position, 50000 each in a game].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds to search for each position, instead of a number of nodes.
    #[arg(long, value_name = "T", conflicts_with = "nodes", value_parser = clap::value_parser!(u64).range(1..))]
    time_ms: Option<u64>,
    /// Positions the mate solver may look at for each position [default: 300000, in a game 30000].
    #[arg(long, value_name = "N")]
    mate_nodes: Option<u64>,
    /// Board in letters and moves in USI, for terminals without Japanese.
    #[arg(long)]
    letters: bool,
    /// Folder for pictures and tables [default for games: out; for positions nothing is written].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

fn main() -> ExitCode {
    exit_status("analyze", run(&Options::parse()))
}

fn run(options: &Options) -> Result<(), Failure> {
    let given = input::read(&options.input, options.game)?;
    let plies = given.moves.len();
    if let Some(ply) = options.ply.filter(|&ply| ply > plies) {
        return Err(format!("--ply {ply}: {} has {plies} moves, expected 0 to {plies}", given.name).into());
    }
    let mut out = std::io::stdout().lock();
    if given.from_record && options.ply.is_none() && plies > 0 {
        game::report(&mut out, &given, options)?;
    } else {
        position::report(&mut out, &given, options)?;
    }
    Ok(out.flush()?)
}

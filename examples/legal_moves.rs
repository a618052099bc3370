//! Legal moves as text, for programs in other languages and for comparison with other generators.
//!
//! ```sh
//! cargo run --release --example legal_moves -- "8k/9/7+R1/9/9/9/9/9/9 b P 1"
//! cargo run --release --example legal_moves -- --random 1000 --seed 7
//! ```

use std::io::{BufRead, Write};
use std::process::ExitCode;

use clap::Parser;
use komadai::rng::SplitMix64;
use komadai::{PieceKind, Position, random};
use komadai_report::{COLUMNS, Failure, exit_status};

/// Prints each position as SFEN, a tab, and its legal moves in USI, sorted, separated by blanks.
#[derive(Parser)]
#[command(max_term_width = COLUMNS)]
struct Options {
    /// Position as SFEN; without it and without --random, one a line from standard input.
    sfen: Option<String>,
    /// Make this many random positions with two kings: half by random play, half by placing pieces anywhere.
    #[arg(long, value_name = "COUNT", conflicts_with = "sfen")]
    random: Option<u64>,
    /// Seed of the random positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> ExitCode {
    exit_status("legal_moves", run(&komadai_report::options::parse::<Options>()))
}

fn run(options: &Options) -> Result<(), Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if let Some(count) = options.random {
        let mut rng = SplitMix64::new(options.seed);
        let mut pos = Position::startpos();
        let mut written = 0;
        while written < count {
            pos = next_of_game(&mut rng, pos);
            write_moves(&mut out, &pos)?;
            written += 1;
            if written < count
                && let Some(placed) = random::placement(&mut rng).filter(has_both_kings)
            {
                write_moves(&mut out, &placed)?;
                written += 1;
            }
        }
    } else if let Some(sfen) = &options.sfen {
        write_moves(&mut out, &sfen.parse().map_err(|error| format!("{sfen:?}: {error}"))?)?;
    } else {
        for (number, line) in (1..).zip(std::io::stdin().lock().lines()) {
            let line = line.map_err(|error| format!("standard input, line {number}: {error}"))?;
            let pos = line.parse().map_err(|error| format!("standard input, line {number}: {error}"))?;
            write_moves(&mut out, &pos)?;
        }
    }
    Ok(out.flush()?)
}

/// One random move on; a new game where the old one is over or long.
fn next_of_game(rng: &mut SplitMix64, mut pos: Position) -> Position {
    match random::legal_move(rng, &pos) {
        Some(mv) if pos.move_number() < 400 => {
            pos.do_move(mv);
            pos
        }
        _ => Position::startpos(),
    }
}

fn has_both_kings(pos: &Position) -> bool {
    pos.of_kind(PieceKind::King).len() == 2
}

fn write_moves(out: &mut impl Write, pos: &Position) -> std::io::Result<()> {
    let mut moves: Vec<String> = pos.legal_moves().iter().map(ToString::to_string).collect();
    moves.sort_unstable();
    writeln!(out, "{pos}\t{}", moves.join(" "))
}

//! The main job: analyses a position or a whole game.
//!
//! ```sh
//! cargo run --release --example analyze
//! cargo run --release --example analyze -- "8k/9/7+R1/9/9/9/9/9/9 b 2GP 1"
//! cargo run --release --example analyze -- startpos moves 7g7f 3c3d 8h2b+ --moves
//! cargo run --release --example analyze -- data/historic/indatsu-1711.kif
//! cargo run --release --example analyze -- data/historic/indatsu-1711.kif --ply 98
//! cargo run --release --example analyze -- data/historic/indatsu-1711.kif --record out/indatsu.kif
//! cargo run --release --example analyze -- data/historic/indatsu-1711.kif --engine "fairy-stockfish UCI_Variant=shogi"
//! cargo run --release --example analyze -- --threads 4 --nodes 20000000
//! ```
//!
//! `position.rs` reports on one position, `game.rs` makes the table and the plot of a whole game, `row.rs` has the findings for a position
//! of a game, their line in the journal, and the game with evaluations as comments (as described in `komadai::notation::evaluations`). The
//! journal, `analyze.tsv`, keeps the findings for each position of a game, so that an analysis that is broken off goes on where it was.
//! `komadai::analysis::Analyst` combines the search and the mate solver, `komadai_report::GivenGame` reads the input, and `options.rs`
//! chooses between the analyst and another engine.
//!
//! The exit status is 0, or 2 if options or input cannot be used.

mod game;
mod options;
mod position;
mod row;

use std::io::Write;
use std::process::ExitCode;

use komadai_report::{Failure, Folded, exit_status};

use crate::options::Options;

fn main() -> ExitCode {
    exit_status("analyze", run(&komadai_report::options::parse::<Options>()))
}

fn run(options: &Options) -> Result<(), Failure> {
    let given = options.given()?;
    let (name, plies) = (&given.name, given.moves.len());
    if let Some(ply) = options.ply.filter(|&ply| ply > plies) {
        let expected = format!("expected a number from 0 to {plies}");
        return Err(format!("--ply {ply}: moves of {name}: {plies}, {expected}").into());
    }
    match &given.record {
        Some(record) if options.ply.is_none() && plies > 0 => {
            if options.moves {
                let told = format!("--moves: found the game {name}, expected a position: --ply says which");
                return Err(told.into());
            }
            game::report(&given, record, options)
        }
        _ => {
            if let Some(path) = &options.record {
                let path = path.display();
                let told = format!("--record {path}: expected a record file with moves, found {name}");
                return Err(told.into());
            }
            let mut out = Folded::stdout();
            position::report(&mut out, &given, options)?;
            Ok(out.flush()?)
        }
    }
}

//! Solo consultation [R12]: what eight virtual engines in one tree cost, and whether they vote as eight separate ones do.
//!
//! ```sh
//! cargo run --release -- consultation
//! cargo run --release -- consultation --depth 5 --positions 40 --sigma 25,50,100,200 --out DIR
//! cargo run --release -- consultation --suite data/positions/midgame.tsv --positions 200 --eval default --out DIR
//! ```
//!
//! Every position is searched to a fixed depth by virtual engines (one tree for N of them), by the same engines in separate searches, and
//! by one engine without noise; all with the same table, killers, history and quiescence. Paper 002 claims that eight cost about twice as
//! much as one. Nodes are the same on every machine; times are not.
//!
//! Whether the votes play better is another question: `self-play --a consultation-8-100 --b consultation-1-0`.
//!
//! `measure.rs` measures a position and has its question, `tables.rs` has the tables and the figure. The journal, `consultation.tsv`, keeps
//! what was measured, so that an interrupted run can be resumed.

mod measure;
mod tables;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use komadai::Position;
use komadai::evaluation::{Evaluation, EvaluationError};
use komadai_report::options::{Depth, Eval, Out, Seed, Threads};
use komadai_report::{Failure, Printed};
use measure::{Measurement, Setup};

use crate::data::games::{ClassedGame, GameFiles, MostPositions};
use crate::data::suite::{self, SuiteEntry};
use crate::run::answers::{self, ask};
use crate::run::clocks::ThreadClock;

/// The ply at which the position of a game is taken; shorter games are left out.
const PLY: usize = 50;

/// Measures solo consultation: nodes, time and votes of virtual engines in one tree against separate ones.
#[derive(Args)]
#[command(
    after_help = "Lines of --games are ID<TAB>START<TAB>MOVES…, as in data/games/sample.tsv; lines of --suite are \
                  NAME<TAB>POSITION…, as in data/positions/midgame.tsv. Further columns are passed over."
)]
pub(super) struct Options {
    #[command(flatten)]
    games: GameFiles,
    /// A file of positions instead of games; may be given several times.
    #[arg(long, value_name = "FILE", conflicts_with = "games")]
    suite: Vec<PathBuf>,
    #[command(flatten)]
    positions: MostPositions<12>,
    #[command(flatten)]
    depth: Depth<4>,
    /// Standard deviations of the noise, in hundredths of a pawn.
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "10,50,100", value_parser = clap::value_parser!(i32).range(1..=5000))]
    sigma: Vec<i32>,
    /// Megabytes of table for every engine; 0: none.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=1 << 16))]
    hash_mb: u32,
    #[command(flatten)]
    eval: Eval,
    #[command(flatten)]
    seed: Seed<0>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    out: Out,
}

impl Options {
    /// Where positions come from, in words.
    fn source(&self) -> String {
        if self.suite.is_empty() {
            return format!("at ply {PLY}");
        }
        let names: Vec<String> = self.suite.iter().map(|path| path.display().to_string()).collect();
        format!("of {}", names.join(", "))
    }

    /// The positions after [`PLY`] plies of the first games that last longer, or the first of the files of positions. Those in check are
    /// left out: a position with few legal moves says little about votes.
    fn positions(&self) -> Result<Vec<Placed>, Failure> {
        let mut positions = Vec::new();
        if self.suite.is_empty() {
            let mut games = self.games.read()?.games;
            games.retain(|game| game.moves.len() > PLY);
            if games.is_empty() {
                return Err(format!("no game longer than {PLY} plies, expected at least one").into());
            }
            let placed = |game: ClassedGame| Some(Placed { pos: game.position(PLY)?, game: game.id });
            positions.extend(games.into_iter().filter_map(placed));
        }
        for path in &self.suite {
            let suite = suite::read_file(Some(path), "", "")?;
            let placed =
                |entry: &SuiteEntry| Placed { game: entry.source().to_owned(), pos: entry.position() };
            positions.extend(suite.iter().map(placed));
        }
        positions.retain(|placed| !placed.pos.in_check());
        positions.truncate(self.positions.positions);
        if positions.is_empty() {
            return Err(format!("no position {} out of check, expected at least one", self.source()).into());
        }
        Ok(positions)
    }
}

/// A position and the name of its game. Positions of one game are adjacent and are one sample.
struct Placed {
    game: String,
    pos: Position,
}

pub(super) fn run(options: &Options) -> Result<Vec<Printed>, Failure> {
    let eval: Evaluation =
        options.eval.eval.parse().map_err(|error: EvaluationError| format!("--eval: {error}"))?;
    let positions = options.positions()?;
    let (seed, depth, hash_mb) = (options.seed.seed, options.depth.depth, options.hash_mb as usize);
    let setup = |&sigma: &i32| Setup { sigma, seed, depth, hash_mb };
    let setups: Vec<Setup> = options.sigma.iter().map(setup).collect();
    let described: Vec<String> =
        setups.iter().map(|setup| measure::describe(setup, &eval)).collect::<Result<_, _>>()?;
    let of_setups = |pos| described.iter().zip(&setups).map(move |(words, setup)| (words, setup, pos));
    let searches: Vec<(&String, &Setup, &Position)> =
        positions.iter().map(|placed| &placed.pos).flat_map(of_setups).collect();
    let answers = answers::open(&options.out, "consultation")?;
    let question = |(words, _, pos): &(&String, _, &Position)| format!("{words}; {pos}");
    let workers = options.threads.workers((), searches.len());
    let measured = ask(&answers, "measurements", &searches, question, workers, |(), (_, setup, pos)| {
        setup.measure(&eval, pos).map_err(|error| error.to_string())
    })?;
    // [position][setup]
    let measured: Vec<Vec<Measurement>> = measured.chunks(setups.len()).map(<[_]>::to_vec).collect();
    let games: Vec<&str> = positions.iter().map(|placed| placed.game.as_str()).collect();
    let mut report = options.out.report();
    let (count, source) = (positions.len(), options.source());
    writeln!(report, "{count} positions {source}, {eval}, depth {depth}; time is {}", ThreadClock::kind())?;
    let title = "Cost of N virtual engines in one tree, as a multiple of one with noise (paper: 8 cost about 2) and of one without";
    report.table(title, "consultation-cost.csv", &tables::costs(&measured, &games, &setups))?;
    let title = "Votes (% of positions, or of elements): the same move as …";
    report.table(title, "consultation-votes.csv", &tables::votes(&measured, &setups))?;
    report.figure("consultation-cost.svg", &tables::figure(&measured, &games, &setups))?;
    Ok(report.finish()?)
}

//! What can be said on the command line, and the positions it asks for.

use std::path::PathBuf;

use clap::Parser;
use komadai::Position;
use komadai_report::options::{Depth, Eval, Out, Seed, Threads};
use komadai_report::{COLUMNS, Failure, InputText};

use super::measure::Setup;
use crate::data::game_files::{GameFiles, MostPositions};
use crate::data::suite::read_suite;

/// The ply at which the position of a game is taken; shorter games are left out.
const PLY: usize = 50;

/// Measures solo consultation: nodes, time and votes of virtual engines in one tree against separate ones.
#[derive(Parser)]
#[command(
    max_term_width = COLUMNS,
    name = "consultation",
    after_help = "Lines of --games are ID<TAB>START<TAB>MOVES…, as in data/games/sample.tsv; lines of --suite are \
                  NAME<TAB>POSITION…, as in data/positions/midgame.tsv. Further columns are passed over.\n\n\
                  A run that was broken off goes on if it is started with the same --out: what was measured stands in \
                  consultation.tsv there."
)]
pub(in crate::experiments) struct Options {
    #[command(flatten)]
    games: GameFiles,
    /// A file of positions instead of games; may be given several times.
    #[arg(long, value_name = "FILE", conflicts_with = "games")]
    suite: Vec<PathBuf>,
    #[command(flatten)]
    positions: MostPositions<12>,
    #[command(flatten)]
    pub(super) depth: Depth<4>,
    /// Standard deviations of the noise, in hundredths of a pawn.
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "10,50,100", value_parser = clap::value_parser!(i32).range(1..=5000))]
    sigma: Vec<i32>,
    /// Megabytes of table for every engine; 0: none.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=1 << 16))]
    hash_mb: u32,
    #[command(flatten)]
    pub(super) eval: Eval,
    #[command(flatten)]
    pub(super) seed: Seed<0>,
    #[command(flatten)]
    pub(super) threads: Threads,
    #[command(flatten)]
    pub(super) out: Out,
}

impl Options {
    /// A setup for each σ.
    pub(super) fn setups(&self) -> Vec<Setup> {
        let setup = |&sigma: &i32| Setup {
            sigma,
            seed: self.seed.seed,
            depth: self.depth.depth,
            hash_mb: self.hash_mb as usize,
        };
        self.sigma.iter().map(setup).collect()
    }

    /// Where positions come from, in words.
    pub(super) fn source(&self) -> String {
        if self.suite.is_empty() {
            return format!("at ply {PLY}");
        }
        let names: Vec<String> = self.suite.iter().map(|path| path.display().to_string()).collect();
        format!("of {}", names.join(", "))
    }

    /// The positions after so many plies of the first games that last longer, or the first of the files of positions; without
    /// those in check: a position where few moves are legal says little about votes.
    pub(super) fn positions(&self) -> Result<Vec<Position>, Failure> {
        let mut positions = if self.suite.is_empty() { self.of_games()? } else { self.of_suites()? };
        positions.retain(|pos| !pos.in_check());
        positions.truncate(self.positions.count());
        if positions.is_empty() {
            return Err(format!("no position {} out of check, expected at least one", self.source()).into());
        }
        Ok(positions)
    }

    fn of_games(&self) -> Result<Vec<Position>, Failure> {
        let games = self.games.read()?;
        let long: Vec<_> = games.games.iter().filter(|game| game.moves.len() > PLY).collect();
        if long.is_empty() {
            return Err(format!("no game longer than {PLY} plies, expected at least one").into());
        }
        Ok(long.into_iter().filter_map(|game| game.position(PLY)).collect())
    }

    fn of_suites(&self) -> Result<Vec<Position>, Failure> {
        let mut positions = Vec::new();
        for path in &self.suite {
            let input = InputText::read(Some(path), "", &[]).map_err(|error| format!("--suite {error}"))?;
            let suite =
                read_suite(&input.text).map_err(|error| format!("--suite {}: {error}", input.name))?;
            positions.extend(suite.iter().map(crate::data::suite::SuiteEntry::position));
        }
        Ok(positions)
    }
}

//! Files of games, how many of their positions are taken and how many claims about them asked again, on a command line.

use std::path::PathBuf;

use clap::Args;
use komadai_core::files::FileError;

use super::games::Games;

/// `--games FILE`, any number of times.
#[derive(Args, Clone, Debug)]
pub struct GameFiles {
    /// A file of games; may be given several times, each a class of its own [default: data/games/sample.tsv].
    #[arg(long, value_name = "FILE")]
    pub games: Vec<PathBuf>,
}

impl GameFiles {
    /// Form of the files, for the help of a program.
    pub const HELP: &'static str = "Lines of games are ID<TAB>START<TAB>MOVES<TAB>RESULT…: START is \"startpos\" or \"sfen …\", \
         moves are in USI, the result is b, w, d or ? and may be missing; further columns are passed over.";

    /// Games of the files, or the built-in sample.
    ///
    /// # Errors
    ///
    /// Those of [`Games::read`].
    pub fn read(&self) -> Result<Games, FileError> {
        Games::read(&self.games)
    }

    /// Names of the files for the provenance of a model.
    pub fn source(&self) -> String {
        Games::source(&self.games)
    }
}

/// `--positions N`, 1 or more, with its default.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct MostPositions<const DEFAULT: u32> {
    /// Positions, at most.
    #[arg(long, value_name = "N", default_value = DEFAULT.to_string(), value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) positions: u32,
}

impl<const DEFAULT: u32> MostPositions<DEFAULT> {
    /// Their number, 1 or more.
    pub(crate) fn count(self) -> usize {
        self.positions as usize
    }
}

/// `--claims N`, 1 to 1,000,000.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Claims {
    /// Claims of each pruning, or cuts of each side, that are asked again, for each position.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) claims: u32,
}

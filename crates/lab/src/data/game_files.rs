//! Files of games on a command line.

use std::path::PathBuf;

use clap::Args;

use super::games::{Games, GamesError};

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
    pub fn read(&self) -> Result<Games, GamesError> {
        Games::read(&self.games)
    }

    /// Names of the files for the provenance of a model.
    pub fn source(&self) -> String {
        Games::source(&self.games)
    }
}

//! What all ways of training are told alike.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use komadai::eval::pair::Symmetry;
use komadai::learn::pairs::Hands;
use komadai_lab::GameFiles;
use komadai_report::options::{Out, Seed, Threads};

/// Data, folding, files, threads.
#[derive(Args, Debug)]
pub(crate) struct Shared {
    #[command(flatten)]
    pub(crate) games: GameFiles,
    /// A file of packed 40-byte records with the moves played, instead of games; with --games, parent-child and sibling learn
    /// from both and judge by the games alone.
    #[arg(long, value_name = "FILE")]
    pub(crate) from_corpus: Option<PathBuf>,
    /// Takes only the first N records of the corpus, such as there are.
    #[arg(long, value_name = "N", requires = "from_corpus")]
    pub(crate) records: Option<usize>,
    /// Relations that share a weight [default: none, as in paper 001; colors-and-sides for comparison and self-play].
    #[arg(long, value_enum)]
    pub(crate) symmetry: Option<Folding>,
    /// Per cent of the games held out, to judge by [default: 20; 5 for self-play].
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u64).range(1..=90))]
    pub(crate) held_out: Option<u64>,
    /// Keeps the state of the training here after every iteration, and goes on from it if it is there.
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Saves the weights as a model file.
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) seed: Seed,
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[command(flatten)]
    pub(crate) out: Out,
}

/// [`Hands`] as a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum InHand {
    /// Each by itself, as evaluations count them.
    Each,
    /// Once, however many there are.
    Once,
}

impl From<InHand> for Hands {
    fn from(in_hand: InHand) -> Hands {
        match in_hand {
            InHand::Each => Hands::Each,
            InHand::Once => Hands::Once,
        }
    }
}

/// [`Symmetry`] as a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Folding {
    /// Every relation has a weight of its own, as in paper 001.
    None,
    /// Both players alike.
    Colors,
    /// Both players alike, and left as right.
    ColorsAndSides,
}

impl Folding {
    /// The word by which it is asked for.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Folding::None => "none",
            Folding::Colors => "colors",
            Folding::ColorsAndSides => "colors-and-sides",
        }
    }
}

impl From<Folding> for Symmetry {
    fn from(folding: Folding) -> Symmetry {
        match folding {
            Folding::None => Symmetry::None,
            Folding::Colors => Symmetry::Colors,
            Folding::ColorsAndSides => Symmetry::ColorsAndSides,
        }
    }
}

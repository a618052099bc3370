//! The command line.

use std::path::PathBuf;

use clap::{Parser, ValueEnum};

/// What a job trains.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Model {
    /// Pairs of pieces, the sibling model of paper 001, by conjugate gradients.
    Pairs,
    /// The spread of deep values about shallow ones, paper 004, by L-BFGS.
    Spread,
    /// Pairs of pieces from scores and results of self-play.
    Outcome,
    /// Terms of paper 002 by comparison.
    Comparison,
}

/// Trains a model with the ranks of an MPI job.
#[derive(Parser)]
#[command(args_override_self = true)]
pub(crate) struct Options {
    #[arg(required_unless_present = "time_sums")]
    pub(crate) model: Option<Model>,
    /// Sums this many numbers a few times and prints the times; nothing is learned.
    #[arg(long, value_name = "NUMBERS", conflicts_with = "model")]
    pub(crate) time_sums: Option<usize>,
    /// A table of games in place of the built-in one: pairs, comparison.
    #[arg(long, value_name = "FILE")]
    pub(crate) games: Option<PathBuf>,
    /// How often every game occurs: more rows, for measurements.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) repeat: usize,
    /// Samples of `deep-shallow`: spread. May be given several times.
    #[arg(long, value_name = "FILE")]
    pub(crate) samples: Vec<PathBuf>,
    /// Packed records of `make-corpus`: outcome.
    #[arg(long, value_name = "FILE")]
    pub(crate) corpus: Option<PathBuf>,
    /// Shallow and deep depth: spread.
    #[arg(long, value_name = "S:D", default_value = "3:6", value_parser = depths)]
    pub(crate) pair: (u32, u32),
    /// Iterations (pairs, spread), rounds (outcome) or passes (comparison).
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) iterations: u32,
    /// Ends after this many rounds though there are more, so that another job goes on: outcome, whose steps depend on all rounds.
    #[arg(long, value_name = "N")]
    pub(crate) stop_after: Option<u32>,
    /// Records of a step: outcome.
    #[arg(long, value_name = "N", default_value_t = 16_384)]
    pub(crate) batch: usize,
    /// Every how many plies a position is used: comparison.
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) every: u32,
    /// Relations seen in fewer positions get no weight: pairs.
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) threshold: u64,
    /// Threads of each rank.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) threads: usize,
    /// Parts that each rank sums separately; further threads have nothing to do: pairs.
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub(crate) lanes: usize,
    /// The state: saved after each iteration, and read at the start if it is there.
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// The file to save the weights to: numbers in double precision, little-endian.
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
}

fn depths(text: &str) -> Result<(u32, u32), &'static str> {
    let two = text.split_once(':').and_then(|(one, other)| Some((one.parse().ok()?, other.parse().ok()?)));
    two.filter(|(shallow, deep)| shallow < deep).ok_or("expected two depths, as 3:6")
}

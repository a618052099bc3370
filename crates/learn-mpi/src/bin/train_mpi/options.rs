//! The command line.

use std::path::PathBuf;

/// The work of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Model {
    /// Pairs of pieces, the sibling model of paper 001, by conjugate gradients.
    Pairs,
    /// The spread of deep values about shallow ones, paper 004, by L-BFGS.
    Spread,
    /// Pairs of pieces from scores and results of self-play.
    Outcome,
    /// Terms of paper 002 by comparison.
    Comparison,
    /// Sums this many numbers a few times and prints the times; nothing is learned.
    TimeSums(usize),
}

/// The options of the command line.
#[derive(Default)]
pub(crate) struct Options {
    /// A table of games in place of the built-in one: `pairs`, `comparison`.
    pub(crate) games: Option<PathBuf>,
    /// How often every game occurs: more rows, for measurements.
    pub(crate) repeat: usize,
    /// Samples of `deep-shallow`: `spread`.
    pub(crate) samples: Vec<PathBuf>,
    /// Packed records of `make-corpus`: `outcome`.
    pub(crate) corpus: Option<PathBuf>,
    /// Shallow and deep depth: `spread`.
    pub(crate) depths: (u32, u32),
    /// Iterations (`pairs`, `spread`), rounds (`outcome`) or passes (`comparison`).
    pub(crate) iterations: u32,
    /// Ends after this many rounds though there are more, so that another job goes on: `outcome`, whose steps depend on all rounds.
    pub(crate) stop_after: Option<u32>,
    /// Records of a step: `outcome`.
    pub(crate) batch: usize,
    /// Every how many plies a position is used: `comparison`.
    pub(crate) every: u32,
    /// Relations seen in fewer positions get no weight: `pairs`.
    pub(crate) threshold: u64,
    /// Threads of each rank.
    pub(crate) threads: usize,
    /// Parts that each rank sums separately; further threads have nothing to do: `pairs`.
    pub(crate) lanes: usize,
    pub(crate) checkpoint: Option<PathBuf>,
    /// File for the weights: numbers in double precision, little-endian.
    pub(crate) weights: Option<PathBuf>,
}

const HELP: &str = "expected pairs [--games FILE --repeat N --threshold N --lanes N], \
    spread --samples FILE [--samples FILE …] [--pair S:D], outcome --corpus FILE [--batch N --stop-after N] or comparison [--games FILE --repeat N --every N], \
    each with [--iterations N --threads N --checkpoint FILE --weights FILE]; or --time-sums NUMBERS";

impl Options {
    pub(crate) fn parse(mut words: impl Iterator<Item = String>) -> Result<(Model, Options), String> {
        let mut model = None;
        let mut options = Options {
            repeat: 1,
            depths: (3, 6),
            iterations: 20,
            batch: 16_384,
            every: 4,
            threshold: 20,
            threads: 1,
            lanes: 8,
            ..Options::default()
        };
        while let Some(name) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{name}: found nothing behind it"));
            match name.as_str() {
                "pairs" => model = Some(Model::Pairs),
                "spread" => model = Some(Model::Spread),
                "outcome" => model = Some(Model::Outcome),
                "comparison" => model = Some(Model::Comparison),
                "--games" => options.games = Some(value()?.into()),
                "--repeat" => options.repeat = number(&name, &value()?)?,
                "--samples" => options.samples.push(value()?.into()),
                "--corpus" => options.corpus = Some(value()?.into()),
                "--pair" => options.depths = depths(&name, &value()?)?,
                "--iterations" => options.iterations = number(&name, &value()?)?,
                "--stop-after" => options.stop_after = Some(number(&name, &value()?)?),
                "--batch" => options.batch = number(&name, &value()?)?,
                "--every" => options.every = number(&name, &value()?)?,
                "--threshold" => options.threshold = number(&name, &value()?)?,
                "--threads" => options.threads = number(&name, &value()?)?,
                "--lanes" => options.lanes = number(&name, &value()?)?,
                "--checkpoint" => options.checkpoint = Some(value()?.into()),
                "--weights" => options.weights = Some(value()?.into()),
                "--time-sums" => model = Some(Model::TimeSums(number(&name, &value()?)?)),
                _ => return Err(format!("found {name:?}; {HELP}")),
            }
        }
        Ok((model.ok_or(HELP)?, options))
    }
}

fn number<T: std::str::FromStr>(name: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{name}: found {text:?}, expected a number"))
}

fn depths(name: &str, text: &str) -> Result<(u32, u32), String> {
    let two = text.split_once(':').and_then(|(one, other)| Some((one.parse().ok()?, other.parse().ok()?)));
    match two {
        Some((shallow, deep)) if shallow < deep => Ok((shallow, deep)),
        _ => Err(format!("{name}: found {text:?}, expected two depths, as 3:6")),
    }
}

//! The command line.

use std::path::PathBuf;

/// What the command line says.
#[derive(Debug)]
pub(crate) struct Options {
    /// A table of games in place of the one built in.
    pub(crate) games: Option<PathBuf>,
    /// Every game so many times: more rows, to measure with.
    pub(crate) repeat: usize,
    pub(crate) iterations: u32,
    /// Relations seen in fewer positions have no weight.
    pub(crate) threshold: u64,
    /// Threads of each rank.
    pub(crate) threads: usize,
    /// Parts that each rank sums up separately; more threads than these have nothing to do.
    pub(crate) lanes: usize,
    pub(crate) checkpoint: Option<PathBuf>,
    /// Where the weights go: numbers in double precision, little-endian.
    pub(crate) weights: Option<PathBuf>,
    /// So many numbers are summed some times and the times printed; nothing is learned.
    pub(crate) time_sums: Option<usize>,
    /// Two files of weights; nothing is learned.
    pub(crate) compare: Option<[PathBuf; 2]>,
}

pub(crate) const HELP: &str = "options: --games FILE --repeat N --iterations N --threshold N --threads N \
    --lanes N --checkpoint FILE --weights FILE; or --time-sums NUMBERS; or --compare WEIGHTS WEIGHTS";

impl Options {
    pub(crate) fn parse(mut words: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut options = Options {
            games: None,
            repeat: 1,
            iterations: 20,
            threshold: 20,
            threads: 1,
            lanes: 8,
            checkpoint: None,
            weights: None,
            time_sums: None,
            compare: None,
        };
        while let Some(name) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{name}: found nothing behind it"));
            match name.as_str() {
                "--games" => options.games = Some(value()?.into()),
                "--repeat" => options.repeat = number(&name, &value()?)?,
                "--iterations" => options.iterations = number(&name, &value()?)?,
                "--threshold" => options.threshold = number(&name, &value()?)?,
                "--threads" => options.threads = number(&name, &value()?)?,
                "--lanes" => options.lanes = number(&name, &value()?)?,
                "--checkpoint" => options.checkpoint = Some(value()?.into()),
                "--weights" => options.weights = Some(value()?.into()),
                "--time-sums" => options.time_sums = Some(number(&name, &value()?)?),
                "--compare" => options.compare = Some([value()?.into(), value()?.into()]),
                _ => return Err(format!("found {name:?}; {HELP}")),
            }
        }
        Ok(options)
    }
}

fn number<T: std::str::FromStr>(name: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{name}: found {text:?}, expected a number"))
}

//! Does a predicted spread hold? Figures 21 and 22 of paper 004 [R18].
//!
//! ```sh
//! cargo run --release --example calibration
//! cargo run --release --example calibration -- --samples out/samples.tsv --model out/spread.kmd --pair 2:6 --bins 128
//! ```
//!
//! Positions of games that the model was not trained on are sorted by the spread it predicts for them and divided into bins of
//! equal numbers; in each bin the differences of deep and shallow values should be spread as predicted. The spread of a bin is
//! half the width of the interval that holds 68 % of the differences, as the model's is; of normal differences that is the
//! standard deviation, which stands beside it.
//!
//! Then the risk of a margin of so many spreads, by side: how often the deeper value lies farther below, where a cut above beta is
//! wrong, and how often farther above, where one below alpha is. It is the same on both sides, and as foretold, if the model is right.
//!
//! The split by games is that of `train_reliability`: give the same `--held-out` and `--seed`, or samples of other games and
//! `--held-out 100`. The exit status is 0, or 2 if options or files cannot be used.

mod bins;
mod risk;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use komadai::artifact::Artifact;
use komadai::eval::reliability::{Expected, ReliabilityModel};
use komadai_lab::Parts;
use komadai_lab::reliability::{Sampling, deepest, read_depths, split_by_game};
use komadai_report::options::Out;
use komadai_report::{COLUMNS, Failure, exit_status};

/// Shows predicted spreads beside those found.
#[derive(Parser)]
#[command(max_term_width = COLUMNS, name = "calibration")]
struct Options {
    #[command(flatten)]
    sampling: Sampling,
    /// The model, a file of `train_reliability` [default: the one that comes with the package].
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// The depths, shallow:deep [default: half of --depth and --depth].
    #[arg(long, value_name = "S:D", value_parser = read_depths)]
    pair: Option<(u32, u32)>,
    /// Number of bins; the paper has 128.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..))]
    bins: u16,
    /// Values farther from 0 are left out, in centipawns.
    #[arg(long, value_name = "CP", default_value_t = 3_000, value_parser = clap::value_parser!(i32).range(1..=29_999))]
    limit: i32,
    /// Per cent of the games that are held out; those alone are looked at.
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100))]
    held_out: u64,
    /// Uses what the position says alone, not what the shallow search found.
    #[arg(long)]
    position_alone: bool,
    #[command(flatten)]
    out: Out,
}

/// What is predicted of each sample, and what was found.
#[derive(Default)]
struct Judged {
    /// Spreads, in centipawns.
    predicted: Vec<f64>,
    /// Differences less their predicted centres, in centipawns.
    differences: Vec<f64>,
    /// The distributions, and the differences themselves.
    expected: Vec<Expected>,
    found: Vec<f64>,
    games: Vec<u64>,
}

fn main() -> ExitCode {
    exit_status("calibration", run(&Options::parse()))
}

fn run(options: &Options) -> Result<(), Failure> {
    let model = match &options.model {
        Some(path) => {
            let loaded = ReliabilityModel::load(path);
            loaded.map_err(|error| format!("--model: {error}"))?.0
        }
        None => komadai::default_reliability::model().clone(),
    };
    let samples = options.sampling.samples(&Parts::new())?;
    let deepest = deepest(&samples);
    let (shallow, deep) = options.pair.unwrap_or((deepest / 2, deepest));
    let (_, held_out) = split_by_game(&samples, options.held_out, options.sampling.seed());
    let weights = model.nearest(shallow as f32, deep as f32).ok_or("the model has no pair of depths")?;
    let mut judged = Judged::default();
    for sample in &held_out {
        let facts = sample.facts(shallow).filter(|_| !options.position_alone);
        let Some(difference) = sample.difference(shallow, deep, options.limit) else { continue };
        let depths = (shallow as f32, deep as f32);
        let expected = match facts {
            Some(facts) => model.after_search(&sample.position, depths.0, depths.1, &facts),
            None => model.expected(&sample.position, depths.0, depths.1),
        };
        let expected = expected.ok_or("the model has no pair of depths")?;
        judged.predicted.push(expected.spread());
        judged.differences.push(f64::from(difference) - expected.centre);
        judged.found.push(f64::from(difference));
        judged.expected.push(expected);
        judged.games.push(sample.game);
    }
    if judged.games.is_empty() {
        return Err(format!("depths {shallow} and {deep}: no sample, expected some").into());
    }
    let Judged { predicted, differences, expected, found: all, games } = &judged;
    let found = bins::of(predicted, differences, games, options.bins.into());
    let mut report = options.out.report();
    writeln!(
        report,
        "depths {shallow} and {deep}, model of {} and {} by {}: {} positions, {} left out",
        weights.shallow,
        weights.deep,
        model.features,
        games.len(),
        held_out.len() - games.len()
    )?;
    report.table("Predicted and found spread, centipawns", "calibration.csv", &bins::table(&found))?;
    writeln!(report, "{}", bins::verdict(&found))?;
    let title = "Risk of a margin by side of the window";
    report.table(title, "risk.csv", &risk::table(expected, all, games))?;
    report.figure("calibration.svg", &bins::figure(&found))?;
    Ok(report.finish()?)
}

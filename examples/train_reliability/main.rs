//! Learns how far a deep value may lie from a shallow one, from features of the position: table 1 of paper 004 [R18].
//!
//! ```sh
//! cargo run --release --example train_reliability
//! cargo run --release --example train_reliability -- --samples out/samples.tsv --pair 2:6 --pair 3:6 --threads 2 --save out/spread.kmd
//! ```
//!
//! Samples are made first if none are given (see `deep_shallow`). Every form is fitted to the same training games by maximum
//! likelihood and judged on games held out: four sets of features, then for all features two links and two tails. The model
//! that is saved has all pairs of depths in the form that `--features`, `--link` and `--tail` say.
//!
//! | file | does |
//! |---|---|
//! | `fits.rs` | one form fitted and judged |
//! | `after_search.rs` | what the shallow search found, beside the position |
//! | `sides.rs` | the sides alone, of a model that is there |
//! | `tables.rs` | table 1, forms, tails, largest weights |
//!
//! `--weights` keeps the weights of a model and learns its sides alone: the middle of the differences of each pair of depths, and how
//! wide they are below it and above it.
//!
//! The exit status is 0, or 2 if options or files cannot be used.

mod after_search;
mod fits;
mod sides;
mod tables;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use komadai::artifact::{Artifact, Provenance};
use komadai::eval::reliability::{Link, ReliabilityModel, SpreadFeatures};
use komadai::learn::reliability::{Sample, SpreadRows};
use komadai_lab::Parts;
use komadai_lab::reliability::{Sampling, deepest, read_depths, split_by_game};
use komadai_report::options::Out;
use komadai_report::{COLUMNS, Failure, Progress, check_file, check_model_file, exit_status};

use crate::after_search::Bounds;
use crate::fits::{Fit, Form};

/// Learns the spread of deep values about shallow ones.
#[derive(Parser)]
#[command(max_term_width = COLUMNS, name = "train_reliability")]
struct Options {
    #[command(flatten)]
    sampling: Sampling,
    /// A pair of depths, shallow:deep; may be given several times, the tables are of the first [default: half of --depth and --depth].
    #[arg(long, value_name = "S:D", value_parser = read_depths)]
    pair: Vec<(u32, u32)>,
    /// Values farther from 0 are left out, in centipawns.
    #[arg(long, value_name = "CP", default_value_t = 3_000, value_parser = clap::value_parser!(i32).range(1..=29_999))]
    limit: i32,
    /// Per cent of the games held out; the paper held out 20.
    #[arg(long, value_name = "PERCENT", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=90))]
    held_out: u64,
    /// Rows that the pull of each weight to 0 is worth; the paper has none.
    #[arg(long, value_name = "ROWS", default_value_t = 1.0)]
    ridge: f64,
    /// Iterations of L-BFGS at most.
    #[arg(long, value_name = "N", default_value_t = 300)]
    iterations: u32,
    /// Features of the model that is saved.
    #[arg(long, value_name = "SET", default_value = "all")]
    features: SpreadFeatures,
    /// Link of the model that is saved.
    #[arg(long, value_enum, default_value_t = LinkName::Linear)]
    link: LinkName,
    /// Tail of the model that is saved.
    #[arg(long, value_enum, default_value_t = TailName::StudentT)]
    tail: TailName,
    /// Keeps the weights of this model and learns its sides alone, for all its pairs of depths.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["pair", "checkpoint"])]
    weights: Option<PathBuf>,
    /// Keeps the state of the solver of the saved pairs here, FILE-2-6 and so on, and goes on from it if it is there.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Saves the model, one set of weights for each pair of depths.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    out: Out,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LinkName {
    /// σ = wᵀφ, the paper's.
    Linear,
    /// σ = exp(wᵀφ).
    LogLinear,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TailName {
    /// The normal distribution, the paper's.
    Normal,
    /// Student's t with learned degrees of freedom.
    StudentT,
}

fn main() -> ExitCode {
    exit_status("train_reliability", run(&Options::parse()))
}

fn run(options: &Options) -> Result<(), Failure> {
    if !(options.ridge >= 0.0 && options.ridge.is_finite()) {
        return Err(format!("--ridge {}: expected a number from 0 on", options.ridge).into());
    }
    if let Some(path) = &options.save {
        check_model_file("--save", path)?;
    }
    if let Some(path) = &options.checkpoint {
        check_file("--checkpoint", path)?;
    }
    let samples = options.sampling.samples(&Parts::new())?;
    if let Some(weights) = &options.weights {
        return renew_sides(options, weights, &samples);
    }
    let deepest = deepest(&samples);
    let pairs = if options.pair.is_empty() { vec![(deepest / 2, deepest)] } else { options.pair.clone() };
    let (training, held_out) = split_by_game(&samples, options.held_out, options.sampling.seed());
    let form = Form {
        features: options.features,
        link: if options.link == LinkName::Linear { Link::Linear } else { Link::LogLinear },
        student: options.tail == TailName::StudentT,
        ridge: options.ridge,
        iterations: options.iterations,
        threads: options.sampling.threads(),
    };
    let mut report = options.out.report();
    let rows = |features: SpreadFeatures, (shallow, deep)| {
        let of =
            |samples: &[&_]| SpreadRows::of(samples.iter().copied(), &features, shallow, deep, options.limit);
        (of(&training), of(&held_out))
    };

    let (shallow, deep) = pairs[0];
    // The paper's form of each set, then the same with the heavier tail.
    let (mut normal, mut heavy) = (Vec::new(), Vec::new());
    let mut all_rows = None;
    let progress = Progress::new(2 * tables::SETS.len(), 0, "models fitted");
    for features in tables::SETS {
        let (train, judge) = rows(features, pairs[0]);
        if train.is_empty() || judge.is_empty() {
            return Err(format!(
                "depths {shallow} and {deep}: no sample on one side of --held-out, expected more games"
            )
            .into());
        }
        for (student, fits) in [(false, &mut normal), (true, &mut heavy)] {
            let form = Form { features, link: Link::Linear, student, ..form };
            fits.push(Fit::of(&train, &judge, pairs[0], form, None)?);
            progress.step();
        }
        all_rows = Some((train, judge));
    }
    progress.finish();
    let (train, judge) = all_rows.expect("there are sets");
    let left_out = train.left_out() + judge.left_out();
    writeln!(
        report,
        "depths {shallow} and {deep}: {} positions to learn from, {} held out, {left_out} left out",
        train.len(),
        judge.len()
    )?;
    let title = "Table 1: mean log-likelihood by features (linear, normal)";
    report.table(title, "table-1.csv", &tables::sets(&normal, true))?;
    report.table("The same with Student's t", "table-1-t.csv", &tables::sets(&heavy, false))?;
    let mut forms: Vec<Fit> = [normal, heavy].into_iter().filter_map(|mut fits| fits.pop()).collect();
    for student in [false, true] {
        let form = Form { features: SpreadFeatures::All, link: Link::LogLinear, student, ..form };
        forms.push(Fit::of(&train, &judge, pairs[0], form, None)?);
    }
    report.table("Forms, all features, held-out games", "forms.csv", &tables::forms(&forms))?;
    report.table("Share of held-out differences within so many σ, %", "tails.csv", &tables::tails(&forms))?;
    let title = "Largest weights (log-linear, t)";
    report.table(title, "weights.csv", &tables::weights(&forms[3], 12))?;

    let bounds = Bounds { limit: options.limit, iterations: options.iterations };
    let of = |fit: &Fit| ReliabilityModel {
        features: fit.form.features,
        link: fit.form.link,
        pairs: vec![fit.weights.clone()],
    };
    // All features, linear, Student's t.
    let model = of(&forms[1]);
    let pair = &model.pairs[0];
    let after = after_search::fit(&model, pair, &training, bounds)?;
    let title = "What the shallow search found, beside the position (all features, linear, t)";
    let table = after_search::table(&model, pair, &after, &held_out, options.limit);
    report.table(title, "after-search.csv", &table)?;
    report.table("Corrections", "corrections.csv", &after_search::weights(&after))?;

    if let Some(path) = &options.save {
        let mut found = Vec::new();
        let progress = Progress::new(pairs.len(), 0, "pairs of depths");
        for &pair in &pairs {
            let (train, judge) = rows(options.features, pair);
            if train.is_empty() {
                return Err(format!("depths {} and {}: no sample, expected some", pair.0, pair.1).into());
            }
            let checkpoint = options.checkpoint.as_ref().map(|path| {
                let mut name = path.clone().into_os_string();
                name.push(format!("-{}-{}", pair.0, pair.1));
                PathBuf::from(name)
            });
            let mut fit = Fit::of(&train, &judge, pair, form, checkpoint.as_deref())?;
            let model = of(&fit);
            fit.weights.after_search = Some(after_search::fit(&model, &model.pairs[0], &training, bounds)?);
            found.push(fit);
            progress.step();
        }
        progress.finish();
        report.table("Pairs of depths, saved form, held-out games", "pairs.csv", &tables::pairs(&found))?;
        let learned =
            found.iter().map(|fit| ((fit.weights.shallow, fit.weights.deep), fit.rows, fit.weights.sides));
        report.table(SIDES, "sides.csv", &sides::table(learned))?;
        let model = ReliabilityModel {
            features: form.features,
            link: form.link,
            pairs: found.iter().map(|fit| fit.weights.clone()).collect(),
        };
        let provenance = Provenance {
            made_by: concat!("komadai ", env!("CARGO_PKG_VERSION"), " train_reliability").into(),
            source: options.sampling.describe()?,
            rows: found.iter().map(|fit| fit.rows as u64).max().unwrap_or(0),
            parameters: format!("limit {} cp, {} % held out, {form}", options.limit, options.held_out),
            seed: options.sampling.seed(),
            note: String::new(),
        };
        model.save(&provenance, path)?;
        report.list("Model", path);
    }
    Ok(report.finish()?)
}

/// Title of the table of sides.
const SIDES: &str = "Middle of the differences and width on either side of it, in scales of the position";

fn renew_sides(options: &Options, weights: &Path, samples: &[Sample]) -> Result<(), Failure> {
    let (training, _) = split_by_game(samples, options.held_out, options.sampling.seed());
    let source = options.sampling.describe()?;
    let table = sides::renew(weights, options.save.as_deref(), &training, options.limit, &source)?;
    let mut report = options.out.report();
    report.table(SIDES, "sides.csv", &table)?;
    if let Some(path) = &options.save {
        report.list("Model", path);
    }
    Ok(report.finish()?)
}

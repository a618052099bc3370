//! Learns how far a deep value may lie from a shallow one, from features of the position: table 1 of paper 004 \[R18\].
//!
//! ```sh
//! cargo run --release -- train-reliability
//! cargo run --release -- train-reliability --samples out/samples.tsv --pair 2:6 --pair 3:6 --threads 2 --save out/spread.kmd
//! ```
//!
//! Samples are made first if none are given (see `deep-shallow`). Every form is fitted to the same training games by maximum likelihood and
//! judged on games held out: five sets of features, then for all features two links and two tails. The saved model has all pairs of depths.
//! It is linear, with Student's t and the set of features that fits the held-out games of the first pair best; it corrects by what the
//! shallow search found if that makes held-out games likelier. With `--paper` it is the paper's instead: linear in all features, normal
//! about 0 (section 4.1), with no sides and no corrections.
//!
//! `--weights` keeps the weights of a model and learns only its sides: the middle of the differences of each pair of depths, and their
//! width below it and above it.
//!
//! | file | does |
//! |---|---|
//! | `fits.rs` | one form fitted and judged |
//! | `after_search.rs` | what the shallow search found, in addition to the position |
//! | `tables.rs` | table 1, forms, tails, largest weights |

mod after_search;
mod fits;
mod tables;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use komadai::artifact::{Artifact, Provenance};
use komadai_eval::reliability::{Link, ReliabilityModel, Sides, SpreadFeatures, SpreadWeights};
use komadai_learn::reliability::{Sample, SpreadRows, fit_sides};

use self::fits::{Fit, Form};
use crate::experiments::calibration;
use crate::reliability::{LIMIT, Sampling, read_depths, split_by_game};
use crate::run::check_apart;
use komadai_recipe::Parts;
use komadai_report::options::{HeldOut, Out};
use komadai_report::{Failure, Printed, Progress, Report, Table, check_file, check_model_file};

/// Samples, pairs of depths, and the files of the model.
#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    sampling: Sampling,
    /// A pair of depths, shallow:deep; may be given several times, the tables are of the first [default: half of --depth and --depth].
    #[arg(long, value_name = "S:D", value_parser = read_depths)]
    pair: Vec<(u32, u32)>,
    #[command(flatten)]
    held_out: HeldOut<20, 1, 90>,
    /// Most iterations of L-BFGS.
    #[arg(long, value_name = "N", default_value_t = 300)]
    iterations: u32,
    /// Keeps the weights of this model and learns only its sides, for all its pairs of depths; with --pair for those pairs, each with the
    /// weights of the nearest pair of the model.
    #[arg(long, value_name = "FILE", conflicts_with = "checkpoint")]
    weights: Option<PathBuf>,
    /// Keeps the state of the solver of the saved pairs here, FILE-2-6 and so on, and resumes from it if it exists.
    #[arg(long, value_name = "FILE", requires = "save")]
    checkpoint: Option<PathBuf>,
    /// Saves the model, one set of weights for each pair of depths.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Saves the paper's form: all features of the position, differences normal about 0.
    #[arg(long, requires = "save", conflicts_with = "weights")]
    paper: bool,
    #[command(flatten)]
    out: Out,
}

/// Samples to learn from and samples to judge by.
struct Games<'a> {
    training: Vec<&'a Sample>,
    held_out: Vec<&'a Sample>,
}

impl Games<'_> {
    /// The rows of a set of features for a pair of depths, on both sides; an error if a side has none.
    fn rows(&self, features: SpreadFeatures, pair: (u32, u32)) -> Result<[SpreadRows; 2], Failure> {
        let of =
            |samples: &[&Sample]| SpreadRows::of(samples.iter().copied(), &features, pair.0, pair.1, LIMIT);
        let rows = [of(&self.training), of(&self.held_out)];
        if rows.iter().any(SpreadRows::is_empty) {
            let [training, held_out] = rows.map(|rows| rows.len());
            let found =
                format!("found {training} samples to train on and {held_out} held out that reach both");
            return Err(format!("depths {} and {}: {found}, expected some of each", pair.0, pair.1).into());
        }
        Ok(rows)
    }
}

pub(super) fn run(options: &Options, parts: &Parts) -> Result<Vec<Printed>, Failure> {
    options.out.check()?;
    if let Some(path) = &options.save {
        check_apart(&[("--samples-out", &options.sampling.samples_out), ("--save", path)])?;
        check_model_file("--save", path)?;
    }
    if let Some(path) = &options.checkpoint {
        check_file("--checkpoint", path)?;
    }
    let (samples, deepest) = options.sampling.samples(parts)?;
    let (training, held_out) = split_by_game(&samples, options.held_out.held_out, options.sampling.seed.seed);
    let games = Games { training, held_out };
    let mut report = options.out.report();
    if let Some(weights) = &options.weights {
        renew_sides(options, weights, &games.training, &mut report)?;
    } else {
        let pairs = if options.pair.is_empty() { vec![(deepest / 2, deepest)] } else { options.pair.clone() };
        let best = compare_forms(options, pairs[0], &games, &mut report)?;
        if let Some(path) = &options.save {
            let features = if options.paper { SpreadFeatures::All } else { best };
            save_model(Form { features, ..form(options) }, options, path, &pairs, &games, &mut report)?;
        }
    }
    if let Some(path) = &options.save {
        report.list("Model", path);
    }
    Ok(report.finish()?)
}

/// The form that is saved if all features are the best set; other forms name the fields in which they differ.
fn form(options: &Options) -> Form {
    Form {
        features: SpreadFeatures::All,
        link: Link::Linear,
        student: !options.paper,
        iterations: options.iterations,
        threads: options.sampling.threads.threads,
    }
}

/// The sets whose predictions the paper draws.
const FIGURES: [(SpreadFeatures, &str); 2] =
    [(SpreadFeatures::ProgressParts, "figure-21.svg"), (SpreadFeatures::All, "figure-22.svg")];

/// Writes all tables of one pair of depths; returns the set of features under which held-out differences are likeliest, with Student's t.
fn compare_forms(
    options: &Options,
    pair: (u32, u32),
    games: &Games<'_>,
    report: &mut Report,
) -> Result<SpreadFeatures, Failure> {
    // The paper's form of each set, then the same with the heavier tail.
    let (mut normal, mut heavy) = (Vec::new(), Vec::new());
    let progress = Progress::new(2 * SpreadFeatures::ALL.len(), 0, "models fitted");
    for features in SpreadFeatures::ALL {
        let rows = games.rows(features, pair)?;
        for (student, fits) in [(false, &mut normal), (true, &mut heavy)] {
            fits.push(Fit::of(&rows, pair, Form { features, student, ..form(options) }, None)?);
            progress.step();
        }
    }
    drop(progress);
    let all = games.rows(SpreadFeatures::All, pair)?;
    let [train, judge] = &all;
    let ((shallow, deep), left_out) = (pair, train.left_out() + judge.left_out());
    let (learn, judge) = (train.len(), judge.len());
    writeln!(
        report,
        "depths {shallow} and {deep}: {learn} positions to learn from, {judge} held out, {left_out} left out"
    )?;
    let title = "Table 1: mean log-likelihood by features (linear, normal)";
    report.table(title, "table-1.csv", &tables::sets(&normal, true))?;
    report.table("The same with Student's t", "table-1-t.csv", &tables::sets(&heavy, false))?;
    let mut calibrated = Table::new(["features"].into_iter().chain(calibration::SUMMARY));
    for fit in &normal {
        let Some((_, file)) = FIGURES.iter().find(|(features, _)| *features == fit.form.features) else {
            continue;
        };
        let bins = fit.bins();
        let name = fit.form.features.to_string().into();
        calibrated.push([name].into_iter().chain(calibration::summary(&bins)));
        report.figure(file, &calibration::figure("standard deviation", &bins))?;
    }
    let title = "Predicted and found standard deviation by features (figures 21 and 22)";
    report.table(title, "calibrated.csv", &calibrated)?;
    tell_unfinished(options, normal.iter().chain(&heavy), report)?;
    let likelihood = |fit: &Fit| fit.held_out().mean();
    let best = heavy.iter().max_by(|one, other| likelihood(one).total_cmp(&likelihood(other)));
    let best = best.map_or(SpreadFeatures::All, |fit| fit.form.features);
    let mut forms: Vec<Fit> = [normal, heavy].into_iter().filter_map(|mut fits| fits.pop()).collect();
    for student in [false, true] {
        let form = Form { features: SpreadFeatures::All, link: Link::LogLinear, student, ..form(options) };
        forms.push(Fit::of(&all, pair, form, None)?);
    }
    report.table("Forms, all features, held-out games", "forms.csv", &tables::forms(&forms))?;
    tell_unfinished(options, &forms[2..], report)?;
    report.table("Share of held-out differences within so many σ, %", "tails.csv", &tables::tails(&forms))?;
    report.table("Largest weights (log-linear, t)", "weights.csv", &tables::weights(&forms[3], 12))?;

    // All features, linear, Student's t.
    let model = forms[1].model();
    let after = after_search::fit(&model, &games.training, options.iterations)?;
    let title = "What the shallow search found, beside the position (all features, linear, t)";
    let judged = after_search::Judged::of(&model, &after, &games.held_out);
    report.table(title, "after-search.csv", &judged.table())?;
    report.table("Corrections", "corrections.csv", &after_search::weights(&after))?;
    Ok(best)
}

/// Names the fits that the limit of iterations ended.
fn tell_unfinished<'a>(
    Options { iterations, .. }: &Options,
    fits: impl IntoIterator<Item = &'a Fit>,
    report: &mut Report,
) -> Result<(), Failure> {
    let names: Vec<String> = fits.into_iter().filter_map(Fit::unfinished).collect();
    if !names.is_empty() {
        writeln!(report, "not converged after {iterations} iterations: {}", names.join("; "))?;
    }
    Ok(())
}

/// Fits all pairs of depths in this form, and saves them.
fn save_model(
    form: Form,
    options: &Options,
    path: &Path,
    pairs: &[(u32, u32)],
    games: &Games<'_>,
    report: &mut Report,
) -> Result<(), Failure> {
    let mut found = Vec::new();
    let progress = Progress::new(pairs.len(), 0, "pairs of depths");
    for &pair in pairs {
        let checkpoint = options.checkpoint.as_ref().map(|path| {
            let mut name = path.clone().into_os_string();
            name.push(format!("-{}-{}", pair.0, pair.1));
            PathBuf::from(name)
        });
        let rows = games.rows(form.features, pair)?;
        let mut fit = Fit::of(&rows, pair, form, checkpoint.as_deref())?;
        if options.paper {
            fit.weights.sides = Sides::default();
        } else {
            correct(&mut fit, options, games, report)?;
        }
        found.push(fit);
        progress.step();
    }
    drop(progress);
    report.table("Pairs of depths, saved form, held-out games", "pairs.csv", &tables::pairs(&found))?;
    tell_unfinished(options, &found, report)?;
    if !options.paper {
        let learned: Vec<_> = found.iter().map(|fit| (&fit.weights, fit.rows)).collect();
        report.table(tables::SIDES, "sides.csv", &tables::sides(learned))?;
    }
    let pairs = found.iter().map(|fit| fit.weights.clone()).collect();
    let model = ReliabilityModel { features: form.features, link: form.link, pairs };
    let provenance = Provenance {
        made_by: concat!("komadai ", env!("CARGO_PKG_VERSION"), " train-reliability").into(),
        source: options.sampling.describe()?,
        rows: found.iter().map(|fit| fit.rows as u64).max().unwrap_or(0),
        parameters: format!("limit {LIMIT} cp, {} % held out, {form}", options.held_out.held_out),
        seed: options.sampling.seed.seed,
        ..Provenance::default()
    };
    Ok(model.save(&provenance, path)?)
}

/// Gives a fit the corrections by what the shallow search found, if they make held-out games likelier, or says that they do not.
fn correct(fit: &mut Fit, options: &Options, games: &Games<'_>, report: &mut Report) -> Result<(), Failure> {
    let model = fit.model();
    let after = after_search::fit(&model, &games.training, options.iterations)?;
    let gain = after_search::Judged::of(&model, &after, &games.held_out).gain().mean();
    if gain > 0.0 {
        fit.weights.after_search = Some(after);
        return Ok(());
    }
    let (shallow, deep) = fit.pair;
    writeln!(
        report,
        "depths {shallow} and {deep}: what the search found makes held-out games no likelier \
         ({gain:+.4}), the model goes without it"
    )?;
    Ok(())
}

/// Learns the sides of all pairs of a model file; a few thousand samples are enough. Weights and corrections after a search stay as they
/// are. Pairs of `--pair` get the weights of the nearest pair and no corrections. The note of the provenance says which samples the sides
/// are of.
fn renew_sides(
    options: &Options,
    weights: &Path,
    training: &[&Sample],
    report: &mut Report,
) -> Result<(), Failure> {
    let loaded = ReliabilityModel::load(weights).map_err(|error| format!("--weights: {error}"))?;
    let (mut model, mut provenance) = loaded;
    if !options.pair.is_empty() {
        let at = |&(shallow, deep): &(u32, u32)| {
            let (shallow, deep) = (shallow as f32, deep as f32);
            // Corrections after a search are of the depths they were learned at, and would come before the sides.
            Some(SpreadWeights { shallow, deep, after_search: None, ..model.nearest(shallow, deep)?.clone() })
        };
        model.pairs = options.pair.iter().filter_map(at).collect();
    }
    let mut found = Vec::new();
    for pair in &mut model.pairs {
        let (shallow, deep) = (pair.shallow as u32, pair.deep as u32);
        let rows = SpreadRows::of(training.iter().copied(), &model.features, shallow, deep, LIMIT);
        if rows.is_empty() {
            return Err(format!("depths {shallow} and {deep}: no sample, expected some").into());
        }
        pair.sides = fit_sides(&rows, model.link, pair);
        found.push((&*pair, rows.len()));
    }
    let most = found.iter().map(|(_, rows)| *rows).max().unwrap_or(0);
    report.table(tables::SIDES, "sides.csv", &tables::sides(found))?;
    if let Some(path) = &options.save {
        let source = options.sampling.describe()?;
        provenance.note = format!("sides of {most} positions: {source}");
        model.save(&provenance, path)?;
    }
    Ok(())
}

//! Weights from self-play: the value of a position learns to predict what searches a few plies later saw, and who won.
//!
//! `data/models/pairs.kmd` and `effects.kmd` are made in this way, from corpora of `make-corpus`; the default evaluation by
//! `train-network`.

use std::cell::LazyCell;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use komadai::analysis::Analyst;
use komadai::evaluation::Evaluation;
use komadai_core::Value;
use komadai_core::artifact::Provenance;
use komadai_core::notation::packed::{Record, TrainingRecord};
use komadai_eval::FeatureSet;
use komadai_eval::effects::{EffectsModel, KingEffects};
use komadai_eval::pair::{Fold, PairModel, Quantised, Symmetry};
use komadai_learn::corpus::{CorpusOptions, SelfPlay, read_records};
use komadai_learn::outcome::{
    Metrics, Outcome, OutcomeOptions, OutcomeState, Round, Selection, SharedPairs, TrainedOutcome,
};
use komadai_learn::solve::StepRule;
use komadai_learn::{TrainingError, map_in_parallel};
use komadai_recipe::Recipe;
use komadai_report::{Cell, Failure, Plot, Printed, Progress, Table, check_model_file};

use super::options::Training;
use crate::data::games::Games;
use crate::data::openings::read_openings;

/// Trains weights of pairs of pieces, or of effects around the kings, whose value predicts scores and results of self-play.
#[derive(Args)]
#[command(mut_arg("held_out", |held_out| held_out.default_value("5")))]
pub(in crate::experiments) struct Options {
    /// A file of packed 40-byte records with scores, as make-corpus writes them; several files form one corpus [default: 300 small games,
    /// played for the run].
    #[arg(long, value_name = "FILE")]
    from_corpus: Vec<PathBuf>,
    /// Learns effects around the kings in addition to the pairs, and saves them to this file.
    #[arg(long, value_name = "FILE", conflicts_with = "apart")]
    with_effects: Option<PathBuf>,
    /// Learns effects around the kings instead of pairs, above an evaluation, named as for --eval, that stays as it is.
    #[arg(long, value_name = "NAME|FILE", conflicts_with_all = ["apart", "with_effects"])]
    effects_above: Option<Evaluation>,
    /// Plies over which the scores that follow count more than the result; "inf" takes the result alone.
    #[arg(long, value_name = "PLIES", default_value_t = OutcomeOptions::default().horizon)]
    horizon: f64,
    /// Prior standard deviation of a weight, in centipawns [default: 20; with --effects-above 100].
    #[arg(long, value_name = "CP")]
    prior: Option<f64>,
    /// Rounds over the corpus.
    #[arg(long, value_name = "N", default_value_t = OutcomeOptions::default().rounds)]
    rounds: u32,
    /// Every relation learns by itself. Otherwise relations of the same pieces on the same ranks, and those
    /// whose squares lie the same way, teach each other.
    #[arg(long)]
    apart: bool,
    #[command(flatten)]
    training: Training,
}

/// Games of the small corpus, nodes per move, and their players' value of a draw, in centipawns: without it many games are repetitions.
const SMALL: (u64, u64, i32) = (300, 200, -100);
/// Fewest steps per round, and fewest records per step: small corpora have smaller batches than [`OutcomeOptions::batch`].
const SMALL_STEPS: [usize; 2] = [64, 64];
/// Units of the rounded weights in a centipawn.
const UNITS: u16 = 8;
/// Relations that share a weight.
const SYMMETRY: Symmetry = Symmetry::ColorsAndSides;

/// Trains and saves; the tables go to the terminal, tables and figures to the folder.
pub(in crate::experiments) fn run(options: &Options) -> Result<Vec<Printed>, Failure> {
    let training = &options.training;
    let other = options.with_effects.as_deref().map(|path| ("--with-effects", path));
    training.check(check_model_file, other)?;
    settings(options, 0).check()?;
    let (records, of) = match &options.from_corpus[..] {
        [] => play(training)?,
        files => (read_corpora(files)?, Games::source(files)),
    };
    let source = format!("{} records, {of}", records.len());
    let settings = settings(options, records.len());
    // Made only if pairs are learned.
    let fold = LazyCell::new(|| Arc::new(Fold::new(SYMMETRY)));
    let shared = LazyCell::new(|| SharedPairs::new(Arc::clone(&fold)));
    // What is learned, and how many of the first weights are those of pairs.
    let (features, outcome, of_pairs) = if let Some(eval) = &options.effects_above {
        // The name has a fingerprint too, since a file of the same name may have changed.
        let name = format!("{eval} {:06x}", Analyst::fingerprint(eval)?);
        let above = Outcome::above(&name, eval, KingEffects, settings);
        (format!("effects around the kings above {eval}"), above, 0)
    } else if options.apart {
        let alone = Outcome::new(Arc::clone(&*fold), settings);
        (format!("{SYMMETRY:?}, every relation by itself"), alone, fold.len())
    } else if options.with_effects.is_some() {
        let both = Outcome::new((SharedPairs::clone(&shared), KingEffects), settings);
        let what = format!("{SYMMETRY:?}, relations that share, and effects around the kings");
        (what, both, shared.len())
    } else {
        let sharing = Outcome::new(SharedPairs::clone(&shared), settings);
        (format!("{SYMMETRY:?}, relations that share"), sharing, shared.len())
    };
    let trained = trained(outcome, training, &options.from_corpus, &records, "rounds")?;

    let mut report = training.out.report();
    let selection = &trained.selection;
    writeln!(report, "Self-play: {source}")?;
    let (games, held_out) = selection.games;
    writeln!(report, "{games} games, {held_out} of them held out, seed {}", training.seed.seed)?;
    report.print("Records", &selection_table(selection, records.len()))?;
    let k = trained.chance.scale;
    writeln!(report, "\nValues foretell chances of winning as σ(value / K), K = {k:.0} centipawns")?;
    let title = "Losses in bits a record; no evaluation loses less than the floor";
    let below = options.effects_above.as_ref().map_or("material".to_owned(), Evaluation::to_string);
    report.table(title, "self_play.csv", &rounds(&trained.state, "round", Some(&below)))?;
    writeln!(report, "Tempo        {:.1} centipawns, not part of the model", trained.state.tempo())?;
    let (of_pairs, of_effects) = trained.state.weights().split_at(of_pairs);
    let pairs = match of_pairs {
        [] => None,
        weights if options.apart => Some(pairs(&fold, weights)),
        weights => Some(pairs(&fold, &shared.collapse(weights))),
    };
    let effects = (!of_effects.is_empty()).then(|| effects(of_effects));
    let words = [pairs.as_ref().map(|(_, words)| &words[..]), effects.as_ref().map(|(_, words)| &words[..])];
    writeln!(report, "Weights      {}", words.into_iter().flatten().collect::<Vec<_>>().join("; "))?;
    report.figure("self_play.svg", &figure(&trained.state))?;
    let OutcomeOptions { score_share, horizon, score_limit, prior, rounds, batch, step, .. } = settings;
    let from = Provenance {
        source,
        rows: selection.train.len() as u64,
        parameters: format!(
            "{features}; {} % of the games held out; score share {score_share}, horizon {horizon}, \
             score limit {score_limit}, prior {prior}, {rounds} rounds of batches of {batch}, {step:?}",
            settings.held_out_percent
        ),
        ..Provenance::default()
    };
    let save = training.save.as_deref();
    if let Some((effects, _)) = effects {
        let path = if pairs.is_some() { options.with_effects.as_deref() } else { save };
        training.save_model(path, "train-self-play", &effects, from.clone(), &mut report)?;
    }
    if let Some((pairs, _)) = pairs {
        training.save_model(save, "train-self-play", &pairs, from, &mut report)?;
    }
    Ok(report.finish()?)
}

/// The model of pairs with these weights, and how large they are.
fn pairs(fold: &Fold, weights: &[f32]) -> (PairModel, String) {
    let material = OutcomeOptions::default().material;
    let weights = weights.iter().copied().map(f64::from);
    let (model, Quantised { nonzero, largest, clipped }) =
        PairModel::from_weights(material, fold, UNITS, weights);
    let largest = f64::from(largest) / f64::from(UNITS);
    let all = model.weights.len();
    let words =
        format!("{nonzero} of {all} are not 0, the largest {largest:.1} centipawns; {clipped} clipped");
    (model, words)
}

/// The model of effects with these weights, and how large they are.
fn effects(weights: &[f32]) -> (EffectsModel, String) {
    let model = EffectsModel::from_weights(weights.iter().copied().map(f64::from));
    let largest = weights.iter().fold(0.0f32, |most, weight| most.max(weight.abs()));
    (model, format!("{} of effects, the largest {largest:.1} centipawns", weights.len()))
}

/// All records of some files.
pub(super) fn read_corpora(files: &[PathBuf]) -> Result<Vec<Record>, Failure> {
    let mut records = Vec::new();
    for path in files {
        records.extend(read_records(path)?);
    }
    Ok(records)
}

/// Settings of the training on `records` records.
fn settings(options: &Options, records: usize) -> OutcomeOptions {
    let training = &options.training;
    let mut default = OutcomeOptions::default();
    if options.effects_above.is_some() {
        // Effects are a few weights that every position moves, so they are learned in many small steps.
        let step = StepRule::Adam { rate: 2.0, momentum: 0.9, memory: 0.999, damping: 1.0 };
        default = OutcomeOptions { prior: 100.0, batch: 512, step, ..default };
    }
    let [steps, least] = SMALL_STEPS;
    OutcomeOptions {
        horizon: options.horizon,
        held_out_percent: training.held_out.held_out,
        prior: options.prior.unwrap_or(default.prior),
        rounds: options.rounds,
        batch: (records / steps).clamp(least, default.batch),
        seed: training.seed.seed,
        ..default
    }
}

/// Trains on the records of these files, with its state, threads and progress; `what` is the word for rounds.
pub(super) fn trained<'a>(
    outcome: Outcome<'a>,
    training: &'a Training,
    files: &[PathBuf],
    records: &[Record],
    what: &str,
) -> Result<TrainedOutcome, Failure> {
    let state = training.state(|state: &OutcomeState| state.rounds.len(), what)?;
    let mut progress = None;
    let trained = outcome
        .threads(training.threads.threads)
        .resume(state)
        .stepped(|done, all| {
            progress.get_or_insert_with(|| Progress::new(all, done - 1, "steps")).step();
        })
        .observe(|state| training.keep(state))
        .train(records)
        .map_err(|error| match error {
            TrainingError::Record { index, error } => format!("{}: {error}", place(files, index)),
            error => training.named(&error),
        })?;
    Ok(trained)
}

/// The file of a record of a corpus of several files, and its number there.
fn place(files: &[PathBuf], mut index: usize) -> String {
    for path in files {
        let records = std::fs::metadata(path).map_or(usize::MAX, |data| data.len() as usize / Record::LEN);
        if index < records {
            return format!("{}: record {index}", path.display());
        }
        index -= records;
    }
    format!("record {index}")
}

/// Plays a small corpus of material against itself, just enough to see training work.
fn play(training: &Training) -> Result<(Vec<Record>, String), Failure> {
    let (games, nodes, draw) = SMALL;
    let openings = read_openings(komadai::samples::BALANCED_OPENINGS)?;
    let options = CorpusOptions { seed: training.seed.seed, nodes, ..CorpusOptions::default() };
    let self_play = SelfPlay::new(options, openings)?;
    let modern: Recipe = "modern".parse()?;
    let searcher =
        || Ok::<_, Failure>(modern.searcher(Evaluation::material(), (), 1)?.draw_value(Value::from_cp(draw)));
    let players = training.threads.workers_of(games as usize, searcher)?;
    let progress = Progress::new(games as usize, 0, "games played");
    let played = map_in_parallel(
        players,
        0..games,
        |player, number| self_play.play(number, player),
        || progress.step(),
    );
    let records = played.into_iter().flatten().flat_map(|game| game.records).collect();
    Ok((records, format!("{games} games of material, {nodes} nodes a move, played for this run")))
}

/// How the records were used.
pub(super) fn selection_table(selection: &Selection, records: usize) -> Table {
    let mut table = Table::new(["records", "number", "%"]);
    let share = |number: u64| Cell::Real(100.0 * number as f64 / records as f64, 1);
    for (name, number) in [("to learn from", selection.train.len()), ("held out", selection.held_out.len())] {
        table.push([name.into(), number.into(), share(number as u64)]);
    }
    for (reason, number) in selection.skipped() {
        table.push([format!("passed over: {}", reason.words()).into(), number.into(), share(number)]);
    }
    table
}

/// One row per round, which is called `what`; before them, if `below` names it, what the weights are added to, alone, by held-out games.
pub(super) fn rounds(state: &OutcomeState, what: &'static str, below: Option<&str>) -> Table {
    let alone = below.map(|name| (name.into(), Metrics::default(), state.below));
    let round = |(number, round): (i64, &Round)| (number.into(), round.train, round.held_out);
    let rows: Vec<(Cell, Metrics, Metrics)> =
        alone.into_iter().chain((1..).zip(&state.rounds).map(round)).collect();
    let bits = |loss: Option<f64>| loss.map(|loss| Cell::Real(loss / std::f64::consts::LN_2, 5));
    Table::of(&rows)
        .column(what, |(name, ..)| name.clone())
        .column("learned: loss", |(_, train, _)| bits(train.loss()))
        .column("floor", |(_, train, _)| bits(train.floor()))
        .column("held out: loss", |(.., held_out)| bits(held_out.loss()))
        .column("floor", |(.., held_out)| bits(held_out.floor()))
        .column("by result alone", |(.., held_out)| bits(held_out.result_loss()))
        .column("sign right (%)", |(.., held_out)| {
            held_out.accuracy().map(|right| Cell::Real(100.0 * right, 2))
        })
        .table()
}

fn figure(state: &OutcomeState) -> Plot {
    let line = |of: &dyn Fn(&Round) -> Option<f64>| -> Vec<(f64, f64)> {
        let losses = (1..).zip(&state.rounds).filter_map(|(n, round)| Some((f64::from(n), of(round)?)));
        losses.map(|(n, loss)| (n, loss / std::f64::consts::LN_2)).collect()
    };
    Plot::new("Training from self-play")
        .x_axis("round", "")
        .y_axis("cross-entropy", "bits a record")
        .line("learned from", line(&|round| round.train.loss()))
        .line("held out", line(&|round| round.held_out.loss()))
}

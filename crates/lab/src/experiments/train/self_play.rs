//! Weights from self-play: what searches a few plies later saw, and who won, foretold by the value of a position.
//!
//! The default model of the package is made in this way, from a corpus of `make-corpus`.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use komadai_core::artifact::Provenance;
use komadai_core::notation::packed::Record;
use komadai_core::{PieceValues, Value};
use komadai_eval::pair::{Fold, FoldedPairs, PairModel, Quantised, Symmetry};
use komadai_eval::{FeatureSet, Material};
use komadai_learn::corpus::{CorpusOptions, SelfPlay, read_records};
use komadai_learn::map_in_parallel;
use komadai_learn::outcome::{Metrics, Outcome, OutcomeOptions, OutcomeState, Round, Selection, SharedPairs};
use komadai_report::{Cell, Failure, Plot, Progress, Table};
use komadai_search::modern;

use super::options::Training;
use crate::data::games::Games;
use crate::data::openings::read_openings;

/// Trains weights of pairs of pieces whose value foretells scores and results of self-play.
#[derive(Args)]
pub(in crate::experiments) struct Options {
    /// A file of packed 40-byte records with scores, as make-corpus writes them [default: 300 small games, played for the run].
    #[arg(long, value_name = "FILE")]
    from_corpus: Option<PathBuf>,
    /// Plies over which the scores that follow speak louder than the result; "inf" takes the result alone.
    #[arg(long, value_name = "PLIES", default_value_t = OutcomeOptions::default().horizon)]
    horizon: f64,
    /// Standard deviation of a weight before anything is seen, in centipawns.
    #[arg(long, value_name = "CP", default_value_t = OutcomeOptions::default().prior)]
    prior: f64,
    /// Rounds over the corpus.
    #[arg(long, value_name = "N", default_value_t = OutcomeOptions::default().rounds)]
    rounds: u32,
    /// Records a step [default: 16,384; 512 where no corpus is given].
    #[arg(long, value_name = "N")]
    batch: Option<usize>,
    /// Every relation learns by itself. Otherwise relations of the same pieces on the same ranks, and those
    /// whose squares lie the same way, teach each other.
    #[arg(long)]
    apart: bool,
    #[command(flatten)]
    training: Training,
}

/// Games of the small corpus, nodes for a move of them, and what their players think of a draw, in centipawns: without it many games
/// are repetitions.
const SMALL: (u64, u64, i32) = (300, 200, -100);
/// Records of a step there.
const SMALL_BATCH: usize = 512;
/// Units of the rounded weights in a centipawn.
const UNITS: u16 = 8;
/// Relations that share a weight.
const SYMMETRY: Symmetry = Symmetry::ColorsAndSides;

/// Trains and saves; the tables go to the terminal, tables and figures to the folder.
pub(in crate::experiments) fn run(options: &Options) -> Result<(), Failure> {
    options.training.check()?;
    let (records, of) = match &options.from_corpus {
        Some(path) => (read_records(path)?, Games::source(std::slice::from_ref(path))),
        None => play(&options.training)?,
    };
    let source = format!("{} records, {of}", records.len());
    let fold = Arc::new(Fold::new(SYMMETRY));
    if options.apart {
        train(options, &records, &source, FoldedPairs { fold: Arc::clone(&fold) }, |weights| {
            PairModel::from_weights(material(), &fold, UNITS, weights.iter().copied().map(f64::from))
        })
    } else {
        let set = SharedPairs::new(Arc::clone(&fold));
        train(options, &records, &source, set.clone(), |weights| {
            let weights = set.collapse(weights).into_iter().map(f64::from);
            PairModel::from_weights(material(), &fold, UNITS, weights)
        })
    }
}

fn material() -> PieceValues {
    OutcomeOptions::default().material
}

/// The training itself; `model` makes a model of what was learned.
fn train<F: FeatureSet + Sync>(
    options: &Options,
    records: &[Record],
    source: &str,
    set: F,
    model: impl Fn(&[f32]) -> (PairModel, Quantised),
) -> Result<(), Failure> {
    let training = &options.training;
    let features = if options.apart { "every relation by itself" } else { "relations that share" };
    let default = OutcomeOptions::default();
    let batch = if options.from_corpus.is_some() { default.batch } else { SMALL_BATCH };
    let settings = OutcomeOptions {
        horizon: options.horizon,
        held_out_percent: training.held_out.unwrap_or(default.held_out_percent),
        prior: options.prior,
        rounds: options.rounds,
        batch: options.batch.unwrap_or(batch),
        seed: training.seed.seed,
        ..default
    };
    let state = training.state(|state: &OutcomeState| state.rounds().len(), "rounds")?;
    let mut progress = None;
    let trained = Outcome::new(set, settings)
        .threads(training.threads.count())
        .resume(state)
        .stepped(|done, all| {
            progress.get_or_insert_with(|| Progress::new(all, done - 1, "steps")).step();
        })
        .observe(|state| training.keep(state))
        .train(records)
        .map_err(|error| training.named(error))?;
    if let Some(progress) = progress {
        progress.finish();
    }

    let mut report = training.out.report();
    let selection = &trained.selection;
    writeln!(report, "Self-play: {source}")?;
    let (games, held_out) = selection.games;
    writeln!(report, "{games} games, {held_out} of them held out, seed {}", training.seed.seed)?;
    report.print("Records", &selection_table(selection, records.len()))?;
    writeln!(
        report,
        "\nValues foretell chances of winning as σ(value / K), K = {:.0} centipawns",
        trained.chance.scale
    )?;
    let title = "Losses in bits a record; no evaluation loses less than the floor";
    report.table(title, "self_play.csv", &rounds(&trained.state))?;
    writeln!(report, "Tempo        {:.1} centipawns, not part of the model", trained.state.tempo())?;
    let (model, rounded) = model(trained.state.weights());
    writeln!(
        report,
        "Weights      {} of {} are not 0, the largest {:.1} centipawns; {} clipped",
        rounded.nonzero,
        model.weights().len(),
        f64::from(rounded.largest) / f64::from(UNITS),
        rounded.clipped
    )?;
    report.figure("self_play.svg", &figure(&trained.state))?;
    let OutcomeOptions { score_share, horizon, score_limit, prior, rounds, batch, step, .. } = settings;
    let from = Provenance {
        source: source.into(),
        rows: selection.train.len() as u64,
        parameters: format!(
            "{SYMMETRY:?}, {features}; {} % of the games held out; score share {score_share}, horizon {horizon}, \
             score limit {score_limit}, prior {prior}, {rounds} rounds of batches of {batch}, {step:?}",
            settings.held_out_percent
        ),
        ..Provenance::default()
    };
    training.save("train-self-play", &model, from, &mut report)?;
    Ok(report.finish()?)
}

/// A small corpus of material against itself, enough to see training work and no more.
fn play(training: &Training) -> Result<(Vec<Record>, String), Failure> {
    let (games, nodes, draw) = SMALL;
    let openings = read_openings(komadai::samples::BALANCED_OPENINGS)?;
    let options = CorpusOptions { seed: training.seed.seed, nodes, ..CorpusOptions::default() };
    let self_play = SelfPlay::new(options, openings)?;
    let searcher = || Ok::<_, Failure>(modern(Material::default(), 1)?.draw_value(Value::from_cp(draw)));
    let players = (0..training.threads.count()).map(|_| searcher()).collect::<Result<Vec<_>, _>>()?;
    let progress = Progress::new(games as usize, 0, "games played");
    let played = map_in_parallel(
        players,
        0..games,
        |player, number| self_play.play(number, player),
        || progress.step(),
    );
    progress.finish();
    let records = played.into_iter().flatten().flat_map(|game| game.records).collect();
    Ok((records, format!("{games} games of material, {nodes} nodes a move, played for this run")))
}

/// What became of the records.
pub(super) fn selection_table(selection: &Selection, records: usize) -> Table {
    let mut table = Table::new(["records", "number", "%"]);
    let share = |number: u64| Cell::real(100.0 * number as f64 / records as f64, 1);
    for (name, number) in [("to learn from", selection.train.len()), ("held out", selection.held_out.len())] {
        table.push([name.into(), number.into(), share(number as u64)]);
    }
    for (reason, number) in selection.skipped() {
        table.push([format!("passed over: {}", reason.words()).into(), number.into(), share(number)]);
    }
    table
}

fn bits(loss: Option<f64>, of: impl Fn(f64) -> Cell) -> Cell {
    loss.map_or(Cell::Empty, |loss| of(loss / std::f64::consts::LN_2))
}

/// Columns of a table of rounds, the first of them named `round`.
pub(super) fn columns(round: &'static str) -> [&'static str; 7] {
    [round, "learned: loss", "floor", "held out: loss", "floor", "by result alone", "sign right (%)"]
}

/// A row of such a table.
pub(super) fn losses(name: Cell, train: &Metrics, held_out: &Metrics) -> [Cell; 7] {
    let five = |loss| bits(loss, |loss| Cell::real(loss, 5));
    [
        name,
        five(train.loss()),
        five(train.floor()),
        five(held_out.loss()),
        five(held_out.floor()),
        five(held_out.result_loss()),
        held_out.accuracy().map_or(Cell::Empty, |right| Cell::real(100.0 * right, 2)),
    ]
}

/// A row a round; material first, by the games held out.
fn rounds(state: &OutcomeState) -> Table {
    let mut table = Table::new(columns("round"));
    table.push(losses("material".into(), &Metrics::default(), &state.material()));
    for (number, Round { train, held_out }) in (1i64..).zip(state.rounds()) {
        table.push(losses(number.into(), train, held_out));
    }
    table
}

fn figure(state: &OutcomeState) -> Plot {
    let line = |of: &dyn Fn(&Round) -> Option<f64>| -> Vec<(f64, f64)> {
        let losses = (1..).zip(state.rounds()).filter_map(|(n, round)| Some((f64::from(n), of(round)?)));
        losses.map(|(n, loss)| (n, loss / std::f64::consts::LN_2)).collect()
    };
    Plot::new("Training from self-play")
        .x_axis("round", "")
        .y_axis("cross-entropy", "bits a record")
        .line("learned from", line(&|round| round.train.loss()))
        .line("held out", line(&|round| round.held_out.loss()))
}

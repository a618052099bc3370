//! Weights from self-play: what searches a few plies later saw, and who won, foretold by the value of a position.
//!
//! The default model of the package is made in this way, from a corpus of the example `make_corpus`.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use clap::Args;
use komadai::Value;
use komadai::artifact::{Artifact, ArtifactError, Provenance};
use komadai::eval::pair::{Fold, FoldedPairs, PairModel, Symmetry};
use komadai::eval::{FeatureSet, Material};
use komadai::learn::corpus::{CorpusOptions, SelfPlay, read_records};
use komadai::learn::map_in_parallel;
use komadai::learn::outcome::{Metrics, OutcomeOptions, OutcomeState, OutcomeTrainer, Round, SharedPairs};
use komadai::learn::solve::StepRule;
use komadai::notation::packed::Record;
use komadai::search::modern;
use komadai_lab::read_openings;
use komadai_report::{Cell, Failure, Folded, Plot, Progress, Table};

use crate::options::Shared;

/// What only this model is told.
#[derive(Args, Debug)]
#[group(id = "self-play")]
pub(crate) struct Own {
    /// Self-play: games to be played where no corpus is given.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    played: u64,
    /// Self-play: nodes for a move of those games.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Self-play: share of the target that is the score of the position itself, 0 to 1.
    #[arg(long, value_name = "λ", default_value_t = OutcomeOptions::default().score_share)]
    score_share: f64,
    /// Self-play: plies over which the scores that follow speak louder than the result; "inf" takes the result alone.
    #[arg(long, value_name = "PLIES", default_value_t = OutcomeOptions::default().horizon)]
    horizon: f64,
    /// Self-play: positions with a score beyond this many centipawns are left out.
    #[arg(long, value_name = "CP", default_value_t = OutcomeOptions::default().score_limit)]
    score_limit: i32,
    /// Self-play: leaves out positions in which exchanges change material by more than this many centipawns.
    #[arg(long, value_name = "CP")]
    exchange_limit: Option<i32>,
    /// Self-play: standard deviation of a weight before anything is seen, in centipawns.
    #[arg(long, value_name = "CP", default_value_t = OutcomeOptions::default().prior)]
    prior: f64,
    /// Self-play: rounds over the corpus.
    #[arg(long, value_name = "N", default_value_t = OutcomeOptions::default().rounds)]
    rounds: u32,
    /// Self-play: records a step [default: 16,384; 512 where no corpus is given].
    #[arg(long, value_name = "N")]
    batch: Option<usize>,
    /// Self-play: largest step of a weight, in centipawns [default: 1 for Adam, 5 for `AdaGrad`].
    #[arg(long, value_name = "CP")]
    rate: Option<f64>,
    /// Self-play: every relation learns by itself. Otherwise relations of the same pieces on the same ranks, and those
    /// whose squares lie the same way, teach each other.
    #[arg(long)]
    apart: bool,
    /// Self-play: steps by `AdaGrad` instead of Adam.
    #[arg(long)]
    adagrad: bool,
    /// Self-play: units of the rounded weights in a centipawn.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=i64::from(PairModel::MOST_UNITS)))]
    precision: u16,
}

/// A step's records where there are few.
const SMALL_BATCH: usize = 512;
/// What the players of the small corpus think of a draw, in centipawns: without it many games are repetitions.
const DRAW: i32 = -100;

impl Own {
    fn options(&self, shared: &Shared) -> OutcomeOptions {
        let default = OutcomeOptions::default();
        let step = match default.step {
            StepRule::Adam { rate, momentum, memory, damping } if !self.adagrad => {
                StepRule::Adam { rate: self.rate.unwrap_or(rate), momentum, memory, damping }
            }
            _ => StepRule::AdaGrad { rate: self.rate.unwrap_or(5.0), damping: 1.0 },
        };
        OutcomeOptions {
            score_share: self.score_share,
            horizon: self.horizon,
            score_limit: self.score_limit,
            exchange_limit: self.exchange_limit,
            held_out_percent: shared.held_out.unwrap_or(default.held_out_percent),
            prior: self.prior,
            rounds: self.rounds,
            batch: self.batch.unwrap_or(if shared.from_corpus.is_some() {
                default.batch
            } else {
                SMALL_BATCH
            }),
            step,
            seed: shared.seed.seed,
            ..default
        }
    }
}

/// Trains and saves; the tables go to the terminal, tables and figures to the folder.
pub(crate) fn run(shared: &Shared, own: &Own) -> Result<(), Failure> {
    if let Some(path) = shared.games.games.first() {
        return Err(format!(
            "--games {}: games have no scores, --model self-play takes --from-corpus",
            path.display()
        )
        .into());
    }
    let (records, source) = corpus(shared, own)?;
    let fold = Arc::new(Fold::new(shared.symmetry.map_or(Symmetry::default(), Into::into)));
    let options = own.options(shared);
    let data = Corpus { records: &records, source: &source };
    if own.apart {
        train(shared, own, data, &fold, FoldedPairs { fold: Arc::clone(&fold) }, options, <[f32]>::to_vec)
    } else {
        let set = SharedPairs::new(Arc::clone(&fold));
        train(shared, own, data, &fold, set.clone(), options, |weights| set.collapse(weights))
    }
}

/// The records, and what they are of.
#[derive(Clone, Copy)]
struct Corpus<'a> {
    records: &'a [Record],
    source: &'a str,
}

/// The training itself; `collapse` makes weights of slots of what was learned.
fn train<F: FeatureSet + Sync>(
    shared: &Shared,
    own: &Own,
    Corpus { records, source }: Corpus<'_>,
    fold: &Fold,
    set: F,
    options: OutcomeOptions,
    collapse: impl Fn(&[f32]) -> Vec<f32>,
) -> Result<(), Failure> {
    let features = if own.apart { "every relation by itself" } else { "relations that share" };
    let mut trainer = OutcomeTrainer::new(set, records, options, shared.threads.count())?;

    let mut out = Folded::stdout();
    let selection = trainer.selection();
    writeln!(out, "Self-play: {source}")?;
    writeln!(
        out,
        "{} games, {} of them held out, seed {}\n",
        selection.games.0, selection.games.1, shared.seed.seed
    )?;
    let mut table = Table::new(["records", "number", "%"]);
    let share = |number: u64| Cell::real(100.0 * number as f64 / records.len() as f64, 1);
    for (name, number) in [("to learn from", selection.train.len()), ("held out", selection.held_out.len())] {
        table.push([name.into(), number.into(), share(number as u64)]);
    }
    for (reason, number) in selection.skipped() {
        table.push([format!("passed over: {}", reason.words()).into(), number.into(), share(number)]);
    }
    writeln!(out, "{}", table.to_text())?;
    writeln!(
        out,
        "Values foretell chances of winning as σ(value / K), K = {:.0} centipawns\n",
        trainer.chance().scale
    )?;

    // The rounds.
    if let Some(state) = shared.checkpoint.as_deref().map(checkpoint).transpose()?.flatten() {
        trainer.resume(state)?;
        eprintln!("{} of {} rounds are done already", trainer.state().rounds().len(), options.rounds);
    }
    let learned = trainer.selection().train.len() as u64;
    let batches = trainer.selection().train.len().div_ceil(options.batch);
    let all = batches * options.rounds as usize;
    let progress = Progress::new(all, batches * trainer.state().rounds().len(), "steps");
    while trainer.round(|_| progress.step()).is_some() {
        if let Some(path) = &shared.checkpoint {
            trainer.state().save(&provenance(source, features, learned, shared, &options), path)?;
        }
    }
    progress.finish();
    let state = trainer.state();
    let table = rounds(state);
    writeln!(out, "Losses in bits a record; no evaluation loses less than the floor\n\n{}", table.to_text())?;
    writeln!(out, "Tempo        {:.1} centipawns, not part of the model", state.tempo())?;

    // The model.
    let weights = collapse(state.weights()).into_iter().map(f64::from);
    let (model, rounded) = PairModel::from_weights(options.material, fold, own.precision, weights);
    writeln!(
        out,
        "Weights      {} of {} are not 0, the largest {:.1} centipawns; {} clipped",
        rounded.nonzero,
        fold.len(),
        f64::from(rounded.largest) / f64::from(own.precision),
        rounded.clipped
    )?;
    writeln!(out)?;
    for (name, text) in [("self_play.csv", table.to_csv()), ("self_play.svg", figure(state)?)] {
        writeln!(out, "Saved        {}", komadai_report::save(&shared.out.out, name, &text)?.display())?;
    }
    if let Some(path) = &shared.save {
        model.save(&provenance(source, features, learned, shared, &options), path)?;
        writeln!(out, "Saved        {}", path.display())?;
    }
    Ok(out.flush()?)
}

/// The records, and what they are of.
fn corpus(shared: &Shared, own: &Own) -> Result<(Vec<Record>, String), Failure> {
    let (mut records, of) = match &shared.from_corpus {
        Some(path) => {
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
            (read_records(path)?, name)
        }
        None => play(shared, own)?,
    };
    if let Some(most) = shared.records {
        records.truncate(most);
    }
    let source = format!("{} records, {of}", records.len());
    Ok((records, source))
}

/// A small corpus of material against itself, enough to see training work and no more.
fn play(shared: &Shared, own: &Own) -> Result<(Vec<Record>, String), Failure> {
    let openings = read_openings(include_str!("../../data/openings/balanced.sfen"))?;
    let options = CorpusOptions { seed: shared.seed.seed, nodes: own.nodes, ..CorpusOptions::default() };
    let games = SelfPlay::new(options, openings)?;
    let searcher = || Ok::<_, Failure>(modern(Material::default(), 1)?.draw_value(Value::from_cp(DRAW)));
    let players = (0..shared.threads.count()).map(|_| searcher()).collect::<Result<Vec<_>, _>>()?;
    let numbers: Vec<u64> = (0..own.played).collect();
    let progress = Progress::new(numbers.len(), 0, "games played");
    let played =
        map_in_parallel(players, &numbers, |player, &number| games.play(number, player), || progress.step());
    progress.finish();
    let records = played.into_iter().flatten().flat_map(|game| game.records).collect();
    Ok((
        records,
        format!("{} games of material, {} nodes a move, played for this run", own.played, own.nodes),
    ))
}

/// The state that an earlier run left behind, if there is one.
fn checkpoint(path: &Path) -> Result<Option<OutcomeState>, Failure> {
    match OutcomeState::load(path) {
        Ok((state, _)) => Ok(Some(state)),
        Err(ArtifactError::Io { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("--checkpoint: {error}").into()),
    }
}

fn provenance(
    source: &str,
    features: &str,
    rows: u64,
    shared: &Shared,
    options: &OutcomeOptions,
) -> Provenance {
    let OutcomeOptions {
        score_share, horizon, score_limit, exchange_limit, prior, rounds, batch, step, ..
    } = options;
    Provenance {
        made_by: concat!("komadai ", env!("CARGO_PKG_VERSION"), ", example train_pairs, self-play").into(),
        source: source.into(),
        rows,
        parameters: format!(
            "{:?}, {features}; {} % of the games held out; score share {score_share}, horizon {horizon}, score limit {score_limit}, exchange \
             limit {exchange_limit:?}, prior {prior}, {rounds} rounds of batches of {batch}, {step:?}",
            shared.symmetry.map_or(Symmetry::default(), Into::into),
            options.held_out_percent
        ),
        seed: options.seed,
        note: String::new(),
    }
}

fn bits(loss: Option<f64>, of: impl Fn(f64) -> Cell) -> Cell {
    loss.map_or(Cell::Empty, |loss| of(loss / std::f64::consts::LN_2))
}

/// A row a round; material first, by the games held out.
fn rounds(state: &OutcomeState) -> Table {
    let mut table = Table::new([
        "round",
        "learned: loss",
        "floor",
        "held out: loss",
        "floor",
        "by result alone",
        "sign right (%)",
    ]);
    let mut row = |name: Cell, train: &Metrics, held_out: &Metrics| {
        let five = |loss| bits(loss, |loss| Cell::real(loss, 5));
        table.push([
            name,
            five(train.loss()),
            five(train.floor()),
            five(held_out.loss()),
            five(held_out.floor()),
            five(held_out.result_loss()),
            held_out.accuracy().map_or(Cell::Empty, |right| Cell::real(100.0 * right, 2)),
        ]);
    };
    row("material".into(), &Metrics::default(), &state.material());
    for (number, Round { train, held_out }) in (1i64..).zip(state.rounds()) {
        row(number.into(), train, held_out);
    }
    table
}

fn figure(state: &OutcomeState) -> Result<String, Failure> {
    let line = |of: &dyn Fn(&Round) -> Option<f64>| -> Vec<(f64, f64)> {
        let losses = (1..).zip(state.rounds()).filter_map(|(n, round)| Some((f64::from(n), of(round)?)));
        losses.map(|(n, loss)| (n, loss / std::f64::consts::LN_2)).collect()
    };
    let plot = Plot::new("Training from self-play")
        .x_axis("round", "")
        .y_axis("cross-entropy", "bits a record")
        .line("learned from", line(&|round| round.train.loss()))
        .line("held out", line(&|round| round.held_out.loss()));
    Ok(plot.to_svg()?)
}

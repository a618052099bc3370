//! The four models, trained by all ranks together: pairs of pieces in two ways, terms, spreads of deep values.

use std::sync::Arc;

use komadai_core::PieceValues;
use komadai_eval::FeatureSet;
use komadai_eval::pair::{Fold, Symmetry};
use komadai_eval::reliability::SpreadFeatures;
use komadai_eval::terms::AllTerms;
use komadai_learn::comparison::{Comparison, ComparisonOptions, ComparisonState};
use komadai_learn::corpus::{part_of, read_records};
use komadai_learn::outcome::{Outcome, OutcomeOptions, OutcomeState, SharedPairs};
use komadai_learn::pairs::{
    Discriminant, DiscriminantOptions, EncodedGame, EncodedGames, Model, QuietMoves, Spread,
};
use komadai_learn::reduce::Reduce;
use komadai_learn::reliability::{FitOptions, Sample, SampleReader, SpreadRows, fit_spread};
use komadai_learn::solve::{CgOptions, CgState, LbfgsOptions, LbfgsState, StepRule};
use komadai_learn_mpi::MpiReduce;

use crate::games::Games;
use crate::job::{Job, named};
use crate::options::Options;

/// Steps of a pass.
const STEPS: u32 = 16;

/// Terms of paper 002 by comparison [R11].
pub(crate) fn comparison(job: &Job<'_>, options: &Options) -> Result<(), String> {
    let (rank, ranks) = (job.worker.rank(), job.worker.workers());
    let own = Games::read(options.games.as_deref())?.share(rank, ranks, options.repeat)?;
    let settings = ComparisonOptions {
        every: options.every,
        steps: STEPS,
        rule: StepRule::adam(1.0),
        ..ComparisonOptions::default()
    };
    let set = AllTerms::default();
    job.say(&format!("{ranks} ranks, {} weights", set.len()));
    let state = job.resume(|state: &ComparisonState| state.passes)?;
    job.begin();
    let trained = Comparison::new(set, PieceValues::PAIRS_2007, settings)
        .workers(MpiReduce::new(job.worker))
        .threads(options.threads)
        .passes(options.iterations)
        .resume(state)
        .observe(|judged, state| {
            let Some(pass) = judged.pass else { return Ok(()) };
            let result = format!(
                "{} positions, agreement {:.2} %, loss {:.9} to {:.9}",
                pass.search.positions,
                100.0 * pass.search.agreement(),
                pass.loss_before,
                pass.loss_after
            );
            job.iteration(pass.number, &result, state)
        })
        .train(&own)
        .map_err(|error| error.to_string())?;
    job.save(options.weights.as_deref(), trained.state.weights)
}

/// Pairs of pieces from scores and results of self-play.
pub(crate) fn outcome(job: &Job<'_>, options: &Options) -> Result<(), String> {
    let (rank, ranks) = (job.worker.rank(), job.worker.workers());
    let path = options.corpus.as_deref().ok_or("outcome: expected --corpus with a file of make-corpus")?;
    let records = part_of(&read_records(path).map_err(|error| error.to_string())?, rank, ranks).to_vec();
    let set = SharedPairs::new(Arc::new(Fold::new(Symmetry::ColorsAndSides)));
    let rounds = options.iterations.max(1);
    let training = OutcomeOptions { rounds, batch: options.batch, ..OutcomeOptions::default() };
    let state = job.resume(|state: &OutcomeState| state.rounds.len() as u32)?;
    job.begin();
    let trained = Outcome::new(set, training)
        .workers(MpiReduce::new(job.worker))
        .threads(options.threads)
        .resume(state)
        .stop_after(options.stop_after.unwrap_or(rounds))
        .observe(|state| {
            let Some(round) = state.rounds.last() else { return Ok(()) };
            let loss = |loss: Option<f64>| loss.unwrap_or(f64::NAN);
            let result =
                format!("loss {:.9}, held out {:.9}", loss(round.train.loss()), loss(round.held_out.loss()));
            job.iteration(state.rounds.len() as u32, &result, state)
        })
        .train(&records)
        .map_err(|error| error.to_string())?;
    let weights = trained.state.weights();
    job.say(&format!(
        "{ranks} ranks, {} records learned from, {} weights, K {:.6}",
        trained.records,
        weights.len(),
        trained.chance.scale
    ));
    job.save(options.weights.as_deref(), weights.iter().copied().map(f64::from))
}

/// The sibling model of paper 001, by conjugate gradients [R7].
pub(crate) fn pairs(job: &Job<'_>, options: &Options) -> Result<(), String> {
    let (rank, ranks) = (job.worker.rank(), job.worker.workers());
    let games = Games::read(options.games.as_deref())?;
    let (mut quiet, mut own) = (QuietMoves::default(), EncodedGames::default());
    for game in games.share(rank, ranks, options.repeat)? {
        let encoded = EncodedGame::from_moves(&mut quiet, &game.start, &game.moves);
        own.push(&encoded.map_err(|error| error.to_string())?);
    }
    let spread = Spread { lanes: options.lanes, threads: options.threads, ..Spread::default() };
    let settings = DiscriminantOptions {
        symmetry: Symmetry::ColorsAndSides,
        threshold: options.threshold,
        solver: CgOptions { iterations: options.iterations, ..CgOptions::default() },
        spread,
        ..DiscriminantOptions::of(Model::Sibling)
    };
    let mut reduce = MpiReduce::new(job.worker);
    let mut rows = [own.totals().siblings];
    reduce.sum_words(&mut rows).map_err(|error| error.to_string())?;
    let from = job.resume(|state: &CgState| state.iteration)?;
    job.begin();
    let trained = Discriminant::new(settings)
        .workers(reduce)
        .resume(from)
        .observe(|done, state| job.iteration(done.number, &format!("residual {:.6}", done.residual), state))
        .train(&own)
        .map_err(|error| error.to_string())?;
    job.say(&format!("{ranks} ranks, {} rows, {} unknowns", rows[0], trained.unknowns.len()));
    job.save(options.weights.as_deref(), trained.state.x)
}

/// Values farther from 0, in centipawns, are left out, as in the experiment `train-reliability`.
const LIMIT: i32 = 3_000;

/// How far a deep value may lie from a shallow one, by L-BFGS [R18].
pub(crate) fn spread(job: &Job<'_>, options: &Options) -> Result<(), String> {
    let ranks = job.worker.workers();
    if options.samples.is_empty() {
        return Err("spread: expected --samples with a file of deep-shallow".into());
    }
    let (shallow, deep) = options.pair;
    let rows = SpreadRows::of(&own(job, options)?, &SpreadFeatures::All, shallow, deep, LIMIT);
    let mut reduce = MpiReduce::new(job.worker);
    let mut all = [rows.len() as u64];
    reduce.sum_words(&mut all).map_err(|error| error.to_string())?;
    if all[0] == 0 {
        return Err(format!("depths {shallow} and {deep}: no sample has both, expected some"));
    }
    job.say(&format!("{ranks} ranks, {} rows, {} features", all[0], rows.features()));
    // Student's t; only the number of iterations ends the fit.
    let solver = LbfgsOptions { iterations: options.iterations, tolerance: 0.0, ..LbfgsOptions::default() };
    let fit = FitOptions { student: true, solver, threads: options.threads, ..FitOptions::default() };
    let from = job.resume(|state: &LbfgsState| state.iteration)?;
    job.begin();
    let fitted = fit_spread(&rows, shallow as f32, deep as f32, &fit, reduce, from, |state| {
        let result = format!("minus log-likelihood {:.9}, {} evaluations", state.value, state.evaluations);
        job.iteration(state.iteration, &result, state)
    });
    let (_, state) = fitted.map_err(|error| error.to_string())?;
    job.save(options.weights.as_deref(), state.x)
}

/// The samples of this rank, dealt one by one like cards.
fn own(job: &Job<'_>, options: &Options) -> Result<Vec<Sample>, String> {
    let (rank, ranks) = (job.worker.rank(), job.worker.workers());
    let (mut own, mut number) = (Vec::new(), 0);
    for path in &options.samples {
        for sample in SampleReader::open(path).map_err(|error| error.to_string())? {
            let sample = sample.map_err(|error| named(path, &error))?;
            if number % ranks == rank {
                own.push(sample);
            }
            number += 1;
        }
    }
    Ok(own)
}

//! Pairs of pieces from scores and results of self-play.

use std::sync::Arc;

use komadai_eval::pair::{Fold, Symmetry};
use komadai_learn::corpus::{part_of, read_records};
use komadai_learn::outcome::{Outcome, OutcomeOptions, OutcomeState, SharedPairs};
use komadai_learn_mpi::MpiReduce;

use crate::job::Job;
use crate::options::Options;

pub(crate) fn train(job: &Job<'_>, options: &Options) -> Result<(), String> {
    let (rank, ranks) = (job.worker.rank(), job.worker.workers());
    let path = options.corpus.as_deref().ok_or("outcome: expected --corpus with a file of make-corpus")?;
    let records = part_of(&read_records(path).map_err(|error| error.to_string())?, rank, ranks).to_vec();
    let set = SharedPairs::new(Arc::new(Fold::new(Symmetry::ColorsAndSides)));
    let rounds = options.iterations.max(1);
    let training = OutcomeOptions { rounds, batch: options.batch, ..OutcomeOptions::default() };
    let state = job.resume(|state: &OutcomeState| state.rounds().len() as u32)?;
    job.begin();
    let trained = Outcome::new(set, training)
        .workers(MpiReduce::new(job.worker))
        .threads(options.threads)
        .resume(state)
        .stop_after(options.stop_after.unwrap_or(rounds))
        .observe(|state| {
            let Some(round) = state.rounds().last() else { return Ok(()) };
            let loss = |loss: Option<f64>| loss.unwrap_or(f64::NAN);
            let result =
                format!("loss {:.9}, held out {:.9}", loss(round.train.loss()), loss(round.held_out.loss()));
            job.iteration(state.rounds().len() as u32, &result, state)
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

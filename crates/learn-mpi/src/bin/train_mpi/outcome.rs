//! Pairs of pieces from scores and results of self-play.

use std::sync::Arc;

use komadai_eval::pair::{Fold, Symmetry};
use komadai_learn::corpus::{part_of, read_records};
use komadai_learn::outcome::{OutcomeOptions, OutcomeState, OutcomeTrainer, SharedPairs};
use komadai_learn_mpi::MpiReduce;

use crate::job::Job;
use crate::options::Options;

pub(crate) fn train(job: &Job<'_>, options: &Options) -> Result<(), String> {
    let (rank, ranks) = (job.worker.rank(), job.worker.workers());
    let path = options.corpus.as_deref().ok_or("outcome: expected --corpus with a file of make_corpus")?;
    let records = part_of(&read_records(path).map_err(|error| error.to_string())?, rank, ranks).to_vec();
    let set = SharedPairs::new(Arc::new(Fold::new(Symmetry::ColorsAndSides)));
    let rounds = options.iterations.max(1);
    let training = OutcomeOptions { rounds, batch: options.batch, ..OutcomeOptions::default() };
    let reduce = MpiReduce::new(job.worker);
    let trainer = OutcomeTrainer::shared(set, &records, training, options.threads, reduce);
    let mut trainer = trainer.map_err(|error| error.to_string())?;
    job.say(&format!(
        "{ranks} ranks, {} records to learn from, {} weights, K {:.6}",
        trainer.training_records(),
        trainer.state().weights().len(),
        trainer.chance().scale
    ));
    if let Some(state) = job.resume(|state: &OutcomeState| state.rounds().len() as u32)? {
        trainer.resume(state).map_err(|error| error.to_string())?;
    }
    job.begin();
    let last = options.stop_after.unwrap_or(rounds) as usize;
    while trainer.state().rounds().len() < last {
        let round = trainer.shared_round(|_| ()).map_err(|error| error.to_string())?;
        let Some(round) = round else { break };
        let state = trainer.state();
        let loss = |loss: Option<f64>| loss.unwrap_or(f64::NAN);
        let result =
            format!("loss {:.9}, held out {:.9}", loss(round.train.loss()), loss(round.held_out.loss()));
        job.iteration(state.rounds().len() as u32, &result, state)?;
    }
    job.save(options.weights.as_deref(), trainer.state().weights().iter().copied().map(f64::from))
}

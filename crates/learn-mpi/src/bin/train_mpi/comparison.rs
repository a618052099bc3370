//! Terms of paper 002 by comparison [R11].

use komadai_core::PieceValues;
use komadai_eval::terms::AllTerms;
use komadai_learn::comparison::{Checkpoint, ComparisonOptions, ComparisonTrainer};
use komadai_learn::solve::StepRule;
use komadai_learn_mpi::MpiReduce;

use crate::games::Games;
use crate::job::Job;
use crate::options::Options;

/// Steps of a pass.
const STEPS: u32 = 16;

pub(crate) fn train(job: &Job<'_>, options: &Options) -> Result<(), String> {
    let (rank, ranks) = (job.worker.rank(), job.worker.workers());
    let games = Games::read(options.games.as_deref())?;
    let own = games.share(rank, ranks, options.repeat)?;
    let training = ComparisonOptions {
        every: options.every,
        steps: STEPS,
        rule: StepRule::adam(1.0),
        ..ComparisonOptions::default()
    };
    let trainer = ComparisonTrainer::new(AllTerms::default(), PieceValues::PAIRS_2007, training);
    let mut trainer = trainer.threads(options.threads);
    job.say(&format!("{ranks} ranks, {} weights", trainer.weights().len()));
    // Of all games, not of the ranks.
    let of = format!("games {:016x}, {} times", games.key(), options.repeat);
    if let Some(checkpoint) = job.resume(Checkpoint::passes)? {
        trainer.resume(checkpoint, &of).map_err(|error| error.to_string())?;
    }
    let mut reduce = MpiReduce::new(job.worker);
    job.begin();
    while trainer.passes() < options.iterations {
        let pass = trainer.shared_pass(&own, &mut reduce, || {}).map_err(|error| error.to_string())?;
        let result = format!(
            "{} positions, agreement {:.2} %, loss {:.9} to {:.9}",
            pass.search.positions,
            100.0 * pass.search.agreement(),
            pass.loss_before,
            pass.loss_after
        );
        job.iteration(pass.number, &result, &trainer.checkpoint(&of))?;
    }
    job.save(options.weights.as_deref(), trainer.weights().iter().copied())
}

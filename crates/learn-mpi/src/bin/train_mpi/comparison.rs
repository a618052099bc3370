//! Terms of paper 002 by comparison [R11].

use komadai_core::PieceValues;
use komadai_eval::FeatureSet;
use komadai_eval::terms::AllTerms;
use komadai_learn::comparison::{Comparison, ComparisonOptions, ComparisonState};
use komadai_learn::solve::StepRule;
use komadai_learn_mpi::MpiReduce;

use crate::games::Games;
use crate::job::Job;
use crate::options::Options;

/// Steps of a pass.
const STEPS: u32 = 16;

pub(crate) fn train(job: &Job<'_>, options: &Options) -> Result<(), String> {
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
    let state = job.resume(ComparisonState::passes)?;
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
    job.save(options.weights.as_deref(), trained.state.weights().iter().copied())
}

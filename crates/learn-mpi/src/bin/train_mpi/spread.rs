//! How far a deep value may lie from a shallow one, by L-BFGS [R18].

use komadai_eval::reliability::SpreadFeatures;
use komadai_learn::reduce::Reduce;
use komadai_learn::reliability::{FitOptions, Sample, SampleReader, SpreadRows, fit_spread};
use komadai_learn::solve::{LbfgsOptions, LbfgsState};
use komadai_learn_mpi::MpiReduce;

use crate::job::{Job, named};
use crate::options::Options;

/// Values farther from 0 are left out, in centipawns; as in the experiment `train-reliability`.
const LIMIT: i32 = 3_000;

pub(crate) fn train(job: &Job<'_>, options: &Options) -> Result<(), String> {
    let ranks = job.worker.workers();
    if options.samples.is_empty() {
        return Err("spread: expected --samples with a file of deep-shallow".into());
    }
    let (shallow, deep) = options.depths;
    let rows = SpreadRows::of(&own(job, options)?, &SpreadFeatures::All, shallow, deep, LIMIT);
    let mut reduce = MpiReduce::new(job.worker);
    let mut all = [rows.len() as u64];
    reduce.sum_words(&mut all).map_err(|error| error.to_string())?;
    if all[0] == 0 {
        return Err(format!("depths {shallow} and {deep}: no sample has both, expected some"));
    }
    job.say(&format!("{ranks} ranks, {} rows, {} features", all[0], rows.features()));
    // Student's t, and no end but that of the iterations.
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

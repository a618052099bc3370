//! Trains a model with the ranks of an MPI job; see the README of the crate.

mod games;
mod job;
mod models;
mod options;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use komadai_learn::reduce::Reduce;
use komadai_learn_mpi::{MpiReduce, MpiWorker};

use crate::job::Job;
use crate::options::{Model, Options};

fn main() -> ExitCode {
    let options = Options::parse();
    let worker = match MpiWorker::start() {
        Ok(worker) => worker,
        Err(error) => {
            eprintln!("train_mpi: {error}");
            return ExitCode::FAILURE;
        }
    };
    let (rank, ranks) = (worker.rank(), worker.workers());
    // Written at once, since the other ranks write as well.
    let told = format!("rank {rank} of {ranks}: process {}\n", std::process::id());
    let told = std::io::stderr().write_all(told.as_bytes()).map_err(|error| error.to_string());
    let job = Job::new(&worker, options.checkpoint.as_deref());
    let ended = told.and_then(|()| match options.model {
        Some(Model::Pairs) => models::pairs(&job, &options),
        Some(Model::Spread) => models::spread(&job, &options),
        Some(Model::Outcome) => models::outcome(&job, &options),
        Some(Model::Comparison) => models::comparison(&job, &options),
        None => time_sums(&job, options.time_sums.unwrap_or(0)),
    });
    match ended {
        Ok(()) => {
            worker.finish();
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("train_mpi: rank {rank}: {error}");
            worker.abort(1)
        }
    }
}

/// Prints how long a sum of `numbers` numbers takes.
fn time_sums(job: &Job<'_>, numbers: usize) -> Result<(), String> {
    let worker = job.worker;
    let mut reduce = MpiReduce::new(worker);
    let mut times = Vec::new();
    for _ in 0..21 {
        let mut values = vec![1.0; numbers];
        let before = worker.traffic();
        reduce.sum(&mut values).map_err(|error| error.to_string())?;
        times.push(worker.traffic().since(&before).time.as_secs_f64());
    }
    // The first one warms up.
    times.remove(0);
    times.sort_by(f64::total_cmp);
    job.say(&format!(
        "{} ranks, {numbers} numbers: {:.3} ms a sum (median of {}; least {:.3})",
        worker.workers(),
        1e3 * times[times.len() / 2],
        times.len(),
        1e3 * times[0]
    ));
    Ok(())
}

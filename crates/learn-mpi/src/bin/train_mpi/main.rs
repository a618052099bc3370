//! Trains a model with the ranks of an MPI job; see the README of the crate.

mod games;
mod job;
mod models;
mod options;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use komadai_learn::reduce::Reduce;
use komadai_learn_mpi::{MpiReduce, MpiWorker};

use crate::job::{Job, named};
use crate::options::{Model, Options};

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(error) => return failed(&error),
    };
    if let Some([one, other]) = &options.compare {
        return match compare(one, other) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => failed(&error),
        };
    }
    let worker = match MpiWorker::start() {
        Ok(worker) => worker,
        Err(error) => return failed(&error.to_string()),
    };
    let ended = match options.time_sums {
        Some(numbers) => time_sums(&worker, numbers),
        None => train(&worker, &options),
    };
    match ended {
        Ok(()) => {
            worker.finish();
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("train_mpi: rank {}: {error}", worker.rank());
            worker.abort(1)
        }
    }
}

fn failed(error: &str) -> ExitCode {
    eprintln!("train_mpi: {error}");
    ExitCode::FAILURE
}

fn train(worker: &MpiWorker, options: &Options) -> Result<(), String> {
    let (rank, ranks) = (worker.rank(), worker.workers());
    // At once, for the others write as well.
    let told = format!("rank {rank} of {ranks}: process {}\n", std::process::id());
    std::io::stderr().write_all(told.as_bytes()).map_err(|error| error.to_string())?;
    let job = Job::new(worker, options.checkpoint.as_deref());
    match options.model {
        Some(Model::Pairs) => models::pairs(&job, options),
        Some(Model::Spread) => models::spread(&job, options),
        Some(Model::Outcome) => models::outcome(&job, options),
        Some(Model::Comparison) => models::comparison(&job, options),
        None => Err(options::HELP.into()),
    }
}

/// Prints how long sums of so many numbers take.
fn time_sums(worker: &MpiWorker, numbers: usize) -> Result<(), String> {
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
    if worker.rank() == 0 {
        println!(
            "{} ranks, {numbers} numbers: {:.3} ms a sum (median of {}; least {:.3})",
            worker.workers(),
            1e3 * times[times.len() / 2],
            times.len(),
            1e3 * times[0]
        );
    }
    Ok(())
}

/// Prints how far apart two files of weights are.
fn compare(one: &Path, other: &Path) -> Result<(), String> {
    let read = |path: &Path| -> Result<Vec<f64>, String> {
        let bytes = std::fs::read(path).map_err(|error| named(path, &error))?;
        let word = |chunk: &[u8]| chunk.try_into().map_or(f64::NAN, f64::from_le_bytes);
        Ok(bytes.chunks(8).map(word).collect())
    };
    let (one, other) = (read(one)?, read(other)?);
    if one.len() != other.len() {
        return Err(format!("{} and {} weights", one.len(), other.len()));
    }
    let largest = one.iter().fold(0.0_f64, |most, weight| most.max(weight.abs()));
    let apart = one.iter().zip(&other).fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
    println!("{} weights, largest difference {:.2e} of the largest weight", one.len(), apart / largest);
    Ok(())
}

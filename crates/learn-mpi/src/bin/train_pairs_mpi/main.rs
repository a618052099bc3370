//! Learns the sibling model of paper 001 with the ranks of an MPI job; see the README of the crate.

mod games;
mod options;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use komadai_core::artifact::{Artifact, Provenance};
use komadai_core::rng::mix;
use komadai_eval::pair::{Fold, Symmetry};
use komadai_learn::pairs::{Model, PairEquations, Shards, Spread, Unknowns, count_slots};
use komadai_learn::reduce::Reduce;
use komadai_learn::solve::{CgOptions, CgState, conjugate_gradient};
use komadai_learn_mpi::{MpiReduce, MpiWorker};

use crate::games::Games;
use crate::options::Options;

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
            eprintln!("train_pairs_mpi: rank {}: {error}", worker.rank());
            worker.abort(1)
        }
    }
}

fn failed(error: &str) -> ExitCode {
    eprintln!("train_pairs_mpi: {error}");
    ExitCode::FAILURE
}

fn train(worker: &MpiWorker, options: &Options) -> Result<(), String> {
    let (rank, ranks) = (worker.rank(), worker.workers());
    // At once, for the others write as well.
    let told = format!("rank {rank} of {ranks}: process {}\n", std::process::id());
    std::io::stderr().write_all(told.as_bytes()).map_err(|error| error.to_string())?;
    let games = Games::read(options.games.as_deref())?;
    let shards = games.share(rank, ranks, options.repeat)?;
    let spread = Spread { lanes: options.lanes, threads: options.threads, ..Spread::default() };
    let fold = Arc::new(Fold::new(Symmetry::ColorsAndSides));
    let mut reduce = MpiReduce::new(worker);
    let counts = count_slots(&shards, &fold, spread, &mut reduce).map_err(|error| error.to_string())?;
    let unknowns = Unknowns::select(fold, |slot| counts[slot] >= options.threshold.max(1));
    let mut rows = [shards.totals().siblings as f64];
    reduce.sum(&mut rows).map_err(|error| error.to_string())?;
    if rank == 0 {
        println!("{ranks} ranks, {:.0} rows, {} unknowns", rows[0], unknowns.len());
    }
    // Not of the ranks or what each of them has: a checkpoint is of all games.
    let key = [options.repeat as u64, options.threshold].into_iter().fold(games.key(), |key, n| mix(key ^ n));
    let from = resume(worker, options.checkpoint.as_deref())?;
    let solver = CgOptions { iterations: options.iterations, ..CgOptions::default() };
    let mut equations = PairEquations::shared(&shards, &unknowns, Model::Sibling, spread, reduce);
    let (mut began, mut before) = (Instant::now(), worker.traffic());
    let state = conjugate_gradient(&mut equations, &solver, key, from, |state| {
        if rank != 0 {
            return Ok(());
        }
        let (time, sums) = (began.elapsed(), worker.traffic().since(&before));
        println!(
            "iteration {}: residual {:.6}, {:.2} ms, {:.2} ms of it in sums, {} bytes summed, {} sent by rank 0",
            state.iteration,
            state.residual(),
            1e3 * time.as_secs_f64(),
            1e3 * sums.time.as_secs_f64(),
            sums.bytes,
            sums.sent
        );
        if let Some(path) = &options.checkpoint {
            let made_by = Provenance { made_by: "train_pairs_mpi".into(), ..Provenance::default() };
            state.save(&made_by, path).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        (began, before) = (Instant::now(), worker.traffic());
        Ok(())
    })
    .map_err(|error| error.to_string())?;
    if rank == 0
        && let Some(path) = &options.weights
    {
        let bytes: Vec<u8> = state.x.iter().flat_map(|weight| weight.to_le_bytes()).collect();
        std::fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// The state in a checkpoint that rank 0 finds, for all ranks.
fn resume(worker: &MpiWorker, path: Option<&Path>) -> Result<Option<CgState>, String> {
    let Some(path) = path else { return Ok(None) };
    let told = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let mut bytes = Vec::new();
    if worker.rank() == 0 && path.exists() {
        bytes = std::fs::read(path).map_err(|error| told(&error))?;
    }
    worker.broadcast(&mut bytes);
    if bytes.is_empty() {
        return Ok(None);
    }
    let (state, _) = CgState::from_bytes(&bytes).map_err(|error| told(&error))?;
    if worker.rank() == 0 {
        println!("goes on after iteration {} of {}", state.iteration, path.display());
    }
    Ok(Some(state))
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
        let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
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

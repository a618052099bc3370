//! The parts of a job that all models share: lines of progress, checkpoints, weights.

use std::cell::Cell;
use std::fmt::Display;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use komadai_core::artifact::{Artifact, Provenance};
use komadai_core::files::write_whole;
use komadai_learn_mpi::{MpiWorker, Traffic};

/// One rank's view of the job.
pub(crate) struct Job<'a> {
    pub(crate) worker: &'a MpiWorker,
    /// When the iteration began, and the cost of sums until then.
    began: Cell<(Instant, Traffic)>,
    checkpoint: Option<&'a Path>,
}

impl<'a> Job<'a> {
    pub(crate) fn new(worker: &'a MpiWorker, checkpoint: Option<&'a Path>) -> Job<'a> {
        Job { worker, began: Cell::new((Instant::now(), worker.traffic())), checkpoint }
    }

    pub(crate) fn is_first(&self) -> bool {
        self.worker.rank() == 0
    }

    /// Prints a line once, on rank 0.
    pub(crate) fn say(&self, line: &str) {
        if self.is_first() {
            println!("{line}");
        }
    }

    /// Starts to measure the next iteration.
    pub(crate) fn begin(&self) {
        self.began.set((Instant::now(), self.worker.traffic()));
    }

    /// Rank 0 prints the cost of an iteration and saves the state after it.
    pub(crate) fn iteration<S: Artifact>(&self, number: u32, result: &str, state: &S) -> Result<(), String> {
        if self.is_first() {
            let (began, before) = self.began.get();
            let (time, sums) = (began.elapsed(), self.worker.traffic().since(&before));
            println!(
                "iteration {number}: {result}, {:.2} ms, {:.2} ms of it in sums, {} bytes summed, {} sent by rank 0",
                1e3 * time.as_secs_f64(),
                1e3 * sums.time.as_secs_f64(),
                sums.bytes,
                sums.sent
            );
            if let Some(path) = self.checkpoint {
                let made_by = Provenance { made_by: "train_mpi".into(), ..Provenance::default() };
                state.save(&made_by, path).map_err(|error| named(path, &error))?;
            }
        }
        self.begin();
        Ok(())
    }

    /// Returns the state of the checkpoint that rank 0 finds, on all ranks.
    pub(crate) fn resume<S: Artifact>(&self, iteration: impl Fn(&S) -> u32) -> Result<Option<S>, String> {
        let Some(path) = self.checkpoint else { return Ok(None) };
        let mut bytes = Vec::new();
        if self.is_first() && path.exists() {
            bytes = std::fs::read(path).map_err(|error| named(path, &error))?;
        }
        self.worker.broadcast(&mut bytes);
        if bytes.is_empty() {
            return Ok(None);
        }
        let (state, _) = S::from_bytes(&bytes).map_err(|error| named(path, &error))?;
        self.say(&format!("goes on after iteration {} of {}", iteration(&state), path.display()));
        Ok(Some(state))
    }

    /// Rank 0 writes the weights.
    pub(crate) fn save(
        &self,
        path: Option<&Path>,
        weights: impl IntoIterator<Item = f64>,
    ) -> Result<(), String> {
        let Some(path) = path.filter(|_| self.is_first()) else { return Ok(()) };
        let bytes: Vec<u8> = weights.into_iter().flat_map(f64::to_le_bytes).collect();
        write_whole(path, |file| file.write_all(&bytes)).map_err(|error| named(path, &error))
    }
}

/// An error with the name of its file.
pub(crate) fn named(path: &Path, error: &dyn Display) -> String {
    format!("{}: {error}", path.display())
}

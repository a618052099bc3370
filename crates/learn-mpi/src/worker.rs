//! This process as one of the workers of an MPI job: its start and its end, so that no worker waits for one that has ended.

use std::cell::Cell;
use std::time::Duration;

use mpi::Threading;
use mpi::environment::Universe;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, Root};

/// Cost of the sums of a worker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Number of sums.
    pub sums: u64,
    /// Bytes of the vectors summed.
    pub bytes: u64,
    /// Bytes that this worker has sent to others.
    pub sent: u64,
    /// Time in sums, including waiting for slower workers.
    pub time: Duration,
}

impl Traffic {
    /// The cost since an earlier moment.
    #[must_use]
    pub fn since(&self, earlier: &Traffic) -> Traffic {
        Traffic {
            sums: self.sums - earlier.sums,
            bytes: self.bytes - earlier.bytes,
            sent: self.sent - earlier.sent,
            time: self.time.saturating_sub(earlier.time),
        }
    }
}

/// Why a worker cannot start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MpiError {
    /// MPI has been started in this process before; it starts once in a process, and never again after its end.
    #[error("MPI has begun in this process before")]
    Begun,
    /// MPI allows no other threads, but passes over positions have threads beside the one that calls MPI.
    #[error("this MPI allows no other threads in a process")]
    Threads,
}

/// One worker of an MPI job.
///
/// [`finish`](Self::finish) ends it in order. If it is dropped in any other way, by an error or a panic, it ends the whole job with
/// exit status 1, since the others would wait for it for ever.
///
/// ```no_run
/// use komadai_learn::reduce::Reduce;
/// use komadai_learn_mpi::{MpiReduce, MpiWorker};
///
/// let worker = MpiWorker::start()?;
/// let mut values = [worker.rank() as f64];
/// MpiReduce::new(&worker).sum(&mut values)?;
/// worker.finish();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[allow(missing_debug_implementations, reason = "holds handles of the MPI library")]
pub struct MpiWorker {
    pub(crate) world: SimpleCommunicator,
    pub(crate) traffic: Cell<Traffic>,
    finished: bool,
    /// Dropped last, since MPI ends with it.
    _universe: Universe,
}

impl MpiWorker {
    /// Starts MPI. Only the thread that calls it communicates with other workers.
    ///
    /// # Errors
    ///
    /// [`MpiError`].
    pub fn start() -> Result<MpiWorker, MpiError> {
        let (universe, threads) =
            mpi::initialize_with_threading(Threading::Funneled).ok_or(MpiError::Begun)?;
        let world = universe.world();
        let worker = MpiWorker { world, traffic: Cell::default(), finished: false, _universe: universe };
        if threads < Threading::Funneled {
            worker.finish();
            return Err(MpiError::Threads);
        }
        Ok(worker)
    }

    /// This worker's number, from 0.
    pub fn rank(&self) -> usize {
        self.world.rank() as usize
    }

    /// Number of workers.
    pub fn workers(&self) -> usize {
        self.world.size() as usize
    }

    /// Sends the bytes of worker 0 to all others, in place of theirs.
    pub fn broadcast(&self, bytes: &mut Vec<u8>) {
        let root = self.world.process_at_rank(0);
        let mut length = bytes.len() as u64;
        root.broadcast_into(&mut length);
        bytes.resize(length as usize, 0);
        // MPI counts bytes in 32 bits.
        for piece in bytes.chunks_mut(1 << 30) {
            root.broadcast_into(piece);
        }
    }

    /// Cost of the sums of this worker so far.
    pub fn traffic(&self) -> Traffic {
        self.traffic.get()
    }

    /// Ends this worker in order after its work: waits until all others finish.
    pub fn finish(mut self) {
        self.finished = true;
    }

    /// Ends the whole job: all workers, with this exit status.
    pub fn abort(&self, status: i32) -> ! {
        self.world.abort(status)
    }
}

impl Drop for MpiWorker {
    fn drop(&mut self) {
        if !self.finished {
            self.abort(1);
        }
    }
}

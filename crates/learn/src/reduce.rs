//! Sums over several workers, each with games of its own.
//!
//! Solvers stay as they are: every worker passes over its own rows, the vectors are added up over all workers, and all go on with
//! the same sum. The adding is a socket: nothing for one worker, threads of this process, or processes on several machines.

use std::panic::resume_unwind;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

/// Why a sum over workers failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReduceError {
    /// Another worker has ended too early.
    #[error("another worker is gone")]
    Gone,
    /// The workers' vectors differ in length.
    #[error("a vector of {found} numbers, expected {expected} as of the other workers")]
    Length {
        /// This worker's.
        found: usize,
        /// The first worker's.
        expected: usize,
    },
}

/// Sums vectors over several workers (all-reduce).
///
/// The contract: all workers call it equally often, with vectors of one length, and all get the same bits, in whatever order they
/// call.
pub trait Reduce {
    /// Replaces the values by their sums over all workers.
    ///
    /// # Errors
    ///
    /// [`ReduceError`]: there is no sum, and the values have no meaning.
    fn sum(&mut self, values: &mut [f64]) -> Result<(), ReduceError>;

    /// This worker's number, from 0. Sums are taken in the order of ranks.
    fn rank(&self) -> usize;

    /// Number of workers, at least 1.
    fn workers(&self) -> usize;

    /// Replaces whole numbers by their exact sums over all workers, modulo 2⁶⁴: for counts and keys, which must not be rounded.
    ///
    /// # Errors
    ///
    /// As [`sum`](Reduce::sum).
    fn sum_words(&mut self, words: &mut [u64]) -> Result<(), ReduceError> {
        // Split into quarters of 16 bits: their sums are exact in double precision for 2³⁷ workers.
        let quarters = words.iter().flat_map(|word| [0, 16, 32, 48].map(|low| (word >> low & 0xffff) as f64));
        let mut quarters: Vec<f64> = quarters.collect();
        self.sum(&mut quarters)?;
        for (word, quarters) in words.iter_mut().zip(quarters.chunks_exact(4)) {
            let whole = quarters.iter().zip([0, 16, 32, 48]).map(|(&quarter, low)| (quarter as u64) << low);
            *word = whole.fold(0, u64::wrapping_add);
        }
        Ok(())
    }

    /// Collects the number of each worker, `[rank]`.
    ///
    /// # Errors
    ///
    /// As [`sum`](Reduce::sum).
    fn gather(&mut self, own: u64) -> Result<Vec<u64>, ReduceError> {
        let mut all = vec![0; self.workers()];
        all[self.rank()] = own;
        self.sum_words(&mut all)?;
        Ok(all)
    }
}

/// A single worker: nothing is added up.
impl Reduce for () {
    fn rank(&self) -> usize {
        0
    }

    fn workers(&self) -> usize {
        1
    }

    fn sum(&mut self, _: &mut [f64]) -> Result<(), ReduceError> {
        Ok(())
    }
}

impl<R: Reduce + ?Sized> Reduce for &mut R {
    fn sum(&mut self, values: &mut [f64]) -> Result<(), ReduceError> {
        (**self).sum(values)
    }

    fn rank(&self) -> usize {
        (**self).rank()
    }

    fn workers(&self) -> usize {
        (**self).workers()
    }
}

/// Workers on threads of one process: the vectors are kept until the last one arrives, then added up in the order of ranks.
///
/// ```
/// use komadai_learn::reduce::{Reduce, ThreadReduce};
///
/// let sums = ThreadReduce::run([1.0, 10.0, 100.0], |own, mut rank| {
///     let mut values = [own];
///     rank.sum(&mut values).map(|()| values[0])
/// });
/// assert_eq!(sums, [Ok(111.0); 3]);
/// ```
pub struct ThreadReduce {
    rank: usize,
    workers: usize,
    group: Arc<Group>,
}

komadai_core::debug_by_sizes!(ThreadReduce { rank, workers } []);

#[derive(Debug)]
struct Group {
    round: Mutex<Round>,
    turn: Condvar,
}

#[derive(Debug)]
struct Round {
    /// `[rank]`: the vector that it has brought
    brought: Vec<Option<Vec<f64>>>,
    sum: Vec<f64>,
    /// Number of workers that still have to take the sum.
    to_take: usize,
    /// A worker has ended; no further sum can be complete.
    gone: bool,
}

impl ThreadReduce {
    /// Makes a group of workers, in the order of their ranks.
    pub fn group(workers: usize) -> Vec<ThreadReduce> {
        let round = Round { brought: vec![None; workers], sum: Vec::new(), to_take: 0, gone: false };
        let group = Arc::new(Group { round: Mutex::new(round), turn: Condvar::new() });
        (0..workers).map(|rank| ThreadReduce { rank, workers, group: Arc::clone(&group) }).collect()
    }

    /// Runs a group of workers, each on a thread of its own with a part of the work. Returns their results in the order of the
    /// parts; a panic in one of them is passed on.
    pub fn run<P: Send, T: Send>(
        parts: impl IntoIterator<Item = P>,
        work: impl Fn(P, ThreadReduce) -> T + Sync,
    ) -> Vec<T> {
        let parts: Vec<P> = parts.into_iter().collect();
        let (group, work) = (ThreadReduce::group(parts.len()), &work);
        thread::scope(|scope| {
            let started =
                parts.into_iter().zip(group).map(|(part, rank)| scope.spawn(move || work(part, rank)));
            let threads: Vec<_> = started.collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
                .collect()
        })
    }
}

/// A worker that ends tells the others, which would otherwise wait for it for ever.
impl Drop for ThreadReduce {
    fn drop(&mut self) {
        self.group.round.lock().unwrap_or_else(PoisonError::into_inner).gone = true;
        self.group.turn.notify_all();
    }
}

impl Reduce for ThreadReduce {
    fn rank(&self) -> usize {
        self.rank
    }

    fn workers(&self) -> usize {
        self.workers
    }

    fn sum(&mut self, values: &mut [f64]) -> Result<(), ReduceError> {
        let wait = |round| self.group.turn.wait(round).unwrap_or_else(PoisonError::into_inner);
        let mut round = self.group.round.lock().unwrap_or_else(PoisonError::into_inner);
        // Some workers may not have taken the last sum yet.
        while round.to_take > 0 {
            round = wait(round);
        }
        if let Some(expected) = round.brought.iter().flatten().map(Vec::len).next()
            && expected != values.len()
        {
            return Err(ReduceError::Length { found: values.len(), expected });
        }
        round.brought[self.rank] = Some(values.to_vec());
        if round.brought.iter().all(Option::is_some) {
            let mut sum = vec![0.0; values.len()];
            for own in &mut round.brought {
                for (sum, value) in sum.iter_mut().zip(own.take().into_iter().flatten()) {
                    *sum += value;
                }
            }
            round.sum = sum;
            round.to_take = round.brought.len();
            self.group.turn.notify_all();
        }
        while round.to_take == 0 {
            if round.gone {
                return Err(ReduceError::Gone);
            }
            round = wait(round);
        }
        values.copy_from_slice(&round.sum);
        round.to_take -= 1;
        if round.to_take == 0 {
            self.group.turn.notify_all();
        }
        Ok(())
    }
}

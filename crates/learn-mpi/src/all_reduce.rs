//! The sum over processes, in the order of their ranks.
//!
//! `MPI_Allreduce` does not guarantee an order of adding, or the same bits on all processes. So each worker owns an equal part of
//! the vector: all send it that part (`MPI_Alltoallv`), it adds them up in the order of the ranks and sends the sum to all
//! (`MPI_Allgatherv`). The bits are those of [`ThreadReduce`](komadai_learn::reduce::ThreadReduce) with the same shards, under any
//! MPI. A worker sends and receives 2 (n − 1) / n of the vector, the least possible for any all-reduce (Patarasuk and Yuan,
//! "Bandwidth Optimal All-reduce Algorithms for Clusters of Workstations", 2009), and all workers have equal work.

use std::time::Instant;

use komadai_learn::reduce::{Reduce, ReduceError};
use mpi::Count;
use mpi::datatype::{Partition, PartitionMut};
use mpi::traits::CommunicatorCollectives;

use crate::worker::MpiWorker;

/// Numbers summed at a time: buffers have this size, 8 MB.
const PIECE: usize = 1 << 20;

/// [`Reduce`] over the workers of an MPI job.
///
/// MPI handles a failing network or a killed worker: its processes end with a message. A worker with an error of its own ends the
/// job when its [`MpiWorker`] is dropped.
#[allow(missing_debug_implementations, reason = "a worker has handles of the MPI library")]
pub struct MpiReduce<'a> {
    worker: &'a MpiWorker,
    /// This worker's part as sent by each worker, in the order of ranks.
    parts: Vec<f64>,
    sum: Vec<f64>,
}

impl<'a> MpiReduce<'a> {
    /// Makes sums over all workers of this worker's job.
    pub fn new(worker: &'a MpiWorker) -> MpiReduce<'a> {
        MpiReduce { worker, parts: Vec::new(), sum: Vec::new() }
    }

    /// Sums a piece; returns the number of bytes sent.
    fn sum_piece(&mut self, piece: &mut [f64]) -> usize {
        let world = &self.worker.world;
        let (rank, workers) = (self.worker.rank(), self.worker.workers());
        let begin = |rank: usize| rank * piece.len() / workers;
        let displacements: Vec<Count> = (0..workers).map(|rank| begin(rank) as Count).collect();
        let counts: Vec<Count> = (0..workers).map(|rank| (begin(rank + 1) - begin(rank)) as Count).collect();
        let own = counts[rank] as usize;
        let equal = vec![own as Count; workers];
        let in_turn: Vec<Count> = (0..workers).map(|rank| (rank * own) as Count).collect();
        self.parts.resize(workers * own, 0.0);
        world.all_to_all_varcount_into(
            &Partition::new(&*piece, &counts[..], &displacements[..]),
            &mut PartitionMut::new(&mut self.parts[..], &equal[..], &in_turn[..]),
        );
        self.sum.clear();
        self.sum.resize(own, 0.0);
        if own > 0 {
            for part in self.parts.chunks_exact(own) {
                for (sum, value) in self.sum.iter_mut().zip(part) {
                    *sum += value;
                }
            }
        }
        world.all_gather_varcount_into(
            &self.sum[..],
            &mut PartitionMut::new(&mut *piece, &counts[..], &displacements[..]),
        );
        8 * (piece.len() - own + own * (workers - 1))
    }
}

impl Reduce for MpiReduce<'_> {
    fn rank(&self) -> usize {
        self.worker.rank()
    }

    fn workers(&self) -> usize {
        self.worker.workers()
    }

    fn sum(&mut self, values: &mut [f64]) -> Result<(), ReduceError> {
        let began = Instant::now();
        let workers = self.worker.workers();
        let mut lengths = vec![0_u64; workers];
        self.worker.world.all_gather_into(&(values.len() as u64), &mut lengths[..]);
        // All workers see the same lengths, so all refuse them.
        if let Some(&found) = lengths.iter().find(|&&length| length != lengths[0]) {
            return Err(ReduceError::Length { found: found as usize, expected: lengths[0] as usize });
        }
        let mut traffic = self.worker.traffic.get();
        if workers > 1 {
            traffic.sent += 8 * (workers as u64 - 1);
            for piece in values.chunks_mut(PIECE) {
                traffic.sent += self.sum_piece(piece) as u64;
            }
        }
        traffic.sums += 1;
        traffic.bytes += 8 * values.len() as u64;
        traffic.time += began.elapsed();
        self.worker.traffic.set(traffic);
        Ok(())
    }
}

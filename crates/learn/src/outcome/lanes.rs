//! Sums over a batch of records, with the same bits on any number of threads.
//!
//! Sums of floats depend on their order. So a batch is divided into a fixed number of lanes, one thread adds up each lane in the
//! order of its records, and the lanes are added up in their order.

use crate::outcome::target::{Chance, entropy};
use crate::parallel::map_in_parallel;
use crate::reduce::{Reduce, ReduceError};

/// Lanes of a batch. Part of the definition of the sums: another number gives other bits. There are more than most machines have
/// threads, and each takes one vector of weights.
const LANES: usize = 8;

/// How well values predict results: cross-entropy and accuracy over some records.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "artifact", derive(serde::Serialize, serde::Deserialize))]
pub struct Metrics {
    /// Number of records.
    pub records: u64,
    loss: f64,
    floor: f64,
    result_loss: f64,
    decided: u64,
    right: f64,
}

impl Metrics {
    /// Whether all sums are finite, as those of a training are.
    #[cfg(feature = "artifact")]
    pub(crate) fn is_finite(&self) -> bool {
        [self.loss, self.floor, self.result_loss, self.right].iter().all(|sum| sum.is_finite())
    }

    fn mean(&self, sum: f64) -> Option<f64> {
        (self.records > 0).then(|| sum / self.records as f64)
    }

    /// Mean cross-entropy with the target, in natural units.
    pub fn loss(&self) -> Option<f64> {
        self.mean(self.loss)
    }

    /// Mean entropy of the targets: the loss of an evaluation that is always right, a lower bound of every loss.
    pub fn floor(&self) -> Option<f64> {
        self.mean(self.floor)
    }

    /// Mean cross-entropy with the results alone, whatever the share of the scores: comparable between trainings.
    pub fn result_loss(&self) -> Option<f64> {
        self.mean(self.result_loss)
    }

    /// Share of positions of decided games whose value has the winner's sign; a value of 0 counts half.
    pub fn accuracy(&self) -> Option<f64> {
        (self.decided > 0).then(|| self.right / self.decided as f64)
    }

    /// Adds a record with its value, its target and the result of the game, all for one side.
    pub(crate) fn note(&mut self, chance: Chance, value: f64, target: f64, result: f64) {
        self.records += 1;
        self.loss += chance.loss(value, target);
        self.floor += entropy(target);
        self.result_loss += chance.loss(value, result);
        // Not a draw.
        if (result - 0.5).abs() > 0.25 {
            self.decided += 1;
            self.right +=
                if value == 0.0 { 0.5 } else { f64::from(u8::from((value > 0.0) == (result > 0.5))) };
        }
    }

    /// The sum over all workers.
    pub(crate) fn summed(self, reduce: &mut dyn Reduce) -> Result<Metrics, ReduceError> {
        let Metrics { records, loss, floor, result_loss, decided, right } = self;
        let mut sums = [loss, floor, result_loss, right];
        reduce.sum(&mut sums)?;
        let mut counts = [records, decided];
        reduce.sum_words(&mut counts)?;
        let ([loss, floor, result_loss, right], [records, decided]) = (sums, counts);
        Ok(Metrics { records, loss, floor, result_loss, decided, right })
    }
}

add_fields!(Metrics { records, loss, floor, result_loss, decided, right });

/// A record, by its number, and whether left and right of its board are exchanged.
pub(crate) type Shown = (u32, bool);

/// Records that are processed together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batch<'a> {
    pub(crate) shown: &'a [Shown],
    /// Whether slopes are wanted, to move the weights.
    pub(crate) with_slopes: bool,
}

/// One thread's share of a batch.
#[derive(Clone, Debug)]
pub(crate) struct Lane {
    /// `[weight]`: sum of the slopes over the records
    pub(crate) slopes: Vec<f32>,
    pub(crate) metrics: Metrics,
}

impl Lane {
    /// Makes the lanes of a batch for so many weights.
    pub(crate) fn all(weights: usize) -> Vec<Lane> {
        vec![Lane { slopes: vec![0.0; weights], metrics: Metrics::default() }; LANES]
    }
}

/// Shows every record of a batch to a worker, together with the lane to add it to. Returns the metrics of all lanes; slopes begin
/// at 0 if they are wanted, else they stay unchanged.
pub(crate) fn add_in_lanes<W: Send>(
    workers: Vec<W>,
    lanes: &mut [Lane],
    batch: Batch<'_>,
    add: impl Fn(&mut W, &mut Lane, Shown) + Sync,
) -> Metrics {
    let work = |worker: &mut W, (lane, share): (&mut Lane, &[Shown])| {
        lane.metrics = Metrics::default();
        if batch.with_slopes {
            lane.slopes.fill(0.0);
        }
        for &record in share {
            add(worker, lane, record);
        }
    };
    // A short batch may leave lanes without a share.
    let size = batch.shown.len().div_ceil(lanes.len()).max(1);
    let shares = batch.shown.chunks(size).chain(core::iter::repeat(&[][..]));
    map_in_parallel(workers, lanes.iter_mut().zip(shares), work, || {});
    let mut metrics = Metrics::default();
    for lane in lanes {
        metrics += lane.metrics;
    }
    metrics
}

/// Least number of weights that a thread adds up or moves at a time.
const CHUNK: usize = 1 << 14;

/// Number of weights that a thread takes at a time.
pub(super) fn chunk(weights: usize, threads: usize) -> usize {
    weights.div_ceil(threads).max(CHUNK)
}

/// Adds up the slopes of the lanes, in single precision and in their order. Not inlined, to be compiled once for all trainers.
#[inline(never)]
pub(super) fn add_up(lanes: &[Lane], slopes: &mut [f64], threads: usize) {
    let chunk = chunk(slopes.len(), threads);
    let one = |(): &mut (), (n, slopes): (usize, &mut [f64])| {
        for (i, slope) in slopes.iter_mut().enumerate() {
            let sum: f32 = lanes.iter().map(|lane| lane.slopes[n * chunk + i]).sum();
            *slope = f64::from(sum);
        }
    };
    map_in_parallel(vec![(); threads], slopes.chunks_mut(chunk).enumerate(), one, || {});
}

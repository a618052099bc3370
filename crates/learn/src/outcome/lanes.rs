//! Sums over a batch of records, with the same bits on any number of threads.
//!
//! Sums of floats depend on their order. So a batch is cut into a fixed number of lanes, each lane is added up by one
//! thread in the order of its records, and the lanes are added up in their order.

use crate::outcome::target::{Chance, entropy};
use crate::parallel::map_in_parallel;
use crate::reduce::{Reduce, ReduceError};

/// Lanes of a batch. Part of the definition of the sums: another number gives other bits. More than most machines have
/// threads for, at one vector of weights each.
const LANES: usize = 8;

/// How well values foretell results: cross-entropy and accuracy over some records.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "artifact", derive(serde::Serialize, serde::Deserialize))]
pub struct Metrics {
    /// Records looked at.
    pub records: u64,
    loss: f64,
    floor: f64,
    result_loss: f64,
    decided: u64,
    right: f64,
}

impl Metrics {
    /// Whether all sums are numbers, as those of a training are.
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

    /// Mean entropy of the targets: the loss of an evaluation that is always right, which none falls below.
    pub fn floor(&self) -> Option<f64> {
        self.mean(self.floor)
    }

    /// Mean cross-entropy with the results alone, whatever the share of the scores: comparable from training to training.
    pub fn result_loss(&self) -> Option<f64> {
        self.mean(self.result_loss)
    }

    /// Share of positions of decided games whose value has the winner's sign; a value of 0 counts half.
    pub fn accuracy(&self) -> Option<f64> {
        (self.decided > 0).then(|| self.right / self.decided as f64)
    }

    /// Adds a record with this value, what it should be given and what became of the game, all of one side.
    pub(crate) fn note(&mut self, chance: Chance, value: f64, target: f64, result: f64) {
        self.records += 1;
        self.loss += chance.loss(value, target);
        self.floor += entropy(target);
        self.result_loss += chance.loss(value, result);
        // No draw.
        if (result - 0.5).abs() > 0.25 {
            self.decided += 1;
            self.right +=
                if value == 0.0 { 0.5 } else { f64::from(u8::from((value > 0.0) == (result > 0.5))) };
        }
    }

    /// Those of all workers.
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

/// Records that are looked at together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batch<'a> {
    pub(crate) shown: &'a [Shown],
    /// Whether the weights are to be moved, so that slopes are asked for.
    pub(crate) with_slopes: bool,
}

/// One thread's share of a batch.
#[derive(Clone, Debug)]
pub(crate) struct Lane {
    /// `[weight]`: sum of the slopes of the records
    pub(crate) slopes: Vec<f32>,
    pub(crate) metrics: Metrics,
}

impl Lane {
    /// The lanes of a batch under so many weights.
    pub(crate) fn all(weights: usize) -> Vec<Lane> {
        vec![Lane { slopes: vec![0.0; weights], metrics: Metrics::default() }; LANES]
    }
}

/// Shows every record of a batch to a worker together with the lane that it is added to. Returns the metrics of all lanes; slopes
/// begin at 0 if they are asked for, else they stay as they are.
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

/// Weights that a thread adds up or moves in one go, at least.
const CHUNK: usize = 1 << 14;

/// How many of so many weights a thread takes in one go.
pub(super) fn chunk(weights: usize, threads: usize) -> usize {
    weights.div_ceil(threads).max(CHUNK)
}

/// Adds up the slopes of the lanes, in single precision and in the order of the lanes. Not compiled anew with every trainer.
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

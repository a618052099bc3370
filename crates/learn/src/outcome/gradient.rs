//! Loss and slope of a batch of records, with the same bits on any number of threads.
//!
//! Sums of floats depend on their order. So a batch is cut into a fixed number of lanes, each lane is added up by one
//! thread in the order of its records, and the lanes are added up in their order.

use komadai_core::notation::packed::Record;
use komadai_core::{Color, Position};
use komadai_eval::{FeatureId, FeatureSet};

use crate::outcome::options::OutcomeOptions;
use crate::outcome::target::{Chance, entropy, share, targets};
use crate::parallel::map_in_parallel;
use crate::reduce::{Reduce, ReduceError};

/// Lanes of a batch. Part of the definition of the sums: another number gives other bits. More than most machines have
/// threads for, at one vector of weights each.
pub(super) const LANES: usize = 8;

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

    pub(crate) fn add(&mut self, other: &Metrics) {
        self.records += other.records;
        self.loss += other.loss;
        self.floor += other.floor;
        self.result_loss += other.result_loss;
        self.decided += other.decided;
        self.right += other.right;
    }

    /// Those of all workers.
    pub(super) fn summed(self, reduce: &mut impl Reduce) -> Result<Metrics, ReduceError> {
        let Metrics { records, loss, floor, result_loss, decided, right } = self;
        let mut sums = [loss, floor, result_loss, right];
        reduce.sum(&mut sums)?;
        let mut counts = [records, decided];
        reduce.sum_words(&mut counts)?;
        let ([loss, floor, result_loss, right], [records, decided]) = (sums, counts);
        Ok(Metrics { records, loss, floor, result_loss, decided, right })
    }
}

/// One thread's share of a batch: sums, and buffer to work in.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    /// `[feature]`, then the tempo: sum of what σ was off by, times the feature
    pub(super) slopes: Vec<f32>,
    entries: Vec<(FeatureId, f32)>,
    pub(super) metrics: Metrics,
}

impl Lane {
    pub(super) fn new(weights: usize) -> Lane {
        Lane { slopes: vec![0.0; weights], entries: Vec::new(), metrics: Metrics::default() }
    }
}

/// Everything that a loss is made of but the weights.
#[derive(Clone, Debug)]
pub(super) struct Data<'a, F> {
    pub(super) set: F,
    pub(super) records: &'a [Record],
    pub(super) chance: Chance,
    pub(super) threads: usize,
    /// `[record]`: what the side to move should be given
    targets: Vec<f32>,
    /// `[record]`: value to Black, in centipawns, of what stays as it is
    below: Vec<f32>,
}

/// Value of a position to Black, in centipawns, to which weights are added.
pub(super) type Below<'a> = dyn Fn(&Position) -> f32 + Sync + 'a;

/// Records a thread evaluates in one go.
const CHUNK: usize = 1 << 12;

impl<'a, F: FeatureSet + Sync> Data<'a, F> {
    pub(super) fn new(
        set: F,
        records: &'a [Record],
        chance: Chance,
        options: &OutcomeOptions,
        threads: usize,
        below: &Below<'_>,
    ) -> Self {
        let threads = threads.max(1);
        let of = |(): &mut (), chunk: &[Record]| -> Vec<f32> {
            chunk.iter().map(|r| below(&unpacked(r))).collect()
        };
        let below = map_in_parallel(vec![(); threads], records.chunks(CHUNK), of, || {}).concat();
        let targets = targets(records, chance, options);
        Data { set, records, chance, threads, targets, below }
    }

    /// Loss of the records, by their numbers, under the weights, and its slopes if `WITH_SLOPES`; into the lanes.
    pub(super) fn batch<const WITH_SLOPES: bool>(
        &self,
        weights: &[f32],
        batch: &[u32],
        lanes: &mut [Lane],
    ) -> Metrics {
        let shares = batch.chunks(batch.len().div_ceil(lanes.len()).max(1));
        let work = |(): &mut (), (lane, share): (&mut Lane, &[u32])| {
            lane.metrics = Metrics::default();
            if WITH_SLOPES {
                lane.slopes.fill(0.0);
            }
            for &index in share {
                self.record::<WITH_SLOPES>(weights, index as usize, lane);
            }
        };
        // A short batch may leave lanes without a share.
        let shares = shares.chain(core::iter::repeat(&[] as &[u32]));
        map_in_parallel(vec![(); self.threads], lanes.iter_mut().zip(shares), work, || {});
        let mut metrics = Metrics::default();
        for lane in lanes {
            metrics.add(&lane.metrics);
        }
        metrics
    }

    fn record<const WITH_SLOPES: bool>(&self, weights: &[f32], index: usize, lane: &mut Lane) {
        let record = &self.records[index];
        let pos = unpacked(record);
        lane.entries.clear();
        self.set.visit(&pos, |feature, value| lane.entries.push((feature, value)));
        // The tempo is a feature like any other: whose move it is.
        let black = pos.side_to_move() == Color::Black;
        lane.entries.push((self.set.len() as FeatureId, if black { 1.0 } else { -1.0 }));
        let learned: f64 =
            lane.entries.iter().map(|&(feature, x)| f64::from(x * weights[feature as usize])).sum();
        let value = f64::from(self.below[index]) + learned;

        // Targets and results are of the side to move.
        let of_black = |chance: f64| if black { chance } else { 1.0 - chance };
        let result = of_black(share(record.result));
        let target = of_black(self.targets[index].into());

        lane.metrics.note(self.chance, value, target, result);
        if WITH_SLOPES {
            let off = (self.chance.of(value) - target) as f32;
            for &(feature, x) in &lane.entries {
                lane.slopes[feature as usize] += off * x;
            }
        }
    }
}

fn unpacked(record: &Record) -> Position {
    record.position.unpack(record.ply).expect("records were unpacked once to be selected")
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::notation::packed::{PackedPosition, RecordResult};
    use komadai_core::random;
    use komadai_core::rng::SplitMix64;
    use komadai_eval::PiecePlaces;

    #[test]
    fn slopes_are_those_of_the_loss_by_finite_differences() {
        let mut rng = SplitMix64::new(5);
        let results = [RecordResult::Win, RecordResult::Draw, RecordResult::Loss];
        let records: Vec<Record> = (0..37)
            .map(|i| {
                let pos = random::play(&mut rng, 30 + i);
                let score = rng.below(1_001) as i16 - 500;
                let position = PackedPosition::pack(&pos).unwrap();
                Record { position, score, mv: None, ply: 1, result: results[i as usize % 3] }
            })
            .collect();
        let numbers: Vec<u32> = (0..37).collect();
        let chance = Chance { scale: 400.0 };
        let options = OutcomeOptions { score_share: 0.3, ..OutcomeOptions::default() };
        let data = Data::new(PiecePlaces, &records, chance, &options, 2, &|pos| pos.move_number() as f32);
        let mut weights: Vec<f32> = (0..=data.set.len()).map(|_| 40.0 * rng.unit() as f32 - 20.0).collect();
        let mut lanes = vec![Lane::new(weights.len()); LANES];
        data.batch::<true>(&weights, &numbers, &mut lanes);
        let slopes: Vec<f64> =
            (0..weights.len()).map(|i| lanes.iter().map(|lane| f64::from(lane.slopes[i])).sum()).collect();
        let moved = slopes.iter().enumerate().filter(|(_, slope)| slope.abs() > 0.05).map(|(i, _)| i);
        let tested: Vec<usize> = moved.step_by(7).chain([data.set.len()]).collect();
        assert!(tested.len() > 10, "{}", tested.len());
        for i in tested {
            let mut loss = |by: f32| {
                let kept = weights[i];
                weights[i] += by;
                let metrics = data.batch::<false>(&weights, &numbers, &mut lanes);
                weights[i] = kept;
                metrics.loss
            };
            // A centipawn is a small part of K.
            let measured = (loss(1.0) - loss(-1.0)) / 2.0 * chance.scale;
            assert!((measured - slopes[i]).abs() < 0.01, "weight {i}: {measured}, {}", slopes[i]);
        }
    }
}

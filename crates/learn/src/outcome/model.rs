//! What a training from outcomes asks of a model.

use core::fmt::Debug;

use komadai_core::notation::packed::Record;
use komadai_eval::network::Network;

use crate::outcome::lanes::{Lane, Metrics};
use crate::outcome::options::OutcomeOptions;
use crate::outcome::target::Chance;
use crate::training::TrainingError;

/// A record, by its number, and whether left and right of its board are exchanged.
pub(crate) type Shown = (u32, bool);

/// Everything that a loss is made of but model and weights.
#[derive(Clone, Debug)]
pub(crate) struct Data<'a> {
    pub(crate) records: &'a [Record],
    /// `[record]`: what the side to move should be given
    pub(crate) targets: Vec<f32>,
    pub(crate) chance: Chance,
    pub(crate) threads: usize,
}

/// A step on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    /// Its number, from 0, and how many there are.
    pub(crate) number: u64,
    pub(crate) all: u64,
    /// Records of the step, and of a round.
    pub(crate) batch: usize,
    pub(crate) round: usize,
    pub(crate) chance: Chance,
}

/// A model whose weights are learned from records: an evaluation of features, or a network.
pub(crate) trait Model: Debug + Sync {
    /// What decides which records are learned from, and what each should be given; an error if no training can be done so.
    fn options(&self) -> Result<OutcomeOptions, TrainingError>;

    /// All that decides the weights, in words, with these of the records.
    fn words(&self, records: &str) -> String;

    /// Whether left and right of the boards are exchanged by chance.
    fn is_mirrored(&self) -> bool {
        false
    }

    /// Weights to begin with.
    fn begin(&self) -> Vec<f32>;

    /// Looks through all records before the first step.
    fn look_through(&mut self, _records: &[Record], _threads: usize) {}

    /// Loss of some records under the weights; their slopes, if `with_slopes`, into the lanes.
    fn batch(
        &self,
        data: &Data<'_>,
        weights: &[f32],
        batch: &[Shown],
        lanes: &mut [Lane],
        with_slopes: bool,
    ) -> Metrics;

    /// Moves the weights from number `first` on by their slopes. `mean` and `square` are what the step remembers of each.
    fn take(&self, moment: Moment, first: usize, slopes: &[f64], moved: [&mut [f32]; 3]);

    /// The network of integers that plays, if it is one.
    fn network(&self, _weights: &[f32], _chance: Chance) -> Option<Network> {
        None
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use komadai_core::notation::packed::{PackedPosition, RecordResult};
    use komadai_core::random;
    use komadai_core::rng::SplitMix64;

    use super::*;

    /// Records of random positions.
    pub(crate) fn random_records(count: u32) -> Vec<Record> {
        let mut rng = SplitMix64::new(5);
        let results = [RecordResult::Win, RecordResult::Draw, RecordResult::Loss];
        let mut record = |i: u32| {
            let position = PackedPosition::pack(&random::play(&mut rng, 30 + i)).unwrap();
            let score = rng.below(1_001) as i16 - 500;
            Record { position, score, mv: None, ply: 1, result: results[i as usize % 3] }
        };
        (0..count).map(&mut record).collect()
    }

    /// Compares slopes with differences of the loss where the weights that `which` chooses are `by` more and less; a unit of a slope
    /// is worth so many of a weight.
    pub(crate) fn assert_slopes(
        model: &dyn Model,
        data: &Data<'_>,
        weights: &mut [f32],
        (by, unit): (f32, f64),
        bar: impl Fn(f64) -> f64,
        which: impl Fn(&[f64]) -> Vec<usize>,
    ) {
        let records: Vec<Shown> = (0..data.records.len() as u32).map(|n| (n, n % 2 == 0)).collect();
        let mut lanes = Lane::all(weights.len());
        model.batch(data, weights, &records, &mut lanes, true);
        let sum = |i: usize| lanes.iter().map(|lane| f64::from(lane.slopes[i])).sum();
        let slopes: Vec<f64> = (0..weights.len()).map(sum).collect();
        for at in which(&slopes) {
            let mut loss = |by: f32| {
                let kept = weights[at];
                weights[at] += by;
                let metrics = model.batch(data, weights, &records, &mut lanes, false);
                weights[at] = kept;
                metrics.loss().unwrap() * records.len() as f64
            };
            let (measured, slope) = ((loss(by) - loss(-by)) / (2.0 * f64::from(by)) * unit, slopes[at]);
            assert!((measured - slope).abs() < bar(slope), "weight {at}: {measured}, {slope}");
        }
    }
}

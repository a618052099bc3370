//! Loss and slope of a batch of records, added up in lanes.

use komadai_core::notation::packed::Record;
use komadai_core::{Color, Position};
use komadai_eval::{FeatureId, FeatureSet};

use crate::outcome::lanes::{Lane, Metrics, add_in_lanes};
use crate::outcome::options::OutcomeOptions;
use crate::outcome::target::{Chance, share, targets};
use crate::parallel::map_in_parallel;

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
        add_in_lanes::<_, _, WITH_SLOPES>(
            vec![Vec::new(); self.threads],
            lanes,
            batch,
            |entries, lane, number| {
                self.record::<WITH_SLOPES>(weights, number as usize, entries, lane);
            },
        )
    }

    /// Adds a record to a lane; `entries` is a buffer.
    fn record<const WITH_SLOPES: bool>(
        &self,
        weights: &[f32],
        index: usize,
        entries: &mut Vec<(FeatureId, f32)>,
        lane: &mut Lane,
    ) {
        let record = &self.records[index];
        let pos = unpacked(record);
        entries.clear();
        self.set.visit(&pos, |feature, value| entries.push((feature, value)));
        // The tempo is a feature like any other: whose move it is.
        let black = pos.side_to_move() == Color::Black;
        entries.push((self.set.len() as FeatureId, if black { 1.0 } else { -1.0 }));
        let learned: f64 = entries.iter().map(|&(feature, x)| f64::from(x * weights[feature as usize])).sum();
        let value = f64::from(self.below[index]) + learned;

        // Targets and results are of the side to move.
        let of_black = |chance: f64| if black { chance } else { 1.0 - chance };
        let result = of_black(share(record.result));
        let target = of_black(self.targets[index].into());

        lane.metrics.note(self.chance, value, target, result);
        if WITH_SLOPES {
            let off = (self.chance.of(value) - target) as f32;
            for &(feature, x) in &*entries {
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
        let mut lanes = Lane::all(weights.len());
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
                metrics.loss().unwrap() * 37.0
            };
            // A centipawn is a small part of K.
            let measured = (loss(1.0) - loss(-1.0)) / 2.0 * chance.scale;
            assert!((measured - slopes[i]).abs() < 0.01, "weight {i}: {measured}, {}", slopes[i]);
        }
    }
}

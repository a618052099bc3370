//! Loss and slopes of a batch of records, added up in the lanes of [`outcome`](crate::outcome), and a step along them.

use komadai_core::notation::packed::Record;

use crate::network::pass::Pass;
use crate::network::weights::Shape;
use crate::outcome::{Chance, Lane, Metrics, add_in_lanes, share};
use crate::parallel::map_in_parallel;
use crate::solve::Step;

/// Weights a thread moves in one go.
const CHUNK: usize = 1 << 14;

/// Everything that a loss is made of but the weights.
#[derive(Debug)]
pub(super) struct Data<'a> {
    pub(super) shape: Shape,
    pub(super) records: &'a [Record],
    /// `[record]`: what the side to move should be given
    pub(super) targets: Vec<f32>,
    pub(super) chance: Chance,
    pub(super) threads: usize,
}

impl Data<'_> {
    /// Loss of the records under the weights; their slopes, if `WITH_SLOPES`, into the lanes. A record is given by its number and
    /// whether left and right of its board are exchanged.
    pub(super) fn batch<const WITH_SLOPES: bool>(
        &self,
        weights: &[f32],
        batch: &[(u32, bool)],
        lanes: &mut [Lane],
    ) -> Metrics {
        match self.shape.hidden {
            8 => self.batch_of::<8, WITH_SLOPES>(weights, batch, lanes),
            16 => self.batch_of::<16, WITH_SLOPES>(weights, batch, lanes),
            _ => self.batch_of::<32, WITH_SLOPES>(weights, batch, lanes),
        }
    }

    fn batch_of<const H: usize, const WITH_SLOPES: bool>(
        &self,
        weights: &[f32],
        batch: &[(u32, bool)],
        lanes: &mut [Lane],
    ) -> Metrics {
        add_in_lanes::<_, _, WITH_SLOPES>(
            vec![Pass::new(); self.threads],
            lanes,
            batch,
            |pass, lane, record| {
                self.record::<H, WITH_SLOPES>(weights, record, pass, lane);
            },
        )
    }

    fn record<const H: usize, const WITH_SLOPES: bool>(
        &self,
        weights: &[f32],
        (number, mirrored): (u32, bool),
        pass: &mut Pass<H>,
        lane: &mut Lane,
    ) {
        let number = number as usize;
        let record = &self.records[number];
        let pos = record.position.unpack(record.ply).expect("records were unpacked once to be selected");
        let value = self.chance.scale * f64::from(pass.forward(&self.shape, weights, &pos, mirrored));
        let target = f64::from(self.targets[number]);
        lane.metrics.note(self.chance, value, target, share(record.result));
        if WITH_SLOPES {
            let off = (self.chance.of(value) - target) as f32;
            pass.back(&self.shape, weights, off, &mut lane.slopes);
        }
    }

    /// A step along the mean slopes of `records` records that the lanes hold; `mean` and `square` are Adam's.
    pub(super) fn step(
        &self,
        step: Step<f32>,
        records: usize,
        lanes: &[Lane],
        [weights, mean, square]: [&mut [f32]; 3],
    ) {
        let chunks = weights.chunks_mut(CHUNK).zip(mean.chunks_mut(CHUNK)).zip(square.chunks_mut(CHUNK));
        let part = 1.0 / records as f32;
        let work = |(): &mut (), (n, ((weights, mean), square)): Chunk<'_>| {
            for (i, weight) in weights.iter_mut().enumerate() {
                let at = n * CHUNK + i;
                let slope: f32 = lanes.iter().map(|lane| lane.slopes[at]).sum();
                let moved = *weight - step.length(part * slope, &mut mean[i], &mut square[i]);
                *weight = self.shape.clip(at, moved, self.chance);
            }
        };
        map_in_parallel(vec![(); self.threads], chunks.enumerate(), work, || {});
    }
}

/// Number of a chunk, its weights, and their means and squares.
type Chunk<'a> = (usize, ((&'a mut [f32], &'a mut [f32]), &'a mut [f32]));

#[cfg(test)]
mod tests {
    use komadai_core::notation::packed::{PackedPosition, RecordResult};
    use komadai_core::random;
    use komadai_core::rng::SplitMix64;

    use super::*;

    #[test]
    fn slopes_are_those_of_the_loss_by_finite_differences() {
        let mut rng = SplitMix64::new(5);
        let records: Vec<Record> = (0..21)
            .map(|i| {
                let position = PackedPosition::pack(&random::play(&mut rng, 30 + i)).unwrap();
                Record { position, score: 0, mv: None, ply: 1, result: RecordResult::Win }
            })
            .collect();
        let numbers: Vec<(u32, bool)> = (0..21).map(|n| (n, n % 2 == 0)).collect();
        let targets = records.iter().map(|_| rng.unit() as f32).collect();
        let (shape, chance) = (Shape::new(8), Chance { scale: 400.0 });
        let data = Data { shape, records: &records, targets, chance, threads: 2 };
        let mut weights = data.shape.begin(1);
        for at in data.shape.head.clone() {
            weights[at] = rng.unit() as f32 - 0.5;
        }
        let mut lanes = Lane::all(data.shape.len());
        data.batch::<true>(&weights, &numbers, &mut lanes);
        let slopes: Vec<f64> =
            (0..weights.len()).map(|i| lanes.iter().map(|lane| f64::from(lane.slopes[i])).sum()).collect();
        let Shape { transform, transform_biases, first, first_biases, second, second_biases, head, .. } =
            data.shape.clone();
        let mut tested = 0;
        for layer in [transform, transform_biases, first, first_biases, second, second_biases, head] {
            // The steepest few of each layer: small ones are lost in the rounding of the sum.
            let mut steepest: Vec<usize> = layer.collect();
            steepest.sort_by(|&a, &b| slopes[b].abs().total_cmp(&slopes[a].abs()));
            for at in steepest.into_iter().take(3) {
                let mut loss = |by: f32| {
                    let kept = weights[at];
                    weights[at] += by;
                    let metrics = data.batch::<false>(&weights, &numbers, &mut lanes);
                    weights[at] = kept;
                    metrics.loss().unwrap() * 21.0
                };
                let measured = (loss(1e-3) - loss(-1e-3)) / 2e-3;
                let error = (measured - slopes[at]).abs();
                assert!(error < 0.02 * slopes[at].abs() + 2e-3, "weight {at}: {measured}, {}", slopes[at]);
                tested += 1;
            }
        }
        assert_eq!(tested, 21);
    }
}

//! The network as a model to be trained: loss and slopes of a batch of records, and a step along them.

use komadai_eval::network::{Inputs, Network};

use crate::network::options::NetworkOptions;
use crate::network::pass::Pass;
use crate::network::weights::Shape;
use crate::outcome::model::{Data, Model, Moment, Shown};
use crate::outcome::{Chance, Lane, Metrics, OutcomeOptions, add_in_lanes, share};
use crate::solve::StepRule;
use crate::training::TrainingError;

/// A K-P network.
#[derive(Clone, Debug)]
pub(crate) struct KingPiece {
    options: NetworkOptions,
    shape: Shape,
}

impl KingPiece {
    pub(crate) fn new(options: NetworkOptions) -> KingPiece {
        KingPiece { options, shape: Shape::new(options.hidden) }
    }

    fn batch_of<const H: usize, const WITH_SLOPES: bool>(
        &self,
        data: &Data<'_>,
        weights: &[f32],
        batch: &[Shown],
        lanes: &mut [Lane],
    ) -> Metrics {
        let passes = vec![Pass::<H>::new(); data.threads];
        add_in_lanes::<_, _, WITH_SLOPES>(passes, lanes, batch, |pass, lane, (number, mirrored)| {
            let (record, target) = (&data.records[number as usize], data.targets[number as usize].into());
            let pos = record.position.unpack(record.ply).expect("records were unpacked once to be selected");
            let output = pass.forward(&self.shape, weights, &pos, mirrored);
            let value = data.chance.scale * f64::from(output);
            lane.metrics.note(data.chance, value, target, share(record.result));
            if WITH_SLOPES {
                let off = (data.chance.of(value) - target) as f32;
                pass.back(&self.shape, weights, off, &mut lane.slopes);
            }
        })
    }
}

impl Model for KingPiece {
    fn options(&self) -> Result<OutcomeOptions, TrainingError> {
        self.options.check()?;
        Ok(self.options.records())
    }

    fn words(&self, records: &str) -> String {
        format!("{}, {records}, {:?}", Inputs::KingPiece.name(), self.options)
    }

    fn scale(&self) -> Option<f64> {
        self.options.scale
    }

    /// The rules know no left and right.
    fn is_mirrored(&self) -> bool {
        true
    }

    fn begin(&self) -> Vec<f32> {
        self.shape.begin(self.options.seed)
    }

    fn batch(
        &self,
        data: &Data<'_>,
        weights: &[f32],
        batch: &[Shown],
        lanes: &mut [Lane],
        with_slopes: bool,
    ) -> Metrics {
        match (self.shape.hidden, with_slopes) {
            (8, true) => self.batch_of::<8, true>(data, weights, batch, lanes),
            (8, false) => self.batch_of::<8, false>(data, weights, batch, lanes),
            (16, true) => self.batch_of::<16, true>(data, weights, batch, lanes),
            (16, false) => self.batch_of::<16, false>(data, weights, batch, lanes),
            (_, true) => self.batch_of::<32, true>(data, weights, batch, lanes),
            (_, false) => self.batch_of::<32, false>(data, weights, batch, lanes),
        }
    }

    /// Along the mean slopes of the records, by Adam.
    fn take(&self, moment: Moment, first: usize, slopes: &[f64], [weights, mean, square]: [&mut [f32]; 3]) {
        let rate = NetworkOptions::falling(moment.number, moment.all);
        let step = StepRule::adam(self.options.rate).at::<f32>(moment.number, rate);
        let part = 1.0 / moment.batch as f32;
        for (i, weight) in weights.iter_mut().enumerate() {
            let moved = *weight - step.length(part * slopes[i] as f32, &mut mean[i], &mut square[i]);
            *weight = self.shape.clip(first + i, moved, moment.chance);
        }
    }

    fn network(&self, weights: &[f32], chance: Chance) -> Option<Network> {
        Some(self.shape.quantised(weights, chance).expect("the shape is that of a network"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::model::testing::{assert_slopes, random_records};
    use komadai_core::rng::SplitMix64;

    #[test]
    fn slopes_are_those_of_the_loss_by_finite_differences() {
        let (records, mut rng) = (random_records(21), SplitMix64::new(5));
        let targets = records.iter().map(|_| rng.unit() as f32).collect();
        let data = Data { records: &records, targets, chance: Chance { scale: 400.0 }, threads: 2 };
        let model = KingPiece::new(NetworkOptions { hidden: 8, ..NetworkOptions::default() });
        let mut weights = model.begin();
        for at in model.shape.head.clone() {
            weights[at] = rng.unit() as f32 - 0.5;
        }
        let Shape { transform, transform_biases, first, first_biases, second, second_biases, head, .. } =
            model.shape.clone();
        let layers = [transform, transform_biases, first, first_biases, second, second_biases, head];
        assert_slopes(
            &model,
            &data,
            &mut weights,
            (1e-3, 1.0),
            |slope| 0.02 * slope.abs() + 2e-3,
            |slopes| {
                // The steepest few of each layer: small ones are lost in the rounding of the sum.
                let steepest = layers.iter().flat_map(|layer| {
                    let mut layer: Vec<usize> = layer.clone().collect();
                    layer.sort_by(|&a, &b| slopes[b].abs().total_cmp(&slopes[a].abs()));
                    layer.into_iter().take(3)
                });
                steepest.collect()
            },
        );
    }
}

//! The network as a model for training: loss and slopes of a batch of records, and a step along them.

use komadai_eval::network::{Inputs, Network};

use crate::network::pass::Pass;
use crate::network::weights::Shape;
use crate::outcome::model::{Data, Model, Moment};
use crate::outcome::{Batch, Chance, Lane, Metrics, OutcomeOptions, add_in_lanes, share};
use crate::training::TrainingError;

/// A K-P network.
#[derive(Clone, Debug)]
pub(crate) struct KingPiece {
    options: OutcomeOptions,
    shape: Shape,
}

/// The part of the rate that is left at the end of a training.
const LAST_RATE: f64 = 0.03;

impl KingPiece {
    pub(crate) fn new(hidden: u8, options: OutcomeOptions) -> KingPiece {
        KingPiece { options, shape: Shape::new(hidden.into()) }
    }

    fn batch_of<const H: usize>(
        &self,
        data: &Data<'_>,
        weights: &[f32],
        batch: Batch<'_>,
        lanes: &mut [Lane],
    ) -> Metrics {
        let passes = vec![Pass::<H>::new(); data.threads];
        add_in_lanes(passes, lanes, batch, |pass, lane, (number, mirrored)| {
            let (record, target) = (&data.records[number as usize], data.targets[number as usize].into());
            let pos = record.position.unpack(record.ply).expect("records were unpacked once to be selected");
            let output = pass.forward(&self.shape, weights, &pos, mirrored);
            let value = data.chance.scale * f64::from(output);
            lane.metrics.note(data.chance, value, target, share(record.result));
            if batch.with_slopes {
                let off = (data.chance.of(value) - target) as f32;
                pass.back(&self.shape, weights, off, &mut lane.slopes);
            }
        })
    }
}

impl Model for KingPiece {
    fn options(&self) -> Result<OutcomeOptions, TrainingError> {
        let hidden = self.shape.hidden;
        if ![8, 16, 32].contains(&hidden) {
            let (value, expected) = (hidden as f64, "8, 16 or 32");
            return Err(TrainingError::Option { name: "hidden", value, expected });
        }
        self.options.check()?;
        Ok(self.options)
    }

    fn words(&self, records: &str) -> String {
        format!("{} → {}, {records}, {:?}", Inputs::KingPiece.name(), self.shape.hidden, self.options)
    }

    /// The rules do not distinguish left and right.
    fn is_mirrored(&self) -> bool {
        true
    }

    fn begin(&self) -> Vec<f32> {
        self.shape.begin(self.options.seed)
    }

    fn batch(&self, data: &Data<'_>, weights: &[f32], batch: Batch<'_>, lanes: &mut [Lane]) -> Metrics {
        match self.shape.hidden {
            8 => self.batch_of::<8>(data, weights, batch, lanes),
            16 => self.batch_of::<16>(data, weights, batch, lanes),
            _ => self.batch_of::<32>(data, weights, batch, lanes),
        }
    }

    /// Steps along the mean slopes of the records, by Adam.
    fn take(&self, moment: Moment, first: usize, slopes: &[f64], [weights, mean, square]: [&mut [f32]; 3]) {
        let rate = 1.0 - (1.0 - LAST_RATE) * moment.number as f64 / moment.all as f64;
        let step = self.options.step.at(moment.number, rate);
        let part = 1.0 / moment.batch as f32;
        for (i, weight) in weights.iter_mut().enumerate() {
            let moved = *weight - step.length_single(part * slopes[i] as f32, &mut mean[i], &mut square[i]);
            *weight = self.shape.clip(first + i, moved, moment.chance);
        }
    }

    fn network(&self, weights: &[f32], chance: Chance) -> Option<Network> {
        Some(self.shape.quantised(weights, chance).expect("the shape is that of a network"))
    }
}

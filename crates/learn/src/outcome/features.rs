//! An evaluation of features: weights above material or another evaluator, and a tempo.

use komadai_core::notation::packed::Record;
use komadai_core::{Color, Evaluator, Position};
use komadai_eval::{FeatureId, FeatureSet};

use crate::dyn_feature_set::DynFeatureSet;
use crate::outcome::lanes::{Batch, Lane, Metrics, add_in_lanes};
use crate::outcome::model::{Data, Model, Moment};
use crate::outcome::options::OutcomeOptions;
use crate::outcome::target::share;
use crate::parallel::map_in_parallel;
use crate::training::TrainingError;

/// Value of a position to Black, in centipawns, to which weights are added.
type Below<'a> = dyn Fn(&Position) -> f32 + Sync + 'a;

/// The features, the evaluation that they are added to, and the options of the training.
pub(super) struct Features<'a> {
    set: Box<dyn DynFeatureSet + 'a>,
    options: OutcomeOptions,
    /// The name of an evaluator in place of material.
    above: Option<String>,
    below: Box<Below<'a>>,
    /// `[record]`: the value of the fixed part
    values: Vec<f32>,
}

komadai_core::debug_by_sizes!(Features<'a> { options, above } [values]);

/// Records that a thread evaluates at a time.
const CHUNK: usize = 1 << 12;

impl<'a> Features<'a> {
    pub(super) fn above(
        name: Option<&str>,
        evaluator: impl Evaluator + Sync + 'a,
        set: impl FeatureSet + Sync + 'a,
        options: OutcomeOptions,
    ) -> Self {
        let below = Box::new(move |pos: &Position| {
            let value = evaluator.evaluate(&evaluator.fresh(pos), pos).cp() as f32;
            if pos.side_to_move() == Color::Black { value } else { -value }
        });
        let above = name.map(str::to_owned);
        Features { set: Box::new(set), options, above, below, values: Vec::new() }
    }
}

impl Model for Features<'_> {
    fn options(&self) -> Result<OutcomeOptions, TrainingError> {
        self.options.check()?;
        Ok(self.options)
    }

    fn words(&self, records: &str) -> String {
        let above = self.above.as_ref().map_or(String::new(), |name| format!(", above {name}"));
        format!("{}, {records}, {:?}{above}", self.set.named(), self.options)
    }

    /// All 0; the last one is the tempo.
    fn begin(&self) -> Vec<f32> {
        vec![0.0; self.set.count() + 1]
    }

    fn look_through(&mut self, records: &[Record], threads: usize) {
        let below = &self.below;
        let of = |(): &mut (), chunk: &[Record]| -> Vec<f32> {
            chunk.iter().map(|record| below(&unpacked(record))).collect()
        };
        self.values = map_in_parallel(vec![(); threads], records.chunks(CHUNK), of, || {}).concat();
    }

    fn batch(&self, data: &Data<'_>, weights: &[f32], batch: Batch<'_>, lanes: &mut [Lane]) -> Metrics {
        let buffers = vec![Vec::new(); data.threads];
        add_in_lanes(buffers, lanes, batch, |entries, lane, (number, _)| {
            let record = &data.records[number as usize];
            let pos = unpacked(record);
            entries.clear();
            self.set.list(&pos, entries);
            // The tempo is a feature like any other: the side to move.
            let black = pos.side_to_move() == Color::Black;
            entries.push((self.set.count() as FeatureId, if black { 1.0 } else { -1.0 }));
            let learned: f64 =
                entries.iter().map(|&(feature, x)| f64::from(x * weights[feature as usize])).sum();
            let value = f64::from(self.values[number as usize]) + learned;

            // Targets and results are for the side to move.
            let of_black = |chance: f64| if black { chance } else { 1.0 - chance };
            let result = of_black(share(record.result));
            let target = of_black(data.targets[number as usize].into());

            lane.metrics.note(data.chance, value, target, result);
            if batch.with_slopes {
                let off = (data.chance.of(value) - target) as f32;
                for &(feature, x) in &*entries {
                    lane.slopes[feature as usize] += off * x;
                }
            }
        })
    }

    /// The step includes the pull of the prior, from which the tempo is free; its rate falls along half a cosine.
    fn take(&self, moment: Moment, first: usize, slopes: &[f64], [weights, mean, square]: [&mut [f32]; 3]) {
        let Moment { number, all, batch, round, chance } = moment;
        let cosine = 0.5 * (1.0 + (core::f64::consts::PI * number as f64 / all as f64).cos());
        let step = self.options.step.at(number, cosine);
        // The slope of |w|² / 2s² in the unit of the other slopes: times K, and divided among the records of a round.
        let of_record = chance.scale / (self.options.prior * self.options.prior) / round as f64;
        let pull = (of_record * batch as f64) as f32;
        let pulled = (self.set.count() - first).min(weights.len());
        for (i, weight) in weights.iter_mut().enumerate() {
            let pull = if i < pulled { pull * *weight } else { 0.0 };
            *weight -= step.length_single(slopes[i] as f32 + pull, &mut mean[i], &mut square[i]);
        }
    }
}

fn unpacked(record: &Record) -> Position {
    record.position.unpack(record.ply).expect("records were unpacked once to be selected")
}

//! Slopes of the loss of training from outcomes, against differences of the loss under weights a little more and less.
#![cfg(feature = "artifact")]
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use core::ops::Range;

use komadai_core::rng::SplitMix64;
use komadai_eval::network::{HALF, Inputs};
use komadai_eval::{FeatureSet, PiecePlaces};
use komadai_learn::outcome::{Outcome, OutcomeOptions, OutcomeState};
use komadai_learn::solve::StepRule;

use crate::changed::{OutcomeFile, read_as};
use crate::outcome::{material, records};

/// One step of all records, after which the means are the slopes.
fn options(records: usize) -> OutcomeOptions {
    let step = StepRule::Adam { rate: 1e-3, momentum: 0.0, memory: 0.0, damping: 1.0 };
    let (rounds, held_out_percent, score_limit) = (1, 0, 30_000);
    OutcomeOptions {
        prior: 1e9,
        step,
        rounds,
        batch: records,
        held_out_percent,
        score_limit,
        ..Default::default()
    }
}

/// A training at weights of its file that `change` makes.
struct AtWeights<'a> {
    training: &'a dyn Fn(OutcomeOptions) -> Outcome<'a>,
    records: usize,
    weights: Vec<f32>,
}

impl AtWeights<'_> {
    fn new<'a>(
        training: &'a dyn Fn(OutcomeOptions) -> Outcome<'a>,
        records: usize,
        change: impl FnOnce(&mut [f32]),
    ) -> AtWeights<'a> {
        let mut at = AtWeights { training, records, weights: Vec::new() };
        at.weights = at.begun().weights;
        change(&mut at.weights);
        at
    }

    /// The file before the first round.
    fn begun(&self) -> OutcomeFile {
        let begun = (self.training)(options(self.records)).stop_after(0);
        read_as(&begun.train(&records(self.records, material)).unwrap().state).unwrap()
    }

    /// The mean loss at some weights, the slopes there, and K.
    fn at(&self, weights: &[f32]) -> (f64, Vec<f32>, f64) {
        let begun: OutcomeState =
            read_as(&OutcomeFile { weights: weights.to_vec(), ..self.begun() }).unwrap();
        let training = (self.training)(options(self.records)).resume(begun);
        let trained = training.train(&records(self.records, material)).unwrap();
        let after: OutcomeFile = read_as(&trained.state).unwrap();
        (after.rounds[0].train.loss().unwrap(), after.means, trained.chance.scale)
    }

    /// Goes along the slopes of some weights, a step of this length forwards and one back: how much the loss changes a unit of length, and
    /// the length of the slopes. A slope of 1 is worth so much loss of a record.
    fn along(&self, which: Range<usize>, length: f64, unit: impl Fn(f64) -> f64) -> (f64, f64) {
        let (_, slopes, scale) = self.at(&self.weights);
        let own = &slopes[which.clone()];
        let steep = own.iter().map(|&slope| f64::from(slope).powi(2)).sum::<f64>().sqrt();
        let moved = |length: f64| {
            let mut weights = self.weights.clone();
            let by = |slope: f32| (f64::from(slope) / steep * length) as f32;
            weights[which.clone()].iter_mut().zip(own).for_each(|(weight, &slope)| *weight += by(slope));
            self.at(&weights).0
        };
        ((moved(length) - moved(-length)) / (2.0 * length), steep * unit(scale))
    }
}

#[test]
fn those_of_features_above_material() {
    let (count, mut rng) = (37, SplitMix64::new(5));
    let at = AtWeights::new(&|options| Outcome::new(PiecePlaces, options).threads(2), count, |weights| {
        weights.fill_with(|| 40.0 * rng.unit() as f32 - 20.0);
    });
    // Slopes are sums, and a centipawn is a small part of K.
    let unit = |scale: f64| 1.0 / (scale * count as f64);
    let tempo = PiecePlaces.len();
    for which in [0..tempo / 2, tempo / 2..tempo, tempo..tempo + 1] {
        let (measured, told) = at.along(which.clone(), 1.0, unit);
        assert!(told > 0.0 && (measured / told - 1.0).abs() < 1e-3, "{which:?}: {measured}, {told}");
    }
}

#[test]
fn those_of_each_layer_of_a_network() {
    let mut rng = SplitMix64::new(5);
    let transform = Inputs::KingPiece.len() * HALF;
    let mut end = 0;
    let layers = [transform, HALF, 2 * HALF * 8, 8, 8 * 32, 32, 32 + 1].map(|len| {
        end += len;
        end - len..end
    });
    let at = AtWeights::new(&|options| Outcome::network(8, options).threads(2), 37, |weights| {
        weights[layers[6].clone()].fill_with(|| rng.unit() as f32 - 0.5);
    });
    for layer in layers {
        let (measured, told) = at.along(layer.clone(), 1e-3, |_| 1.0);
        assert!(told > 0.0 && (measured / told - 1.0).abs() < 0.02, "{layer:?}: {measured}, {told}");
    }
}

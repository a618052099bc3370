//! Slopes of the loss of training from outcomes, against differences of the loss under slightly larger and smaller weights.
#![cfg(feature = "artifact")]

use core::ops::Range;

use komadai_core::rng::SplitMix64;
use komadai_eval::network::{HALF, Inputs};
use komadai_eval::{FeatureSet, PiecePlaces};
use komadai_learn::outcome::{Outcome, OutcomeOptions, OutcomeState};
use komadai_learn::solve::StepRule;

use crate::changed::{OutcomeFile, read_as};
use crate::outcome::{material, records};

const RECORDS: usize = 37;

/// Changes only some weights by `by`, each up or down at random, and then the other way, and checks that the loss of a record
/// changes as their slopes say; a slope of 1 is `unit` of that loss.
fn assert_slopes(
    training: &dyn Fn(OutcomeOptions) -> Outcome<'static>,
    change: impl FnOnce(&mut [f32]),
    parts: &[Range<usize>],
    by: f32,
    unit: impl Fn(f64) -> f64,
) {
    // One step of all records. Without memory the means are then the slopes.
    let step = StepRule::Adam { rate: 1e-3, momentum: 0.0, memory: 0.0, damping: 1.0 };
    let (rounds, batch, held_out_percent, score_limit, prior) = (1, RECORDS, 0, 30_000, 1e9);
    let options =
        OutcomeOptions { rounds, batch, held_out_percent, score_limit, prior, step, ..Default::default() };
    let records = records(RECORDS, material);
    let begun = training(options).stop_after(0).train(&records).unwrap();
    let mut file: OutcomeFile = read_as(&begun.state).unwrap();
    change(&mut file.weights);
    let after = |file: &OutcomeFile| -> OutcomeFile {
        let from: OutcomeState = read_as(file).unwrap();
        read_as(&training(options).resume(from).train(&records).unwrap().state).unwrap()
    };
    let slopes = after(&file).means;
    let mut rng = SplitMix64::new(8);
    for part in parts {
        let kept = file.weights.clone();
        let ways: Vec<f32> = part.clone().map(|_| if rng.below(2) == 0 { by } else { -by }).collect();
        let mut loss = |sign: f32| {
            for (at, way) in part.clone().zip(&ways) {
                file.weights[at] = kept[at] + sign * way;
            }
            after(&file).rounds[0].train.loss().unwrap()
        };
        let measured = 0.5 * (loss(1.0) - loss(-1.0));
        let along: f64 =
            slopes[part.clone()].iter().zip(&ways).map(|(&slope, &way)| f64::from(slope * way)).sum();
        let told = along * unit(begun.chance.scale);
        file.weights = kept;
        assert!((measured / told - 1.0).abs() < 0.02, "{part:?}: {measured}, {told}");
    }
}

#[test]
fn those_of_features_and_of_the_tempo_above_material() {
    let (tempo, mut rng) = (PiecePlaces.len(), SplitMix64::new(5));
    let change = |weights: &mut [f32]| weights.fill_with(|| 40.0 * rng.unit() as f32 - 20.0);
    let parts = [0..tempo / 2, tempo / 2..tempo, tempo..tempo + 1];
    // Slopes are sums over the records, and a centipawn is a small part of K.
    let unit = |scale: f64| 1.0 / (scale * RECORDS as f64);
    assert_slopes(&|options| Outcome::new(PiecePlaces, options), change, &parts, 0.1, unit);
}

#[test]
fn those_of_each_layer_of_a_network() {
    let mut end = 0;
    let layers = [Inputs::KingPiece.len() * HALF, HALF, 2 * HALF * 8, 8, 8 * 32, 32, 32 + 1].map(|len| {
        end += len;
        end - len..end
    });
    let mut rng = SplitMix64::new(5);
    let change = |weights: &mut [f32]| weights[layers[6].clone()].fill_with(|| rng.unit() as f32 - 0.5);
    assert_slopes(&|options| Outcome::network(8, options).threads(2), change, &layers, 1e-4, |_| 1.0);
}

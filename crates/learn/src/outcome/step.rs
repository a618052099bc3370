//! One step of all weights: slopes of the lanes added up, the prior's pull, a rate that falls along half a cosine.

use crate::outcome::lanes::Lane;
use crate::parallel::map_in_parallel;
use crate::solve::{Step, StepRule};

/// A step on its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stride {
    step: Step<f32>,
    /// Slope of the prior for a centipawn of weight.
    pull: f32,
}

/// Weights a thread moves in one go, at least.
const CHUNK: usize = 1 << 14;

impl Stride {
    /// Step `number` of `all`, from 0, with a prior that pulls so strongly.
    pub(super) fn new(rule: StepRule, number: u64, all: u64, pull: f64) -> Stride {
        let cosine = 0.5 * (1.0 + (core::f64::consts::PI * number as f64 / all as f64).cos());
        Stride { step: rule.at(number, cosine), pull: pull as f32 }
    }

    /// Moves all weights by their slopes. The last weight, the tempo, is not pulled. `mean` and `square` are what the rule remembers of each weight.
    pub(super) fn take(
        self,
        slopes: &[f64],
        weights: &mut [f32],
        mean: &mut [f32],
        square: &mut [f32],
        threads: usize,
    ) {
        let last = weights.len() - 1;
        let chunk = weights.len().div_ceil(threads).max(CHUNK);
        let memory = mean.chunks_mut(chunk).zip(square.chunks_mut(chunk));
        let chunks = weights.chunks_mut(chunk).zip(memory).enumerate();
        let one = |(): &mut (), (n, (weights, (mean, square))): (usize, (&mut [f32], Memory<'_>))| {
            for (i, weight) in weights.iter_mut().enumerate() {
                let at = n * chunk + i;
                let slope = slopes[at] as f32;
                let pull = if at == last { 0.0 } else { self.pull * *weight };
                *weight -= self.step.length(slope + pull, &mut mean[i], &mut square[i]);
            }
        };
        map_in_parallel(vec![(); threads], chunks, one, || {});
    }
}

/// Adds up the slopes of the lanes, in single precision and in the order of the lanes.
pub(super) fn add_up(lanes: &[Lane], slopes: &mut [f64], threads: usize) {
    let chunk = slopes.len().div_ceil(threads).max(CHUNK);
    let one = |(): &mut (), (n, slopes): (usize, &mut [f64])| {
        for (i, slope) in slopes.iter_mut().enumerate() {
            let sum: f32 = lanes.iter().map(|lane| lane.slopes[n * chunk + i]).sum();
            *slope = f64::from(sum);
        }
    };
    map_in_parallel(vec![(); threads], slopes.chunks_mut(chunk).enumerate(), one, || {});
}

/// Mean slopes and squares of some weights.
type Memory<'a> = (&'a mut [f32], &'a mut [f32]);

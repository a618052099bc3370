//! From slopes to steps: one weight at a time, each with a rate of its own.

use crate::outcome::Step;
use crate::outcome::gradient::Lane;

/// One step of all weights.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stride {
    step: Step,
    /// Rate of this step, in centipawns, after the schedule and, for Adam, the correction of means that began at 0.
    rate: f32,
    /// Correction of the running mean of squares.
    square: f32,
    /// Slope of the prior by centipawns of weight.
    pull: f32,
}

impl Stride {
    /// Step `number` of `all`, from 0, with a prior that pulls so strongly.
    pub(super) fn new(step: Step, number: u64, all: u64, pull: f64) -> Stride {
        let cosine = 0.5 * (1.0 + (core::f64::consts::PI * number as f64 / all as f64).cos());
        let (rate, square) = match step {
            Step::Adam { rate, momentum, memory, .. } => {
                let after = i32::try_from(number + 1).unwrap_or(i32::MAX);
                (rate * cosine / (1.0 - momentum.powi(after)), 1.0 / (1.0 - memory.powi(after)))
            }
            Step::AdaGrad { rate, .. } => (rate * cosine, 1.0),
        };
        Stride { step, rate: rate as f32, square: square as f32, pull: pull as f32 }
    }

    /// Moves one weight.
    #[inline]
    fn walk(self, slope: f32, weight: &mut f32, first: &mut f32, second: &mut f32) {
        match self.step {
            Step::Adam { momentum, memory, damping, .. } => {
                let (momentum, memory) = (momentum as f32, memory as f32);
                *first = momentum * *first + (1.0 - momentum) * slope;
                *second = memory * *second + (1.0 - memory) * slope * slope;
                *weight -= self.rate * *first / ((*second * self.square).sqrt() + damping as f32);
            }
            Step::AdaGrad { damping, .. } => {
                *second += slope * slope;
                *weight -= self.rate * slope / (second.sqrt() + damping as f32);
            }
        }
    }

    /// Moves all weights by the slopes of the lanes, added up in the order of the lanes. The last weight, the tempo, is
    /// not pulled.
    pub(super) fn take(self, lanes: &[Lane], weights: &mut [f32], first: &mut [f32], second: &mut [f32]) {
        let last = weights.len() - 1;
        let moments = first.chunks_mut(CHUNK).zip(second.chunks_mut(CHUNK));
        let chunks = weights.chunks_mut(CHUNK).zip(moments).enumerate();
        let some = |(chunk, (weights, (first, second))): (usize, (&mut [f32], Moments<'_>))| {
            let start = chunk * CHUNK;
            for (i, weight) in weights.iter_mut().enumerate() {
                let at = start + i;
                let slope: f32 = lanes.iter().map(|lane| lane.slopes[at]).sum();
                let pull = if at == last { 0.0 } else { self.pull * *weight };
                self.walk(slope + pull, weight, &mut first[i], &mut second[i]);
            }
        };
        #[cfg(feature = "parallel")]
        {
            use rayon::iter::{IntoParallelIterator, ParallelIterator};
            chunks.collect::<Vec<_>>().into_par_iter().for_each(some);
        }
        #[cfg(not(feature = "parallel"))]
        chunks.for_each(some);
    }
}

/// Means of slopes and of their squares.
type Moments<'a> = (&'a mut [f32], &'a mut [f32]);

/// Weights a thread moves in one go.
const CHUNK: usize = 1 << 14;

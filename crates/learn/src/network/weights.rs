//! Real weights of a network in one vector: the place of each layer, the initial values, the rounding to integers.
//!
//! Layers are stored by input, so that sums over inputs run along the outputs. Integers of the file: inputs of a layer are
//! 0 to 127 for 0 to 1, weights of the transform count 1/127, those of hidden layers 1/64, and the head counts 1/16 centipawn.

use core::ops::Range;

use komadai_core::files::FileError;
use komadai_core::rng::{SplitMix64, mix};
use komadai_eval::network::{FV_SCALE, HALF, Inputs, Layer, Network};

use crate::outcome::Chance;

/// Inputs of the first hidden layer: the transformed inputs of both views.
pub(super) const BOTH: usize = 2 * HALF;
/// Outputs of the second hidden layer.
pub(super) const SECOND: usize = 32;
/// Largest hidden weight that 8 bits can hold: 127 / 64.
const LARGEST_HIDDEN: f32 = 127.0 / HIDDEN_ONE;
/// The integer for 1 as an activation, and as a weight of the transform.
const ONE: f32 = 127.0;
/// The integer for 1 as a weight of a hidden layer.
const HIDDEN_ONE: f32 = 64.0;

/// Places of the weights of a K-P network in their vector.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shape {
    pub(super) hidden: usize,
    /// `[input][HALF]`
    pub(super) transform: Range<usize>,
    pub(super) transform_biases: Range<usize>,
    /// `[BOTH][hidden]`
    pub(super) first: Range<usize>,
    pub(super) first_biases: Range<usize>,
    /// `[hidden][SECOND]`
    pub(super) second: Range<usize>,
    pub(super) second_biases: Range<usize>,
    /// `[SECOND]`, then the bias
    pub(super) head: Range<usize>,
}

impl Shape {
    /// The shape with `hidden` outputs of the first hidden layer.
    pub(super) fn new(hidden: usize) -> Shape {
        let mut end = 0;
        let mut next = |len: usize| {
            end += len;
            end - len..end
        };
        Shape {
            hidden,
            transform: next(Inputs::KingPiece.len() * HALF),
            transform_biases: next(HALF),
            first: next(BOTH * hidden),
            first_biases: next(hidden),
            second: next(hidden * SECOND),
            second_biases: next(SECOND),
            head: next(SECOND + 1),
        }
    }

    /// Number of weights.
    pub(super) fn len(&self) -> usize {
        self.head.end
    }

    /// Initial weights: activations spread about ½, a head of 0.
    pub(super) fn begin(&self, seed: u64) -> Vec<f32> {
        let mut rng = SplitMix64::new(mix(seed));
        // Uniform, with this standard deviation.
        let mut draw = |spread: f32| spread * 12f32.sqrt() * (rng.unit() as f32 - 0.5);
        let mut weights = vec![0.0; self.len()];
        // About forty inputs are active.
        weights[self.transform.clone()].fill_with(|| draw(0.3 / 40f32.sqrt()));
        weights[self.transform_biases.clone()].fill(0.5);
        let layers = [(&self.first, &self.first_biases), (&self.second, &self.second_biases)];
        for (layer, biases) in layers {
            let outputs = biases.len();
            let spread = (outputs as f32 / layer.len() as f32).sqrt();
            weights[layer.clone()].fill_with(|| draw(spread));
            for output in 0..outputs {
                let sum: f32 = weights[layer.clone()].iter().skip(output).step_by(outputs).sum();
                weights[biases.start + output] = 0.5 - 0.5 * sum;
            }
        }
        weights
    }

    /// Keeps a weight, by its place, within the range of its integer.
    #[inline]
    pub(super) fn clip(&self, at: usize, weight: f32, chance: Chance) -> f32 {
        let largest = if self.first.contains(&at) || self.second.contains(&at) {
            LARGEST_HIDDEN
        } else if at >= self.head.start && at + 1 < self.head.end {
            ONE / head_one(chance)
        } else {
            return weight;
        };
        weight.clamp(-largest, largest)
    }

    /// The network of integers that plays.
    pub(super) fn quantised(&self, weights: &[f32], chance: Chance) -> Result<Network, FileError> {
        let wide = |weights: &[f32]| -> [i16; HALF] {
            core::array::from_fn(|sum| (weights[sum] * ONE).round() as i16)
        };
        let layer = |weights: &[f32], biases: &[f32], one: f32, half: f32| {
            let outputs = biases.len();
            let by_output = (0..outputs).flat_map(|output| weights.iter().skip(output).step_by(outputs));
            Layer {
                biases: biases.iter().map(|&bias| (bias * one * ONE + half).round() as i32).collect(),
                weights: by_output.map(|&weight| (weight * one).round() as i8).collect(),
            }
        };
        // A shift truncates a hidden sum to whole 1/127: adding half of one turns that into rounding.
        let half = HIDDEN_ONE / 2.0;
        let hidden = |layer_at: &Range<usize>, biases: &Range<usize>| {
            layer(&weights[layer_at.clone()], &weights[biases.clone()], HIDDEN_ONE, half)
        };
        let (head, bias) = weights[self.head.clone()].split_at(SECOND);
        let layers = [
            hidden(&self.first, &self.first_biases),
            hidden(&self.second, &self.second_biases),
            layer(head, bias, head_one(chance), 0.0),
        ];
        let biases = wide(&weights[self.transform_biases.clone()]);
        let rows = weights[self.transform.clone()].chunks_exact(HALF).map(wide).collect();
        Network::from_parts(Inputs::KingPiece, biases, rows, layers)
    }
}

/// The integer for 1 as a weight of the head: an output of 1 is worth K centipawns.
fn head_one(chance: Chance) -> f32 {
    FV_SCALE as f32 * chance.scale as f32 / ONE
}

//! The forward pass of one position through the network, and the backward pass of its slopes.
//!
//! ```text
//! x = clip(transform of both views)   h = clip(first · x)   g = clip(second · h)   out = head · g
//! ```
//!
//! where clip limits a number to 0 to 1. The side to move's view comes first, and the value is K · out centipawns for it.

use komadai_core::Position;
use komadai_eval::network::{HALF, Inputs};

use crate::network::weights::{BOTH, SECOND, Shape};

/// The values of a forward pass that the backward pass needs. `H`: outputs of the first hidden layer.
#[derive(Clone, Debug)]
pub(super) struct Pass<const H: usize> {
    /// Active inputs of each view.
    inputs: [Vec<usize>; 2],
    x: [f32; BOTH],
    h: [f32; H],
    g: [f32; SECOND],
}

impl<const H: usize> Pass<H> {
    pub(super) fn new() -> Self {
        Pass { inputs: [Vec::new(), Vec::new()], x: [0.0; BOTH], h: [0.0; H], g: [0.0; SECOND] }
    }

    /// The output for the side to move, in units of K; `mirrored` exchanges left and right of the board.
    pub(super) fn forward(&mut self, shape: &Shape, weights: &[f32], pos: &Position, mirrored: bool) -> f32 {
        let (rows, _) = weights[shape.transform.clone()].as_chunks::<HALF>();
        let us = pos.side_to_move();
        let (halves, _) = self.x.as_chunks_mut::<HALF>();
        for ((inputs, x), view) in self.inputs.iter_mut().zip(halves).zip([us, !us]) {
            inputs.clear();
            let set = Inputs::KingPiece;
            let seen = |input| if mirrored { set.mirrored(input) } else { Some(input) };
            set.active(pos, view, |input| inputs.extend(seen(input)));
            x.copy_from_slice(&weights[shape.transform_biases.clone()]);
            for &input in &*inputs {
                for (x, &weight) in x.iter_mut().zip(&rows[input]) {
                    *x += weight;
                }
            }
            for x in x.iter_mut() {
                *x = x.clamp(0.0, 1.0);
            }
        }
        self.h = through(&self.x, &weights[shape.first.clone()], &weights[shape.first_biases.clone()]);
        self.g = through(&self.h, &weights[shape.second.clone()], &weights[shape.second_biases.clone()]);
        let (head, bias) = weights[shape.head.clone()].split_at(SECOND);
        bias[0] + self.g.iter().zip(head).map(|(g, weight)| g * weight).sum::<f32>()
    }

    /// Adds the slopes of the last position's output, times `off`, to `slopes`.
    pub(super) fn back(&self, shape: &Shape, weights: &[f32], off: f32, slopes: &mut [f32]) {
        let mut g = [0.0; SECOND];
        let head = &weights[shape.head.clone()][..SECOND];
        for (output, weight) in head.iter().enumerate() {
            slopes[shape.head.start + output] += off * self.g[output];
            g[output] = if open(self.g[output]) { off * weight } else { 0.0 };
        }
        slopes[shape.head.end - 1] += off;
        let (layer, biases) = (shape.second.clone(), shape.second_biases.clone());
        let h = returned(&self.h, &g, &weights[layer.clone()], &mut slopes[layer.start..biases.end]);
        let (layer, biases) = (shape.first.clone(), shape.first_biases.clone());
        let x = returned(&self.x, &h, &weights[layer.clone()], &mut slopes[layer.start..biases.end]);
        let (rows, biases) = slopes[..shape.transform_biases.end].split_at_mut(shape.transform.end);
        let (rows, _) = rows.as_chunks_mut::<HALF>();
        for (inputs, x) in self.inputs.iter().zip(x.as_chunks::<HALF>().0) {
            for &input in inputs {
                add(&mut rows[input], x);
            }
            add(biases, x);
        }
    }
}

fn add(to: &mut [f32], x: &[f32; HALF]) {
    for (to, x) in to.iter_mut().zip(x) {
        *to += x;
    }
}

/// Whether a clipped value changes with its sum.
#[inline]
fn open(x: f32) -> bool {
    x > 0.0 && x < 1.0
}

/// Clipped outputs of a layer, whose weights are `[IN][OUT]`.
fn through<const IN: usize, const OUT: usize>(x: &[f32; IN], weights: &[f32], biases: &[f32]) -> [f32; OUT] {
    let mut sums = [0.0; OUT];
    sums.copy_from_slice(biases);
    for (&x, row) in x.iter().zip(weights.as_chunks::<OUT>().0) {
        if x != 0.0 {
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += x * weight;
            }
        }
    }
    sums.map(|sum| sum.clamp(0.0, 1.0))
}

/// Slopes of the inputs of a layer from those of its outputs; adds the slopes of its weights, followed by its biases, to `slopes`.
fn returned<const IN: usize, const OUT: usize>(
    x: &[f32; IN],
    outputs: &[f32; OUT],
    weights: &[f32],
    slopes: &mut [f32],
) -> [f32; IN] {
    let (layer, biases) = slopes.split_at_mut(IN * OUT);
    for (bias, output) in biases.iter_mut().zip(outputs) {
        *bias += output;
    }
    let mut inputs = [0.0; IN];
    let rows = weights.as_chunks::<OUT>().0.iter().zip(layer.as_chunks_mut::<OUT>().0);
    for ((&x, input), (row, slopes)) in x.iter().zip(&mut inputs).zip(rows) {
        if x == 0.0 {
            continue;
        }
        for (slope, output) in slopes.iter_mut().zip(outputs) {
            *slope += x * output;
        }
        if open(x) {
            // Eight sums side by side, so that the compiler can use vectors.
            let mut sums = [0.0; 8];
            for (row, outputs) in row.as_chunks::<8>().0.iter().zip(outputs.as_chunks::<8>().0) {
                for ((sum, weight), output) in sums.iter_mut().zip(row).zip(outputs) {
                    *sum += weight * output;
                }
            }
            *input = sums.iter().sum();
        }
    }
    inputs
}

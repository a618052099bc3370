//! The layers behind the accumulators: 512 → H1 → H2 → 1.
//!
//! Weights of one byte are widened to 16 bits once, so that sums of products are what a processor adds up eight or sixteen at a time.
//! H1 is rounded up to a width for which there is a loop of its own; what is filled up is 0.

use crate::network::model::{FV_SCALE, HALF, Layer, MOST_OUTPUTS, Network, SHIFT};

/// Layers for the width of the first hidden one.
pub(super) enum Head {
    Eight(Layers<8>),
    Sixteen(Layers<16>),
    ThirtyTwo(Layers<32>),
    SixtyFour(Layers<MOST_OUTPUTS>),
}

impl Head {
    pub(super) fn new(network: &Network) -> Head {
        match network.hidden()[0] {
            0..=8 => Head::Eight(Layers::new(network.layers())),
            9..=16 => Head::Sixteen(Layers::new(network.layers())),
            17..=32 => Head::ThirtyTwo(Layers::new(network.layers())),
            _ => Head::SixtyFour(Layers::new(network.layers())),
        }
    }

    /// Value in centipawns of limited sums, those of the side to move first.
    #[inline]
    pub(super) fn value(&self, inputs: &Aligned<{ 2 * HALF }>) -> i32 {
        match self {
            Head::Eight(layers) => layers.output(inputs),
            Head::Sixteen(layers) => layers.output(inputs),
            Head::ThirtyTwo(layers) => layers.output(inputs),
            Head::SixtyFour(layers) => layers.output(inputs),
        }
        .wrapping_div(FV_SCALE)
    }
}

/// Weights or inputs where cache lines begin.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Aligned<const N: usize>(pub(super) [i16; N]);

pub(super) struct Layers<const H1: usize> {
    first: Box<[Aligned<{ 2 * HALF }>; H1]>,
    first_biases: [i32; H1],
    second: Vec<Aligned<H1>>,
    second_biases: Vec<i32>,
    last: Aligned<MOST_OUTPUTS>,
    last_bias: i32,
}

impl<const H1: usize> Layers<H1> {
    fn new([first, second, last]: &[Layer; 3]) -> Layers<H1> {
        let mut layers = Layers {
            first: Box::new([Aligned([0; 2 * HALF]); H1]),
            first_biases: [0; H1],
            second: vec![Aligned([0; H1]); second.biases.len()],
            second_biases: second.biases.clone(),
            last: Aligned([0; MOST_OUTPUTS]),
            last_bias: last.biases[0],
        };
        layers.first_biases[..first.biases.len()].copy_from_slice(&first.biases);
        widen(&first.weights, 2 * HALF, &mut *layers.first);
        widen(&second.weights, first.biases.len(), &mut layers.second);
        widen(&last.weights, second.biases.len(), std::slice::from_mut(&mut layers.last));
        layers
    }

    #[inline]
    fn output(&self, inputs: &Aligned<{ 2 * HALF }>) -> i32 {
        let mut hidden = Aligned([0; H1]);
        for ((output, row), bias) in hidden.0.iter_mut().zip(&*self.first).zip(&self.first_biases) {
            *output = limited(dot::<32, _>(row, inputs).wrapping_add(*bias));
        }
        let mut last = Aligned([0; MOST_OUTPUTS]);
        for ((output, row), bias) in last.0.iter_mut().zip(&self.second).zip(&self.second_biases) {
            *output = limited(dot::<4, _>(row, &hidden).wrapping_add(*bias));
        }
        dot::<4, _>(&self.last, &last).wrapping_add(self.last_bias)
    }
}

/// Output of a hidden layer.
#[inline]
fn limited(sum: i32) -> i16 {
    (sum >> SHIFT).clamp(0, 127) as i16
}

/// Sum of products, in `SUMS` sums side by side.
///
/// Two neighbours go into each sum: so the compiler takes the instruction that multiplies eight or sixteen pairs of 16 bits and adds
/// neighbours (`pmaddwd`). In a plain sum of products it uses half of it; in sums for two rows at once, none at all.
#[inline(always)]
fn dot<const SUMS: usize, const N: usize>(weights: &Aligned<N>, inputs: &Aligned<N>) -> i32 {
    let mut sums = [0i32; SUMS];
    for (weights, inputs) in weights.0.chunks_exact(2 * SUMS).zip(inputs.0.chunks_exact(2 * SUMS)) {
        let mut pairs = [0; SUMS];
        for ((pair, w), x) in pairs.iter_mut().zip(weights.chunks_exact(2)).zip(inputs.chunks_exact(2)) {
            *pair = i32::from(w[0]) * i32::from(x[0]) + i32::from(w[1]) * i32::from(x[1]);
        }
        for (sum, pair) in sums.iter_mut().zip(pairs) {
            *sum = sum.wrapping_add(pair);
        }
    }
    sums.iter().fold(0, |all, &sum| all.wrapping_add(sum))
}

/// Rows of weights in two bytes each, and what is filled up.
fn widen<const N: usize>(weights: &[i8], from: usize, rows: &mut [Aligned<N>]) {
    for (wide, row) in rows.iter_mut().zip(weights.chunks_exact(from)) {
        for (wide, &weight) in wide.0.iter_mut().zip(row) {
            *wide = weight.into();
        }
    }
}

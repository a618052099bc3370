//! The layers behind the accumulators: 512 → H1 → H2 → 1.
//!
//! Weights of one byte are widened to 16 bits once, so that a processor multiplies eight at a time, or sixteen with AVX2, which is
//! detected at run time. Most of the time goes to the first layer, which reads 512 weights for each output.

use multiversion::multiversion;

use crate::network::model::{FV_SCALE, HALF, MOST_OUTPUTS, Network, SHIFT};

/// Inputs of the first layer.
const INPUTS: usize = 2 * HALF;

/// Weights or inputs of the first layer, where cache lines begin.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Aligned(pub(super) [i16; INPUTS]);

#[derive(Clone)]
pub(super) struct Head {
    /// `[output][input]`; an odd number of outputs is filled up, since they are computed in pairs.
    first: Vec<Aligned>,
    first_biases: Vec<i32>,
    second: Vec<Block>,
    last_bias: i32,
    /// What the output is divided by.
    pub(super) fv_scale: i32,
}

/// Outputs of the second layer that are computed together: as many as [`two_sums`] has pairs, for the same reason.
const BLOCK: usize = 32;

/// Some outputs of the second layer, filled up with outputs that are always 0, and their weights in the last layer.
#[derive(Clone)]
struct Block {
    /// `[two inputs][output][input of the two]`
    weights: Vec<[i16; 2 * BLOCK]>,
    biases: [i32; BLOCK],
    last: [i16; BLOCK],
}

impl Head {
    pub(super) fn new(network: &Network) -> Head {
        let [first, second, last] = network.layers();
        let rows = first.weights.chunks_exact(INPUTS);
        let mut rows: Vec<_> = rows.map(|row| Aligned(std::array::from_fn(|at| row[at].into()))).collect();
        let mut first_biases = first.biases.clone();
        rows.resize(rows.len().next_multiple_of(2), Aligned([0; INPUTS]));
        first_biases.resize(rows.len(), 0);
        let inputs = first.biases.len();
        let block = |begin: usize| {
            let weight = |output: usize, input: usize| {
                let is_there = begin + output < second.biases.len() && input < inputs;
                if is_there { second.weights[(begin + output) * inputs + input].into() } else { 0 }
            };
            let two = |of: usize| std::array::from_fn(|at| weight(at / 2, 2 * of + at % 2));
            Block {
                weights: (0..rows.len() / 2).map(two).collect(),
                biases: std::array::from_fn(|at| second.biases.get(begin + at).copied().unwrap_or(0)),
                last: std::array::from_fn(|at| last.weights.get(begin + at).copied().map_or(0, i16::from)),
            }
        };
        Head {
            second: (0..second.biases.len()).step_by(BLOCK).map(block).collect(),
            last_bias: last.biases[0],
            fv_scale: FV_SCALE,
            first: rows,
            first_biases,
        }
    }

    /// Value in centipawns of limited sums, those of the side to move first.
    #[inline]
    pub(super) fn value(&self, inputs: &Aligned) -> i32 {
        let mut hidden = [[0; 2]; MOST_OUTPUTS / 2];
        let (rows, biases) = (self.first.as_chunks().0, self.first_biases.as_chunks().0);
        for ((outputs, rows), biases) in hidden.iter_mut().zip(rows).zip(biases) {
            *outputs = two_sums(rows, inputs, *biases).map(limited);
        }
        let blocks = self.second.iter().map(|block| block_value(block, &hidden));
        let value = blocks.fold(self.last_bias, i32::wrapping_add);
        value / self.fv_scale
    }
}

/// Output of a hidden layer.
#[inline(always)]
fn limited(sum: i32) -> i16 {
    (sum >> SHIFT).clamp(0, 127) as i16
}

/// Products of neighbours, added in pairs.
///
/// The compiler uses the instruction that multiplies eight or sixteen pairs of 16 bits and adds neighbours (`pmaddwd`). In a plain
/// sum of products it uses only half of it.
#[inline(always)]
fn pairs<const PAIRS: usize>(weights: &[i16], inputs: &[i16]) -> [i32; PAIRS] {
    let mut pairs = [0; PAIRS];
    for ((pair, w), x) in pairs.iter_mut().zip(weights.chunks_exact(2)).zip(inputs.chunks_exact(2)) {
        // Inputs are at most 127: no sum wraps, and the instruction is used even where overflow is checked.
        *pair = (i32::from(w[0]) * i32::from(x[0])).wrapping_add(i32::from(w[1]) * i32::from(x[1]));
    }
    pairs
}

/// What the outputs of a block add to the value.
#[multiversion(targets("x86_64+avx2"))]
fn block_value(block: &Block, hidden: &[[i16; 2]; MOST_OUTPUTS / 2]) -> i32 {
    let (mut sums, mut inputs) = (block.biases, [0; 2 * BLOCK]);
    for (two, weights) in hidden.iter().zip(&block.weights) {
        inputs.as_chunks_mut().0.fill(*two);
        add_products(&mut sums, weights, &inputs);
    }
    let mut outputs = [0; BLOCK];
    for (output, sum) in outputs.iter_mut().zip(sums) {
        *output = limited(sum);
    }
    total(&pairs::<{ BLOCK / 2 }>(&block.last, &outputs))
}

/// Adds the products of two inputs, which are repeated for each output. A function of its own, as [`two_sums`] is.
#[multiversion(targets("x86_64+avx2"))]
fn add_products(sums: &mut [i32; BLOCK], weights: &[i16; 2 * BLOCK], inputs: &[i16; 2 * BLOCK]) {
    add(sums, &pairs::<BLOCK>(weights, inputs));
}

/// Sums of products of two rows with the same inputs, and biases: inputs are read once for both.
///
/// There are 32 pairs, since shorter loops are unrolled before the compiler sees the instruction, and 16 sums, since more of them
/// for both rows do not fit in registers. This is a function of its own, since inside another one the compiler generates other
/// code. One row at a time takes a quarter longer.
#[multiversion(targets("x86_64+avx2"))]
fn two_sums([a, b]: &[Aligned; 2], inputs: &Aligned, biases: [i32; 2]) -> [i32; 2] {
    const PAIRS: usize = 32;
    const SUMS: usize = 16;
    let mut sums = [[0i32; SUMS]; 2];
    let rows = a.0.chunks_exact(2 * PAIRS).zip(b.0.chunks_exact(2 * PAIRS));
    for ((a, b), inputs) in rows.zip(inputs.0.chunks_exact(2 * PAIRS)) {
        for (sums, pairs) in sums.iter_mut().zip([pairs::<PAIRS>(a, inputs), pairs(b, inputs)]) {
            for pairs in pairs.chunks_exact(SUMS) {
                add(sums, pairs);
            }
        }
    }
    [total(&sums[0]).wrapping_add(biases[0]), total(&sums[1]).wrapping_add(biases[1])]
}

#[inline(always)]
fn add(sums: &mut [i32], more: &[i32]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum = sum.wrapping_add(*more);
    }
}

#[inline(always)]
fn total(sums: &[i32]) -> i32 {
    sums.iter().fold(0, |all, &sum| all.wrapping_add(sum))
}

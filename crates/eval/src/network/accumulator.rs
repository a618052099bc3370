//! Sums of the transform for both views, updated from ply to ply.

use komadai_core::{Color, Position};
use multiversion::multiversion;

use crate::network::inputs::{Changes, Inputs};
use crate::network::model::{HALF, Network};

/// Sums that are read and written together: 64 bytes.
const LANE: usize = 32;
const LANES: usize = HALF / LANE;

/// Weights of an input, in whole cache lines.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Row([[i16; LANE]; LANES]);

impl Row {
    fn new(weights: &[i16; HALF]) -> Row {
        let mut row = [[0; LANE]; LANES];
        row.as_flattened_mut().copy_from_slice(weights);
        Row(row)
    }
}

/// Transform from inputs to sums.
#[derive(Clone)]
pub(super) struct Transform {
    pub(super) inputs: Inputs,
    biases: Row,
    /// `[input]`
    rows: Box<[Row]>,
}

impl Transform {
    pub(super) fn new(network: &Network) -> Transform {
        let rows = network.transform().iter().map(Row::new).collect();
        Transform { inputs: network.inputs(), biases: Row::new(network.transform_biases()), rows }
    }

    #[inline]
    fn row(&self, input: u32) -> &Row {
        &self.rows[input as usize]
    }
}

/// Sums of one view.
#[derive(Clone, Copy)]
pub(super) struct Sums([[i16; LANE]; LANES]);

impl Sums {
    /// Sums of a position, computed anew.
    pub(super) fn fresh(transform: &Transform, pos: &Position, view: Color) -> Sums {
        let mut all = Sums(transform.biases.0);
        transform.inputs.active(pos, view, |input| {
            for (sum, weight) in
                all.0.as_flattened_mut().iter_mut().zip(transform.rows[input].0.as_flattened())
            {
                *sum = sum.wrapping_add(*weight);
            }
        });
        all
    }

    /// Sets the sums to those of the parent with at most two inputs changed.
    #[inline]
    pub(super) fn change(&mut self, transform: &Transform, parent: &Sums, changes: &Changes) {
        let rows = |(from, to)| (transform.row(from), transform.row(to));
        match *changes.as_slice() {
            [first] => shift(self, parent, [rows(first)]),
            [first, second] => shift(self, parent, [rows(first), rows(second)]),
            _ => *self = *parent,
        }
    }
}

/// The sums of both views, limited to what the next layer takes.
#[multiversion(targets("x86_64+avx2"))]
pub(super) fn limit(sums: [&Sums; 2], into: &mut [i16; 2 * HALF]) {
    for (into, sums) in into.as_chunks_mut::<HALF>().0.iter_mut().zip(sums) {
        for (into, sum) in into.iter_mut().zip(sums.0.as_flattened()) {
            *into = (*sum).clamp(0, 127);
        }
    }
}

#[multiversion(targets("x86_64+avx2"))]
fn shift<const N: usize>(sums: &mut Sums, parent: &Sums, rows: [(&Row, &Row); N]) {
    for (lane, (into, parent)) in sums.0.iter_mut().zip(&parent.0).enumerate() {
        let mut sums = *parent;
        for (from, to) in rows {
            for ((sum, to), from) in sums.iter_mut().zip(&to.0[lane]).zip(&from.0[lane]) {
                *sum = sum.wrapping_add(*to).wrapping_sub(*from);
            }
        }
        *into = sums;
    }
}

//! Sums of the transform for both views, kept up from ply to ply.

use std::cell::Cell;

use komadai_core::{Color, Position};

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

/// Sums of one view. Cells, as the sums of a position are computed when its value is asked for.
#[derive(Clone)]
pub(super) struct Sums([Cell<[i16; LANE]>; LANES]);

impl Sums {
    pub(super) fn zero() -> Sums {
        Sums(std::array::from_fn(|_| Cell::new([0; LANE])))
    }

    /// Computes the sums from nothing.
    pub(super) fn refresh(&self, transform: &Transform, pos: &Position, view: Color) {
        for (sums, biases) in self.0.iter().zip(&transform.biases.0) {
            sums.set(*biases);
        }
        transform.inputs.active(pos, view, |input| self.add(&transform.rows[input]));
    }

    fn add(&self, row: &Row) {
        for (cell, row) in self.0.iter().zip(&row.0) {
            let mut sums = cell.get();
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum = sum.wrapping_add(*weight);
            }
            cell.set(sums);
        }
    }

    /// Inputs change, at most two of them.
    #[inline]
    pub(super) fn change(&self, transform: &Transform, changes: &Changes) {
        let rows = |(from, to)| (transform.row(from), transform.row(to));
        match *changes.as_slice() {
            [first] => self.shift([rows(first)]),
            [first, second] => self.shift([rows(first), rows(second)]),
            _ => {}
        }
    }

    #[inline]
    fn shift<const N: usize>(&self, rows: [(&Row, &Row); N]) {
        for (lane, cell) in self.0.iter().enumerate() {
            let mut sums = cell.get();
            for (from, to) in rows {
                for ((sum, to), from) in sums.iter_mut().zip(&to.0[lane]).zip(&from.0[lane]) {
                    *sum = sum.wrapping_add(*to).wrapping_sub(*from);
                }
            }
            cell.set(sums);
        }
    }

    /// The sums, limited to what the next layer takes.
    #[inline]
    pub(super) fn limited(&self, into: &mut [i16]) {
        for (cell, into) in self.0.iter().zip(into.chunks_exact_mut(LANE)) {
            for (into, sum) in into.iter_mut().zip(cell.get()) {
                *into = sum.clamp(0, 127);
            }
        }
    }
}

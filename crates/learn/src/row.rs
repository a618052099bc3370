//! Training examples: sparse rows of a matrix that is never written down whole.
//!
//! Paper 001 compares two positions a row: x = r[better] − r[worse], where r[k] lists what holds in a position
//! (section 4). Nearly everything holds in both and cancels, which is why rows are sparse and signed. A solver
//! needs two operations of a row alone, x·p and q += f x, and their cost is the number of entries.

use komadai_core::Position;
use komadai_eval::{FeatureId, FeatureSet};

/// One example: entries with rising features, none of them 0, and what they should add up to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row<'a> {
    features: &'a [FeatureId],
    values: &'a [f32],
    /// What the weighted sum should be: ±1 for "better" and "worse" (discriminant analysis, paper 001), or a value.
    pub label: f32,
}

impl<'a> Row<'a> {
    /// A row of entries that are in order; `None` if they are not.
    pub fn new(features: &'a [FeatureId], values: &'a [f32], label: f32) -> Option<Row<'a>> {
        let rising = features.is_sorted_by(|a, b| a < b);
        (features.len() == values.len() && rising && !values.contains(&0.0)).then_some(Row {
            features,
            values,
            label,
        })
    }

    /// Features and values, in rising order of features.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = (FeatureId, f32)> + 'a {
        self.features.iter().copied().zip(self.values.iter().copied())
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.features.len()
    }

    /// Whether the row says nothing: both positions look the same.
    pub fn is_empty(&self) -> bool {
        self.features.is_empty()
    }

    /// x·p. Features beyond the vector count as 0. The sum is taken in double precision, in order.
    pub fn dot(&self, p: &[f32]) -> f64 {
        self.entries().map(|(f, x)| f64::from(x) * f64::from(p.get(f as usize).copied().unwrap_or(0.0))).sum()
    }

    /// q += factor · x. Features beyond the vector are left out.
    pub fn add_to(&self, q: &mut [f64], factor: f64) {
        for (feature, x) in self.entries() {
            if let Some(slot) = q.get_mut(feature as usize) {
                *slot += factor * f64::from(x);
            }
        }
    }
}

/// Room in which rows are made, one after the other, without allocating anew.
#[derive(Clone, Debug, Default)]
pub struct RowBuffer {
    found: Vec<(FeatureId, f32)>,
    features: Vec<FeatureId>,
    values: Vec<f32>,
}

impl RowBuffer {
    /// Empty room.
    pub fn new() -> RowBuffer {
        Self::default()
    }

    /// Begins a new row.
    pub fn clear(&mut self) {
        self.found.clear();
    }

    /// Adds `sign` times what holds in a position.
    pub fn add<F: FeatureSet>(&mut self, set: &F, pos: &Position, sign: f32) {
        set.visit(pos, |feature, value| self.found.push((feature, sign * value)));
    }

    /// Adds one entry.
    pub fn push(&mut self, feature: FeatureId, value: f32) {
        self.found.push((feature, value));
    }

    /// The row of what was added since [`RowBuffer::clear`]: entries of one feature added up in the order they came, and
    /// left out where they cancel.
    pub fn row(&mut self, label: f32) -> Row<'_> {
        // Stable, so that sums of one feature are taken in the same order at every replay.
        self.found.sort_by_key(|&(feature, _)| feature);
        self.features.clear();
        self.values.clear();
        for same in self.found.chunk_by(|a, b| a.0 == b.0) {
            let value: f32 = same.iter().map(|&(_, value)| value).sum();
            if value != 0.0 {
                self.features.push(same[0].0);
                self.values.push(value);
            }
        }
        Row { features: &self.features, values: &self.values, label }
    }
}

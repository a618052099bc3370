//! Where rows come from: replayed as often as a solver iterates, never held in memory unless somebody wants to.
//!
//! Paper 001 streams 900 million rows once an iteration; making them anew costs less than storing them. So a
//! source is a recipe: shards that can be worked on apart, each giving the same rows in the same order every time.

use std::convert::Infallible;

use komadai_core::notation::packed::{PackedError, Record};
use komadai_core::{Color, Value};
use komadai_eval::{FeatureId, FeatureSet};

use crate::{Row, RowBuffer};

/// Rows in shards.
///
/// The law: every replay of a shard gives the same rows in the same order, whatever was replayed before and on
/// whatever thread.
pub trait TrainingSource: Sync {
    /// Why a shard cannot be read.
    type Error: std::error::Error;

    /// Number of shards.
    fn shards(&self) -> usize;

    /// Calls `each` with the rows of a shard. Shards beyond the last are empty.
    ///
    /// # Errors
    ///
    /// The source's own; rows given before it count as not given.
    fn replay(&self, shard: usize, each: impl FnMut(Row<'_>)) -> Result<(), Self::Error>;
}

/// Rows in memory, 8 bytes an entry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InMemory {
    features: Vec<FeatureId>,
    values: Vec<f32>,
    labels: Vec<f32>,
    /// Where the entries of each row end.
    row_ends: Vec<usize>,
    /// Where the rows of each shard end.
    shard_ends: Vec<usize>,
}

impl InMemory {
    /// No rows, no shards.
    pub fn new() -> InMemory {
        Self::default()
    }

    /// All rows of another source, shard by shard.
    ///
    /// # Errors
    ///
    /// Those of the source.
    pub fn collect<S: TrainingSource>(source: &S) -> Result<InMemory, S::Error> {
        let mut kept = InMemory::new();
        for shard in 0..source.shards() {
            source.replay(shard, |row| kept.push(row))?;
            kept.end_shard();
        }
        Ok(kept)
    }

    /// Adds a row to the open shard.
    pub fn push(&mut self, row: Row<'_>) {
        for (feature, value) in row.entries() {
            self.features.push(feature);
            self.values.push(value);
        }
        self.labels.push(row.label);
        self.row_ends.push(self.features.len());
    }

    /// Ends the open shard; rows after it belong to the next. Rows of a shard that was never ended are not replayed.
    pub fn end_shard(&mut self) {
        self.shard_ends.push(self.labels.len());
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.labels.len()
    }

    fn row(&self, i: usize) -> Row<'_> {
        let start = if i == 0 { 0 } else { self.row_ends[i - 1] };
        let entries = start..self.row_ends[i];
        Row::new(&self.features[entries.clone()], &self.values[entries], self.labels[i])
            .expect("rows are kept as they were made")
    }
}

impl TrainingSource for InMemory {
    type Error = Infallible;

    fn shards(&self) -> usize {
        self.shard_ends.len()
    }

    fn replay(&self, shard: usize, mut each: impl FnMut(Row<'_>)) -> Result<(), Infallible> {
        let Some(&end) = self.shard_ends.get(shard) else { return Ok(()) };
        let start = if shard == 0 { 0 } else { self.shard_ends[shard - 1] };
        for i in start..end {
            each(self.row(i));
        }
        Ok(())
    }
}

/// Features of packed training records against the value each was given: regression on a teacher's values.
///
/// Features are Black's, so the label is the record's value as Black sees it.
#[derive(Clone, Debug)]
pub struct RecordRows<'a, F> {
    set: F,
    records: &'a [Record],
    shard_len: usize,
}

/// A record whose position cannot be unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("record {index}: {source}")]
pub struct RecordRowsError {
    /// Number of the record, from 0.
    pub index: usize,
    /// What is wrong with it.
    pub source: PackedError,
}

impl<'a, F: FeatureSet> RecordRows<'a, F> {
    /// Records in shards of `shard_len`, at least 1; the last may be shorter.
    pub fn new(set: F, records: &'a [Record], shard_len: usize) -> RecordRows<'a, F> {
        RecordRows { set, records, shard_len: shard_len.max(1) }
    }
}

impl<F: FeatureSet + Sync> TrainingSource for RecordRows<'_, F> {
    type Error = RecordRowsError;

    fn shards(&self) -> usize {
        self.records.len().div_ceil(self.shard_len)
    }

    fn replay(&self, shard: usize, mut each: impl FnMut(Row<'_>)) -> Result<(), RecordRowsError> {
        let mut buffer = RowBuffer::new();
        let Some(records) = self.records.chunks(self.shard_len).nth(shard) else { return Ok(()) };
        for (i, record) in records.iter().enumerate() {
            let index = shard * self.shard_len + i;
            let pos =
                record.position.unpack(record.ply).map_err(|source| RecordRowsError { index, source })?;
            let value = Value::from_cp(record.score.into()).cp() as f32;
            buffer.clear();
            buffer.add(&self.set, &pos, 1.0);
            each(buffer.row(if pos.side_to_move() == Color::Black { value } else { -value }));
        }
        Ok(())
    }
}

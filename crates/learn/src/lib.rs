#![doc = include_str!("../README.md")]

mod pass;
mod row;
mod source;

pub use pass::fold_shards;
pub use row::{Row, RowBuffer};
pub use source::{InMemory, RecordRows, RecordRowsError, TrainingSource};

#![doc = include_str!("../README.md")]

mod row;
mod source;

pub use row::{Row, RowBuffer};
pub use source::{InMemory, RecordRows, RecordRowsError, TrainingSource};

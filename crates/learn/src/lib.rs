#![doc = include_str!("../README.md")]

mod book;
mod pass;
mod row;
mod source;

pub use book::{BookCounter, BookRules};
#[cfg(feature = "artifact")]
pub use book::{load_book, save_book};
pub use pass::fold_shards;
pub use row::{Row, RowBuffer};
pub use source::{InMemory, RecordRows, RecordRowsError, TrainingSource};

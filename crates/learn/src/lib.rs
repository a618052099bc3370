#![doc = include_str!("../README.md")]

mod book;
mod categories;
pub mod comparison;
pub mod corpus;
pub mod discriminant;
pub mod outcome;
pub mod pairs;
mod pass;
pub mod reduce;
mod replay;
mod row;
mod softmax;
pub mod solve;
mod source;

pub use book::{BookCounter, BookRules};
#[cfg(feature = "artifact")]
pub use book::{load_book, save_book};
pub use categories::{CategoryCounts, CountsError, GameError};
pub use pass::fold_shards;
pub use replay::{ReplayError, replay};
pub use row::{Row, RowBuffer};
pub use softmax::{MoveWeights, SoftmaxOptions, SoftmaxTrainer};
pub use source::{InMemory, RecordRows, RecordRowsError, TrainingSource};

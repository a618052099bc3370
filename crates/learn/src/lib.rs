#![doc = include_str!("../README.md")]

mod categories;
mod pass;
mod replay;
mod row;
mod softmax;
mod source;

pub use categories::{CategoryCounts, CountsError, GameError};
pub use pass::fold_shards;
pub use replay::{ReplayError, replay};
pub use row::{Row, RowBuffer};
pub use softmax::{MoveWeights, SoftmaxOptions, SoftmaxTrainer};
pub use source::{InMemory, RecordRows, RecordRowsError, TrainingSource};

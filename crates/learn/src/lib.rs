#![doc = include_str!("links.md")]
#![doc = include_str!("../README.md")]

mod book;
mod book_db;
pub mod comparison;
pub mod corpus;
mod network;
pub mod outcome;
pub mod pairs;
mod parallel;
mod probability;
pub mod reduce;
pub mod reliability;
mod replay;
pub mod solve;
mod training;

pub use book::{BookCounter, BookRules};
pub use book_db::{book_entries, counted_book};
pub use parallel::{in_parallel, map_in_parallel};
pub use probability::{CategoryCounts, CountsError, GameError, MoveWeights, SoftmaxOptions, SoftmaxTrainer};
pub use replay::{ReplayError, replay};
pub use training::TrainingError;

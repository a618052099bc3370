#![doc = include_str!("links.md")]
#![doc = include_str!("../README.md")]

mod answers;
mod book;
mod book_db;
mod categories;
pub mod comparison;
pub mod corpus;
mod journal;
pub mod outcome;
pub mod pairs;
mod parallel;
pub mod reduce;
pub mod reliability;
mod replay;
mod softmax;
pub mod solve;

pub use answers::Answers;
pub use book::{BookCounter, BookRules};
#[cfg(feature = "artifact")]
pub use book::{load_book, save_book};
pub use book_db::{book_entries, counted_book};
pub use categories::{CategoryCounts, CountsError, GameError};
pub use journal::{Journal, JournalError, JournalHeader, SavedJournal};
pub use parallel::{in_parallel, map_in_parallel};
pub use replay::{ReplayError, replay};
pub use softmax::{MoveWeights, SoftmaxOptions, SoftmaxTrainer};

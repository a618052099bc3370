#![doc = include_str!("links.md")]
#![doc = include_str!("../README.md")]

/// Adds all numbers of a struct to those of another.
macro_rules! add_fields {
    ($name:ident { $($field:ident),* }) => {
        impl core::ops::AddAssign for $name {
            fn add_assign(&mut self, more: $name) {
                $(self.$field += more.$field;)*
            }
        }
    };
}

mod book;
mod book_db;
mod categories;
pub mod comparison;
pub mod corpus;
mod dyn_feature_set;
mod network;
pub mod outcome;
pub mod pairs;
mod parallel;
pub mod reduce;
pub mod reliability;
mod replay;
mod softmax;
pub mod solve;
mod training;

pub use book::{BookCounter, BookRules};
pub use book_db::{book_entries, counted_book};
pub use categories::{CategoryCounts, CountsError, GameError};
pub use parallel::{in_parallel, map_in_parallel};
pub use replay::{ReplayError, replay};
pub use softmax::{MoveWeights, SoftmaxOptions, SoftmaxTrainer};
pub use training::TrainingError;

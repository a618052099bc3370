//! How likely moves are, from games: counted by category \[R3\], or by weights of their features.

mod categories;
mod softmax;

pub use categories::{CategoryCounts, CountsError, GameError};
pub use softmax::{MoveWeights, SoftmaxOptions, SoftmaxTrainer};

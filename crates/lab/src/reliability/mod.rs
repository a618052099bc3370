//! Samples of deep and shallow values for experiments \[R17\]: which positions, which search, where they are kept, and how
//! widely the differences are spread.

mod depths;
mod differences;
mod held_out;
mod positions;
mod sampling;
mod shard;

pub use depths::{deepest, read_depths};
pub use differences::{Difference, Differences};
pub use held_out::split_by_game;
pub use sampling::Sampling;
pub use shard::Shard;

//! Samples of deep and shallow values for experiments \[R17\]: which positions, which search, where they are kept, and how
//! widely the differences are spread.

mod differences;
mod positions;
mod sampling;

pub use differences::{Difference, Differences};
pub use sampling::Sampling;

//! Shared parts of the experiments with deep and shallow values \[R17\]: the positions and their search, the files of samples, how widely
//! the differences are spread, and the models of that spread.

mod differences;
mod positions;
mod sampling;

pub(crate) use differences::{Differences, LIMIT, split_by_game};
pub(crate) use positions::{Source, unpacked};
pub(crate) use sampling::{Sampling, SpreadModel, read_depths};

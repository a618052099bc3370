//! What the experiments with deep and shallow values \[R17\] share: which positions are searched and by which search, where the samples are
//! kept, how widely the differences are spread, and the models of that spread.

mod differences;
mod positions;
mod sampling;

pub(crate) use differences::{Differences, LIMIT, split_by_game};
pub(crate) use positions::{Source, unpacked};
pub(crate) use sampling::{Sampling, SpreadModel, read_depths};

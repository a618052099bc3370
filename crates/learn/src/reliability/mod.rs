//! How far the value of a search can be trusted: samples of deep and shallow values, and models of how far they lie apart
//! (paper 004, \[R17\] \[R18\]).
//!
//! | file | does |
//! |---|---|
//! | `draw.rs` | [`DrawOptions`]: which positions of a game are searched |
//! | `sample.rs` | [`Sample`]: a position with its values, depth by depth |
//! | `file.rs` | [`SampleFile`], [`SampleReader`]: samples on disk, made by runs that can be interrupted |

mod draw;
mod file;
mod sample;

pub use draw::DrawOptions;
pub use file::{SampleError, SampleFile, SampleReader};
pub use sample::{Sample, SearchedDepth};

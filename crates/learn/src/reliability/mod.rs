//! How far the value of a search can be trusted: samples of deep and shallow values, and models of their differences (paper 004,
//! \[R17\] \[R18\]).
//!
//! | file | does |
//! |---|---|
//! | `draw.rs` | [`DrawOptions`]: which positions of a game are searched |
//! | `sample.rs` | [`Sample`]: a position with its values, depth by depth |
//! | `file.rs` | [`sample_journal`], [`SampleReader`]: samples on disk, made by runs that can be interrupted |
//! | `rows.rs` | [`SpreadRows`]: the differences for a pair of depths, with the features of their positions |
//! | `likelihood.rs` | [`log_likelihoods`]: the likelihood of differences, and its gradient |
//! | `fit.rs` | [`fit_spread`]: the likeliest weights |
//! | `sides.rs` | [`fit_sides`]: their centre, and how wide they are on either side of it |
//! | `after_search.rs` | [`fit_after_search`]: the corrections by the facts of a search |

mod after_search;
mod draw;
mod file;
mod fit;
mod likelihood;
mod rows;
mod sample;
mod sides;

pub use after_search::{FactRows, fit_after_search};
pub use draw::DrawOptions;
pub use file::{SampleReader, sample_journal};
pub use fit::{FitOptions, fit_spread};
pub use likelihood::{log_likelihoods, spreads};
pub use rows::SpreadRows;
pub use sample::Sample;
pub use sides::fit_sides;

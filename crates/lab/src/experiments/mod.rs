//! The experiments: what they measure, their command-line options, and the program that contains them all.
//!
//! A program with parts of your own registers them in [`Parts`](crate::Parts) and passes them to [`own_parts`]: these three lines give it
//! every experiment with every option.

mod calibration;
mod compare_cycles;
mod consultation;
mod count_categories;
mod deep_shallow;
mod gamble;
mod game_options;
mod generations;
mod heuristics;
mod inspect_pairs;
mod killer_effectiveness;
mod make_corpus;
mod next_move;
mod own;
mod probcut;
mod program;
mod rate_evaluation;
mod report;
mod self_play;
mod train;
mod train_reliability;
mod tune;

pub use own::own_parts;
pub use program::{experiment, program};

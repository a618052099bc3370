//! The experiments: what they measure, what can be said on the command line, and the program that has them all.
//!
//! A program around parts of your own registers them in [`Parts`](crate::Parts) and hands them to [`own_parts`]: three lines, and every
//! experiment is there with every option.

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

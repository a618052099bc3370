//! The experiments: what they measure, what can be said on the command line, and the program that has them all.
//!
//! A program around parts of your own registers them in [`Parts`](crate::Parts) and hands them to [`own_parts`]: three lines, and every
//! experiment is there with every option.

mod consultation;
mod count_categories;
mod game_options;
mod heuristics;
mod killer_effectiveness;
mod next_move;
mod own;
mod program;
mod self_play;
mod tune;

pub use own::own_parts;
pub use program::{experiment, program};

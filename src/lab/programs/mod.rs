//! The experiments with recipes as programs, so that parts of your own run in them beside the named ones.
//!
//! The examples `heuristics`, `self_play`, `next_move` and `tune` are these programs with the built-in parts. A program of your
//! own registers what it wants compared in [`Parts`] and hands them to [`own_parts`]: three lines, and every option of
//! the four programs is there.

mod game_options;
mod heuristics;
mod next_move;
mod own;
mod self_play;
mod tune;

use std::process::ExitCode;

use clap::Parser;

use super::exit::exit_status;
use super::recipe::Parts;

pub use own::own_parts;

/// The program of the example `heuristics`: what every part of a search is worth.
pub fn heuristics() -> ExitCode {
    exit_status("heuristics", heuristics::run(&heuristics::Options::parse(), &Parts::new()))
}

/// The program of the example `self_play`: a match between two searches.
pub fn self_play() -> ExitCode {
    exit_status("self_play", self_play::run(&self_play::Options::parse(), &Parts::new()))
}

/// The program of the example `next_move`: next-move problems under two searches.
pub fn next_move() -> ExitCode {
    exit_status("next_move", next_move::run(&next_move::Options::parse(), &Parts::new()))
}

/// The program of the example `tune`: constants and parts of a search, judged by games.
pub fn tune() -> ExitCode {
    exit_status("tune", tune::run(&tune::Options::parse(), &Parts::new()))
}

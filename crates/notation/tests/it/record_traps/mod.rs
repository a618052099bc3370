//! What people report to the authors of record readers, one test each.
#![cfg(all(feature = "jkf", feature = "shift-jis"))]

mod csa;
mod formats;
mod illegal_moves;
mod ki2;
mod kif;
mod usi_and_jkf;

use std::time::Duration;

use komadai_core::game::{ClockTime, Game};

/// The moves of a game in USI.
fn usi(game: &Game) -> String {
    game.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Seconds spent on a move, and in all.
fn clock(spent: u64, total: u64) -> ClockTime {
    ClockTime { spent: Duration::from_secs(spent), total: Some(Duration::from_secs(total)) }
}

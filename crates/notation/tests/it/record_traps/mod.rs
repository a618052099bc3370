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
use komadai_notation::record::RecordError;

/// The moves of a game in USI.
fn usi(game: &Game) -> String {
    game.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Seconds spent on a move, and in total.
fn clock(spent: u64, total: u64) -> ClockTime {
    ClockTime { spent: Duration::from_secs(spent), total: Some(Duration::from_secs(total)) }
}

/// The only game of a text in KIF or KI2.
fn one_game(text: &str) -> Result<Game, RecordError> {
    let games = komadai_notation::kif::read(text)?;
    assert_eq!(games.len(), 1, "{text}");
    Ok(games.into_iter().next().expect("one"))
}

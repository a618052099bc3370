//! All integration tests in one program: one file per idea, linked once.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

#[cfg(feature = "std")]
mod book_db;
mod diagram;
mod evaluations;
mod invariant;
mod lenient;
mod packed_game;
mod record_bytes;
mod record_round_trips;
mod record_traps;
mod records;
#[cfg(feature = "jkf")]
mod several_games;

/// Shown as ignored where tests of records are left out.
#[cfg(not(all(feature = "jkf", feature = "shift-jis")))]
#[test]
#[ignore = "most tests of records need --all-features"]
fn tests_of_records() {
    panic!("run them with --all-features");
}

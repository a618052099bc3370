//! All integration tests in one program: one file an idea, linked once.

#[cfg(feature = "std")]
mod book_db;
mod dominance;
mod exchange;
mod invariant;
mod laws;
mod lenient;
mod naive;
mod packed;
mod packed_game;
mod properties;
mod record_bytes;
mod record_round_trips;
mod record_traps;
mod records;
mod rules;
#[cfg(feature = "jkf")]
mod several_games;
mod shown;
mod traps;

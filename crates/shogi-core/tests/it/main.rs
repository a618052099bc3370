//! All integration tests in one program: one file per idea, linked once.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

mod dominance;
mod endings;
mod exchange;
#[cfg(feature = "std")]
mod journals;
mod laws;
mod naive;
mod packed;
mod properties;
mod rules;
mod traps;
mod usi;

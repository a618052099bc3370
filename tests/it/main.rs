//! Integration tests of the facade and of the two examples that need no experiment, in one program.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

mod analyze;
mod evaluation;
mod example;
mod overrun;
mod reliability;
#[path = "../../crates/usi/tests/it/session.rs"]
mod session;
mod usi_engine;

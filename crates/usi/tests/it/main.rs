//! All integration tests in one program: one file an idea, linked once.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

mod book;
#[cfg(unix)]
mod client;
mod go;
mod hold;
mod input;
mod mates;
mod options;
mod sample;
mod session;
mod time;

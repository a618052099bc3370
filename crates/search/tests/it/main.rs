//! All integration tests in one program: one file an idea, linked once.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

mod behaviour;
mod books;
mod common;
mod consultation;
mod consultation_engine;
mod correction;
mod every_part;
mod extensions;
mod gamble;
mod killers;
mod laws;
mod margins;
mod non_promotions;
mod parallel;
mod prunings;
mod quiescence;
mod realization;
mod shown;
mod signatures;
mod sockets;
mod table;
mod values;

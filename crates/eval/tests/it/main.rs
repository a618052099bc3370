//! All integration tests in one program: one file for each idea, linked once.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

mod artifact;
mod effects;
mod every_part;
mod features;
mod material;
mod network;
mod pairs;
mod positions;
mod progress;
mod relations;
mod reliability;
mod shown;
#[path = "../../../shogi-core/tests/it/naive/mod.rs"]
#[allow(dead_code, reason = "attacks are asked for, moves are not")]
mod slow_rules;

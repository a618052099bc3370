//! All integration tests in one program: one file an idea, linked once.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

mod audit;
mod common;
mod consultations;
mod effectiveness;
mod killers;
mod mate_in_search;
mod recipes;
mod searches;
mod settled;

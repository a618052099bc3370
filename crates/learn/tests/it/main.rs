//! All integration tests in one program: one file for each idea, linked once.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

mod book;
#[cfg(feature = "artifact")]
mod book_db;
#[cfg(feature = "artifact")]
mod changed;
mod common;
mod comparison;
mod corpus;
mod discriminant;
mod lbfgs;
mod line_search;
mod models;
mod network;
mod outcome;
mod pairs;
mod parallel;
mod reliability;
mod samples;
mod shared;
mod sides;
mod slopes;
mod softmax;
mod solve;
mod steps;
mod targets;

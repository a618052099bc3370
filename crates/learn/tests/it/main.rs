//! All integration tests in one program: one file an idea, linked once.

mod book;
#[cfg(feature = "artifact")]
mod book_db;
mod common;
mod discriminant;
mod lbfgs;
mod models;
mod network;
mod outcome;
mod pairs;
mod solve;

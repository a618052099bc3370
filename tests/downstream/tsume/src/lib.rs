//! What a user of `komadai-tsume` alone does first: solve a problem, have the answer checked, and try a heuristic.

pub mod heuristic;
pub mod solve;

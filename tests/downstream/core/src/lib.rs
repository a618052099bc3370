//! What a user of `komadai-core` alone does first: read a record, list the moves of its positions, and evaluate them.

pub mod evaluator;
pub mod record;

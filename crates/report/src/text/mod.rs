//! Text for people: lines no wider than the terminal, numbers, moves and counts in words.

pub(crate) mod fold;
pub(crate) mod narrow;
pub(crate) mod number;
pub mod words;

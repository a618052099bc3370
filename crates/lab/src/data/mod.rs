//! Data that experiments read: games, openings, mate problems, positions with their answers.

pub(crate) mod games;
pub(crate) mod openings;
pub(crate) mod problem;
pub(crate) mod problem_file;
pub(crate) mod suite;

//! What experiments read: games, openings, mate problems, positions with their answers.

pub(crate) mod games;
pub(crate) mod openings;
pub(crate) mod problem;
pub(crate) mod problem_file;
pub(crate) mod suite;

/// What is wrong with a line of a list: of openings, of positions. The error that their readers have in common.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}{}: {reason}", field.map_or_else(String::new, |number| format!(", field {number}")))]
pub struct LineError {
    /// Number of the line, from 1.
    pub line: usize,
    /// Number of the field, from 1, in a list whose lines have fields.
    pub field: Option<usize>,
    /// What was found and what was expected.
    pub reason: String,
}

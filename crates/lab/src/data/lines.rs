//! The error that the readers of lists have in common.

/// What is wrong with a line of a list: of openings, of positions.
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

//! A position, and what both searches made of it.

use super::solve::Solved;
use crate::data::suite::SuiteEntry;

/// A position, and what both searches made of it.
pub(super) struct Row {
    pub(super) entry: SuiteEntry,
    pub(super) solved: [Solved; 2],
}

/// The classes of the file, in their order.
pub(super) fn classes(rows: &[Row]) -> Vec<&str> {
    let mut classes: Vec<&str> = Vec::new();
    for row in rows {
        if !classes.contains(&row.entry.class.as_str()) {
            classes.push(&row.entry.class);
        }
    }
    classes
}

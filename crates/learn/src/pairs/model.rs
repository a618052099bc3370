//! The two models of paper 001, which differ in the positions compared.

use core::fmt;

/// Which positions are compared \[R6\].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Model {
    /// The position after the played move is better for the mover than before it (section 4.1.1): one row for each position.
    ParentChild,
    /// The position after the played move is better than after any other quiet move (section 4.1.2): one row for each of those.
    Sibling,
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Model::ParentChild => "parent-child",
            Model::Sibling => "sibling",
        })
    }
}

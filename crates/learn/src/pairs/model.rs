//! The two models of paper 001, by what is compared.

use core::fmt;

/// Which positions are compared \[R6\].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Model {
    /// After the played move it is better for the mover than before (section 4.1.1): a row a position.
    ParentChild,
    /// After the played move it is better than after any other quiet move (section 4.1.2): a row for each of them.
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

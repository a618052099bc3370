//! [`Cells`]: the table of a memory, which is not written out by `{:?}`.

use std::fmt;
use std::ops::{Deref, DerefMut};

/// The cells of a table. A debugger is told how many there are: they are for no one to read, and there are millions.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Cells<T>(pub(super) Vec<T>);

impl<T> fmt::Debug for Cells<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cells", self.0.len())
    }
}

impl<T> Deref for Cells<T> {
    type Target = Vec<T>;

    #[inline]
    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for Cells<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

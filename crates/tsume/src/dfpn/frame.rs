//! A node on the stack of the search.

use komadai_core::{Hand, Key, Move, Undo};

use super::path::Depth;
use crate::number::Numbers;

/// A node on the stack.
#[derive(Debug)]
pub(super) struct Frame {
    /// Where its children begin in the common list; they end where the next frame's begin.
    pub(super) children: usize,
    /// The move that led here and how to take it back; `None` at the root.
    pub(super) came: Option<(Move, Undo)>,
    /// Thresholds.
    pub(super) limit: Numbers,
    pub(super) board: Key,
    pub(super) hand: Hand,
    /// Least depth at which the position was met.
    pub(super) distance: Depth,
    /// Positions looked at before this node was entered.
    pub(super) before: u64,
    /// Child that is being worked on.
    pub(super) current: usize,
}

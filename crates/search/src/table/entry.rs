//! [`Entry`]: the result of a finished node, with mates counted from that node.

use komadai_core::{Move, Value};

use crate::bound::Bound;
use crate::depth::Depth;

/// The result of a finished node, as a table keeps it.
///
/// ```
/// use komadai_core::Value;
/// use komadai_search::{Bound, Depth, Entry};
///
/// let (value, static_value) = (Value::from_cp(35), Some(Value::from_cp(-10)));
/// let entry = Entry { best: None, value, bound: Bound::Upper, depth: Depth::plies(4), static_value, pv: false };
/// assert!(entry.bound.is_upper() && entry.depth > Depth::plies(3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best or cutting move; `None` where no move reached alpha.
    pub best: Option<Move>,
    /// Its value. A mate is counted from this node, not from the root; see [`to_node`] and [`from_node`].
    pub value: Value,
    /// How the value bounds the true one.
    pub bound: Bound,
    /// The budget with which it was found.
    pub depth: Depth,
    /// The static evaluation of the position, before any correction; `None` where it was not asked, as in check.
    pub static_value: Option<Value>,
    /// Whether the position was ever searched with an open window (a PV node).
    pub pv: bool,
}

/// Converts a value counted from the root into one counted from a node at `ply`, as a table keeps it. A mate of unknown length
/// stays what it is.
#[inline]
pub fn to_node(value: Value, ply: usize) -> Value {
    match value.mate_distance() {
        Some(plies) if plies > 0 => Value::mate_in(plies.saturating_sub(ply as i32).max(0) as u16),
        Some(plies) => Value::mated_in((-plies).saturating_sub(ply as i32).max(0) as u16),
        None => value,
    }
}

/// Converts a value of a table, counted from a node at `ply`, into one counted from the root.
#[inline]
pub fn from_node(value: Value, ply: usize) -> Value {
    match value.mate_distance() {
        Some(plies) if plies > 0 => Value::mate_in((plies + ply as i32) as u16),
        Some(plies) => Value::mated_in((ply as i32 - plies) as u16),
        None => value,
    }
}

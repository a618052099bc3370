//! [`TranspositionTable`]: the socket of a search for results of earlier nodes; [`Entry`]: such a result, with mates counted from its node.

use komadai_core::{Key, Move, Value};

use crate::bound::Bound;
use crate::depth::Depth;
use crate::forward::forward;

/// Transposition table: keeps results of positions. A searcher owns its table, or a handle of one that several share.
pub trait TranspositionTable {
    /// The entry for a position, if there is one.
    fn probe(&self, key: Key) -> Option<Entry>;

    /// Keeps the result of a finished node.
    fn store(&mut self, key: Key, entry: Entry);

    /// Makes the processor fetch the entry's memory: the position will be probed soon.
    #[inline]
    fn prefetch(&self, key: Key) {
        let _ = key;
    }

    /// Begins a new search: entries of older ones may be replaced first.
    #[inline]
    fn new_search(&mut self) {}

    /// Removes all entries.
    #[inline]
    fn clear(&mut self) {}

    /// How full the table is with entries of this search (USI `hashfull`), per mille; `None` if it cannot tell.
    #[inline]
    fn fill(&self) -> Option<u16> {
        None
    }
}

/// No table.
impl TranspositionTable for () {
    #[inline]
    fn probe(&self, _: Key) -> Option<Entry> {
        None
    }

    #[inline]
    fn store(&mut self, _: Key, _: Entry) {}
}

/// The methods of a table, forwarded to what a pattern finds in it.
macro_rules! forward_all {
    ($self:ident $parts:tt) => {
        forward!($self $parts
            fn probe(&$self, key: Key) -> Option<Entry>;
            fn store(&mut $self, key: Key, entry: Entry);
            fn prefetch(&$self, key: Key);
            fn new_search(&mut $self);
            fn clear(&mut $self);
            fn fill(&$self) -> Option<u16>;
        );
    };
}

/// A borrowed table, kept from one searcher to the next.
impl<T: TranspositionTable + ?Sized> TranspositionTable for &mut T {
    forward_all!(self { lent => (**lent) });
}

/// An optional table, for searches assembled at run time.
impl<T: TranspositionTable> TranspositionTable for Option<T> {
    forward_all!(self { Some(table) => table, None => () });
}

/// The result of a finished node, as a table keeps it.
///
/// ```
/// use komadai_core::Value;
/// use komadai_search::{Bound, Depth, Entry};
///
/// let (value, static_value) = (Value::from_cp(35), Some(Value::from_cp(-10)));
/// let entry = Entry { best: None, value, bound: Bound::Upper, depth: Depth::plies(4), static_value };
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
    /// The static evaluation of the position, before any correction; `None` if it was not computed, as in check.
    pub static_value: Option<Value>,
}

/// Converts a value counted from the root into one counted from a node at `ply`, as a table keeps it. A mate of unknown
/// length stays unchanged.
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

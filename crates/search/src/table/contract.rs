//! [`TranspositionTable`]: the socket of a search for results of earlier nodes.

use komadai_core::Key;

use super::entry::Entry;
use crate::forward::forward;

/// Transposition table: keeps results of positions. A searcher owns its table, or a handle of one that several share.
pub trait TranspositionTable {
    /// The entry for a position, if there is one.
    fn probe(&self, key: Key) -> Option<Entry>;

    /// Keeps the result of a finished node.
    fn store(&mut self, key: Key, entry: Entry);

    /// Has the processor fetch the entry's memory: the position will be probed soon.
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

/// The methods of a table that is another one, or what a pattern finds in it.
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

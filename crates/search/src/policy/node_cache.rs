//! Per-node cache of a depth policy: what it worked out about the nodes of the current path.
//!
//! A policy is asked about one move at a time and shared by reference; what it needs to know of the node (maps of
//! attacks, a threatened mate, a normaliser) is the same for all moves. One slot a ply keeps it, identified by the
//! position's key and the last move. Nothing else reads the slots, and none is read while another is open, so that the
//! cells are never borrowed twice.

use core::cell::RefCell;

use komadai_core::{Key, Move};

use crate::node::{MAX_PLY, Node};

/// One value a ply, computed when it is first used.
pub(crate) struct NodeCache<V> {
    /// `[ply]`
    slots: RefCell<Vec<Option<Slot<V>>>>,
}

/// What belongs to one node.
struct Slot<V> {
    key: Key,
    last: Option<Move>,
    value: V,
}

impl<V> NodeCache<V> {
    /// A cache with room for every ply of a search.
    pub(crate) fn new() -> NodeCache<V> {
        NodeCache { slots: RefCell::new((0..=MAX_PLY).map(|_| None).collect()) }
    }

    /// Calls `read` with the value of this node, which `make` computes if it is missing.
    #[inline]
    pub(crate) fn with<R>(&self, at: &Node<'_>, make: impl FnOnce() -> V, read: impl FnOnce(&V) -> R) -> R {
        let mut slots = self.slots.borrow_mut();
        let (key, last) = (at.pos.key(), at.back(1));
        match slots.get_mut(at.ply()) {
            Some(slot) => {
                if !slot.as_ref().is_some_and(|slot| slot.key == key && slot.last == last) {
                    *slot = None;
                }
                read(&slot.get_or_insert_with(|| Slot { key, last, value: make() }).value)
            }
            None => read(&make()),
        }
    }
}

/// A copy begins empty: cached values can be computed again.
impl<V> Clone for NodeCache<V> {
    fn clone(&self) -> Self {
        NodeCache::new()
    }
}

komadai_core::debug_by_sizes!(NodeCache<V> {} []);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::Step;
    use komadai_core::Position;

    #[test]
    fn value_is_made_once_a_position_and_last_move() {
        let start = Position::startpos();
        let other = start.after(["7g7f".parse().unwrap()]);
        let (at, below) = (Node::new(&start), Node::new(&other));
        let cache = NodeCache::new();
        let ask = |at: &Node<'_>, value| cache.with(at, || value, |&value: &i32| value);
        let path = [Step { mv: Some("7g7f".parse().unwrap()), ..Step::PASS }];
        let (first, second) = ([Step::PASS], path);
        assert_eq!((ask(&at, 1), ask(&at, 2)), (1, 1));
        assert_eq!(ask(&below, 3), 3, "another position");
        let after = |path| Node { path, ..at };
        assert_eq!((ask(&after(&first), 4), ask(&after(&second), 5)), (4, 5), "another last move");
        assert_eq!(cache.clone().with(&at, || 6, |&value| value), 6);
    }
}

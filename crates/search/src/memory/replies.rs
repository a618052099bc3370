//! [`Replies`]: the table of a killer, and what it is made of.

use std::fmt;
use std::ops::{Deref, DerefMut};

use komadai_core::Move;

use super::{Candidates, lesson};
use crate::node::Outcome;

/// The table of a killer: at each address the newest `N` moves that were best or cut there, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Replies<const N: usize = 1>(Cells<[Slot; N]>);

impl<const N: usize> Replies<N> {
    /// An empty table of so many addresses.
    pub(super) fn new(addresses: usize) -> Self {
        Replies(Cells(vec![[Slot::EMPTY; N]; addresses]))
    }

    /// Appends the moves at an address that `keeps` accepts; nothing without an address.
    #[inline]
    pub(super) fn recall(
        &self,
        address: impl Into<Option<usize>>,
        out: &mut Candidates,
        keeps: impl Fn(Move) -> bool,
    ) {
        if let Some(address) = address.into() {
            let known = self.0[address].iter().filter_map(|slot| slot.get());
            known.filter(|&mv| keeps(mv)).for_each(|mv| out.push(mv));
        }
    }

    /// Learns the best move of a finished node if it is known and worth keeping.
    #[inline]
    pub(super) fn learn(
        &mut self,
        address: impl Into<Option<usize>>,
        outcome: Outcome,
        keeps: impl Fn(Move) -> bool,
    ) {
        if let (Some(address), Some(best)) = (address.into(), lesson(outcome))
            && keeps(best)
        {
            let slot = Slot::from(best);
            put_in_front(&mut self.0[address], slot, |&known| known == slot);
        }
    }

    /// Empties the table.
    pub(super) fn forget(&mut self) {
        self.0.fill([Slot::EMPTY; N]);
    }
}

/// The cells of a table. `{:?}` shows only their number: there are millions.
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

/// A move or none. `Option<Move>` takes four bytes; a table of thousands of slots should stay in the cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Slot(u16);

const _: () = assert!(size_of::<Slot>() == 2);

impl Slot {
    pub(super) const EMPTY: Slot = Slot(0);

    #[inline]
    pub(super) fn get(self) -> Option<Move> {
        Move::from_bits(self.0)
    }
}

impl From<Move> for Slot {
    #[inline]
    fn from(mv: Move) -> Slot {
        Slot(mv.bits())
    }
}

/// Puts a slot in front; the others move back, up to the place of an equal one, or else the last drops out.
#[inline]
pub(super) fn put_in_front<T, const N: usize>(slots: &mut [T; N], new: T, same: impl Fn(&T) -> bool) {
    let known = slots.iter().position(same);
    if let Some(moved) = slots.get_mut(..=known.unwrap_or(N.saturating_sub(1))) {
        moved.rotate_right(1);
        moved[0] = new;
    }
}

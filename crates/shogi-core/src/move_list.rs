//! [`MoveList`]: the list that move generators fill, without allocation.

use core::fmt;
use core::ops::{Deref, DerefMut};

use crate::Move;

/// 593, the largest number of legal moves in a position with both kings. Without kings there are up to 597.
pub const MAX_LEGAL_MOVES: usize = 593;
/// Room for 597 moves and for a block of eight stored past the last one.
const CAPACITY: usize = 608;

/// List of moves with room for the legal moves of any position. It does not allocate; reuse it from node to node.
///
/// It dereferences to a slice of moves, for example to sort or shuffle it, and can be collected from any moves. It keeps the first 608.
///
/// ```
/// use komadai_core::{MoveList, Position, movegen};
///
/// let mut list = MoveList::new();
/// movegen::legal(&Position::startpos(), &mut list);
/// assert_eq!(list.len(), 30);
/// list.retain(|mv| mv.to().file() == 5);
/// list.sort_unstable_by_key(|mv| mv.to());
/// let squares: Vec<String> = list.into_iter().map(|mv| mv.to().to_string()).collect();
/// assert_eq!(squares, ["5f", "5h", "5h", "5h", "5h"]);
/// ```
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; CAPACITY],
    len: usize,
}

impl MoveList {
    /// An empty list. It takes 1.2 KB: keep one for each ply instead of making one for each node.
    pub const fn new() -> Self {
        Self { moves: [Move::from_raw(0); CAPACITY], len: 0 }
    }

    /// Empties the list.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// The moves of the list.
    #[inline]
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.len]
    }

    /// Adds a move. There is room for 608, more than any position has; further moves are dropped.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.append(|out| out.push(mv));
    }

    /// Keeps the moves for which `keep` is true, in order.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        let mut kept = 0;
        for i in 0..self.len {
            if keep(self.moves[i]) {
                self.moves[kept] = self.moves[i];
                kept += 1;
            }
        }
        self.len = kept;
    }

    /// Lets `fill` append moves while the length stays in a register.
    #[inline(always)]
    pub(crate) fn append(&mut self, fill: impl FnOnce(&mut Writer<'_>)) {
        let mut writer = Writer { moves: &mut self.moves, len: self.len };
        fill(&mut writer);
        self.len = writer.len;
    }
}

/// The open end of a [`MoveList`].
pub(crate) struct Writer<'a> {
    moves: &'a mut [Move; CAPACITY],
    len: usize,
}

impl Writer<'_> {
    #[inline(always)]
    pub(crate) fn push(&mut self, mv: Move) {
        if let Some(slot) = self.moves.get_mut(self.len) {
            *slot = mv;
            self.len += 1;
        }
    }

    /// Stores eight moves at once and keeps the first `count`.
    #[inline(always)]
    pub(crate) fn push_block(&mut self, block: [u16; 8], count: usize) {
        if let Some(slots) = self.moves.get_mut(self.len..self.len + 8) {
            slots.copy_from_slice(&block.map(Move::from_raw));
            self.len += count;
        }
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        self.as_slice()
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.moves[..self.len]
    }
}

/// Adds moves, each as [`MoveList::push`] does.
impl Extend<Move> for MoveList {
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        moves.into_iter().for_each(|mv| self.push(mv));
    }
}

impl FromIterator<Move> for MoveList {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> MoveList {
        let mut list = MoveList::new();
        list.extend(moves);
        list
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = core::iter::Take<core::array::IntoIter<Move, CAPACITY>>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter().take(self.len)
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = core::iter::Copied<core::slice::Iter<'a, Move>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter().copied()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

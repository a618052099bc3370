//! Destinations of generated moves: a list, or only a count.
//!
//! The generators hand over sets of squares. A list writes a move for each square, a count adds the size of the set, so both follow the
//! same rules.

use super::expand;
use crate::bitboard::Bitboard;
use crate::move_list::Writer;
use crate::{Move, Square};

/// Takes moves as sets of their targets.
pub(super) trait Out {
    /// One move for each square of a set.
    fn each(&mut self, targets: Bitboard, mv: impl Fn(Square) -> Move);

    /// Moves from `from` to every square of `targets`, all of which are neighbours of it. `flags` is 0 or the promotion bit.
    fn steps(&mut self, from: Square, targets: Bitboard, flags: u16);

    /// Drops of one kind, given as its [`Move::drop_base`], on every square of a small set.
    fn few_drops(&mut self, base: u16, targets: Bitboard);

    /// Drops of `N` kinds, given as their [`Move::drop_base`], on every square of `targets`.
    fn drops<const N: usize>(&mut self, bases: [u16; N], targets: Bitboard);
}

impl Out for Writer<'_> {
    #[inline(always)]
    fn each(&mut self, targets: Bitboard, mv: impl Fn(Square) -> Move) {
        targets.for_each(|to| self.push(mv(to)));
    }

    #[inline(always)]
    fn steps(&mut self, from: Square, targets: Bitboard, flags: u16) {
        expand::steps(from, targets, flags, self);
    }

    #[inline(always)]
    fn few_drops(&mut self, base: u16, targets: Bitboard) {
        targets.for_each(|to| self.push(Move::from_raw(base + to.raw() as u16)));
    }

    #[inline(always)]
    fn drops<const N: usize>(&mut self, bases: [u16; N], targets: Bitboard) {
        expand::many(bases, targets, self);
    }
}

/// Number of moves, without the moves themselves ([`count_evasions`](super::count_evasions), [`count_checks`](super::count_checks)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveCount {
    /// Moves on the board; a move with and without promotion counts as two.
    pub on_board: u32,
    /// Drops.
    pub drops: u32,
    /// Squares on which something may be dropped.
    pub drop_squares: Bitboard,
}

impl MoveCount {
    /// All moves.
    #[inline]
    pub fn all(self) -> u32 {
        self.on_board + self.drops
    }
}

impl Out for MoveCount {
    #[inline(always)]
    fn each(&mut self, targets: Bitboard, _: impl Fn(Square) -> Move) {
        self.on_board += targets.len();
    }

    #[inline(always)]
    fn steps(&mut self, _: Square, targets: Bitboard, _: u16) {
        self.on_board += targets.len();
    }

    #[inline(always)]
    fn few_drops(&mut self, base: u16, targets: Bitboard) {
        self.drops([base], targets);
    }

    #[inline(always)]
    fn drops<const N: usize>(&mut self, _: [u16; N], targets: Bitboard) {
        self.drops += targets.len() * N as u32;
        self.drop_squares |= targets;
    }
}

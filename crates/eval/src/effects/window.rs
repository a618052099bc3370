//! The 5×5 squares round a king: which of them share weights, and which are on the board.

use komadai_core::{Color, Square};

/// Files and ranks of the window.
pub(super) const SIDE: usize = 5;
/// Numbers of own, and of enemy, effects that are distinguished.
pub(super) const COUNTS: usize = 4;
/// Weights of a square: one for each number of own and of enemy effects.
pub(super) const STATES: usize = COUNTS * COUNTS;
/// Squares that are distinguished: the two files left of the king count as those right of it, and the king's own square is left out.
pub(super) const SHARES: usize = 14;

/// A square of the window, 0 to 24: file by file from the right and each from the top, as its king's owner sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Near(usize);

impl Near {
    /// All squares of the window, the king's included.
    pub(super) fn all() -> impl Iterator<Item = Near> {
        (0..SIDE * SIDE).map(Near)
    }

    pub(super) const fn index(self) -> usize {
        self.0
    }

    /// Files to the left and ranks down from the king.
    pub(super) const fn offset(self) -> (i8, i8) {
        ((self.0 / SIDE) as i8 - 2, (self.0 % SIDE) as i8 - 2)
    }

    /// The number that it shares with the square on the king's other side, 0 to 13; `None` for the king's own.
    ///
    /// `[files from the king][rank]`, without the king's own square, which would be number 2.
    pub(super) const fn share(self) -> Option<usize> {
        let (file, rank) = self.offset();
        let number = file.unsigned_abs() as usize * SIDE + (rank + 2) as usize;
        match number {
            0..2 => Some(number),
            2 => None,
            _ => Some(number - 1),
        }
    }

    /// The square on the board, in the window round a king of `color`; `None` off the board.
    pub(super) const fn square(self, king: Square, color: Color) -> Option<Square> {
        let (file, rank) = self.offset();
        match color {
            Color::Black => king.offset(file, rank),
            Color::White => king.offset(-file, -rank),
        }
    }
}

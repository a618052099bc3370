//! The two players, and a pair of things indexed by them.

use core::fmt;
use core::ops::{Index, IndexMut, Not};

/// A player. Black (sente, 先手, ▲) moves first in an even game; in handicap games White moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Color {
    /// 先手, moves towards rank 1 (a).
    Black = 0,
    /// 後手, moves towards rank 9 (i).
    White = 1,
}

impl Color {
    /// Both players, Black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// Index for tables: 0 for Black, 1 for White.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The opponent.
impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    /// `b` or `w`, as in SFEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Black => "b",
            Color::White => "w",
        })
    }
}

/// One `T` for each player, indexed by [`Color`].
///
/// ```
/// use komadai_core::{ByColor, Color};
///
/// let mut wins = ByColor::new(0, 0);
/// wins[Color::White] += 1;
/// assert_eq!(wins, ByColor([0, 1]));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColor<T>(pub [T; 2]);

impl<T> ByColor<T> {
    /// Pairs a value for Black with one for White.
    pub const fn new(black: T, white: T) -> Self {
        Self([black, white])
    }

    /// Makes each value from its player.
    pub fn from_fn(mut make: impl FnMut(Color) -> T) -> Self {
        Self([make(Color::Black), make(Color::White)])
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        &self.0[color.index()]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color.index()]
    }
}

//! The two players.

use core::fmt;
use core::ops::Not;
use core::str::FromStr;

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

/// Error for a text that is not an SFEN side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected the side b or w")]
#[non_exhaustive]
pub struct ParseColorError;

impl FromStr for Color {
    type Err = ParseColorError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "b" => Ok(Color::Black),
            "w" => Ok(Color::White),
            _ => Err(ParseColorError),
        }
    }
}

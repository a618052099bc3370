//! Squares, numbered file by file: 1a = 0, 1b = 1, … 9i = 80.
//!
//! ```text
//!       9  8  7  6  5  4  3  2  1
//!   a  72 63 54 45 36 27 18  9  0
//!   b  73 64 55 46 37 28 19 10  1
//!   …
//!   i  80 71 62 53 44 35 26 17  8
//! ```

use core::fmt;
use core::str::FromStr;

use crate::Color;

/// Square of the board, numbered 0 (1a) to 80 (9i), file by file.
///
/// ```
/// use komadai_core::{Color, Square};
///
/// let square: Square = "7g".parse()?;
/// assert_eq!((square.file(), square.rank()), (7, 7));
/// assert_eq!(Square::new(7, 7), Some(square));
/// // White sees it where Black sees 3c.
/// assert_eq!(square.seen_by(Color::White).to_string(), "3c");
/// # Ok::<(), komadai_core::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Number of squares.
    pub const COUNT: usize = 81;

    /// Square from file 1–9 (from Black's right) and rank 1–9 (from White's side), or `None` off the board.
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file >= 1 && file <= 9 && rank >= 1 && rank <= 9 {
            Some(Square((file - 1) * 9 + rank - 1))
        } else {
            None
        }
    }

    /// Square from its number 0–80.
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < Self::COUNT { Some(Square(index as u8)) } else { None }
    }

    /// Square from a number taken from a bitboard or a move; a number above 80 is a bug of the caller.
    #[inline]
    pub(crate) const fn from_raw(index: u8) -> Square {
        debug_assert!(index < 81);
        Square(index)
    }

    /// Number of the square, 0 to 80.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Number 0–80 as a byte.
    #[inline]
    pub(crate) const fn raw(self) -> u8 {
        self.0
    }

    /// File of the square, 1 to 9 from Black's right.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 / 9 + 1
    }

    /// Rank of the square, 1 to 9 from White's side (`a` to `i` in USI).
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 % 9 + 1
    }

    /// All squares in order of their numbers.
    pub fn all() -> impl ExactSizeIterator<Item = Square> + DoubleEndedIterator + Clone {
        (0..81).map(Square)
    }

    /// The square as the other player sees it (board turned by half a turn).
    #[inline]
    pub const fn turned(self) -> Square {
        Square(80 - self.0)
    }

    /// The square with left and right exchanged: 1a ↔ 9a.
    #[inline]
    pub const fn mirrored(self) -> Square {
        Square((8 - self.0 / 9) * 9 + self.0 % 9)
    }

    /// The square as `color` sees it: unchanged for Black, turned by half a turn for White.
    #[inline]
    pub const fn seen_by(self, color: Color) -> Square {
        match color {
            Color::Black => self,
            Color::White => self.turned(),
        }
    }

    /// The square `file` files and `rank` ranks away, or `None` off the board. Positive files go left, positive ranks down, as Black
    /// sees the board.
    pub const fn offset(self, file: i8, rank: i8) -> Option<Square> {
        // A result below zero wraps to a byte far above nine.
        Square::new(self.file().wrapping_add_signed(file), self.rank().wrapping_add_signed(rank))
    }

    /// Number of king steps between two squares, 0 to 8.
    ///
    /// ```
    /// use komadai_core::Square;
    ///
    /// let (one, other): (Square, Square) = ("5a".parse()?, "4c".parse()?);
    /// assert_eq!(one.distance(other), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub const fn distance(self, other: Square) -> u8 {
        let (files, ranks) = (self.file().abs_diff(other.file()), self.rank().abs_diff(other.rank()));
        if files > ranks { files } else { ranks }
    }

    /// Whether the square lies in the three farthest ranks of `color`.
    #[inline]
    pub const fn in_promotion_zone(self, color: Color) -> bool {
        match color {
            Color::Black => self.rank() <= 3,
            Color::White => self.rank() >= 7,
        }
    }
}

impl fmt::Display for Square {
    /// USI: file digit and rank letter, `7g`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), (b'a' + self.rank() - 1) as char)
    }
}

/// Error for a text that is not a square such as `7g`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a square such as 7g: a file 1-9 and a rank a-i")]
#[non_exhaustive]
pub struct ParseSquareError;

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes() {
            [file @ b'1'..=b'9', rank @ b'a'..=b'i'] => Ok(Square((file - b'1') * 9 + rank - b'a')),
            _ => Err(ParseSquareError),
        }
    }
}

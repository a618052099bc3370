//! A set of squares in one `u128`: bit `n` is square `n`.
//!
//! Squares are numbered file by file, so a step down is `<< 1` and a step to the left is `<< 9`; the 47 bits above square 80 are always
//! 0. Loops over a set run on its two 64-bit halves: taking the lowest bit of a `u128` costs about twice as much as of a `u64`.

use core::fmt;
use core::ops::{Not, Sub};

use crate::Square;
use crate::operators::operators;

/// Set of squares: one bit for each of the 81.
///
/// ```
/// use komadai_core::{Bitboard, Color, Position, Square};
///
/// let pos = Position::startpos();
/// let fifth_file = Bitboard::file(5) & pos.of_color(Color::Black);
/// let squares: Vec<String> = fifth_file.into_iter().map(|square: Square| square.to_string()).collect();
/// assert_eq!(squares, ["5g", "5i"]);
/// assert!(fifth_file.contains("5i".parse()?));
/// assert_eq!((Bitboard::rank(7) | fifth_file).len(), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub(crate) u128);

const ALL: u128 = (1 << 81) - 1;
const FILE_1: u128 = 0x1ff;
const RANK_1: u128 = {
    let mut set = 0;
    let mut file = 0;
    while file < 9 {
        set |= 1 << (9 * file);
        file += 1;
    }
    set
};

/// `[square & 127]`
static SQUARE: [Bitboard; 128] = {
    let mut sets = [Bitboard::EMPTY; 128];
    let mut square = 0;
    while square < 81 {
        sets[square] = Bitboard(1 << square);
        square += 1;
    }
    sets
};

/// `[color][count]`
const FAR_RANKS: [[Bitboard; 10]; 2] = {
    let mut sets = [[Bitboard::EMPTY; 10]; 2];
    let mut count = 0;
    while count < 9 {
        sets[0][count + 1].0 = sets[0][count].0 | RANK_1 << count;
        sets[1][count + 1].0 = sets[1][count].0 | RANK_1 << (8 - count);
        count += 1;
    }
    sets
};

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 81 squares.
    pub const ALL: Bitboard = Bitboard(ALL);

    /// The set of one square.
    #[inline]
    pub fn of(square: Square) -> Bitboard {
        SQUARE[square.index() & 127]
    }

    /// Squares of a file 1–9; empty for other numbers.
    pub const fn file(file: u8) -> Bitboard {
        if file >= 1 && file <= 9 { Bitboard(FILE_1 << (9 * (file - 1))) } else { Self::EMPTY }
    }

    /// Squares of a rank 1–9; empty for other numbers.
    pub const fn rank(rank: u8) -> Bitboard {
        if rank >= 1 && rank <= 9 { Bitboard(RANK_1 << (rank - 1)) } else { Self::EMPTY }
    }

    /// The `count` ranks farthest from `color`: the promotion zone is `far_ranks(color, 3)`.
    #[inline]
    pub const fn far_ranks(color: crate::Color, count: u8) -> Bitboard {
        FAR_RANKS[color.index()][if count < 9 { count as usize } else { 9 }]
    }

    /// A set from its bits, as [`Bitboard::bits`] gives them; bits above 80 are dropped.
    pub const fn from_bits(bits: u128) -> Bitboard {
        Bitboard(bits & ALL)
    }

    /// The set as a number: bit `n` is the square with number `n`.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Whether `square` is in the set.
    #[inline]
    pub fn contains(self, square: Square) -> bool {
        self.0 & SQUARE[square.index() & 127].0 != 0
    }

    /// Whether no square is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether two or more squares are in the set.
    #[inline]
    pub const fn has_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Number of squares.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The square with the lowest number, if any.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_raw(self.0.trailing_zeros() as u8)) }
    }

    /// Adds a square.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.0 |= SQUARE[square.index() & 127].0;
    }

    /// Removes a square.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.0 &= !SQUARE[square.index() & 127].0;
    }

    /// Calls `each` for every square in rising order.
    #[inline(always)]
    pub(crate) fn for_each(self, mut each: impl FnMut(Square)) {
        let mut low = self.0 as u64;
        while low != 0 {
            each(Square::from_raw(low.trailing_zeros() as u8));
            low &= low - 1;
        }
        let mut high = (self.0 >> 64) as u64;
        while high != 0 {
            each(Square::from_raw(64 + high.trailing_zeros() as u8));
            high &= high - 1;
        }
    }

    /// The set moved one rank forward as `color` plays. Squares on the last rank fall off.
    #[inline]
    pub const fn forward(self, color: crate::Color) -> Bitboard {
        match color {
            crate::Color::Black => Bitboard((self.0 & !RANK_1) >> 1),
            crate::Color::White => Bitboard((self.0 & !(RANK_1 << 8)) << 1),
        }
    }
}

operators!(
    Bitboard: BitAnd bitand & BitAndAssign bitand_assign,
    BitOr bitor | BitOrAssign bitor_assign,
    BitXor bitxor ^ BitXorAssign bitxor_assign
);

impl Sub for Bitboard {
    type Output = Bitboard;
    /// Set difference.
    #[inline]
    fn sub(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0 & ALL)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | Bitboard::of(square))
    }
}

/// Squares of a set in rising order.
#[derive(Clone, Debug)]
pub struct Squares {
    low: u64,
    high: u64,
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.low != 0 {
            let square = self.low.trailing_zeros();
            self.low &= self.low - 1;
            Some(Square::from_raw(square as u8))
        } else if self.high != 0 {
            let square = 64 + self.high.trailing_zeros();
            self.high &= self.high - 1;
            Some(Square::from_raw(square as u8))
        } else {
            None
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = (self.low.count_ones() + self.high.count_ones()) as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares { low: self.0 as u64, high: (self.0 >> 64) as u64 }
    }
}

impl fmt::Debug for Bitboard {
    /// Nine lines as seen by Black, `*` for a square of the set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in 1..=9 {
            f.write_str("\n")?;
            for file in (1..=9).rev() {
                let inside = Square::new(file, rank).is_some_and(|square| self.contains(square));
                f.write_str(if inside { " *" } else { " ." })?;
            }
        }
        Ok(())
    }
}

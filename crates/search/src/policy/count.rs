//! [`Count`]: how often moves of a category were played, and the probability made of it.

use super::bits::Bits;

/// How often a category of moves occurred and was played in games.
///
/// ```
/// use komadai_search::policy::{Bits, Count};
///
/// // Played in a quarter of the positions that had such a move: two bits.
/// let count = Count { positions: 398, moves: 900, played: 99 };
/// assert_eq!(count.surprise(), Bits::from_units(2 * Bits::UNITS));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Count {
    /// Positions with at least one legal move of the category.
    pub positions: u64,
    /// Legal moves of the category in all positions.
    pub moves: u64,
    /// Positions in which a move of the category was played.
    pub played: u64,
}

impl Count {
    /// −log2 of the category's probability: positions in which one of its moves was played, of those in which there was
    /// one (Tsuruoka et al. 2002). Smoothed as (played + 1) / (positions + 2), so that what was never seen is an even
    /// chance and what was never played is not impossible.
    pub fn surprise(&self) -> Bits {
        Bits::of_share(self.played.saturating_add(1), self.positions.saturating_add(2))
    }

    /// The probability of a single move of the category: (played + 1) / (moves + 2), to be normalised over a node.
    pub fn share_of_move(&self) -> f64 {
        (self.played as f64 + 1.0) / (self.moves as f64 + 2.0)
    }
}

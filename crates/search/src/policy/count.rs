//! [`Count`]: how often moves of a category were played, and the resulting probability; built-in counts of 1,004 games.
//!
//! The games have 109,356 positions: 364 between engines in championships of 2004 to 2018, 250 between professionals, 390
//! between amateurs online. `data/models/tacos.kmd` of the repository holds the same counts of the 21 categories with
//! their provenance; a test compares the two. The experiment `count-categories` with `--held-out 0` makes them, from
//! these games or from others.

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
    /// −log2 of the category's probability: the share of positions in which one of its moves was played, among those
    /// that had one (Tsuruoka et al. 2002). Smoothed as (played + 1) / (positions + 2), so that a category never seen
    /// has an even chance and one never played is not impossible.
    pub fn surprise(&self) -> Bits {
        Bits::of_share(self.played.saturating_add(1), self.positions.saturating_add(2))
    }

    /// The probability of a single move of the category: (played + 1) / (moves + 2), to be normalised over a node.
    pub fn share_of_move(&self) -> f64 {
        (self.played as f64 + 1.0) / (self.moves as f64 + 2.0)
    }
}

const fn count(positions: u64, moves: u64, played: u64) -> Count {
    Count { positions, moves, played }
}

/// Counts of the 21 categories of [`Tacos`](super::category::Tacos), in their order: positions with such a move, such moves,
/// positions in which one was played.
pub const TACOS_COUNTS: [Count; 21] = [
    count(8357, 35_680, 8357),         // answer to a check
    count(1326, 13_428, 687),          // answer to a mate threat
    count(29_909, 41_397, 13_463),     // takes back
    count(21_780, 33_427, 6117),       // takes the dearest piece
    count(24_981, 53_593, 3514),       // winning capture
    count(54_615, 158_399, 3776),      // promotion
    count(13_295, 25_915, 3275),       // safe check
    count(31_247, 74_583, 6381),       // saves the dearest piece
    count(11_644, 58_002, 1356),       // interposition
    count(44_704, 276_233, 2625),      // guards the dearest piece
    count(14_775, 82_809, 968),        // shuts a line to the king
    count(58_901, 376_961, 3263),      // shuts a line
    count(11_379, 12_337, 833),        // even exchange
    count(5118, 32_961, 199),          // disturbs their threat
    count(63_431, 296_442, 6129),      // tesuji
    count(91_743, 877_145, 5106),      // covers own king
    count(84_527, 192_768, 6135),      // improves the formation
    count(68_571, 461_420, 5038),      // attack
    count(74_701, 777_120, 3310),      // presses their king
    count(100_999, 1_359_513, 21_972), // improves a place
    count(100_979, 3_279_628, 6852),   // other
];

/// Counts of the eight categories of [`Coarse`](super::category::Coarse).
pub const COARSE_COUNTS: [Count; 8] = [
    count(8357, 35_680, 8357),         // answer to a check
    count(53_541, 129_510, 23_822),    // capture without loss
    count(65_934, 162_693, 3028),      // losing capture
    count(41_154, 114_944, 2415),      // promotion
    count(53_274, 199_897, 4962),      // check
    count(70_281, 4_518_881, 16_173),  // drop
    count(100_999, 2_120_683, 37_388), // forward move
    count(100_974, 1_237_473, 13_211), // other
];

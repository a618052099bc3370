//! Built-in counts of move categories, from 1,004 games: the probabilities of a searcher without a model file.
//!
//! The games have 109,356 positions: 364 between engines in championships of 2004 to 2018, 250 between professionals, 390
//! between amateurs online. The same counts of the 21 categories are kept, with their provenance, in `data/models/tacos.kmd`
//! of the repository, which a test holds against these. The example `count_categories` with `--held-out 0` makes them,
//! from these games or from others.

use super::count::Count;

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
    count(53_541, 129_510, 23_822),    // winning capture
    count(65_934, 162_693, 3028),      // other capture
    count(41_154, 114_944, 2415),      // promotion
    count(53_274, 199_897, 4962),      // check
    count(70_281, 4_518_881, 16_173),  // drop
    count(100_999, 2_120_683, 37_388), // forward move
    count(100_974, 1_237_473, 13_211), // other
];

//! What decides the games of a corpus, beside openings and player.

use core::fmt;
use core::ops::RangeInclusive;

use komadai_core::Value;

/// Options of self-play for a corpus. Everything here belongs to the identity of a corpus: a file begun with other options is not
/// continued.
///
/// None of our papers plays games against itself for training; these values are ours. Those of the beginning trade variety
/// against positions that no player would reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorpusOptions {
    /// Decides, with the number of a game, everything that is left to chance.
    pub seed: u64,
    /// Nodes of the search for a move.
    pub nodes: u64,
    /// How much of its opening a game plays at least, in per cent; each number of plies from there to all is as likely as another.
    /// Default 50. What is left out by the openings of all games is never learned from.
    pub least_opening: u8,
    /// How many random legal moves follow the opening; each number is as likely as another. Default 2 to 8.
    pub random_plies: RangeInclusive<u8>,
    /// The largest value, for either side, of the first search of a game; a game that begins worse is dropped. Default 1,000:
    /// random moves give pieces away, and what follows teaches only how to win with them.
    pub start_limit: Value,
    /// Moves after which a game is drawn, those of the opening counted. Default 256.
    pub max_plies: u16,
    /// The value at which a game is given to the side that leads; `None` plays all games out. Default 3,000: some
    /// thirty pawns.
    pub resign: Option<Value>,
    /// For how many plies in a row both sides must have seen that value. Default 6.
    pub resign_plies: u32,
    /// Games of a block, the unit that is written at once; at least 1. Default 16: a break costs a few seconds.
    pub games_per_block: u32,
}

impl Default for CorpusOptions {
    fn default() -> Self {
        CorpusOptions {
            seed: 1,
            nodes: 1_000,
            least_opening: 50,
            random_plies: 2..=8,
            start_limit: Value::from_cp(1_000),
            max_plies: 256,
            resign: Some(Value::from_cp(3_000)),
            resign_plies: 6,
            games_per_block: 16,
        }
    }
}

impl fmt::Display for CorpusOptions {
    /// All of them, in one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CorpusOptions { seed, nodes, least_opening, random_plies, start_limit, max_plies, .. } = self;
        let (fewest, most) = (random_plies.start(), random_plies.end());
        write!(f, "seed {seed}, {nodes} nodes, ")?;
        // Of the default nothing is said: corpora that were begun before it could be set go on.
        if *least_opening != 50 {
            write!(f, "{least_opening} % of an opening at least, ")?;
        }
        write!(f, "random plies {fewest}-{most}, start within {}", start_limit.cp())?;
        write!(f, ", {max_plies} plies at most")?;
        match self.resign {
            Some(value) => write!(f, ", resigned at {} for {} plies", value.cp(), self.resign_plies)?,
            None => write!(f, ", never resigned")?,
        }
        write!(f, ", {} games a block", self.games_per_block)
    }
}

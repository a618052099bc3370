//! Options that decide the games of a corpus, apart from openings and player.

use core::fmt;
use core::ops::RangeInclusive;

use komadai_core::Value;

/// Options of self-play for a corpus. All of them belong to the identity of a corpus: a file begun with other options is not
/// continued.
///
/// None of our papers uses self-play for training; these values are our choices. Those of the opening balance variety against
/// positions that no player would reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorpusOptions {
    /// Seed: with the number of a game, it decides everything random.
    pub seed: u64,
    /// Nodes of each search for a move.
    pub nodes: u64,
    /// Least part of its opening that a game plays, in per cent, 50 by default; each number of plies from there to all is equally
    /// likely. Positions that no game plays are never learned from.
    pub least_opening: u8,
    /// How many random legal moves follow the opening; each number is equally likely. Default 2 to 8.
    pub random_plies: RangeInclusive<u8>,
    /// The largest value, for either side, that the first search of a game may return; a game beyond it is dropped. Default 1,000:
    /// random moves give pieces away, and such games teach only how to win with extra pieces.
    pub start_limit: Value,
    /// Number of moves after which a game is drawn, including those of the opening. Default 256.
    pub max_plies: u16,
    /// The value at which the leading side is given the win; `None` plays all games out. Default 3,000: some thirty pawns.
    pub resign: Option<Value>,
    /// Number of consecutive plies for which both sides must have seen that value. Default 6.
    pub resign_plies: u32,
    /// Games of a block, the unit that is written at once; at least 1. Default 16: an interruption costs a few seconds.
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
    /// All options, in one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CorpusOptions { seed, nodes, least_opening, random_plies, start_limit, max_plies, .. } = self;
        let (fewest, most) = (random_plies.start(), random_plies.end());
        write!(f, "seed {seed}, {nodes} nodes, ")?;
        // The default is not mentioned, so that corpora begun before this option existed can go on.
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

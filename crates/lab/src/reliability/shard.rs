//! Parts of a run that several machines share.

use core::fmt;
use core::str::FromStr;

/// Part `number` of `of`, from 1: as a word of a command line and at the end of what decided the samples, `2/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// Its number, from 1.
    pub(crate) number: u64,
    /// How many parts there are.
    pub(crate) of: u64,
}

impl Shard {
    /// Whether a game is of this part.
    pub(crate) fn has(self, game: u64) -> bool {
        game % self.of == self.number - 1
    }

    /// A run of these settings and this part, in words.
    pub(crate) fn name(self, settings: &str) -> String {
        format!("{settings}{BETWEEN}{self}")
    }

    /// The settings of a run and its part, from its words.
    pub(crate) fn split(run: &str) -> Option<(&str, Shard)> {
        let (settings, shard) = run.rsplit_once(BETWEEN)?;
        Some((settings, shard.parse().ok()?))
    }
}

const BETWEEN: &str = ", part ";

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts = text.split_once('/');
        match parts.and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?))) {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Shard { number, of }),
            _ => Err("expected a part and their number, as 2/8".into()),
        }
    }
}

//! A factor of a screening experiment: one constant or one part of a recipe at two levels.

use std::fmt;
use std::mem::discriminant;
use std::str::FromStr;

/// Two-level factor, `NAME=LOW:HIGH`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Factor {
    /// Name of a constant or of a part.
    pub(super) name: String,
    /// The low and the high level.
    pub(super) levels: [Level; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// Whether the recipe has the part.
    Part(bool),
    /// Value of the constant.
    Value(i32),
}

impl Factor {
    /// The words that put a recipe on the low or the high level.
    pub(super) fn words(&self, high: bool) -> String {
        let name = &self.name;
        match self.levels[usize::from(high)] {
            Level::Part(true) => format!("+{name}"),
            Level::Part(false) => format!("-{name}"),
            Level::Value(value) => format!("+{name}={value}"),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Part(true) => f.write_str("on"),
            Level::Part(false) => f.write_str("off"),
            Level::Value(value) => value.fmt(f),
        }
    }
}

impl FromStr for Factor {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Factor, Self::Err> {
        const EXPECTED: &str = "expected NAME=LOW:HIGH with two different whole numbers, or with off and on: history.limit=2048:7000";
        let (name, levels) = text.split_once('=').ok_or(EXPECTED)?;
        let (low, high) = levels.split_once(':').ok_or(EXPECTED)?;
        let level = |text: &str| match text {
            "on" => Ok(Level::Part(true)),
            "off" => Ok(Level::Part(false)),
            number => number.parse().map(Level::Value).map_err(|_| EXPECTED),
        };
        let levels = [level(low)?, level(high)?];
        let [low, high] = &levels;
        let alike = discriminant(low) == discriminant(high);
        let named = !name.is_empty() && !name.contains(['+', ' ']);
        if named && alike && low != high {
            Ok(Factor { name: name.to_owned(), levels })
        } else {
            Err(EXPECTED)
        }
    }
}

impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}:{}", self.name, self.levels[0], self.levels[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_read_and_become_words_of_recipes() {
        let constant: Factor = "late_moves.scale=-5:20".parse().unwrap();
        assert_eq!(constant.to_string(), "late_moves.scale=-5:20");
        assert_eq!(
            [false, true].map(|high| constant.words(high)),
            ["+late_moves.scale=-5", "+late_moves.scale=20"]
        );
        let part: Factor = "mate-in-one=off:on".parse().unwrap();
        assert_eq!([false, true].map(|high| part.words(high)), ["-mate-in-one", "+mate-in-one"]);
        for wrong in ["a", "a=1", "a=1:1", "a=on:on", "a=off:1", "a=1:x", "=1:2", "a+b=1:2", "a=1:2:3"] {
            assert!(wrong.parse::<Factor>().is_err(), "{wrong}");
        }
    }
}

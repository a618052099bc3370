//! Versions of CSA that are written, and the lines that say which.

use core::fmt;
use core::str::FromStr;

use super::encoding::Encoding;

/// Version of CSA to write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Version {
    /// What every program reads. Times in whole seconds.
    #[default]
    V2_2,
    /// Says its encoding, has times in milliseconds and time limits with increments (2024).
    V3_0,
}

impl Version {
    /// The first lines of a file: version 3 names the encoding, version 2.2 does not. Further games of a file in version 3
    /// go without them.
    pub const fn head(self, encoding: Encoding) -> &'static str {
        match (self, encoding) {
            (Version::V2_2, _) => "V2.2\n",
            (Version::V3_0, Encoding::Utf8) => "'CSA encoding=UTF-8\nV3.0\n",
            (Version::V3_0, Encoding::ShiftJis) => "'CSA encoding=SHIFT_JIS\nV3.0\n",
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Version::V2_2 => "2.2",
            Version::V3_0 => "3.0",
        })
    }
}

/// The text is no version of CSA.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a version of CSA: 2.2 or 3.0")]
pub struct ParseVersionError;

impl FromStr for Version {
    type Err = ParseVersionError;

    /// From `2.2` or `3.0`, or the number before the point alone.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "2.2" | "2" => Ok(Version::V2_2),
            "3.0" | "3" => Ok(Version::V3_0),
            _ => Err(ParseVersionError),
        }
    }
}

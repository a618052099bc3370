//! CSA, the format of the Computer Shogi Association, versions 1 to 3, which servers and engines use.
//!
//! ```text
//! V2.2
//! N+Black's name
//! PI
//! +
//! +7776FU
//! T12
//! '** 35 -3334FU
//! %TORYO
//! ```
//!
//! The reader accepts several games in a file (`/`), several statements per line (`,`), the start position as `PI` with pieces taken off,
//! as ranks or piece by piece with `AL` for all that are left, times with a fraction, unknown headers and final words. It keeps comments
//! for people (`'`) and for programs (`'*`, `'**` of floodgate), the latter without their first star; the `'summary:` of floodgate tells
//! how a game ended. It skips lines with `#`, which are remarks of servers, and a last line that was cut off. The format has no
//! variations: only the main line is written.

mod headers;
mod reader;
mod start;
mod summary;
pub(super) mod words;
mod writer;

use super::encoding::Encoding;
pub use reader::read;
pub(super) use reader::read_noting;
pub use writer::write;

/// Version of CSA to write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Version {
    /// The version that every program reads. Times in whole seconds.
    #[default]
    V2_2,
    /// Names its encoding, has times in milliseconds and time limits with increments (2024).
    V3_0,
}

impl Version {
    /// The first lines of a file: version 3 names the encoding, version 2.2 does not. Further games of a file in version 3 omit them.
    pub const fn head(self, encoding: Encoding) -> &'static str {
        match (self, encoding) {
            (Version::V2_2, _) => "V2.2\n",
            (Version::V3_0, Encoding::Utf8) => "'CSA encoding=UTF-8\nV3.0\n",
            (Version::V3_0, Encoding::ShiftJis) => "'CSA encoding=SHIFT_JIS\nV3.0\n",
        }
    }
}

/// Whether only CSA has such a line.
pub(super) fn looks_like_csa(line: &str) -> bool {
    match line.as_bytes() {
        [b'V', b'1'..=b'3', rest @ ..] => rest.first().is_none_or(|&c| c == b'.'),
        [b'N', b'+' | b'-', ..] | [b'P', b'I' | b'+', ..] | [b'+' | b'-'] => true,
        [b'P', b'-', rest @ ..] => rest.first().is_none_or(u8::is_ascii_digit),
        [b'P', b'1'..=b'9', c, ..] => matches!(c, b'+' | b'-' | b' '),
        [b'+' | b'-', file, rank, ..] => file.is_ascii_digit() && rank.is_ascii_digit(),
        [b'%', c, ..] => c.is_ascii_uppercase() || matches!(c, b'+' | b'-'),
        [b'$', c, ..] => c.is_ascii_uppercase(),
        _ => line.starts_with("'CSA "),
    }
}

//! Reading and writing of game records in any format.
//!
//! | format | games per file | comments | times | variations | start positions |
//! |---|---|---|---|---|---|
//! | [`Format::Kif`] | many, each with a head | yes | seconds, with totals | yes | all |
//! | [`Format::Ki2`] | many, each with a head | yes | – | yes | all |
//! | [`Format::Csa`] | many | yes | seconds; milliseconds in version 3 | main line only | all |
//! | [`Format::Jkf`] | many, one after the other | yes | seconds, with totals | yes | all |
//! | [`Format::Usi`] | one per line | – | – | main line only | all |
//! | [`Format::Sfen`] | one per line | – | – | final position only | all |
//!
//! Times are read to the millisecond if a record has them. The writers of KIF, JKF and CSA 2.2 cut them to whole seconds, as these
//! formats have no fractions. Totals are cut after adding up.
//!
//! Format and encoding are detected from the content: a `.kif` may be UTF-8 or `Shift_JIS` whatever its name or its first line says. A
//! file name only breaks ties.
//!
//! Comments are kept as they are; [`crate::evaluations`] reads evaluations in them.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use komadai_core::game::Game;

use crate::encoding::{self, Encoding};
use crate::error::Faults;
pub use crate::error::{At, RecordError, WriteError};
use crate::{csa, ki2, kif, usi_record};

/// Format of game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// `startpos moves 7g7f …`, one game per line.
    Usi,
    /// A bare position per line; a game is written as its final position.
    Sfen,
    /// The format of the Computer Shogi Association, versions 2 and 3.
    Csa,
    /// KIF, `   1 ７六歩(77)`.
    Kif,
    /// KI2, `▲７六歩 △３四歩`.
    Ki2,
    /// JSON Kifu Format; needs the feature `jkf`.
    Jkf,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 6] =
        [Format::Usi, Format::Sfen, Format::Csa, Format::Kif, Format::Ki2, Format::Jkf];

    /// Name in lower case, which is also the usual file extension.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Usi => "usi",
            Format::Sfen => "sfen",
            Format::Csa => "csa",
            Format::Kif => "kif",
            Format::Ki2 => "ki2",
            Format::Jkf => "jkf",
        }
    }

    /// Format from a file extension without the dot, including `kifu` and `ki2u`.
    pub fn from_extension(extension: &str) -> Option<Format> {
        match extension.to_ascii_lowercase().as_str() {
            "kifu" => Some(Format::Kif),
            "ki2u" => Some(Format::Ki2),
            "json" => Some(Format::Jkf),
            name => name.parse().ok(),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Error for a text that is not the name of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a record format: usi, sfen, csa, kif, ki2 or jkf")]
#[non_exhaustive]
pub struct ParseFormatError;

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Format::ALL.into_iter().find(|format| format.name() == text).ok_or(ParseFormatError)
    }
}

/// Contents of a record file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The games, at least one.
    pub games: Vec<Game>,
    /// Format of the text.
    pub format: Format,
    /// Encoding of the bytes.
    pub encoding: Encoding,
    /// Errors in variations, and gaps in the move numbers of KIF. Variations are read as far as possible; the rest of their text is kept
    /// as comments.
    pub warnings: Vec<RecordError>,
    /// Errors in main lines, where games end early or are left out. Empty unless [`read_lenient`] read the file.
    pub faults: Vec<RecordError>,
}

/// Reads a record file. `hint` is the format that its name suggests; it decides only if the content does not.
///
/// # Errors
///
/// [`RecordError`] with line and column. A file with one bad game is refused as a whole.
pub fn read(bytes: &[u8], hint: Option<Format>) -> Result<Record, RecordError> {
    read_noting(bytes, hint, Faults::strict())
}

/// Reads what can be read of a record file: of each game the moves before the first fault, such as an illegal move or a meaningless line.
/// A game has no ending if its fault comes before it. [`Record::faults`] lists the faults.
///
/// A game whose start position cannot be read is left out. Variations that leave the main line before the fault are read.
///
/// # Errors
///
/// [`RecordError`] if no game is left, the text is in no known encoding or format, or is not JSON where it should be.
///
/// ```
/// use komadai_notation::record::read_lenient;
///
/// let record = read_lenient(b"startpos moves 7g7f 7g7f 2g2f", None)?;
/// assert_eq!(record.games[0].moves(), ["7g7f".parse()?]);
/// assert_eq!(record.faults[0].at().column, 21);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_lenient(bytes: &[u8], hint: Option<Format>) -> Result<Record, RecordError> {
    let mut record = read_noting(bytes, hint, Faults::lenient())?;
    if record.games.is_empty() && !record.faults.is_empty() {
        return Err(record.faults.swap_remove(0));
    }
    Ok(record)
}

fn read_noting(bytes: &[u8], hint: Option<Format>, mut faults: Faults) -> Result<Record, RecordError> {
    let noted = &mut faults;
    let (text, encoding) = encoding::decode(bytes)?;
    let format = detect(&text, hint)?;
    let games = match format {
        Format::Usi | Format::Sfen => usi_record::read_noting(&text, noted)?,
        Format::Csa => csa::read_noting(&text, noted)?,
        Format::Kif | Format::Ki2 => kif::read_noting(&text, noted)?,
        #[cfg(feature = "jkf")]
        Format::Jkf => crate::jkf::read_noting(&text, noted)?,
        #[cfg(not(feature = "jkf"))]
        Format::Jkf => {
            let expected = "a build with the feature jkf";
            return Err(RecordError::told(At::default(), "a record in JSON", expected));
        }
    };
    Ok(Record { games, format, encoding, warnings: faults.warnings, faults: faults.noted })
}

/// Writes one game. What the format cannot express is left out; see the table above.
///
/// # Errors
///
/// [`WriteError`]: the game was made by hand and breaks rules, or it exceeds a limit of the format.
pub fn write(game: &Game, format: Format) -> Result<String, WriteError> {
    match format {
        Format::Usi => usi_record::write(game),
        Format::Sfen => usi_record::write_final_position(game),
        Format::Csa => csa::write(game, csa::Version::V2_2),
        Format::Kif => kif::write(game),
        Format::Ki2 => ki2::write(game),
        #[cfg(feature = "jkf")]
        Format::Jkf => crate::jkf::write(game),
        #[cfg(not(feature = "jkf"))]
        Format::Jkf => Err(WriteError::NoPlace("expected a build with the feature jkf".into())),
    }
}

/// Writes one game in an encoding; the first line of KIF and KI2 names it.
///
/// # Errors
///
/// [`WriteError`] as from [`write()`]; [`WriteError::NoPlace`] for the first character that `Shift_JIS` does not have, such as `☗`, for a
/// format that is always UTF-8 (USI, SFEN, JKF), and for `Shift_JIS` without the feature `shift-jis`.
pub fn write_encoded(game: &Game, format: Format, encoding: Encoding) -> Result<Vec<u8>, WriteError> {
    match (encoding, format) {
        (Encoding::Utf8, _) => Ok(write(game, format)?.into_bytes()),
        (Encoding::ShiftJis, Format::Kif | Format::Ki2 | Format::Csa) => in_shift_jis(&write(game, format)?),
        (Encoding::ShiftJis, _) => Err(WriteError::NoPlace(format!(
            "expected UTF-8 for {format}; Shift_JIS is for KIF, KI2 and CSA"
        ))),
    }
}

/// Writes one game in a version of CSA and an encoding; the first line of version 3 names the encoding.
///
/// # Errors
///
/// [`WriteError`] as from [`write_encoded`].
///
/// ```
/// use komadai_notation::csa::Version;
/// use komadai_notation::encoding::Encoding;
/// use komadai_notation::record::{read, write_csa};
///
/// let record = read(b"V3.0\nPI\n+\n+7776FU\nT12.345\n", None)?;
/// let bytes = write_csa(&record.games[0], Version::V3_0, Encoding::Utf8)?;
/// assert!(bytes.starts_with(b"'CSA encoding=UTF-8\nV3.0\n") && bytes.ends_with(b"T12.345\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_csa(game: &Game, version: csa::Version, encoding: Encoding) -> Result<Vec<u8>, WriteError> {
    let text = csa::write(game, version)?;
    match encoding {
        Encoding::Utf8 => Ok(text.into_bytes()),
        Encoding::ShiftJis => {
            in_shift_jis(&text.replacen(version.head(Encoding::Utf8), version.head(encoding), 1))
        }
    }
}

#[cfg(feature = "shift-jis")]
fn in_shift_jis(text: &str) -> Result<Vec<u8>, WriteError> {
    // The first line that the writers of KIF and KI2 write.
    let is_named = text.starts_with("#KI");
    let named = is_named.then(|| text.replacen("encoding=UTF-8", "encoding=Shift_JIS", 1));
    encoding::encode_shift_jis(named.as_deref().unwrap_or(text))
}

#[cfg(not(feature = "shift-jis"))]
fn in_shift_jis(_: &str) -> Result<Vec<u8>, WriteError> {
    Err(WriteError::NoPlace("expected a build with the feature shift-jis".into()))
}

/// Detects the format of a text by its lines; the first line that only one format can have decides.
///
/// # Errors
///
/// [`RecordError::Text`] at the first line that no format has, if no line decides and there is no hint.
pub fn detect(text: &str, hint: Option<Format>) -> Result<Format, RecordError> {
    let mut weak = None;
    let mut strange = None;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(format) = format_of(line) {
            return Ok(format);
        }
        if line.is_empty() || line.starts_with(['#', '\'']) {
            continue;
        }
        let is_kif_or_ki2 = line.starts_with(['|', '*', '&'])
            || line.contains('：')
            || ["+-", "まで"].into_iter().any(|start| line.starts_with(start));
        if is_kif_or_ki2 {
            weak = Some(Format::Kif);
        } else {
            strange = strange.or(Some((index + 1, line)));
        }
    }
    match (hint, weak) {
        (Some(hint @ (Format::Kif | Format::Ki2)), _) | (Some(hint), None) => Ok(hint),
        (_, Some(format)) => Ok(format),
        (None, None) => {
            let (line, found) = strange.unwrap_or((1, text));
            Err(RecordError::text(
                At { line, column: 1 },
                found,
                "a record in USI, SFEN, CSA, KIF, KI2 or JKF",
            ))
        }
    }
}

/// The only format that can have such a line, if any.
fn format_of(line: &str) -> Option<Format> {
    type HasLine = fn(&str) -> bool;
    let only: [(Format, HasLine); 6] = [
        (Format::Jkf, |line| line.starts_with('{')),
        (Format::Sfen, usi_record::looks_like_sfen),
        (Format::Usi, usi_record::looks_like_usi),
        (Format::Csa, csa::looks_like_csa),
        (Format::Ki2, ki2::looks_like_ki2),
        (Format::Kif, kif::looks_like_kif),
    ];
    only.into_iter().find(|(_, has_it)| has_it(line)).map(|(format, _)| format)
}

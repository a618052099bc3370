//! The command line.

use std::fmt;
use std::io::{IsTerminal, stdout};
use std::path::PathBuf;
use std::str::FromStr;

use clap::Parser;
use komadai::notation::encoding::Encoding;
use komadai::notation::record::{Format, ParseFormatError};
use komadai_report::{COLUMNS, Failure};

/// Reads shogi records (USI, SFEN, CSA, KIF, KI2, JKF) and writes them in another format, or as training data.
#[derive(Debug, Parser)]
#[command(max_term_width = COLUMNS)]
pub(crate) struct Options {
    /// Record files; files named .psv or .bin are read as packed training records of 40 bytes, .hcpe as those of 38 bytes.
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Format to write: usi, sfen (the final position; every position of packed records), csa (2.2), csa3 (3.0: times in milliseconds, the
    /// encoding named, not read by every program), kif, ki2, jkf, tsv (one line per game, for --games of other programs of Komadai), or psv
    /// or hcpe (a packed training record of 40 or 38 bytes for each move of games with a result), or npy (an array of the same positions
    /// for numpy; needs --out).
    #[arg(long, required_unless_present = "summary")]
    pub(crate) to: Option<Target>,
    /// Encoding to write, utf-8 or sjis; sjis is for kif, ki2 and csa. Without it, utf-8.
    #[arg(long, requires = "to")]
    pub(crate) encoding: Option<Encoding>,
    /// Keeps the moves of a faulty game before its fault; a game that cannot be written is left out, not its file. What was left out is
    /// reported, and the exit status is 1.
    #[arg(long)]
    pub(crate) lenient: bool,
    /// Writes FILE.FORMAT into this folder instead of to the terminal.
    #[arg(long, value_name = "DIR", requires = "to")]
    pub(crate) out: Option<PathBuf>,
    /// Replaces existing files; without it they are an error, and nothing is written.
    #[arg(long, requires = "out")]
    pub(crate) overwrite: bool,
    /// Prints one line per game instead: file, game (from 0), format, encoding, ok or error, moves, start, final position, result (b, w, d,
    /// ?) or the error; separated by tabs.
    #[arg(long, conflicts_with = "to")]
    pub(crate) summary: bool,
}

impl Options {
    /// Refuses options that do not go together.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        match self.to {
            Some(target @ (Target::Psv | Target::Hcpe)) if self.out.is_none() && stdout().is_terminal() => {
                Err(format!("--to {target} writes bytes, expected --out DIR or > FILE").into())
            }
            Some(Target::Npy) if self.out.is_none() => Err("--to npy makes files, expected --out DIR".into()),
            Some(Target::Text(Format::Kif | Format::Ki2 | Format::Csa) | Target::Csa3) | None => Ok(()),
            Some(target) if self.encoding == Some(Encoding::ShiftJis) => {
                Err(format!("--encoding sjis: found --to {target}, expected kif, ki2, csa or csa3").into())
            }
            Some(_) => Ok(()),
        }
    }
}

/// What to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// Records in a text format, CSA in version 2.2.
    Text(Format),
    /// CSA in version 3.0.
    Csa3,
    /// One line per game, main lines alone, as `--games` reads them.
    Tsv,
    /// Training records of 40 bytes, with the ply.
    Psv,
    /// Training records of 38 bytes, as cshogi and dlshogi read them.
    Hcpe,
    /// Array of numpy.
    Npy,
}

/// Targets that are not a [`Format`], by name.
const OTHERS: [(&str, Target); 5] = [
    ("csa3", Target::Csa3),
    ("tsv", Target::Tsv),
    ("psv", Target::Psv),
    ("hcpe", Target::Hcpe),
    ("npy", Target::Npy),
];

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Text(format) => format.fmt(f),
            other => OTHERS.iter().filter(|(_, of)| of == other).try_for_each(|(name, _)| f.write_str(name)),
        }
    }
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some((_, other)) = OTHERS.iter().find(|(name, _)| *name == text) {
            return Ok(*other);
        }
        let told = |error: ParseFormatError| format!("{error}, or csa3, tsv, psv, hcpe or npy");
        text.parse().map(Target::Text).map_err(told)
    }
}

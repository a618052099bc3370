//! Journals: append-only text files that let a long run be interrupted at any moment and resumed.
//!
//! A run writes one line for every piece of work it has finished. Started again it reads the lines back and continues behind
//! them. The first line of the file names the run, so that a run with other options is refused instead of mixed in:
//!
//! ```text
//! # corpus, journal 1: modern search, material, seed 1, …        what the lines are, and of which run
//! # block  games  records  CRC-32                                  names of the columns, where there are any
//! 0  16  1093  bb21c0aa                                            one line for each piece of work
//! ```
//!
//! The file is locked while it is open to be written, so that two programs never run on one journal; the lock ends with the process.
//!
//! A line is written by one call and ends in a newline. A last line without one was being written when the process was killed
//! or the power failed; it counts as not there and is cut off. What a line means is the caller's, and so is checking it: a
//! journal is outside data like any file. Nothing in a file decides how much memory is taken but its length.

mod answers;

pub use answers::Answers;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Display;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::files::FileError;

/// The settings, separated by commas or semicolons, that one run has and the other has not.
fn difference(found: &str, expected: &str) -> String {
    let settings =
        |run: &'_ str| run.split([',', ';']).map(|word| word.trim().to_owned()).collect::<Vec<_>>();
    let (there, here) = (settings(found), settings(expected));
    let without = |all: &[String], others: &[String]| {
        all.iter().filter(|word| !others.contains(word)).cloned().collect::<Vec<_>>().join(", ")
    };
    format!("the file has {:?}, this run {:?}", without(&there, &here), without(&here, &there))
}

/// What the head of a journal says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JournalHeader<'a> {
    /// What the lines are of, in a word: `corpus`, `self-play`.
    pub kind: &'a str,
    /// Everything that decides the lines: options, input, version of the program. A journal of another run is refused.
    pub run: &'a str,
    /// Names of the columns, separated by tabs; empty for no second line.
    pub columns: &'a str,
}

impl JournalHeader<'_> {
    fn first_words(&self) -> String {
        format!("# {}, journal 1: ", self.kind)
    }

    fn run(&self) -> String {
        self.run.replace(['\n', '\r'], " ")
    }

    fn text(&self) -> String {
        let columns = if self.columns.is_empty() { String::new() } else { format!("# {}\n", self.columns) };
        format!("{}{}\n{columns}", self.first_words(), self.run())
    }
}

/// A journal as an earlier run left it, or a file that is still to be made.
///
/// Nothing on disk changes before [`SavedJournal::resume`], so a caller can check all lines first.
pub struct SavedJournal {
    path: PathBuf,
    header: String,
    /// Bytes of the file.
    found: u64,
    /// Whole lines behind the header.
    text: String,
    is_new: bool,
}

crate::debug_by_sizes!(SavedJournal { path, found, is_new } [header, text]);

/// An open journal; see [`SavedJournal`] for how to get one.
///
/// ```
/// use komadai_core::journal::{JournalHeader, SavedJournal};
///
/// let path = std::env::temp_dir().join(format!("komadai-journal-{}", std::process::id()));
/// let header = JournalHeader { kind: "squares", run: "numbers below 4", columns: "number\tsquare" };
/// for run in 0..2 {
///     let saved = SavedJournal::read(&path, &header)?;
///     let done = saved.lines().count();
///     let mut journal = saved.resume()?;
///     // Interrupted after two lines, the first time.
///     for number in (done..4).take(2) {
///         journal.append(&format!("{number}\t{}", number * number))?;
///     }
/// }
/// let text = std::fs::read_to_string(&path)?;
/// assert_eq!(text, "# squares, journal 1: numbers below 4\n# number\tsquare\n0\t0\n1\t1\n2\t4\n3\t9\n");
/// let other = JournalHeader { run: "numbers below 5", ..header };
/// assert!(SavedJournal::read(&path, &other).is_err());
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

/// Bytes of a foreign first line that an error shows at most.
const SHOWN: u64 = 1000;

impl SavedJournal {
    /// Reads a journal. A file that does not exist is an empty one.
    ///
    /// # Errors
    ///
    /// [`FileError`]: the file cannot be read, is something else, is of another run, or is not text.
    pub fn read(path: &Path, header: &JournalHeader<'_>) -> Result<SavedJournal, FileError> {
        let failed = |source| FileError::system(path.display(), source);
        let text = header.text();
        let saved = |found: usize, lines: String, is_new| SavedJournal {
            path: path.to_owned(),
            header: text.clone(),
            found: found as u64,
            text: lines,
            is_new,
        };
        let mut file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(saved(0, String::new(), true)),
            Err(error) => return Err(failed(error)),
        };
        let mut head = Vec::new();
        Read::by_ref(&mut file).take(text.len() as u64).read_to_end(&mut head).map_err(failed)?;
        if head != text.as_bytes() {
            // A header that was being written is written again.
            if text.as_bytes().starts_with(&head) {
                return Ok(saved(head.len(), String::new(), true));
            }
            file.take(SHOWN).read_to_end(&mut head).map_err(failed)?;
            return Err(refuse(path, header, &head));
        }
        let mut rest = Vec::new();
        file.read_to_end(&mut rest).map_err(failed)?;
        let found = text.len() + rest.len();
        rest.truncate(rest.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1));
        let whole = String::from_utf8(rest).map_err(|error| {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = text.lines().count() + String::from_utf8_lossy(good).split('\n').count();
            line_error(path, line, "bytes that are no UTF-8", "text")
        })?;
        Ok(saved(found, whole, false))
    }

    /// Whether no run has begun to write it.
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// Whole lines behind the header, without a last one that was never finished, each with its number in the file, from 1.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (self.header.lines().count() + 1..).zip(self.text.lines())
    }

    /// Keeps the first lines alone; the others are cut off by [`SavedJournal::resume`].
    pub fn keep(&mut self, lines: usize) {
        let kept = self.text.split_inclusive('\n').take(lines).map(str::len).sum();
        self.text.truncate(kept);
    }

    /// The error of a line that does not say what it should.
    pub fn line_error(&self, line: usize, found: impl Display, expected: impl Display) -> FileError {
        line_error(&self.path, line, found, expected)
    }

    /// Opens the file to append to it: makes it with its header if it is new, else cuts off what is not kept.
    ///
    /// # Errors
    ///
    /// [`FileError::System`]; [`FileError::Contents`], and nothing is changed, if it has been written to since it was read, or another
    /// program has it open. (Where the file system knows no locks, that is not noticed.)
    pub fn resume(self) -> Result<Journal, FileError> {
        let SavedJournal { path, header, found, text, is_new } = self;
        let failed = |source| FileError::system(path.display(), source);
        // Not opened to append: Windows would neither lock nor cut it.
        let mut file =
            OpenOptions::new().write(true).create(true).truncate(false).open(&path).map_err(failed)?;
        let is_locked = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        if is_locked || file.metadata().map_err(failed)?.len() != found {
            let wrong = "another program writes to it: wait until it ends, or take another file";
            return Err(FileError::contents(wrong).of(path.display()));
        }
        let written = if is_new {
            file.set_len(0).and_then(|()| file.write_all(header.as_bytes())).and_then(|()| file.sync_all())
        } else {
            let kept = (header.len() + text.len()) as u64;
            file.set_len(kept).and_then(|()| file.seek(SeekFrom::Start(kept)).map(|_| ()))
        };
        written.map_err(failed)?;
        Ok(Journal { path, file })
    }
}

impl Journal {
    /// Appends a line, which must have no line break in it. After this call it outlives the process, though not yet a power
    /// cut; see [`Journal::sync`].
    ///
    /// # Errors
    ///
    /// [`FileError::System`]. The file may then end in a part of the line: it has to be read again before it is continued.
    pub fn append(&mut self, line: &str) -> Result<(), FileError> {
        if line.contains('\n') {
            return Err(self.failed(io::Error::new(ErrorKind::InvalidInput, "a line with a line break")));
        }
        // One call without a buffer: a killed process leaves whole lines.
        self.file.write_all(format!("{line}\n").as_bytes()).map_err(|source| self.failed(source))
    }

    /// Waits until everything appended has reached the disk.
    ///
    /// # Errors
    ///
    /// [`FileError::System`].
    pub fn sync(&mut self) -> Result<(), FileError> {
        self.file.sync_data().map_err(|source| self.failed(source))
    }

    fn failed(&self, source: io::Error) -> FileError {
        FileError::system(self.path.display(), source)
    }
}

/// Why a file with this head is not taken.
fn refuse(path: &Path, header: &JournalHeader<'_>, head: &[u8]) -> FileError {
    let head = String::from_utf8_lossy(head);
    let first = head.lines().next().unwrap_or_default();
    let short = |text: &str, most| text.chars().take(most).collect::<String>();
    let (kind, expected) = (header.kind, header.run());
    match first.strip_prefix(&header.first_words()) {
        Some(run) if run != expected => {
            let found = short(run, 1000);
            let settings = difference(&found, &expected);
            let expected = format!("{expected:?}: {settings}: take the same options, or a new file");
            line_error(path, 1, format!("the {kind} run {found:?}"), expected)
        }
        _ => {
            let expected = format!("a new file or a journal of {kind} to resume");
            line_error(path, 1, format!("{:?}", short(first, 200)), expected)
        }
    }
}

fn line_error(path: &Path, line: usize, found: impl Display, expected: impl Display) -> FileError {
    FileError::contents(format!("line {line}: found {found}, expected {expected}")).of(path.display())
}

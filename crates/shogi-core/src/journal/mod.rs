//! Journals: append-only text files that let a long run be interrupted at any moment and resumed.
//!
//! A run writes one line for every piece of work it has finished. When started again, it reads the lines back and continues after them.
//! The first line of the file names the run, so a run with other options is refused instead of mixed in:
//!
//! ```text
//! # corpus, journal 1: modern search, material, seed 1, …        what the lines are, and of which run
//! # block  games  records  CRC-32                                  names of the columns, where there are any
//! 0  16  1093  bb21c0aa                                            one line for each piece of work
//! ```
//!
//! The file is locked while it is open for writing, so two programs never write to one journal; the lock ends with the process.
//!
//! A line is written by one call and ends in a newline. A last line without one was being written when the process was killed or the
//! power failed; it is ignored and cut off. The caller defines what a line means and checks it: a journal is untrusted input like any
//! file. Only the length of a file decides how much memory is taken.

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

/// The settings (separated by commas or semicolons) that one run has and the other does not.
fn difference(found: &str, expected: &str) -> String {
    let settings =
        |run: &'_ str| run.split([',', ';']).map(|word| word.trim().to_owned()).collect::<Vec<_>>();
    let (there, here) = (settings(found), settings(expected));
    let without = |all: &[String], others: &[String]| {
        all.iter().filter(|word| !others.contains(word)).cloned().collect::<Vec<_>>().join(", ")
    };
    format!("the file has {:?}, this run {:?}", without(&there, &here), without(&here, &there))
}

/// Header of a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JournalHeader<'a> {
    /// What the lines are about, in one word: `corpus`, `self-play`.
    pub kind: &'a str,
    /// Everything that decides what the lines say: options, input, version of the program. A journal of another run is refused.
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

/// A journal as an earlier run left it, or one yet to be created.
///
/// Nothing on disk changes before [`SavedJournal::resume`], so the caller can check all lines first.
pub struct SavedJournal {
    path: PathBuf,
    header: String,
    /// Length of the file in bytes.
    found: u64,
    /// Complete lines after the header.
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

/// Most bytes of a foreign first line that are read for the error.
const SHOWN: u64 = 1000;

impl SavedJournal {
    /// Reads a journal. A missing file counts as an empty journal.
    ///
    /// # Errors
    ///
    /// [`FileError`]: the file cannot be read, is not a journal of this kind, is of another run, or is not text.
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
            // A header cut short while it was written is written again.
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

    /// Whether no run has begun to write the file.
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// Complete lines after the header, each with its number in the file, from 1; an unfinished last line is left out.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (self.header.lines().count() + 1..).zip(self.text.lines())
    }

    /// Keeps only the first `lines` lines; [`SavedJournal::resume`] cuts off the others.
    pub fn keep(&mut self, lines: usize) {
        let kept = self.text.split_inclusive('\n').take(lines).map(str::len).sum();
        self.text.truncate(kept);
    }

    /// The error for a line with unexpected contents.
    pub fn line_error(&self, line: usize, found: impl Display, expected: impl Display) -> FileError {
        line_error(&self.path, line, found, expected)
    }

    /// Opens the file to append to it: creates it with its header if it is new, otherwise cuts off what is not kept.
    ///
    /// # Errors
    ///
    /// [`FileError::System`]; [`FileError::Contents`], with nothing changed, if the file has been written to since it was read or another
    /// program has it open. (On a file system without locks, the latter goes unnoticed.)
    pub fn resume(self) -> Result<Journal, FileError> {
        let SavedJournal { path, header, found, text, is_new } = self;
        let failed = |source| FileError::system(path.display(), source);
        // Not opened in append mode: Windows would neither lock nor truncate it.
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
    /// Appends a line, which must contain no line break. After this call the line survives the end of the process, but not yet a power
    /// cut; see [`Journal::sync`].
    ///
    /// # Errors
    ///
    /// [`FileError::System`]. The file may then end with part of the line: read it again before you continue.
    pub fn append(&mut self, line: &str) -> Result<(), FileError> {
        if line.contains('\n') {
            return Err(self.failed(io::Error::new(ErrorKind::InvalidInput, "a line with a line break")));
        }
        // One unbuffered call: a killed process leaves whole lines.
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

/// The error for a file with this wrong head.
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

//! Files of samples: a journal with one line for each sample, in an order that does not depend on threads or interruptions.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use komadai_core::files::FileError;
use komadai_core::journal::{Journal, JournalHeader, SavedJournal};

use super::sample::{COLUMNS, Sample};

/// The beginning of the first line of a file.
const HEAD: &str = "# samples, journal 1: ";
/// Longest line that is read, in bytes.
const LINE: u64 = 1 << 16;

/// Opens a file of samples to append their [lines](Sample::line), or makes a new one; also returns its number of samples. Samples
/// come in a fixed order, so the number says which one is next.
///
/// `run` describes everything that decides the samples; a file begun with another description is refused.
///
/// # Errors
///
/// [`FileError`]: the file cannot be read or written, is something else or of another run, or has a line that is not a sample.
pub fn sample_journal(path: &Path, run: &str) -> Result<(Journal, usize), FileError> {
    let saved = SavedJournal::read(path, &JournalHeader { kind: "samples", run, columns: COLUMNS })?;
    let mut count = 0;
    for (line, text) in saved.lines() {
        Sample::read(text).map_err(|error| saved.line_error(line, error, "a sample"))?;
        count += 1;
    }
    Ok((saved.resume()?, count))
}

/// Reader of a file of samples, one by one.
///
/// An unfinished last line is left out, so a file can be read while it is being written.
#[derive(Debug)]
pub struct SampleReader {
    path: PathBuf,
    text: BufReader<File>,
    line: u64,
    /// Description of what decided the samples, as written by [`sample_journal`].
    pub run: String,
    ended: bool,
}

impl SampleReader {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// [`FileError`]: the file cannot be read, or its first line is not that of a file of samples.
    pub fn open(path: &Path) -> Result<SampleReader, FileError> {
        let text =
            BufReader::new(File::open(path).map_err(|source| FileError::system(path.display(), source))?);
        let mut reader =
            SampleReader { path: path.to_owned(), text, line: 0, run: String::new(), ended: false };
        let first = reader.next_line()?.unwrap_or_default();
        let Some(run) = first.strip_prefix(HEAD) else {
            let found: String = first.chars().take(80).collect();
            return Err(reader.wrong(&format!("found {found:?}, expected a file of samples, {HEAD:?} …")));
        };
        let run = run.to_owned();
        Ok(SampleReader { run, ..reader })
    }

    fn wrong(&self, reason: &str) -> FileError {
        FileError::contents(format!("line {}: {reason}", self.line)).of(self.path.display())
    }

    /// The next complete line, without its end.
    fn next_line(&mut self) -> Result<Option<String>, FileError> {
        self.line += 1;
        let mut bytes = Vec::new();
        let read = io::Read::take(&mut self.text, LINE).read_until(b'\n', &mut bytes);
        read.map_err(|source| FileError::system(self.path.display(), source))?;
        if bytes.len() as u64 == LINE {
            return Err(self.wrong(&format!("longer than {LINE} bytes, expected a sample")));
        }
        if bytes.pop() != Some(b'\n') {
            return Ok(None);
        }
        let line = String::from_utf8(bytes).map_err(|_| self.wrong("no UTF-8, expected a sample"))?;
        Ok(Some(line))
    }

    fn next_sample(&mut self) -> Result<Option<Sample>, FileError> {
        while let Some(line) = self.next_line()? {
            if !line.starts_with('#') {
                return Sample::read(&line).map(Some).map_err(|reason| self.wrong(&reason));
            }
        }
        Ok(None)
    }
}

impl Iterator for SampleReader {
    type Item = Result<Sample, FileError>;

    /// The next sample; nothing comes after an error.
    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.next_sample().transpose();
        self.ended = !matches!(next, Some(Ok(_)));
        next
    }
}

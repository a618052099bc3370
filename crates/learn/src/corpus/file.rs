//! A corpus on disk: records in one file, a journal beside it, so that it can be broken off and taken up again.
//!
//! Blocks are appended strictly in order, each to the file of records first and then, when it has reached the disk, to the
//! journal. Whatever moment the program is ended at, the journal vouches for a beginning of the records; what stands behind
//! that is cut off and played again. So the finished file is the same, byte for byte, however often it was broken off.
//!
//! ```text
//! games.psv           records of 40 bytes, nothing else
//! games.psv.journal   # corpus, version 1: what it is of
//!                     a line a block: number, games, results, plies, records, CRC-32
//! ```

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use komadai_core::notation::packed::RECORD_LEN;

use super::journal::{Entry, heading, key};
use super::{Block, Tally};

/// Why a corpus cannot be made or taken up.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CorpusError {
    /// The system said no.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// There are records that no journal vouches for.
    #[error("{}: {len} bytes and no journal, expected a new file or a corpus to take up", path.display())]
    NoJournal {
        /// The file of records.
        path: PathBuf,
        /// How long it is.
        len: u64,
    },
    /// Something else stands in the journal's place.
    #[error("{}: line 1: found {found:?}, expected the journal of a corpus", path.display())]
    Foreign {
        /// The journal.
        path: PathBuf,
        /// Its first line, shortened.
        found: String,
    },
    /// Another corpus.
    #[error(
        "{}: line 1: found a corpus of {found:?}, expected {expected:?}: take the same options, or a new file",
        path.display()
    )]
    OtherCorpus {
        /// The journal.
        path: PathBuf,
        /// What it is of.
        found: String,
        /// What it should be of.
        expected: String,
    },
    /// A line that tells no block.
    #[error("{}: line {line}: found {found:?}, expected block {block} with its records so far", path.display())]
    Line {
        /// The journal.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// What stands there, shortened.
        found: String,
        /// The block it should tell.
        block: usize,
    },
    /// The corpus has more games than were asked for.
    #[error("{}: line {line}: found more games, expected {games} at most", path.display())]
    MoreGames {
        /// The journal.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// How many were asked for.
        games: u64,
    },
    /// Records are missing.
    #[error("{}: {found} bytes, expected at least the {expected} that the journal tells", path.display())]
    Short {
        /// The file of records.
        path: PathBuf,
        /// How long it is.
        found: u64,
        /// How long the journal says it was.
        expected: u64,
    },
    /// Records have changed.
    #[error("{}: block {block}: checksum {found:08x}, expected {expected:08x}", path.display())]
    Changed {
        /// The file of records.
        path: PathBuf,
        /// Number of the block.
        block: u64,
        /// Of the bytes.
        found: u32,
        /// By the journal.
        expected: u32,
    },
}

/// A corpus that is being made.
#[derive(Debug)]
pub struct CorpusFile {
    path: PathBuf,
    records: File,
    journal_path: PathBuf,
    journal: File,
    last: Option<Entry>,
    total: Tally,
}

impl CorpusFile {
    /// Makes a corpus at `path`, its journal at `path.journal`, or takes it up: everything that the journal vouches for is
    /// checked, everything behind it is cut off.
    ///
    /// `of` says in one line what decides the records; a corpus of something else is refused. It will have `games`
    /// games in blocks of `games_per_block`. A corpus may be made longer: a last block that was not full is played again.
    ///
    /// # Errors
    ///
    /// [`CorpusError`]; nothing is changed then.
    pub fn open(path: &Path, of: &str, games_per_block: u32, games: u64) -> Result<CorpusFile, CorpusError> {
        let of = of.replace(['\n', '\r'], " ");
        let mut journal_path = path.as_os_str().to_owned();
        journal_path.push(".journal");
        let journal_path = PathBuf::from(journal_path);
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| CorpusError::Io { path, source }
        };
        let text = match std::fs::read(&journal_path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(failed(&journal_path)(error)),
        };
        let heading = heading(&of);
        // A heading that was being written is written again.
        let fresh = heading.starts_with(&text) && text != heading;
        if !fresh && !text.starts_with(&heading) {
            return Err(refuse(&text, &of, journal_path));
        }
        let (mut vouched, mut total, mut last) = (Vec::new(), Tally::default(), None::<Entry>);
        let mut kept = if fresh { 0 } else { heading.len() };
        let lines = text.get(kept..).unwrap_or_default().split_inclusive('\n');
        for ((line, block), words) in (3..).zip(0..).zip(lines) {
            let Some(told) = words.strip_suffix('\n') else { break };
            let entry = Entry::read(told, last.as_ref()).ok_or_else(|| CorpusError::Line {
                path: journal_path.clone(),
                line,
                found: told.chars().take(200).collect(),
                block,
            })?;
            let expected = Block::numbers(entry.block, games_per_block, games);
            let found = entry.tally.games.saturating_add(entry.tally.dropped);
            if found > expected.end - expected.start {
                return Err(CorpusError::MoreGames { path: journal_path, line, games });
            }
            if found < expected.end - expected.start {
                break;
            }
            kept += words.len();
            total += entry.tally;
            vouched.push(entry);
            last = Some(entry);
        }

        let open = |path: &Path| {
            OpenOptions::new()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(path)
                .map_err(failed(path))
        };
        // The journal first: where there are records, there is a journal.
        let existing = std::fs::metadata(path).map_or(0, |data| data.len());
        if fresh && existing > 0 {
            return Err(CorpusError::NoJournal { path: path.to_owned(), len: existing });
        }
        let expected = last.map_or(0, |last| last.records_so_far).saturating_mul(RECORD_LEN as u64);
        if existing < expected {
            return Err(CorpusError::Short { path: path.to_owned(), found: existing, expected });
        }
        if expected > 0 {
            check(path, &vouched)?;
        }
        let mut journal = open(&journal_path)?;
        journal.set_len(kept as u64).map_err(failed(&journal_path))?;
        journal.seek(SeekFrom::End(0)).map_err(failed(&journal_path))?;
        if fresh {
            journal.write_all(heading.as_bytes()).map_err(failed(&journal_path))?;
            journal.sync_all().map_err(failed(&journal_path))?;
        }
        let mut records = open(path)?;
        records.set_len(expected).map_err(failed(path))?;
        records.seek(SeekFrom::End(0)).map_err(failed(path))?;
        Ok(CorpusFile { path: path.to_owned(), records, journal_path, journal, last, total })
    }

    /// Number of the block that comes next.
    pub fn next_block(&self) -> u64 {
        self.last.map_or(0, |last| last.block + 1)
    }

    /// What is there so far.
    pub fn total(&self) -> Tally {
        self.total
    }

    /// Appends the next block: its records, then, when they are on the disk, its line of the journal.
    ///
    /// # Errors
    ///
    /// [`CorpusError::Io`]. The corpus can be opened again then.
    pub fn append(&mut self, block: &Block) -> Result<(), CorpusError> {
        let before = self.last.map_or(0, |last| last.records_so_far);
        let entry = Entry {
            block: self.next_block(),
            tally: block.tally,
            records_so_far: before + block.tally.records,
            crc: crc32fast::hash(&block.bytes),
        };
        let written = self.records.write_all(&block.bytes).and_then(|()| self.records.sync_data());
        written.map_err(|source| CorpusError::Io { path: self.path.clone(), source })?;
        let told = self.journal.write_all(entry.line().as_bytes()).and_then(|()| self.journal.sync_data());
        told.map_err(|source| CorpusError::Io { path: self.journal_path.clone(), source })?;
        self.last = Some(entry);
        self.total += block.tally;
        Ok(())
    }
}

/// Why a journal with another heading is not taken.
fn refuse(text: &str, of: &str, path: PathBuf) -> CorpusError {
    let found: String = text.lines().next().unwrap_or_default().chars().take(1000).collect();
    match key(&found) {
        Some(other) if other != of => {
            CorpusError::OtherCorpus { path, found: other.to_owned(), expected: of.to_owned() }
        }
        _ => CorpusError::Foreign { path, found: found.chars().take(200).collect() },
    }
}

/// Compares the checksums of all blocks with those of the journal.
fn check(path: &Path, vouched: &[Entry]) -> Result<(), CorpusError> {
    let failed = |source| CorpusError::Io { path: path.to_owned(), source };
    let mut file = File::open(path).map_err(failed)?;
    let mut buffer = [0; 1 << 13];
    for entry in vouched {
        let mut left = entry.tally.records * RECORD_LEN as u64;
        let mut sum = crc32fast::Hasher::new();
        while left > 0 {
            let part = &mut buffer[..left.min(1 << 13) as usize];
            file.read_exact(part).map_err(failed)?;
            sum.update(part);
            left -= part.len() as u64;
        }
        let found = sum.finalize();
        if found != entry.crc {
            let (path, block, expected) = (path.to_owned(), entry.block, entry.crc);
            return Err(CorpusError::Changed { path, block, found, expected });
        }
    }
    Ok(())
}

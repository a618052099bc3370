//! A corpus on disk: records in one file and a journal beside it, so that it can be interrupted and resumed.
//!
//! Blocks are appended strictly in order, each to the file of records first and then, when it has reached the disk, to the journal.
//! Whenever the program is ended, the journal vouches for a first part of the records; the rest is cut off and played again. So the
//! finished file is the same, byte for byte, however often the program was interrupted.
//!
//! ```text
//! games.psv           records of 40 bytes, nothing else
//! games.psv.journal   a line a block: number, games, results, plies, records, CRC-32
//! ```

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use komadai_core::files::FileError;
use komadai_core::journal::{Journal, JournalHeader, SavedJournal};
use komadai_core::notation::packed::{Record, TrainingRecord};

use super::{Block, Tally};

/// Names of the journal's columns.
const COLUMNS: &str = "block\tgames\tdropped\tblack\twhite\tplies\trecords\trecords so far\tCRC-32";

/// An open corpus on disk, to which blocks of games are appended.
///
/// ```
/// use komadai_core::notation::usi::GameLine;
/// use komadai_eval::Material;
/// use komadai_learn::corpus::{Block, CorpusFile, CorpusOptions, SelfPlay, read_records};
/// use komadai_search::{HashTable, Searcher};
///
/// let options = CorpusOptions { nodes: 20, max_plies: 30, games_per_block: 2, ..CorpusOptions::default() };
/// let games = SelfPlay::new(options, vec![GameLine::parse("startpos moves 7g7f 3c3d")?])?;
/// let mut engine = Searcher::new(Material::default()).table(HashTable::new(1)?);
/// let path = std::env::temp_dir().join(format!("komadai-corpus-{}.psv", std::process::id()));
/// // Run again after an interruption, this goes on behind the last block on disk.
/// let mut file = CorpusFile::open(&path, &games.describe(), 2, 4)?;
/// while file.next_block() < 2 {
///     let numbers = Block::numbers(file.next_block(), 2, 4);
///     file.append(&Block::play(&games, numbers, &mut engine))?;
/// }
/// assert_eq!(read_records(&path)?.len() as u64, file.total().records);
/// # std::fs::remove_file(&path)?;
/// # std::fs::remove_file(format!("{}.journal", path.display()))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct CorpusFile {
    path: PathBuf,
    records: File,
    journal: Journal,
    last: Option<Entry>,
    total: Tally,
}

impl CorpusFile {
    /// Makes a corpus at `path`, with its journal at `path.journal`, or resumes it: all records that the journal vouches for are
    /// checked, all records after them are cut off.
    ///
    /// `of` describes in one line what decides the records; a corpus with another description is refused. The corpus will have
    /// `games` games in blocks of `games_per_block`. It may be made longer later: a last block that was not full is played again.
    ///
    /// # Errors
    ///
    /// [`FileError`]; no record is changed in that case.
    pub fn open(path: &Path, of: &str, games_per_block: u32, games: u64) -> Result<CorpusFile, FileError> {
        let mut journal_path = path.as_os_str().to_owned();
        journal_path.push(".journal");
        let journal_path = PathBuf::from(journal_path);
        let header = JournalHeader { kind: "corpus", run: of, columns: COLUMNS };
        let mut saved = SavedJournal::read(&journal_path, &header)?;
        let (mut vouched, mut total) = (Vec::<Entry>::new(), Tally::default());
        for (line, entry) in entries(&saved)? {
            let expected = Block::numbers(entry.block, games_per_block, games);
            let found = entry.tally.games.saturating_add(entry.tally.dropped);
            if found > expected.end - expected.start {
                let (block, most) = (entry.block, expected.end - expected.start);
                let wrong = format!(
                    "line {line}: found {found} games in block {block}, expected at most {most} of {games} in all; the corpus can be made longer, not shorter"
                );
                return Err(FileError::contents(wrong).of(journal_path.display()));
            }
            if found < expected.end - expected.start {
                break;
            }
            total += entry.tally;
            vouched.push(entry);
        }
        saved.keep(vouched.len());
        let last = vouched.last().copied();

        let existing = std::fs::metadata(path).map_or(0, |data| data.len());
        if saved.is_new() && existing > 0 {
            let journal = journal_path.display();
            let wrong = format!(
                "{existing} bytes and no journal, expected its journal {journal} beside it, or another name for a new corpus"
            );
            return Err(FileError::contents(wrong).of(path.display()));
        }
        let expected = check(path, existing, &vouched)?;
        let system = |source| FileError::system(path.display(), source);
        let mut options = OpenOptions::new();
        let mut records =
            options.read(true).write(true).create(true).truncate(false).open(path).map_err(system)?;
        // The journal is made before the records, so that there are no records without a journal.
        let journal = saved.resume()?;
        records.set_len(expected).and_then(|()| records.seek(SeekFrom::End(0))).map_err(system)?;
        Ok(CorpusFile { path: path.to_owned(), records, journal, last, total })
    }

    /// Number of the next block.
    pub fn next_block(&self) -> u64 {
        self.last.map_or(0, |last| last.block + 1)
    }

    /// Tally of all blocks on disk.
    pub fn total(&self) -> Tally {
        self.total
    }

    /// Appends the next block: first its records and, when they are on the disk, its line of the journal.
    ///
    /// # Errors
    ///
    /// [`FileError::System`]. The corpus can be opened again afterwards.
    pub fn append(&mut self, block: &Block) -> Result<(), FileError> {
        let before = self.last.map_or(0, |last| last.records_so_far);
        let entry = Entry {
            block: self.next_block(),
            tally: block.tally,
            records_so_far: before + block.tally.records,
            crc: crc32fast::hash(&block.bytes),
        };
        let system = |source| FileError::system(self.path.display(), source);
        let written = self.records.write_all(&block.bytes).and_then(|()| self.records.sync_data());
        written.map_err(system)?;
        self.journal.append(&entry.line())?;
        self.journal.sync()?;
        self.last = Some(entry);
        self.total += block.tally;
        Ok(())
    }
}

/// The entries of a journal with their line numbers in the file.
fn entries(saved: &SavedJournal) -> Result<Vec<(usize, Entry)>, FileError> {
    let mut entries: Vec<(usize, Entry)> = Vec::new();
    for (line, words) in saved.lines() {
        let entry = Entry::read(words, entries.last().map(|(_, entry)| entry)).ok_or_else(|| {
            let found: String = words.chars().take(200).collect();
            let expected = format!("block {} with its records so far", entries.len());
            saved.line_error(line, format!("{found:?}"), expected)
        })?;
        entries.push((line, entry));
    }
    Ok(entries)
}

/// Compares length and checksums of all blocks with the journal; returns the number of bytes that it vouches for.
fn check(path: &Path, found: u64, vouched: &[Entry]) -> Result<u64, FileError> {
    let expected = vouched.last().map_or(0, |last| last.records_so_far).saturating_mul(Record::LEN as u64);
    if found < expected {
        let wrong = format!("{found} bytes, expected at least the {expected} that the journal tells");
        return Err(FileError::contents(wrong).of(path.display()));
    }
    if expected == 0 {
        return Ok(0);
    }
    let system = |source| FileError::system(path.display(), source);
    let mut file = File::open(path).map_err(system)?;
    let mut buffer = [0; 1 << 13];
    for entry in vouched {
        let mut left = entry.tally.records * Record::LEN as u64;
        let mut sum = crc32fast::Hasher::new();
        while left > 0 {
            let part = &mut buffer[..left.min(1 << 13) as usize];
            file.read_exact(part).map_err(system)?;
            sum.update(part);
            left -= part.len() as u64;
        }
        let found = sum.finalize();
        if found != entry.crc {
            let wrong = format!(
                "block {}: checksum {found:08x}, expected {:08x} by its journal: \
                 the records have changed since they were written, copy both files again or make another corpus",
                entry.block, entry.crc
            );
            return Err(FileError::contents(wrong).of(path.display()));
        }
    }
    Ok(expected)
}

/// A line of the journal: one block that is on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    block: u64,
    tally: Tally,
    /// Records of the blocks up to this one.
    records_so_far: u64,
    /// CRC-32 of the bytes of the block.
    crc: u32,
}

impl Entry {
    fn line(&self) -> String {
        let Entry { block, tally, records_so_far, crc } = self;
        let Tally { games, dropped, black, white, plies, records } = tally;
        format!(
            "{block}\t{games}\t{dropped}\t{black}\t{white}\t{plies}\t{records}\t{records_so_far}\t{crc:08x}"
        )
    }

    /// Reads the line of the block after `before`; `None` if it describes no such block.
    fn read(line: &str, before: Option<&Entry>) -> Option<Entry> {
        let (numbers, crc) = line.rsplit_once('\t')?;
        let crc = (crc.len() == 8).then(|| u32::from_str_radix(crc, 16).ok())??;
        let numbers: Vec<u64> = numbers.split('\t').map(str::parse).collect::<Result<_, _>>().ok()?;
        let [block, games, dropped, black, white, plies, records, records_so_far] = numbers[..] else {
            return None;
        };
        let tally = Tally { games, dropped, black, white, plies, records };
        let follows = block == before.map_or(0, |before| before.block + 1)
            && before.map_or(0, |before| before.records_so_far).checked_add(records) == Some(records_so_far);
        let games_add_up = black.checked_add(white).is_some_and(|decided| decided <= games);
        (follows && games_add_up).then_some(Entry { block, tally, records_so_far, crc })
    }
}

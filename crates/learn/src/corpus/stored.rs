//! A corpus on disk, read by somebody who did not make it: what it is of, and the records that its journal vouches for.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Take};
use std::path::{Path, PathBuf};

use komadai_core::journal::{JournalError, JournalHeader, SavedJournal};
use komadai_core::notation::packed::RECORD_LEN;

use super::Tally;
use super::entry::{COLUMNS, Entry};
use super::file::{CorpusError, KIND, check, entries, journal_of};

/// Longest first line of a journal that is read, in bytes.
const HEAD: u64 = 1 << 16;

/// A corpus that [`CorpusFile`](super::CorpusFile) made, whoever made it and however far it was made.
///
/// ```
/// use komadai_core::notation::usi::GameLine;
/// use komadai_eval::Material;
/// use komadai_learn::corpus::{Block, CorpusFile, CorpusOptions, SelfPlay, StoredCorpus};
/// use komadai_search::{HashTable, Searcher};
///
/// let options = CorpusOptions { nodes: 20, max_plies: 30, games_per_block: 2, ..CorpusOptions::default() };
/// let games = SelfPlay::new(options, vec![GameLine::parse("startpos moves 7g7f 3c3d")?])?;
/// let mut engine = Searcher::new(Material::default()).table(HashTable::new(1)?);
/// let path = std::env::temp_dir().join(format!("komadai-stored-{}.psv", std::process::id()));
/// let mut file = CorpusFile::open(&path, &games.describe(), 2, 2)?;
/// file.append(&Block::play(&games, Block::numbers(0, 2, 2), &mut engine))?;
///
/// let stored = StoredCorpus::open(&path)?;
/// assert_eq!((stored.of(), stored.total()), (&*games.describe(), file.total()));
/// # std::fs::remove_file(&path)?;
/// # std::fs::remove_file(format!("{}.journal", path.display()))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct StoredCorpus {
    path: PathBuf,
    of: String,
    total: Tally,
}

impl StoredCorpus {
    /// Opens the corpus at `path` with its journal at `path.journal`, and checks all records that the journal vouches for.
    ///
    /// # Errors
    ///
    /// [`CorpusError`]: a file cannot be read, there is no journal, it is of something else or damaged, records are missing or
    /// have changed.
    pub fn open(path: &Path) -> Result<StoredCorpus, CorpusError> {
        let journal = journal_of(path);
        let of = first_words(path, &journal)?;
        let saved = SavedJournal::read(&journal, &JournalHeader { kind: KIND, run: &of, columns: COLUMNS })?;
        let vouched: Vec<Entry> = entries(&saved)?.into_iter().map(|(_, entry)| entry).collect();
        let mut total = Tally::default();
        for entry in &vouched {
            total += entry.tally;
        }
        let failed = |source| CorpusError::Io { path: path.to_owned(), source };
        let found = std::fs::metadata(path).map_err(failed)?.len();
        check(path, found, &vouched)?;
        Ok(StoredCorpus { path: path.to_owned(), of, total })
    }

    /// What decided the records, as their maker wrote it.
    pub fn of(&self) -> &str {
        &self.of
    }

    /// Tally of all blocks that the journal vouches for.
    pub fn total(&self) -> Tally {
        self.total
    }

    /// Their bytes, to be copied; what a killed run wrote behind them is left out.
    ///
    /// # Errors
    ///
    /// [`CorpusError::Io`].
    pub fn bytes(&self) -> Result<Take<File>, CorpusError> {
        let file =
            File::open(&self.path).map_err(|source| CorpusError::Io { path: self.path.clone(), source })?;
        Ok(file.take(self.total.records * RECORD_LEN as u64))
    }
}

/// What the first line of a journal says the corpus is of.
fn first_words(path: &Path, journal: &Path) -> Result<String, CorpusError> {
    let failed = |source| CorpusError::Io { path: journal.to_owned(), source };
    let file = match File::open(journal) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let len = std::fs::metadata(path)
                .map_err(|source| CorpusError::Io { path: path.to_owned(), source })?
                .len();
            return Err(CorpusError::NoJournal { path: path.to_owned(), len });
        }
        Err(error) => return Err(failed(error)),
    };
    let mut line = Vec::new();
    BufReader::new(file.take(HEAD)).read_until(b'\n', &mut line).map_err(failed)?;
    let line = String::from_utf8_lossy(&line);
    let words = line.strip_prefix(&*format!("# {KIND}, journal 1: "));
    words.and_then(|words| words.strip_suffix('\n')).map(str::to_owned).ok_or_else(|| {
        let found = line.chars().take(80).collect();
        JournalError::Foreign { path: journal.to_owned(), found, kind: KIND.to_owned() }.into()
    })
}

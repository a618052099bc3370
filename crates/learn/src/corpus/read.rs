//! Reading records from disk, one at a time or all at once.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use komadai_core::files::FileError;
use komadai_core::notation::packed::{Record, TrainingRecord};

/// Reader of a file of packed records, one by one: of psv, or of another format (`RecordFile::<HcpeRecord>`).
#[derive(Debug)]
pub struct RecordFile<R = Record> {
    path: PathBuf,
    file: BufReader<File>,
    read: u64,
    failed: bool,
    /// The bytes of one record.
    bytes: Vec<u8>,
    format: PhantomData<R>,
}

impl<R: TrainingRecord> RecordFile<R> {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// [`FileError`]: the file cannot be read, or its length is not a whole number of records.
    pub fn open(path: &Path) -> Result<RecordFile<R>, FileError> {
        let system = |source| FileError::system(path.display(), source);
        let file = File::open(path).map_err(system)?;
        let data = file.metadata().map_err(system)?;
        // A pipe has no length; it is checked at its end.
        if data.is_file() && data.len() % R::LEN as u64 != 0 {
            return Err(no_whole_number::<R>(path, data.len()));
        }
        let (path, file) = (path.to_owned(), BufReader::with_capacity(1 << 16, file));
        Ok(RecordFile { path, file, read: 0, failed: false, bytes: vec![0; R::LEN], format: PhantomData })
    }

    /// The next record; `None` at the end.
    fn record(&mut self) -> Option<Result<R, FileError>> {
        let mut filled = 0;
        while filled < R::LEN {
            match self.file.read(&mut self.bytes[filled..]) {
                Ok(0) if filled == 0 => return None,
                Ok(0) => {
                    let len = self.read * R::LEN as u64 + filled as u64;
                    return Some(Err(no_whole_number::<R>(&self.path, len)));
                }
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(source) => return Some(Err(FileError::system(self.path.display(), source))),
            }
        }
        let index = self.read;
        self.read += 1;
        let wrong = |error| FileError::contents(format!("record {index}: {error}")).of(self.path.display());
        Some(R::read(&self.bytes).map_err(wrong))
    }
}

/// Error: a length that is not a whole number of records.
fn no_whole_number<R: TrainingRecord>(path: &Path, len: u64) -> FileError {
    let wrong = format!("{len} bytes, expected a multiple of {}, the length of a record", R::LEN);
    FileError::contents(wrong).of(path.display())
}

impl<R: TrainingRecord> Iterator for RecordFile<R> {
    type Item = Result<R, FileError>;

    /// The next record. Nothing comes after an error.
    fn next(&mut self) -> Option<Self::Item> {
        let next = if self.failed { None } else { self.record() };
        self.failed |= matches!(next, Some(Err(_)));
        next
    }
}

/// Reads all records of a file.
///
/// # Errors
///
/// [`FileError`].
pub fn read_records(path: &Path) -> Result<Vec<Record>, FileError> {
    RecordFile::open(path)?.collect()
}

/// Splits records into games: another game begins where [`Record::ply`] falls or stays the same.
///
/// No game is ever cut in two. A game that begins at a later ply than the one before it ended is joined to that one, which does no
/// harm where games are held out from training: both are held out, or neither.
pub fn games(records: &[Record]) -> impl Iterator<Item = &[Record]> {
    records.chunk_by(|one, next| one.ply < next.ply)
}

/// Part `number` of `of`, from 0. Parts have about equally many records and are cut where [`games`] cuts. Together, in order, they
/// are all records; with few games, parts may be empty, as are those beyond the last.
pub fn part_of(records: &[Record], number: usize, of: usize) -> &[Record] {
    let begin = |number: usize| {
        let near =
            (number as u128 * records.len() as u128 / of.max(1) as u128).min(records.len() as u128) as usize;
        if near == 0 {
            return 0;
        }
        let within = records[near - 1..].windows(2).take_while(|two| two[0].ply < two[1].ply).count();
        (near + within).min(records.len())
    };
    &records[begin(number)..begin(number.saturating_add(1))]
}

//! Why a file of records or samples cannot be made or read.

use std::io;
use std::path::{Path, PathBuf};

use komadai_core::journal::JournalError;

/// Why a file of records or samples cannot be made or read: which file, what was found there, and what was expected.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system said no.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It does not hold what it should.
    #[error("{}: {wrong}", path.display())]
    Contents {
        /// The file.
        path: PathBuf,
        /// What was found, where, and what was expected.
        wrong: String,
    },
    /// Its journal cannot be used: it is of another run, of something else, or damaged.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl FileError {
    /// What the system said of a file.
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> FileError {
        let path = path.to_owned();
        |source| FileError::Io { path, source }
    }

    pub(crate) fn contents(path: &Path, wrong: String) -> FileError {
        FileError::Contents { path: path.to_owned(), wrong }
    }
}

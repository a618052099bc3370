//! Files that are written whole or not at all, and errors of files.

use core::fmt::Display;
use core::sync::atomic::{AtomicU64, Ordering};
use std::format;
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::Path;
use std::string::{String, ToString};

/// Error of a file, or of bytes that should be one: what was found, what was expected, and what to do about it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The file system refused.
    #[error("{file}: {error}")]
    System {
        /// The file, as messages name it.
        file: String,
        /// The error of the system.
        error: io::Error,
    },
    /// The contents are wrong, whether read or to be written.
    #[error("{}{reason}", file.as_ref().map_or(String::new(), |file| format!("{file}: ")))]
    Contents {
        /// The file, as messages name it; `None` for bytes that are not from a file.
        file: Option<String>,
        /// What was found and what was expected.
        reason: String,
    },
}

impl FileError {
    /// An error of the file system.
    pub fn system(file: impl Display, error: io::Error) -> FileError {
        FileError::System { file: file.to_string(), error }
    }

    /// Wrong contents, with no file named yet.
    pub fn contents(reason: impl Into<String>) -> FileError {
        FileError::Contents { file: None, reason: reason.into() }
    }

    /// Contents that were cut short or extended; `what` says in words how many bytes of what were `found`.
    pub fn length(what: impl Display, found: u64, expected: u64) -> FileError {
        let told = if found < expected { "the file was cut short" } else { "something was added to it" };
        FileError::contents(format!("{what}, expected {expected}: {told}, copy it again"))
    }

    /// The same error with its file, unless it already names one.
    pub fn of(self, file: impl Display) -> FileError {
        match self {
            FileError::Contents { file: None, reason } => {
                FileError::Contents { file: Some(file.to_string()), reason }
            }
            told => told,
        }
    }
}

/// Writes a file as `PROCESS-NUMBER.part` in the same folder, flushes it to the disk and renames it: a reader finds the old file or the
/// whole new one, whenever the process is killed or the power fails.
///
/// ```
/// use std::io::Write;
///
/// let path = std::env::temp_dir().join(format!("komadai-whole-{}", std::process::id()));
/// komadai_core::files::write_whole(&path, |file| file.write_all(b"7g7f"))?;
/// let failed = komadai_core::files::write_whole(&path, |file| {
///     file.write_all(b"2g2f")?;
///     Err(std::io::Error::other("no more"))
/// });
/// assert!(failed.is_err() && std::fs::read(&path)? == b"7g7f");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// The error of the file system or of `write`; the old file stays, and no other file is left behind.
pub fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    static WRITTEN: AtomicU64 = AtomicU64::new(0);
    let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
    let beside = path.with_file_name(format!("{}-{number}.part", std::process::id()));
    let written = File::create(&beside).and_then(|file| {
        let mut writer = BufWriter::new(file);
        write(&mut writer)?;
        writer.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
    });
    written.and_then(|()| fs::rename(&beside, path)).inspect_err(|_| {
        // Best effort: the first error is the one to report.
        _ = fs::remove_file(&beside);
    })
}

//! What is wrong with a model file, and which file it is.

use std::boxed::Box;
use std::io;
use std::path::{Path, PathBuf};
use std::string::{String, ToString};

/// Error in saving or loading a model file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArtifactError {
    /// The file system.
    #[error("model file {path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Too short to have a header.
    #[error("model file: {0} bytes, expected a header of 29")]
    NoHeader(usize),
    /// Another kind of file.
    #[error("model file: begins with {0:02x?}, expected \"KMDI\"")]
    Magic([u8; 4]),
    /// A container of another version.
    #[error("model file: container version {0}, expected 1")]
    Container(u16),
    /// A model of another kind.
    #[error("model file: holds a model of kind {found:?}, expected {expected:?}")]
    Kind {
        /// In the file.
        found: String,
        /// Asked for.
        expected: String,
    },
    /// A layout of another version.
    #[error("model file: version {found} of kind {kind:?}, expected {expected}")]
    Version {
        /// Kind of model.
        kind: String,
        /// In the file.
        found: u16,
        /// Asked for.
        expected: u16,
    },
    /// A codec this build does not know.
    #[error("model file: codec {0}, expected 1")]
    Codec(u8),
    /// The header's length is not that of the file.
    #[error("model file: the header says {said} bytes of payload, the file has {found}")]
    Length {
        /// By the header.
        said: u64,
        /// In the file.
        found: u64,
    },
    /// The model is larger than any reader takes.
    #[error("model file: {0} bytes of payload, expected at most 2^30")]
    TooLarge(u64),
    /// The file has changed since it was written.
    #[error("model file: checksum {found:08x}, expected {said:08x}")]
    Checksum {
        /// By the header.
        said: u32,
        /// Of the bytes.
        found: u32,
    },
    /// The payload is not what the version says.
    #[error("model file, payload: {0}")]
    Payload(String),
    /// The payload goes on after the model.
    #[error("model file: the model ends after {used} bytes of payload, {len} are there")]
    Trailing {
        /// Bytes of the model.
        used: usize,
        /// Bytes of the payload.
        len: usize,
    },
    /// The model makes no sense.
    #[error("model of kind {kind:?}: {reason}")]
    Invalid {
        /// Kind of model.
        kind: String,
        /// By [`Artifact::validate`](super::Artifact::validate).
        reason: String,
    },
    /// One of the above, of a file on disk.
    #[error("model file {}: {}", path.display(), without_subject(error))]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: Box<ArtifactError>,
    },
}

impl ArtifactError {
    /// The same error with the file that it is about.
    pub(super) fn of_file(self, path: &Path) -> ArtifactError {
        match self {
            named @ (ArtifactError::Io { .. } | ArtifactError::File { .. }) => named,
            error => ArtifactError::File { path: path.to_path_buf(), error: Box::new(error) },
        }
    }
}

fn without_subject(error: &ArtifactError) -> String {
    let text = error.to_string();
    text.strip_prefix("model file: ").map(String::from).unwrap_or(text)
}

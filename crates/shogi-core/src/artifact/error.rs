//! What can be wrong with a model file, in words for whoever has the file and not the source.

use std::boxed::Box;
use std::io;
use std::path::{Path, PathBuf};
use std::string::String;

/// Error in saving or loading a model file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArtifactError {
    /// The file system.
    #[error("model file {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// What is wrong with a file that was read or is to be written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Any other error than those of the file system.
        source: Box<ArtifactError>,
    },
    /// Too short to be a model file.
    #[error("{0} bytes, expected a model file, which has a header of 29")]
    NoHeader(usize),
    /// Another kind of file.
    #[error("begins with \"{}\", expected a model file, which begins with \"KMDI\"", .0.escape_ascii())]
    Magic([u8; 4]),
    /// A container of another version.
    #[error("model file of container version {0}, expected 1: {OTHER_PROGRAM}")]
    Container(u16),
    /// A model of another kind.
    #[error("model file of kind {found:?}, expected kind {expected:?}, {what}")]
    Kind {
        /// In the file.
        found: String,
        /// Asked for.
        expected: String,
        /// [`Artifact::WHAT`](super::Artifact::WHAT) of the kind asked for.
        what: &'static str,
    },
    /// A layout of another version.
    #[error("model file of kind {kind:?}: version {found}, expected {expected}: {OTHER_PROGRAM}")]
    Version {
        /// Kind of model.
        kind: String,
        /// In the file.
        found: u16,
        /// Asked for.
        expected: u16,
    },
    /// A codec this build does not know.
    #[error("model file: codec {0}, expected 1: {OTHER_PROGRAM}")]
    Codec(u8),
    /// The header's length is not that of the file.
    #[error(
        "model file of kind {kind:?}: {found} bytes after the header, expected {said}: {}",
        if found < said { "the file was cut short, copy it again" } else { "something was added to it, copy it again" }
    )]
    Length {
        /// Kind of model.
        kind: String,
        /// By the header.
        said: u64,
        /// In the file.
        found: u64,
    },
    /// The model is larger than any reader takes.
    #[error("model file: {0} bytes of contents, expected at most 2^30")]
    TooLarge(u64),
    /// The file has changed since it was written.
    #[error(
        "model file of kind {kind:?}: checksum {found:08x}, expected {said:08x}: \
         the file has changed since it was written, copy it again"
    )]
    Checksum {
        /// Kind of model.
        kind: String,
        /// By the header.
        said: u32,
        /// Of the bytes.
        found: u32,
    },
    /// Undamaged contents that are not what the version of the kind says.
    #[error(
        "model file of kind {kind:?}, version {version}: undamaged, but its contents are of another model: {reason}; \
         {OTHER_PROGRAM}"
    )]
    Payload {
        /// Kind of model.
        kind: String,
        /// Version of the layout.
        version: u16,
        /// What was found and what was expected.
        reason: String,
    },
    /// A model that the codec cannot write.
    #[error("model of kind {kind:?} cannot be written: {reason}")]
    Encode {
        /// Kind of model.
        kind: String,
        /// By the codec.
        reason: String,
    },
    /// The model makes no sense.
    #[error("model of kind {kind:?}: {reason}")]
    Invalid {
        /// Kind of model.
        kind: String,
        /// By [`Artifact::validate`](super::Artifact::validate).
        reason: String,
    },
}

/// What to do about a file whose layout this build does not know.
const OTHER_PROGRAM: &str = "it was written by another version of the program; use that version, or make the file again with this one";

impl ArtifactError {
    /// The same with the file it is about, if it does not say already.
    pub(super) fn of(self, path: &Path) -> ArtifactError {
        match self {
            ArtifactError::Io { .. } | ArtifactError::File { .. } => self,
            other => ArtifactError::File { path: path.to_path_buf(), source: Box::new(other) },
        }
    }
}

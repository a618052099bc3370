//! What ends a run over mate problems.

/// Error of a run over mate problems.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MateRunError {
    /// A file or folder that cannot be used.
    #[error("{what}: {source}")]
    Io {
        /// The file, or the problem whose file it is.
        what: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// Files or names that do not fit, in words.
    #[error("{0}")]
    Refused(String),
}

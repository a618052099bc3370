//! What ends a run over mate problems.

/// Error of a run over mate problems.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MateRunError {
    /// A file or folder cannot be used.
    #[error("{what}: {source}")]
    Io {
        /// The file, or the problem whose file it is.
        what: String,
        /// Error of the file system.
        source: std::io::Error,
    },
    /// No memory for the tables of a solver.
    #[error("{0}; ask for less with a smaller size of tables")]
    Table(#[from] komadai_tsume::TableError),
    /// Files or names do not fit; the reason in words.
    #[error("{0}")]
    Refused(String),
}

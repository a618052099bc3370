//! Why a certificate is not accepted.

use std::io;

/// Why a certificate is not accepted: what was found, and what was expected. Moves are written as in USI.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The certificate cannot be read.
    #[error("certificate: {0}")]
    Io(io::Error),
    /// The file is no certificate of this kind, or one of another version: the rest is not read.
    #[error("{0}")]
    Foreign(String),
    /// The file is not what was written: cut short, changed, longer than it says, or without an end.
    #[error("certificate: {0}")]
    Damaged(String),
    /// The head says something impossible, or something that the records do not show.
    #[error("certificate: {0}")]
    Head(String),
    /// A record does not show what it should.
    #[error("certificate: record {record}, after {}: {wrong}", if line.is_empty() { "no move".to_owned() } else { line.join(" ") })]
    Fault {
        /// The record, counted from 1 in the order of the file; 0 before the first one.
        record: u64,
        /// The moves from the certificate's position to that of the record.
        line: Vec<String>,
        /// What is wrong there.
        wrong: String,
    },
    /// A certificate of hisshi does not show what it should.
    #[error("certificate of hisshi: {0}")]
    Hisshi(String),
}

//! What can be wrong with a certificate.

use std::io;

use super::source::NoByte;

/// Why a certificate is not accepted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The stream.
    #[error("certificate: {0}")]
    Io(io::Error),
    /// Another kind of file.
    #[error("certificate: begins with {0:02x?}, expected \"KMDC\"")]
    Magic([u8; 4]),
    /// A format of another version.
    #[error("certificate: version {0}, expected 1")]
    Version(u16),
    /// No claim.
    #[error("certificate: claim {0}, expected 1 (mate) or 2 (no mate)")]
    Claim(u8),
    /// The position is none.
    #[error("certificate: position {sfen:?}: {problem}")]
    Position {
        /// The text in the file.
        sfen: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// It ends in the middle.
    #[error("certificate: ends before its last record does")]
    Cut,
    /// It is not as it was written.
    #[error("certificate: checksum {found:08x} of the bytes, expected {stored:08x} as stored at their end")]
    Damaged {
        /// The checksum at the end.
        stored: u32,
        /// That of the bytes before.
        found: u32,
    },
    /// A number that nobody counts to.
    #[error("certificate: a number has more than 64 bits")]
    Number,
    /// Something follows the last record.
    #[error("certificate: {0} bytes after the last record, expected none")]
    Left(u64),
    /// Another number of records than the head says.
    #[error("certificate: {found} records, expected {said}")]
    Records {
        /// In the head.
        said: u64,
        /// Found.
        found: u64,
    },
    /// A longer mate than the head says.
    #[error("certificate: mate within {found} plies, expected {said} or fewer")]
    Plies {
        /// In the head.
        said: u64,
        /// As the records go.
        found: u32,
    },
    /// A record that shows nothing.
    #[error("certificate: record {record}, after {}: {wrong}", if line.is_empty() { "no move".to_owned() } else { line.join(" ") })]
    Fault {
        /// The record, counted from 1 in the order of the file; 0 before the first one.
        record: u64,
        /// The moves from the certificate's position to that of the record.
        line: Vec<String>,
        /// What is wrong there.
        wrong: Wrong,
    },
}

/// What is wrong with a record. Moves are written as in USI.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Wrong {
    /// The mating move is not legal.
    #[error("{0} is not legal, expected a check that mates")]
    NotLegal(String),
    /// The mating move gives no check.
    #[error("{0} gives no check")]
    NoCheck(String),
    /// The reply to a check is not legal.
    #[error("after the check {check} the reply {reply} is not legal")]
    Reply {
        /// The check.
        check: String,
        /// What is said to answer it.
        reply: String,
    },
    /// A reference to a record before the first one.
    #[error("refers {0} records back, before the first one")]
    NoRecord(u64),
    /// A mate that rests on one that is not shown yet.
    #[error("refers to record {0}, which is not finished")]
    Open(u64),
    /// A reference to a record of another board.
    #[error("refers to record {0}, which has another board")]
    Board(u64),
    /// A reference to a record of the same board that shows nothing for this hand.
    #[error("refers to record {0}, which does not serve this hand")]
    Hand(u64),
    /// A record under a hand that cannot be.
    #[error("hand that differs by {0:#x}, more than is held")]
    Difference(u64),
}

impl From<NoByte> for CheckError {
    fn from(error: NoByte) -> CheckError {
        match error {
            NoByte::Io(error) => CheckError::Io(error),
            NoByte::Ended => CheckError::Cut,
            NoByte::LargeNumber => CheckError::Number,
        }
    }
}

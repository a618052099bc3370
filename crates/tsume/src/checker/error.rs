//! Errors of the certificate checker.

use std::io;

use super::source::NoByte;

/// Why a certificate is not accepted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The certificate cannot be read.
    #[error("certificate: {0}")]
    Io(io::Error),
    /// The file is no certificate.
    #[error("begins with \"{}\", expected a certificate of a mate or no-mate, which begins with \"KMDC\"", .0.escape_ascii())]
    Magic([u8; 4]),
    /// The format has another version.
    #[error("certificate: version {0}, expected 1: it was written by another version of the program")]
    Version(u16),
    /// The claim is none of those that the format knows.
    #[error("certificate: claim {0}, expected 1 (mate), 2 (no mate) or 3 (no mate within so many plies)")]
    Claim(u8),
    /// No mate within a number of plies that is even, 0, or too large.
    #[error("certificate: no mate within {0} plies, expected an odd number from 1 to 65535")]
    Bound(u64),
    /// The position is not valid.
    #[error("certificate: position {sfen:?}: {problem}")]
    Position {
        /// The text in the file.
        sfen: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// The file ends in the middle of a record.
    #[error("certificate: ends before its last record does: the file was cut short, copy it again")]
    Cut,
    /// The checksum differs: the file has been damaged.
    #[error(
        "certificate: checksum {found:08x} of the bytes, expected {stored:08x} as stored at their end: \
         the file was cut short or changed since it was written, copy it again"
    )]
    Damaged {
        /// Checksum stored at the end of the file.
        stored: u32,
        /// Checksum of the bytes before it.
        found: u32,
    },
    /// The stream goes on and on.
    #[error("certificate: more than 1 GiB, which no certificate has: the rest is not read")]
    TooLong,
    /// A number has more than 64 bits.
    #[error("certificate: a number has more than 64 bits")]
    Number,
    /// Bytes follow the last record: so many.
    #[error("certificate: {0} bytes after the last record, expected none")]
    Left(u64),
    /// The number of records differs from that in the head.
    #[error("certificate: {found} records, expected {said}")]
    Records {
        /// Records by the head.
        said: u64,
        /// Records found.
        found: u64,
    },
    /// The mate is longer than the head says.
    #[error("certificate: mate within {found} plies, expected {said} or fewer")]
    Plies {
        /// Plies by the head.
        said: u64,
        /// Plies by the records.
        found: u32,
    },
    /// A record does not show what it should.
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
        /// The recorded reply.
        reply: String,
    },
    /// A reference goes back behind the first record.
    #[error("refers {0} records back, before the first one")]
    NoRecord(u64),
    /// A mate rests on a record that is not finished.
    #[error("refers to record {0}, which is not finished")]
    Open(u64),
    /// A reference leads to a record of another board.
    #[error("refers to record {0}, which has another board")]
    Board(u64),
    /// A reference leads to a record of the same board under a hand that does not serve this one.
    #[error("refers to record {0}, which does not serve this hand")]
    Hand(u64),
    /// A reference leads to a record that holds for fewer plies than are left.
    #[error("refers to record {record}, which holds for {plies} plies, expected {left} or more")]
    FewerPlies {
        /// The record.
        record: u64,
        /// Plies left there.
        plies: u32,
        /// Plies left here.
        left: u32,
    },
    /// With one ply left a check mates.
    #[error("{}the check {check} mates, expected none that does", if line.is_empty() { String::new() } else { format!("after {} ", line.join(" ")) })]
    Mates {
        /// The check and the reply after which one ply is left; none in the position of the claim.
        line: Vec<String>,
        /// The check that mates.
        check: String,
    },
    /// A record changes the hands by more pieces than are held.
    #[error("hand that differs by {0:#x}, more than is held")]
    Difference(u64),
}

impl From<NoByte> for CheckError {
    fn from(error: NoByte) -> CheckError {
        match error {
            NoByte::Io(error) => CheckError::Io(error),
            NoByte::Ended => CheckError::Cut,
            NoByte::LargeNumber => CheckError::Number,
            NoByte::TooLong => CheckError::TooLong,
        }
    }
}

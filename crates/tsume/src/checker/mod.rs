//! Checks certificates, by rules of its own.
//!
//! A certificate (its format is described in [`certificate`](crate::certificate)) claims that the side to move of a position mates by
//! checks alone, or that it does not, or not within so many plies, and shows why. [`check`] reads it and believes nothing: every move is
//! tried on a board that shares no line of code with the solver, and every reply of the defender, or every check of the attacker, must
//! have been dealt with. To trust an answer, it is enough to read this folder.
//!
//! **Why an accepted mate is a mate.** A record names a check, and each legal reply leads to a position that has a
//! record of its own: further down, or finished before. A record is finished after those that it needs, so the records
//! in the order in which they finish are a proof, each resting on earlier ones.
//!
//! **Why an accepted no-mate is none.** Every record names for each legal check a reply to a position that has a
//! record. Suppose some of these positions were mates; take the one mated soonest. Its mating check has the recorded
//! reply, after which the mate is sooner still, in a position that has a record: a contradiction. So records
//! may refer to each other in circles here: a defender who can go on for ever is not mated.
//!
//! **Why there is no mate within n plies.** A record has a number of plies left; that of the position itself is in the head. It names for
//! each legal check a reply to a position that has a record with two plies fewer left, or with more than that. With one ply left, the
//! checker tries every check, and none mates. So the claim rests on claims with fewer plies, down to one; and where a record refers to
//! one with more plies left, even to one it is part of, the argument above holds: the false claim whose mate comes soonest would lead to
//! one whose mate comes sooner. No path needs to be remembered.
//!
//! **Why hands may differ.** In all positions of one board both sides together hold the same pieces. An attacker who holds more of them
//! can drop more and the defender less, and whether a dropped pawn mates depends on the board alone. So what mates with fewer pieces
//! mates with more, and what fails with more fails with fewer, in the same number of plies.
//!
//! ```
//! use komadai_tsume::{Solver, checker};
//!
//! let mut pos = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
//! let tree = Solver::builder().hash_mb(1).build()?.solve(&mut pos).tree.expect("a gold mates");
//! let checked = checker::check(&tree.certificate().bytes[..])?;
//! assert_eq!((checked.claim, checked.plies), (checker::Claim::Mate, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod error;
mod hisshi;
mod records;
mod rules;
mod sfen;
mod source;

use std::io::Read;

use board::Board;
use records::Checker;
use source::Source;

pub use error::CheckError;
pub use hisshi::{CheckedHisshi, check_hisshi, is_hisshi};
pub use records::Claim;

/// A certificate that has been checked, and what it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The claim, which has been shown to be true.
    pub claim: Claim,
    /// The position it is about, in SFEN: board, side to move, hands.
    pub sfen: String,
    /// Number of attacker's positions that are shown one by one.
    pub records: u64,
    /// Number of attacker's positions that rest on an earlier record.
    pub references: u64,
    /// Plies within which the side to move mates whatever the defender does, or within which it does not
    /// ([`Claim::NoMateWithin`], an odd number); 0 for no mate at all.
    pub plies: u32,
}

/// Checks a certificate. The stream is read to its end, or up to 1 GiB.
///
/// Memory grows with the records that have been read (about 64 bytes each, and as many for each one still open), never with a number
/// stated in the file.
///
/// # Errors
///
/// [`CheckError`] with the first thing that is wrong. Then nothing has been shown; the claim may still be true.
pub fn check(mut reader: impl Read) -> Result<Checked, CheckError> {
    whole(&mut reader, read)
}

/// Reads a stream to its end. Returns what `read` makes of the payload, all of which it must take.
fn whole<T>(
    reader: &mut dyn Read,
    read: fn(&mut Source<'_>) -> Result<T, CheckError>,
) -> Result<T, CheckError> {
    let mut source = Source::new(reader);
    let checked = read(&mut source);
    // A file of another kind may have no end, so its rest is not read.
    if matches!(checked, Err(CheckError::Foreign(_))) {
        return checked;
    }
    // Damage is reported before anything else that seems wrong with the file.
    match (checked, source.finish()) {
        (Err(error @ CheckError::Io(_)), _) | (_, Err(error)) => Err(error),
        (Ok(_), Ok(left @ 1..)) => {
            Err(CheckError::Damaged(format!("{left} bytes after the last record, expected none")))
        }
        (checked, _) => checked,
    }
}

/// A kind of file: how it begins, and what it may claim.
struct Kind {
    magic: [u8; 4],
    of: &'static str,
    /// The largest claim; the smallest is 1.
    claims: u8,
    claims_in_words: &'static str,
}

impl Kind {
    /// Reads the head up to the position: claim, position in SFEN, position.
    fn head(&self, source: &mut Source<'_>) -> Result<(u8, String, Board), CheckError> {
        let magic = source.bytes(4)?;
        if magic != self.magic {
            let (found, expected) = (magic.escape_ascii(), self.magic.escape_ascii());
            return Err(CheckError::Foreign(format!(
                "begins with \"{found}\", expected a certificate of {}, which begins with \"{expected}\"",
                self.of
            )));
        }
        let version = source.u16()?;
        if version != 1 {
            return Err(CheckError::Foreign(format!(
                "certificate: version {version}, expected 1: it was written by another version of the program"
            )));
        }
        let claim = source.byte()?;
        if claim == 0 || claim > self.claims {
            return Err(CheckError::Head(format!("claim {claim}, expected {}", self.claims_in_words)));
        }
        let length = source.byte()?;
        let sfen = String::from_utf8_lossy(&source.bytes(length.into())?).into_owned();
        let board = Board::from_sfen(&sfen).and_then(|board| board.impossible().map_or(Ok(board), Err));
        let board = board.map_err(|problem| CheckError::Head(format!("position {sfen:?}: {problem}")))?;
        Ok((claim, sfen, board))
    }
}

/// Certificates of a mate, a no-mate or a bound of a length.
const MATE: Kind = Kind {
    magic: *b"KMDC",
    of: "a mate or no-mate",
    claims: 3,
    claims_in_words: "1 (mate), 2 (no mate) or 3 (no mate within so many plies)",
};

/// Reads and checks the payload.
fn read(source: &mut Source<'_>) -> Result<Checked, CheckError> {
    let (claim, sfen, board) = MATE.head(source)?;
    let claim = [Claim::Mate, Claim::NoMate, Claim::NoMateWithin][usize::from(claim) - 1];
    let (records, plies) = (source.number()?, source.number()?);

    let bounded = claim == Claim::NoMateWithin;
    if bounded && (plies % 2 == 0 || plies > u64::from(u16::MAX)) {
        return Err(CheckError::Head(format!(
            "no mate within {plies} plies, expected an odd number from 1 to 65535"
        )));
    }
    let mut checker = Checker::new(source, claim, board);
    // The plies of a mate are found by reading; for no mate at all there are none to count.
    let found = checker.run(if bounded { plies as u32 } else { 0 })?;
    let (seen, references) = (checker.records.len() as u64, checker.references);
    if seen != records {
        return Err(CheckError::Head(format!("{seen} records, expected {records}")));
    }
    if u64::from(found) > plies {
        return Err(CheckError::Head(format!("mate within {found} plies, expected {plies} or fewer")));
    }
    Ok(Checked { claim, sfen, records, references, plies: found })
}

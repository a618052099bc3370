//! Checks certificates, by rules of its own.
//!
//! A certificate (its format is described in [`certificate`](crate::certificate)) claims that the side to move of
//! a position mates by checks alone, or that it does not, or not within so many plies, and lays open why. [`check`] reads it and believes nothing:
//! every move is tried on a board that shares no line with the solver, and every reply of the defender, or every
//! check of the attacker, must have been dealt with. To trust an answer, it is enough to read this folder.
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
//! **Why there is no mate within n plies.** A record has plies left, those of the head in the position itself. It names for
//! each legal check a reply to a position that has a record with two plies fewer left, or more than that. With one ply left,
//! the checker tries every check, and none mates. So the claim rests on claims with fewer plies, down to one; and
//! where a record refers to one with more plies left, even to one it is part of, the argument above holds: the false
//! claim whose mate comes soonest would lead to one whose mate comes sooner. No path needs to be remembered.
//!
//! **Why hands may differ.** In all positions of one board both sides together hold the same pieces. An attacker who
//! holds more of them can drop more and the defender less, and whether a dropped pawn mates depends on the board
//! alone. So what mates with fewer pieces mates with more, and what fails with more fails with fewer; in as many plies.
//!
//! ```
//! use komadai_tsume::{Solver, checker};
//!
//! let mut pos = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
//! let tree = Solver::builder().hash_mb(1).build()?.solve(&mut pos).tree.expect("a gold mates");
//! let mut certificate = Vec::new();
//! tree.write_certificate(&mut certificate)?;
//! let checked = checker::check(&certificate[..])?;
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
use records::{Checker, Stop};
use source::Source;

pub use error::{CheckError, Wrong};
pub use hisshi::{CheckedHisshi, HisshiCheckError, check_hisshi, is_hisshi};
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
/// Memory grows with the records that have been read (about 64 bytes each, and as many for each one still open),
/// never by a number in the file.
///
/// # Errors
///
/// [`CheckError`] with the first thing that is wrong. Nothing is shown then, although the claim may be true.
pub fn check(reader: impl Read) -> Result<Checked, CheckError> {
    let mut source = Source::new(reader);
    let checked = read(&mut source);
    // Of another kind of file, which may have no end, there is nothing more to say.
    if matches!(checked, Err(CheckError::Magic(_) | CheckError::Version(_))) {
        return checked;
    }
    // Damage is reported before anything else that seems wrong with the file.
    match (checked, source.finish()) {
        (Err(CheckError::Io(error)), _) => Err(CheckError::Io(error)),
        (_, Err(error)) => Err(error.into()),
        (_, Ok((_, None))) => Err(CheckError::Cut),
        (_, Ok((_, Some((stored, found))))) if stored != found => Err(CheckError::Damaged { stored, found }),
        (Ok(_), Ok((left @ 1.., _))) => Err(CheckError::Left(left)),
        (checked, _) => checked,
    }
}

/// Reads and checks the payload.
fn read<R: Read>(source: &mut Source<R>) -> Result<Checked, CheckError> {
    let magic = [source.byte()?, source.byte()?, source.byte()?, source.byte()?];
    if magic != *b"KMDC" {
        return Err(CheckError::Magic(magic));
    }
    let version = source.u16()?;
    if version != 1 {
        return Err(CheckError::Version(version));
    }
    let claim = match source.byte()? {
        1 => Claim::Mate,
        2 => Claim::NoMate,
        3 => Claim::NoMateWithin,
        other => return Err(CheckError::Claim(other)),
    };
    let mut text = Vec::new();
    for _ in 0..source.byte()? {
        text.push(source.byte()?);
    }
    let sfen = String::from_utf8_lossy(&text).into_owned();
    let board = Board::from_sfen(&sfen).and_then(|board| board.impossible().map_or(Ok(board), Err));
    let board = board.map_err(|problem| CheckError::Position { sfen: sfen.clone(), problem })?;
    let (records, plies) = (source.number()?, source.number()?);

    let bounded = claim == Claim::NoMateWithin;
    if bounded && (plies % 2 == 0 || plies > u64::from(u16::MAX)) {
        return Err(CheckError::Bound(plies));
    }
    let mut checker = Checker::new(source, claim, board);
    // What a mate takes is found; of no mate at all there is nothing to count.
    let found = match checker.run(if bounded { plies as u32 } else { 0 }) {
        Ok(found) => found,
        Err(Stop::NoByte(error)) => return Err(error.into()),
        Err(Stop::Wrong(wrong)) => return Err(checker.fault(wrong)),
    };
    let (seen, references) = (checker.records.len() as u64, checker.references);
    if seen != records {
        return Err(CheckError::Records { said: records, found: seen });
    }
    if u64::from(found) > plies {
        return Err(CheckError::Plies { said: plies, found });
    }
    Ok(Checked { claim, sfen, records, references, plies: found })
}

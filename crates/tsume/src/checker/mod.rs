//! Checks certificates, by rules of its own.
//!
//! A certificate (its format is described in [`certificate`](crate::certificate)) claims that the side to move of
//! a position mates by checks alone, or that it does not, and lays open why. [`check`] reads it and believes nothing:
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
//! **Why hands may differ.** In all positions of one board both sides together hold the same pieces. An attacker who
//! holds more of them can drop more and the defender less, and whether a dropped pawn mates depends on the board
//! alone. So what mates with fewer pieces mates with more, and what fails with more fails with fewer.
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
mod rules;
mod sfen;
mod source;

use std::io::Read;

use board::{Board, Code, Hand, Packed, Undo, name};
use source::{NoByte, Source};

pub use error::{CheckError, Wrong};

/// Claim of a certificate about its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The side to move mates by checks alone.
    Mate,
    /// The side to move does not mate by checks alone.
    NoMate,
}

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
    /// Plies within which the side to move mates whatever the defender does; 0 for no mate.
    pub plies: u32,
}

/// Checks a certificate. The stream is read to its end.
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
    // Damage is reported before anything else that seems wrong with the file.
    match (checked, source.finish()) {
        (Err(CheckError::Io(error)), _) | (_, Err(error)) => Err(CheckError::Io(error)),
        (Err(error @ (CheckError::Magic(_) | CheckError::Version(_))), _) => Err(error),
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
        other => return Err(CheckError::Claim(other)),
    };
    let mut text = Vec::new();
    for _ in 0..source.byte()? {
        text.push(source.byte()?);
    }
    let sfen = String::from_utf8_lossy(&text).into_owned();
    let board = match Board::from_sfen(&sfen) {
        Ok(board) if board.can_take_king() => Err("the side to move could take the king"),
        other => other,
    };
    let board = board.map_err(|problem| CheckError::Position { sfen: sfen.clone(), problem })?;
    let (records, plies) = (source.number()?, source.number()?);

    let mut checker = Checker {
        source,
        claim,
        attacker: board.side,
        board,
        records: Vec::new(),
        frames: Vec::new(),
        moves: Vec::new(),
        references: 0,
    };
    let found = match checker.run() {
        Ok(found) => found,
        Err(Stop::NoByte(error)) => return Err(error.into()),
        Err(Stop::Wrong(wrong)) => return Err(checker.fault(wrong)),
    };
    if checker.records.len() as u64 != records {
        return Err(CheckError::Records { said: records, found: checker.records.len() as u64 });
    }
    if u64::from(found) > plies {
        return Err(CheckError::Plies { said: plies, found });
    }
    let (records, references) = (checker.records.len() as u64, checker.references);
    Ok(Checked { claim, sfen, records, references, plies: found })
}

/// An attacker's position that has a record.
struct Record {
    board: Packed,
    /// The attacker's hand under which it is shown, packed.
    hand: u32,
    /// Of a mate: plies to it; 0 while the record is open.
    plies: u32,
}

/// A record that is being read.
struct Frame {
    record: usize,
    /// The check and the reply that led here; `None` at the root.
    came: Option<[(Code, Undo); 2]>,
    /// The hands before the record stated its own.
    hands: [Hand; 2],
    /// Of a mate: the mating move.
    mating: Code,
    /// Where its replies (mate) or checks (no mate) begin in the common list, and which is next.
    begin: usize,
    next: usize,
    /// Of a mate: plies to it as far as its replies have been read.
    plies: u32,
}

/// Why checking stops.
enum Stop {
    NoByte(NoByte),
    Wrong(Wrong),
}

impl From<NoByte> for Stop {
    fn from(error: NoByte) -> Stop {
        Stop::NoByte(error)
    }
}

struct Checker<'a, R> {
    source: &'a mut Source<R>,
    claim: Claim,
    attacker: usize,
    board: Board,
    records: Vec<Record>,
    frames: Vec<Frame>,
    /// The moves that the frames have to deal with, frame by frame.
    moves: Vec<Code>,
    references: u64,
}

impl<R: Read> Checker<'_, R> {
    /// Checks everything; plies to mate, 0 for no mate.
    fn run(&mut self) -> Result<u32, Stop> {
        self.slot(None)?;
        let mut plies = 0;
        while let Some(frame) = self.frames.last() {
            let Some(&mv) = self.moves.get(frame.next) else {
                plies = self.close();
                continue;
            };
            let came = match self.claim {
                Claim::Mate => {
                    let mating = frame.mating;
                    let check = (mating, self.board.play(mating));
                    [check, (mv, self.board.play(mv))]
                }
                Claim::NoMate => {
                    let reply = self.source.u16()?;
                    let check = (mv, self.board.play(mv));
                    if !self.board.is_legal(reply) {
                        self.board.take_back(check.0, check.1);
                        return Err(Stop::Wrong(Wrong::Reply { check: name(mv), reply: name(reply) }));
                    }
                    [check, (reply, self.board.play(reply))]
                }
            };
            self.frames.last_mut().expect("the frame has just been seen").next += 1;
            self.slot(Some(came))?;
        }
        Ok(plies)
    }

    /// What stands in the place of a position: a record, or a reference to one.
    fn slot(&mut self, came: Option<[(Code, Undo); 2]>) -> Result<(), Stop> {
        match self.source.number()? {
            0 => self.open(came, 0),
            1 => {
                let difference = self.source.number()?;
                self.open(came, difference)
            }
            far => {
                let seen = self.records.len() as u64;
                let index =
                    (seen + 1).checked_sub(far).ok_or(Stop::Wrong(Wrong::NoRecord(far - 2)))? as usize;
                let held = self.board.hands[self.attacker];
                let record = &self.records[index];
                let shown = unpack(record.hand);
                let number = index as u64 + 1;
                let wrong = if self.claim == Claim::Mate && record.plies == 0 {
                    Some(Wrong::Open(number))
                } else if record.board != self.board.packed() {
                    Some(Wrong::Board(number))
                } else if !self.suffices(held, shown) {
                    Some(Wrong::Hand(number))
                } else {
                    None
                };
                if let Some(wrong) = wrong {
                    self.leave(came);
                    return Err(Stop::Wrong(wrong));
                }
                let plies = record.plies;
                self.references += 1;
                self.leave(came);
                self.learn(plies);
                Ok(())
            }
        }
    }

    /// Whether what is shown for an attacker's hand holds for the one he has.
    fn suffices(&self, held: Hand, shown: Hand) -> bool {
        (0..7).all(|i| match self.claim {
            Claim::Mate => shown[i] <= held[i],
            Claim::NoMate => shown[i] >= held[i],
        })
    }

    /// Begins a record, under a hand that differs from the attacker's by `difference`.
    fn open(&mut self, came: Option<[(Code, Undo); 2]>, difference: u64) -> Result<(), Stop> {
        let hands = self.board.hands;
        let record = self.records.len();
        let begin = self.moves.len();
        self.frames.push(Frame { record, came, hands, mating: 0, begin, next: begin, plies: 1 });
        // The attacker proves with fewer pieces, and cannot with more; the defender holds the others.
        let (giver, taker) = match self.claim {
            Claim::Mate => (self.attacker, 1 - self.attacker),
            Claim::NoMate => (1 - self.attacker, self.attacker),
        };
        let unpacked = u32::try_from(difference).ok().filter(|bits| bits >> 21 == 0).map(unpack);
        let moved = unpacked.ok_or(Stop::Wrong(Wrong::Difference(difference)))?;
        for (i, count) in moved.into_iter().enumerate() {
            let left = self.board.hands[giver][i].checked_sub(count);
            self.board.hands[giver][i] = left.ok_or(Stop::Wrong(Wrong::Difference(difference)))?;
            self.board.hands[taker][i] += count;
        }
        let hand = pack(self.board.hands[self.attacker]);
        self.records.push(Record { board: self.board.packed(), hand, plies: 0 });
        if self.claim == Claim::NoMate {
            self.board.checks(&mut self.moves);
        } else {
            let mating = self.source.u16()?;
            if !self.board.is_legal(mating) {
                return Err(Stop::Wrong(Wrong::NotLegal(name(mating))));
            }
            let undo = self.board.play(mating);
            let in_check = self.board.in_check();
            if in_check {
                self.board.replies(&mut self.moves);
            }
            self.board.take_back(mating, undo);
            if !in_check {
                return Err(Stop::Wrong(Wrong::NoCheck(name(mating))));
            }
            self.frames.last_mut().expect("the frame has just been put there").mating = mating;
        }
        self.moves[begin..].sort_unstable();
        Ok(())
    }

    /// Ends the last record; plies to its mate.
    fn close(&mut self) -> u32 {
        let frame = self.frames.pop().expect("only an open record is closed");
        let plies = if self.claim == Claim::Mate { frame.plies } else { 0 };
        self.records[frame.record].plies = plies;
        self.moves.truncate(frame.begin);
        self.board.hands = frame.hands;
        self.leave(frame.came);
        self.learn(plies);
        plies
    }

    /// Takes a check and its reply back.
    fn leave(&mut self, came: Option<[(Code, Undo); 2]>) {
        for (mv, undo) in came.into_iter().flatten().rev() {
            self.board.take_back(mv, undo);
        }
    }

    /// A reply to the last record's mating move leads to a mate in `plies`.
    fn learn(&mut self, plies: u32) {
        if let Some(frame) = self.frames.last_mut() {
            frame.plies = frame.plies.max(plies.saturating_add(2));
        }
    }

    /// What is wrong, and where: the record that is open, and the moves that led to it.
    fn fault(&self, wrong: Wrong) -> CheckError {
        let moves = self.frames.iter().flat_map(|frame| frame.came.into_iter().flatten());
        let line = moves.map(|(mv, _)| name(mv)).collect();
        let record = self.frames.last().map_or(0, |frame| frame.record as u64 + 1);
        CheckError::Fault { record, line, wrong }
    }
}

/// Bits of each kind's count in a packed hand.
const BITS: [u32; 7] = [5, 3, 3, 3, 2, 2, 3];

fn pack(hand: Hand) -> u32 {
    hand.into_iter().zip(BITS).rev().fold(0, |packed, (count, bits)| packed << bits | u32::from(count))
}

fn unpack(mut packed: u32) -> Hand {
    BITS.map(|bits| {
        let count = packed & ((1 << bits) - 1);
        packed >>= bits;
        count as u8
    })
}

#[cfg(test)]
mod tests {
    use super::board::SET;
    use super::*;

    #[test]
    fn packed_hand_keeps_every_count() {
        assert_eq!(unpack(pack(SET)), SET);
        for i in 0..7 {
            let mut hand = [0; 7];
            hand[i] = SET[i];
            assert_eq!(unpack(pack(hand)), hand);
        }
        assert!(pack(SET) < 1 << 21);
    }

    #[test]
    fn record_fills_a_cache_line() {
        assert_eq!(size_of::<Record>(), 64);
    }
}

//! Records: reads them one after the other, and tries every move that they must deal with.

use super::CheckError;
use super::board::{Board, Code, Hand, Packed, Undo, name};
use super::source::Source;

/// Claim of a certificate about its position, in the order of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The side to move mates by checks alone.
    Mate,
    /// The side to move does not mate by checks alone.
    NoMate,
    /// The side to move does not mate by checks alone within so many plies, every ply counted.
    NoMateWithin,
}

/// An attacker's position that has a record.
pub(super) struct Record {
    board: Packed,
    /// The attacker's hand under which it is shown, packed.
    hand: u32,
    /// Of a mate: plies to it; 0 while the record is open. Of no mate within so many plies: the plies left.
    plies: u32,
}

const _: () = assert!(size_of::<Record>() == 64, "a cache line");

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
    /// Of a mate: plies to it as far as its replies have been read. Of no mate within so many plies: the plies left.
    plies: u32,
}

/// A certificate whose records are being read.
pub(super) struct Checker<'a, 'b> {
    source: &'a mut Source<'b>,
    claim: Claim,
    attacker: usize,
    board: Board,
    pub(super) records: Vec<Record>,
    frames: Vec<Frame>,
    /// The moves that the frames have to deal with, frame by frame.
    moves: Vec<Code>,
    /// References that have been followed.
    pub(super) references: u64,
}

impl<'a, 'b> Checker<'a, 'b> {
    /// A claim about a position, before its first record.
    pub(super) fn new(source: &'a mut Source<'b>, claim: Claim, board: Board) -> Checker<'a, 'b> {
        Checker {
            source,
            claim,
            attacker: board.side,
            board,
            records: Vec::new(),
            frames: Vec::new(),
            moves: Vec::new(),
            references: 0,
        }
    }

    /// Checks everything, with `left` plies left in the position of the claim. Returns the plies to mate, or those within which there is
    /// none; 0 for no mate.
    pub(super) fn run(&mut self, left: u32) -> Result<u32, CheckError> {
        self.slot(None, left)?;
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
                Claim::NoMate | Claim::NoMateWithin => {
                    let reply = self.source.u16()?;
                    let check = (mv, self.board.play(mv));
                    if !self.board.is_legal(reply) {
                        self.board.take_back(check.0, check.1);
                        let (check, reply) = (name(mv), name(reply));
                        let wrong = format!("after the check {check} the reply {reply} is not legal");
                        return Err(self.fault(wrong));
                    }
                    [check, (reply, self.board.play(reply))]
                }
            };
            let frame = self.frames.last_mut().expect("the frame has just been seen");
            frame.next += 1;
            let left = frame.plies.saturating_sub(2);
            if self.claim == Claim::NoMateWithin && left == 1 {
                self.last_ply(Some(came))?;
            } else {
                self.slot(Some(came), left)?;
            }
        }
        Ok(plies)
    }

    /// Reads the place of a position with `left` plies left: a record, or a reference to one.
    fn slot(&mut self, came: Option<[(Code, Undo); 2]>, left: u32) -> Result<(), CheckError> {
        match self.source.number()? {
            0 => self.open(came, left, 0),
            1 => {
                let difference = self.source.number()?;
                self.open(came, left, difference)
            }
            far => {
                let plies = self.serving(far, left);
                self.leave(came);
                let plies = plies.map_err(|wrong| self.fault(wrong))?;
                self.references += 1;
                self.learn(plies);
                Ok(())
            }
        }
    }

    /// Plies of the record that a reference leads to, or why it does not serve with `left` plies left.
    fn serving(&self, far: u64, left: u32) -> Result<u32, String> {
        let Some(index) = (self.records.len() as u64 + 1).checked_sub(far) else {
            return Err(format!("refers {} records back, before the first one", far - 2));
        };
        let record = &self.records[index as usize];
        let wrong = if self.claim == Claim::Mate && record.plies == 0 {
            "is not finished".to_owned()
        } else if record.board != self.board.packed() {
            "has another board".to_owned()
        } else if !self.suffices(self.board.hands[self.attacker], unpack(record.hand)) {
            "does not serve this hand".to_owned()
        } else if self.claim == Claim::NoMateWithin && record.plies < left {
            format!("holds for {} plies, expected {left} or more", record.plies)
        } else {
            return Ok(record.plies);
        };
        Err(format!("refers to record {}, which {wrong}", index + 1))
    }

    /// Whether what is shown for one attacker's hand also holds for the hand he has.
    fn suffices(&self, held: Hand, shown: Hand) -> bool {
        (0..7).all(|i| match self.claim {
            Claim::Mate => shown[i] <= held[i],
            Claim::NoMate | Claim::NoMateWithin => shown[i] >= held[i],
        })
    }

    /// Makes sure that no check mates when one ply is left, in the position of the claim or after a check and its reply.
    fn last_ply(&mut self, came: Option<[(Code, Undo); 2]>) -> Result<(), CheckError> {
        let mate = self.board.mating_check();
        self.leave(came);
        let Some(mate) = mate else { return Ok(()) };
        let line: Vec<String> = came.into_iter().flatten().map(|(mv, _)| name(mv)).collect();
        let after = if line.is_empty() { String::new() } else { format!("after {} ", line.join(" ")) };
        Err(self.fault(format!("{after}the check {} mates, expected none that does", name(mate))))
    }

    /// Begins a record with `left` plies left, under a hand that differs from the attacker's by `difference`.
    fn open(
        &mut self,
        came: Option<[(Code, Undo); 2]>,
        left: u32,
        difference: u64,
    ) -> Result<(), CheckError> {
        let hands = self.board.hands;
        let record = self.records.len();
        let begin = self.moves.len();
        let plies = if self.claim == Claim::Mate { 1 } else { left };
        self.frames.push(Frame { record, came, hands, mating: 0, begin, next: begin, plies });
        // A mate is shown with fewer pieces of the attacker, a no-mate with more; the defender holds the others.
        let (giver, taker) = match self.claim {
            Claim::Mate => (self.attacker, 1 - self.attacker),
            Claim::NoMate | Claim::NoMateWithin => (1 - self.attacker, self.attacker),
        };
        let moved = u32::try_from(difference).ok().filter(|bits| bits >> 21 == 0).map(unpack);
        let moved = moved.filter(|moved| (0..7).all(|i| moved[i] <= hands[giver][i]));
        let Some(moved) = moved else {
            return Err(self.fault(format!("hand that differs by {difference:#x}, more than is held")));
        };
        for (i, count) in moved.into_iter().enumerate() {
            self.board.hands[giver][i] -= count;
            self.board.hands[taker][i] += count;
        }
        let hand = pack(self.board.hands[self.attacker]);
        let plies = if self.claim == Claim::Mate { 0 } else { left };
        self.records.push(Record { board: self.board.packed(), hand, plies });
        if self.claim == Claim::NoMateWithin && left == 1 {
            return self.last_ply(None);
        }
        if self.claim == Claim::Mate {
            let mating = self.source.u16()?;
            if !self.board.is_legal(mating) {
                let wrong = format!("{} is not legal, expected a check that mates", name(mating));
                return Err(self.fault(wrong));
            }
            let undo = self.board.play(mating);
            let in_check = self.board.in_check();
            if in_check {
                self.board.replies(&mut self.moves);
            }
            self.board.take_back(mating, undo);
            if !in_check {
                return Err(self.fault(format!("{} gives no check", name(mating))));
            }
            self.frames.last_mut().expect("the frame has just been put there").mating = mating;
        } else {
            self.board.checks(&mut self.moves);
        }
        self.moves[begin..].sort_unstable();
        Ok(())
    }

    /// Ends the last record. Returns the plies to its mate, or its plies left.
    fn close(&mut self) -> u32 {
        let frame = self.frames.pop().expect("only an open record is closed");
        let plies = frame.plies;
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

    /// Notes that a reply to the last record's mating move leads to a mate in `plies`.
    fn learn(&mut self, plies: u32) {
        if self.claim == Claim::Mate
            && let Some(frame) = self.frames.last_mut()
        {
            frame.plies = frame.plies.max(plies.saturating_add(2));
        }
    }

    /// What is wrong, and where: the record that is open, and the moves that led to it.
    fn fault(&self, wrong: String) -> CheckError {
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

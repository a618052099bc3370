//! Certificates: files that show a mate, a no-mate or a bound of a length by the rules of the game alone.
//!
//! A certificate makes one of three claims about a position:
//!
//! | claim | written by |
//! |---|---|
//! | 1: the side to move mates by checks alone | [`Tree::write_certificate`]; within a given length [`Lengths::certify_mate`] |
//! | 2: it does not | [`Tree::write_certificate`] |
//! | 3: it does not within so many plies, every ply counted | [`Lengths::certify_no_mate`] |
//!
//! A mate within 11 plies and no mate within 9 show that the length is 11. These are two files: each holds one claim and
//! can be checked alone. Traditional lengths ([`LengthRule::Traditional`](crate::LengthRule)) have no certificates.
//!
//! Certificates are read by [`checker`](crate::checker), which also explains why what it accepts is true. What follows is the
//! whole format, version 1, for authors of other checkers. A checker that does not know claim 3 refuses it.
//!
//! [`Lengths::certify_mate`]: crate::Lengths::certify_mate
//! [`Lengths::certify_no_mate`]: crate::Lengths::certify_no_mate
//!
//! # Head
//!
//! ```text
//! bytes 0 … 3   "KMDC"
//!       4 … 5   version, 1
//!       6       claim: 1, 2 or 3
//!       7       length of the position's text, n
//!       8 …     the position, n bytes of SFEN: board, side to move, hands; one space between
//!       …       number of records
//!       …       claim 1: it mates within so many plies; 2: 0; 3: so many plies, an odd number from 1 to 65535
//!       …       the place of the position itself, see below
//! last 4        CRC-32 (ISO-HDLC, as in zip and PNG) of all bytes before
//! ```
//!
//! Bytes of fixed fields stand lowest first. All other numbers have seven bits a byte, the lowest first, and the top
//! bit of a byte says that another follows.
//!
//! # Moves
//!
//! Two bytes, `to + 128 × from + 16384 × promotes`. A square is `9 × (file − 1) + rank − 1`; a drop comes from 81
//! (pawn), 82 (lance), 83 (knight), 84 (silver), 85 (bishop), 86 (rook) or 87 (gold). Moves are *in order* if these
//! numbers ascend.
//!
//! # Records
//!
//! A record stands for a position with the attacker (the side to move of the head) to move. All pieces in the two
//! hands together belong to one or the other; a record says in how far the hands are not those that the moves
//! have led to. Records are numbered from 1 in the order in which they begin.
//!
//! ```text
//! 1   the mating move: a legal check; then, for every legal reply in order, the place of the position after it
//! 2   for every legal check in order: a legal reply, then the place of the position after it
//! 3   the same, with plies left: those of the head in the position itself, two fewer after a check and its reply.
//!     With one ply left nothing is written: the position after the reply has no place, and under a head that says
//!     1 the record of the position itself is empty. There the reader finds by itself that no check mates
//! ```
//!
//! # Places
//!
//! ```text
//! 0         here begins a record, under the hands that the moves have led to
//! 1 d       here begins a record. Claim 1: the attacker gives d to the defender before it; 2 and 3: he gets d from him
//! k ≥ 2     the record that began last but k − 2 serves here
//! ```
//!
//! In `d` bits 0–4 count pawns, 5–7 lances, 8–10 knights, 11–13 silvers, 14–15 bishops, 16–17 rooks, 18–20 golds. The
//! hands are as before again when the record is over.
//!
//! A record serves if its board is the same and the attacker's hand of the record (as it was after `d`) has, of
//! every kind, no more than the attacker holds here (claim 1) or no fewer (2 and 3). A record of claim 1 serves only if it
//! is finished; the others may be open still. A record of claim 3 must have at least as many plies left as there are here.
//!
//! # Plies
//!
//! A mate whose mating move leaves no reply takes 1 ply; any other two more than the longest of its places. A
//! certificate is wrong if the head says less.

mod in_memory;
mod writer;

use std::io::{self, Write};
use std::path::Path;

use komadai_core::Position;
use komadai_core::files::write_whole;

use crate::checker::Claim;
use crate::tree::{NodeId, Tree};

pub use in_memory::Certificate;
pub(crate) use writer::{Checksummed, difference, put_number};

use writer::{Head, write};

impl Tree {
    /// Writes the tree as a certificate, in the format of [`certificate`](crate::certificate).
    ///
    /// It is written in small pieces: use a buffered writer.
    ///
    /// ```
    /// use komadai_tsume::{Solver, checker};
    ///
    /// let mut pos = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
    /// let tree = Solver::builder().hash_mb(1).build()?.solve(&mut pos).tree.expect("a gold mates");
    /// let mut certificate = Vec::new();
    /// tree.write_certificate(&mut certificate)?;
    /// assert_eq!(checker::check(&certificate[..])?.plies, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Errors of the writer.
    pub fn write_certificate(&self, writer: &mut impl Write) -> io::Result<()> {
        let mut records = 0;
        self.stream(&mut |_| Ok(()), &mut records)?;
        let plies = self.plies(self.root()).unwrap_or(0);
        let head = Head { claim: self.claim(), position: self.position(), records, plies };
        write(writer, &head, |out| {
            self.stream(
                &mut |piece| match piece {
                    Piece::Move(bits) => out.put(&bits.to_le_bytes()),
                    Piece::Number(number) => out.number(number),
                },
                &mut records,
            )
        })
    }

    /// Saves the tree as a certificate: under a temporary name in the same folder, flushed to the disk, then renamed,
    /// so that a reader finds the whole file or none.
    ///
    /// # Errors
    ///
    /// Errors of the file system.
    pub fn save_certificate(&self, path: impl AsRef<Path>) -> io::Result<()> {
        write_whole(path.as_ref(), |writer| self.write_certificate(writer))
    }

    /// Goes through the records in the order of the file.
    fn stream(&self, put: &mut impl FnMut(Piece) -> io::Result<()>, records: &mut u32) -> io::Result<()> {
        *records = 0;
        // [node]: number of its record, 0 before it begins.
        let mut numbers = vec![0_u32; self.len()];
        let mut frames: Vec<Frame> = Vec::new();
        let mut place = Some((self.root(), self.position().clone()));
        loop {
            if let Some((node, mut pos)) = place.take() {
                match numbers[node.index()] {
                    0 => {
                        *records += 1;
                        numbers[node.index()] = *records;
                        match difference(pos.hand(self.attacker()), self.hand(node)) {
                            0 => put(Piece::Number(0))?,
                            gap => {
                                put(Piece::Number(1))?;
                                put(Piece::Number(gap))?;
                                self.settle(&mut pos, node);
                            }
                        }
                        if let Some(mating) = self.mating_move(node) {
                            put(Piece::Move(mating.bits()))?;
                        }
                        frames.push(Frame { node, pos, next: 0 });
                    }
                    number => put(Piece::Number(*records + 2 - number))?,
                }
            }
            let Some(frame) = frames.last_mut() else { return Ok(()) };
            match self.branches(frame.node).get(frame.next) {
                None => {
                    frames.pop();
                }
                Some(branch) => {
                    frame.next += 1;
                    let mut pos = frame.pos.clone();
                    pos.do_move(branch.check);
                    pos.do_move(branch.reply);
                    if self.claim() == Claim::NoMate {
                        put(Piece::Move(branch.reply.bits()))?;
                    }
                    place = Some((branch.node, pos));
                }
            }
        }
    }
}

/// A record that is being written.
struct Frame {
    node: NodeId,
    pos: Position,
    next: usize,
}

/// What a certificate consists of after its head.
enum Piece {
    Move(u16),
    Number(u32),
}

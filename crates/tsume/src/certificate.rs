//! Certificates: files that show a mate or a no-mate by the rules of the game alone.
//!
//! A certificate is written by [`Tree::write_certificate`] and read by [`checker`](crate::checker), which also
//! explains why what it accepts is true. What follows is the whole format, version 1, for authors of other checkers.
//!
//! # Head
//!
//! ```text
//! bytes 0 … 3   "KMDC"
//!       4 … 5   version, 1
//!       6       claim: 1 the side to move mates by checks alone, 2 it does not
//!       7       length of the position's text, n
//!       8 …     the position, n bytes of SFEN: board, side to move, hands; one space between
//!       …       number of records
//!       …       mate: it mates within so many plies; no mate: 0
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
//! mate      the mating move: a legal check; then, for every legal reply in order, the place of the position after it
//! no mate   for every legal check in order: a legal reply, then the place of the position after it
//! ```
//!
//! # Places
//!
//! ```text
//! 0         here begins a record, under the hands that the moves have led to
//! 1 d       here begins a record. Mate: the attacker gives d to the defender before it; no mate: he gets d from him
//! k ≥ 2     the record that began last but k − 2 serves here
//! ```
//!
//! In `d` bits 0–4 count pawns, 5–7 lances, 8–10 knights, 11–13 silvers, 14–15 bishops, 16–17 rooks, 18–20 golds. The
//! hands are as before again when the record is over.
//!
//! A record serves if its board is the same and the attacker's hand of the record (as it was after `d`) has, of
//! every kind, no more than the attacker holds here (mate) or no fewer (no mate). A record of a mate serves only if it
//! is finished; one of a no-mate may be open still.
//!
//! # Plies
//!
//! A mate whose mating move leaves no reply takes 1 ply; any other two more than the longest of its places. A
//! certificate is wrong if the head says less.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use komadai_core::{Hand, PieceKind, Position};

use crate::checker::Claim;
use crate::tree::{NodeId, Tree};

/// Bits of each kind's count in a difference of hands, in the order of [`PieceKind::HAND`].
const BITS: [u32; 7] = [5, 3, 3, 3, 2, 2, 3];

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
        let mut out = Checksummed { writer, checksum: crc32fast::Hasher::new() };
        let sfen = self.position().to_string();
        // Without the number of the next move.
        let sfen = sfen.rsplit_once(' ').map_or("", |(head, _)| head);
        out.put(b"KMDC\x01\x00")?;
        out.put(&[if self.claim() == Claim::Mate { 1 } else { 2 }, sfen.len() as u8])?;
        out.put(sfen.as_bytes())?;
        let mut records = 0;
        self.stream(&mut |_| Ok(()), &mut records)?;
        out.number(u64::from(records))?;
        out.number(self.plies(self.root()).unwrap_or(0).into())?;
        self.stream(
            &mut |piece| match piece {
                Piece::Move(bits) => out.put(&bits.to_le_bytes()),
                Piece::Number(number) => out.number(u64::from(number)),
            },
            &mut records,
        )?;
        let checksum = out.checksum.finalize();
        writer.write_all(&checksum.to_le_bytes())
    }

    /// Saves the tree as a certificate: under a temporary name in the same folder, flushed to the disk, then renamed,
    /// so that a reader finds the whole file or none.
    ///
    /// # Errors
    ///
    /// Errors of the file system.
    pub fn save_certificate(&self, path: impl AsRef<Path>) -> io::Result<()> {
        let path = path.as_ref();
        let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
        name.push(".part");
        let part = path.with_file_name(name);
        let written = File::create(&part).and_then(|file| {
            let mut writer = BufWriter::new(file);
            self.write_certificate(&mut writer)?;
            writer.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
        });
        written.and_then(|()| fs::rename(&part, path)).inspect_err(|_| {
            // The error that matters is the one at hand.
            let _ = fs::remove_file(&part);
        })
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
                    let _ = pos.do_move(branch.check);
                    let _ = pos.do_move(branch.reply);
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

/// How many pieces of each kind two hands differ by.
fn difference(a: Hand, b: Hand) -> u32 {
    PieceKind::HAND
        .into_iter()
        .zip(BITS)
        .rev()
        .fold(0, |packed, (kind, bits)| packed << bits | a.count(kind).abs_diff(b.count(kind)))
}

struct Checksummed<'a, W> {
    writer: &'a mut W,
    checksum: crc32fast::Hasher,
}

impl<W: Write> Checksummed<'_, W> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.checksum.update(bytes);
        self.writer.write_all(bytes)
    }

    fn number(&mut self, mut number: u64) -> io::Result<()> {
        while number > 127 {
            self.put(&[number as u8 | 128])?;
            number >>= 7;
        }
        self.put(&[number as u8])
    }
}

//! Certificates: files that show a mate, a no-mate or a bound of a length by the rules of the game alone.
//!
//! A certificate makes one of three claims about a position:
//!
//! | claim | written by |
//! |---|---|
//! | 1: the side to move mates by checks alone | [`Tree::certificate`]; within a given length [`Lengths::certify_mate`] |
//! | 2: it does not | [`Tree::certificate`] |
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
//! Fixed fields have their lowest byte first. All other numbers have seven bits a byte, the lowest first; the top bit of a byte says that
//! another byte follows.
//!
//! # Moves
//!
//! Two bytes, `to + 128 × from + 16384 × promotes`. A square is `9 × (file − 1) + rank − 1`; a drop comes from 81
//! (pawn), 82 (lance), 83 (knight), 84 (silver), 85 (bishop), 86 (rook) or 87 (gold). Moves are *in order* if these
//! numbers ascend.
//!
//! # Records
//!
//! A record stands for a position with the attacker (the side to move of the head) to move. The pieces in both hands may be divided in
//! any way between the sides; a record says how its hands differ from those that the moves have led to. Records are numbered from 1 in
//! the order in which they begin.
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
//! In `d` bits 0–4 count pawns, 5–7 lances, 8–10 knights, 11–13 silvers, 14–15 bishops, 16–17 rooks, 18–20 golds. When the record is
//! over, the hands are as before it.
//!
//! A record serves if its board is the same and the attacker's hand of the record (as it was after `d`) has, of every kind, no more than
//! the attacker holds here (claim 1) or no fewer (2 and 3). A record of claim 1 serves only if it is finished; the others may still be
//! open. A record of claim 3 must have at least as many plies left as there are here.
//!
//! # Plies
//!
//! A mate whose mating move leaves no reply takes 1 ply; any other takes two more than the longest of its places. A certificate is wrong
//! if the head says less.

use std::io::{self, Write};
use std::path::Path;

use komadai_core::files::write_whole;
use komadai_core::{Color, Hand, PieceKind, Position};

use crate::checker::Claim;
use crate::tree::Tree;

/// A certificate, from [`Tree::certificate`], [`Lengths::certify_mate`](crate::Lengths::certify_mate) or
/// [`Lengths::certify_no_mate`](crate::Lengths::certify_no_mate).
///
/// It proves nothing until [`checker::check`](crate::checker::check) has accepted its bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Certificate {
    /// What it claims.
    pub claim: Claim,
    /// The position that the claim is about.
    pub position: Position,
    /// Plies within which the side to move is shown to mate, or not to mate; 0 for no mate at all.
    pub plies: u32,
    /// Number of records: attacker's positions that are shown one by one.
    pub records: u32,
    /// The whole file, in the format of [`certificate`](crate::certificate).
    pub bytes: Vec<u8>,
}

komadai_core::debug_by_sizes!(Certificate { claim, position, plies, records }[bytes]);

impl Certificate {
    /// Puts a head and a checksum around records.
    pub(crate) fn new(claim: Claim, pos: &Position, plies: u32, records: u32, body: &[u8]) -> Certificate {
        let mut bytes = head(*b"KMDC", claim as u8 + 1, pos);
        put_number(&mut bytes, records);
        put_number(&mut bytes, plies);
        bytes.extend(body);
        Certificate { claim, position: pos.clone(), plies, records, bytes: sealed(bytes) }
    }

    /// Saves the certificate: under a temporary name in the same folder, flushed to the disk, then renamed, so that a reader finds the
    /// whole file or none.
    ///
    /// # Errors
    ///
    /// Errors of the file system.
    pub fn save(&self, path: impl AsRef<Path>) -> io::Result<()> {
        write_whole(path.as_ref(), |writer| writer.write_all(&self.bytes))
    }
}

impl Tree {
    /// Returns the tree as a certificate, in the format of [`certificate`](crate::certificate). The checker refuses certificates of
    /// positions that the rules do not allow but [`Position::new_irregular`](komadai_core::Position::new_irregular) lets pass: two pawns
    /// on a file, a piece that can never move, no king to mate.
    ///
    /// ```
    /// use komadai_tsume::{Solver, checker};
    ///
    /// let mut pos = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
    /// let tree = Solver::builder().hash_mb(1).build()?.solve(&mut pos).tree.expect("a gold mates");
    /// assert_eq!(checker::check(&tree.certificate().bytes[..])?.plies, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn certificate(&self) -> Certificate {
        let (mut body, mut records) = (Vec::new(), 0);
        // [node]: number of its record, 0 before it begins.
        let mut numbers = vec![0_u32; self.len()];
        self.walk(|node, pos, branch| {
            if let Some(branch) = branch.filter(|_| self.claim() == Claim::NoMate) {
                body.extend(branch.reply.bits().to_le_bytes());
            }
            let number = numbers[node.index()];
            if number > 0 {
                put_number(&mut body, records + 2 - number);
                return false;
            }
            records += 1;
            numbers[node.index()] = records;
            begin_record(&mut body, pos, self.attacker(), self.hand(node));
            if let Some(mating) = self.mating_move(node) {
                body.extend(mating.bits().to_le_bytes());
            }
            true
        });
        let plies = self.plies(self.root()).unwrap_or(0);
        Certificate::new(self.claim(), self.position(), plies, records, &body)
    }
}

/// Begins a record at the place of a position, under the hand `hand` of the attacker.
pub(crate) fn begin_record(body: &mut Vec<u8>, pos: &mut Position, attacker: Color, hand: Hand) {
    match difference(pos.hand(attacker), hand) {
        0 => put_number(body, 0),
        gap => {
            put_number(body, 1);
            put_number(body, gap);
            pos.divide_hands(attacker, hand);
        }
    }
}

/// Bits of each kind's count in a difference of hands, in the order of [`PieceKind::HAND`].
const BITS: [u32; 7] = [5, 3, 3, 3, 2, 2, 3];

/// How many pieces of each kind two hands differ by.
fn difference(a: Hand, b: Hand) -> u32 {
    PieceKind::HAND
        .into_iter()
        .zip(BITS)
        .rev()
        .fold(0, |packed, (kind, bits)| packed << bits | a.count(kind).abs_diff(b.count(kind)))
}

/// A number, seven bits a byte.
pub(crate) fn put_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The beginning of a file of version 1: kind, claim, position without the number of the next move.
pub(crate) fn head(magic: [u8; 4], claim: u8, pos: &Position) -> Vec<u8> {
    let sfen = pos.unnumbered();
    [&magic, &[1, 0, claim, sfen.len() as u8], sfen.as_bytes()].concat()
}

/// The bytes, followed by their checksum.
pub(crate) fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

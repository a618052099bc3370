//! What all certificates have in common: head, numbers, differences of hands, checksum.

use std::io::{self, Write};

use komadai_core::{Hand, PieceKind, Position};

use crate::checker::Claim;

/// Bits of each kind's count in a difference of hands, in the order of [`PieceKind::HAND`].
const BITS: [u32; 7] = [5, 3, 3, 3, 2, 2, 3];

/// What stands before the records.
pub(super) struct Head<'a> {
    pub(super) claim: Claim,
    pub(super) position: &'a Position,
    pub(super) records: u32,
    pub(super) plies: u32,
}

/// Writes head, records and checksum.
pub(super) fn write<W: Write>(
    writer: &mut W,
    head: &Head<'_>,
    records: impl FnOnce(&mut Checksummed<'_, W>) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = Checksummed::new(writer);
    let sfen = head.position.to_string();
    // Without the number of the next move.
    let sfen = sfen.rsplit_once(' ').map_or("", |(head, _)| head);
    let claim = match head.claim {
        Claim::Mate => 1,
        Claim::NoMate => 2,
        Claim::NoMateWithin => 3,
    };
    out.put(b"KMDC\x01\x00")?;
    out.put(&[claim, sfen.len() as u8])?;
    out.put(sfen.as_bytes())?;
    out.number(head.records)?;
    out.number(head.plies)?;
    records(&mut out)?;
    out.finish()
}

/// How many pieces of each kind two hands differ by.
pub(crate) fn difference(a: Hand, b: Hand) -> u32 {
    PieceKind::HAND
        .into_iter()
        .zip(BITS)
        .rev()
        .fold(0, |packed, (kind, bits)| packed << bits | a.count(kind).abs_diff(b.count(kind)))
}

/// A number, seven bits a byte.
pub(crate) fn put_number(number: u32, mut put: impl FnMut(u8)) {
    let mut left = number;
    while left > 127 {
        put(left as u8 | 128);
        left >>= 7;
    }
    put(left as u8);
}

/// A writer that keeps the checksum of what it has written.
pub(crate) struct Checksummed<'a, W> {
    writer: &'a mut W,
    checksum: crc32fast::Hasher,
}

impl<'a, W: Write> Checksummed<'a, W> {
    pub(crate) fn new(writer: &'a mut W) -> Checksummed<'a, W> {
        Checksummed { writer, checksum: crc32fast::Hasher::new() }
    }

    pub(crate) fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.checksum.update(bytes);
        self.writer.write_all(bytes)
    }

    pub(crate) fn number(&mut self, number: u32) -> io::Result<()> {
        let (mut bytes, mut len) = ([0; 5], 0);
        put_number(number, |byte| (bytes[len], len) = (byte, len + 1));
        self.put(&bytes[..len])
    }

    /// Writes the checksum.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.writer.write_all(&self.checksum.finalize().to_le_bytes())
    }
}

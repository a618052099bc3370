//! The bytes of a certificate as they come: payload, numbers, checksum.
//!
//! A stream does not say where it ends, and its last four bytes are the checksum of all others. So four bytes are
//! held back all the time; what follows them belongs to the payload.

use std::io::{self, Read};

/// Bytes of the checksum.
const TAIL: usize = 4;
/// Bytes of the longest certificate, about; a longer stream may have no end.
const MOST: u64 = 1 << 30;
/// Bytes that are asked for at a time; most certificates are shorter.
const CHUNK: usize = 1 << 12;

pub(super) struct Source<R> {
    from: R,
    /// Read and not yet handed out; the last `TAIL` bytes are held back.
    buffer: Vec<u8>,
    next: usize,
    ended: bool,
    /// Bytes read so far.
    size: u64,
    checksum: crc32fast::Hasher,
}

/// Why there is no further byte.
#[derive(Debug)]
pub(super) enum NoByte {
    Io(io::Error),
    /// The payload is over.
    Ended,
    /// A number of more than 64 bits.
    LargeNumber,
    /// There are more than [`MOST`] bytes.
    TooLong,
}

impl<R: Read> Source<R> {
    pub(super) fn new(from: R) -> Source<R> {
        Source {
            from,
            buffer: Vec::new(),
            next: 0,
            ended: false,
            size: 0,
            checksum: crc32fast::Hasher::new(),
        }
    }

    /// Fills the buffer until more than the tail is in it, or the stream is over.
    fn fill(&mut self) -> Result<(), NoByte> {
        while !self.ended && self.buffer.len() - self.next <= TAIL {
            self.buffer.drain(..self.next);
            self.next = 0;
            let before = self.buffer.len();
            self.buffer.resize(before + CHUNK, 0);
            let read = loop {
                match self.from.read(&mut self.buffer[before..]) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    other => break other,
                }
            };
            self.buffer.truncate(before + *read.as_ref().unwrap_or(&0));
            let read = read.map_err(NoByte::Io)?;
            self.ended = read == 0;
            self.size += read as u64;
            if self.size > MOST {
                return Err(NoByte::TooLong);
            }
            // All that is now known to be payload and was not before.
            let (new, old) = (self.buffer.len().saturating_sub(TAIL), before.saturating_sub(TAIL));
            self.checksum.update(&self.buffer[old..new]);
        }
        Ok(())
    }

    pub(super) fn byte(&mut self) -> Result<u8, NoByte> {
        if self.buffer.len() - self.next <= TAIL {
            self.fill()?;
            if self.buffer.len() - self.next <= TAIL {
                return Err(NoByte::Ended);
            }
        }
        self.next += 1;
        Ok(self.buffer[self.next - 1])
    }

    pub(super) fn u16(&mut self) -> Result<u16, NoByte> {
        Ok(u16::from_le_bytes([self.byte()?, self.byte()?]))
    }

    /// Seven bits a byte, the lowest first; the top bit says that another byte follows.
    pub(super) fn number(&mut self) -> Result<u64, NoByte> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            if shift == 63 && byte > 1 {
                return Err(NoByte::LargeNumber);
            }
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(number);
            }
            shift += 7;
        }
    }

    /// Reads what is left. How many bytes of payload that was, and the checksums: the one at the end, the one of
    /// the bytes. Less than a checksum is no checksum.
    pub(super) fn finish(&mut self) -> Result<(u64, Option<(u32, u32)>), NoByte> {
        let mut left = 0;
        loop {
            let payload = (self.buffer.len() - self.next).saturating_sub(TAIL);
            left += payload as u64;
            self.next += payload;
            if self.ended {
                break;
            }
            self.fill()?;
        }
        let tail = self.buffer.last_chunk().map(|&tail| u32::from_le_bytes(tail));
        Ok((left, tail.map(|stored| (stored, self.checksum.clone().finalize()))))
    }
}

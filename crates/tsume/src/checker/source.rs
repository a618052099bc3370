//! Reads the bytes of a certificate from a stream: payload, numbers, checksum.
//!
//! A stream does not say where it ends, and its last four bytes are the checksum of all others. So the last four bytes read are always
//! held back; the bytes before them belong to the payload.

use std::io::{self, Read};

use super::error::CheckError;

/// Bytes of the checksum.
const TAIL: usize = 4;
/// Approximate maximum number of bytes of a certificate; a longer stream may have no end.
const MOST: u64 = 1 << 30;
/// Bytes read at a time; most certificates are shorter.
const CHUNK: usize = 1 << 12;

pub(super) struct Source<'a> {
    from: &'a mut dyn Read,
    /// Read and not yet handed out; the last `TAIL` bytes are held back.
    buffer: Vec<u8>,
    next: usize,
    ended: bool,
    /// Bytes read so far.
    size: u64,
    checksum: crc32fast::Hasher,
}

impl<'a> Source<'a> {
    pub(super) fn new(from: &'a mut dyn Read) -> Source<'a> {
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
    fn fill(&mut self) -> Result<(), CheckError> {
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
            let read = read.map_err(CheckError::Io)?;
            self.ended = read == 0;
            self.size += read as u64;
            if self.size > MOST {
                return Err(CheckError::Damaged(
                    "more than 1 GiB, which no certificate has: the rest is not read".to_owned(),
                ));
            }
            // The bytes that are now known to be payload and were not before.
            let (new, old) = (self.buffer.len().saturating_sub(TAIL), before.saturating_sub(TAIL));
            self.checksum.update(&self.buffer[old..new]);
        }
        Ok(())
    }

    pub(super) fn byte(&mut self) -> Result<u8, CheckError> {
        if self.buffer.len() - self.next <= TAIL {
            self.fill()?;
            if self.buffer.len() - self.next <= TAIL {
                return Err(cut());
            }
        }
        self.next += 1;
        Ok(self.buffer[self.next - 1])
    }

    pub(super) fn u16(&mut self) -> Result<u16, CheckError> {
        Ok(u16::from_le_bytes([self.byte()?, self.byte()?]))
    }

    /// Seven bits a byte, the lowest first; the top bit says that another byte follows.
    pub(super) fn number(&mut self) -> Result<u64, CheckError> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            if shift == 63 && byte > 1 {
                return Err(CheckError::Damaged("a number has more than 64 bits".to_owned()));
            }
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(number);
            }
            shift += 7;
        }
    }

    /// The next bytes, taken one by one: a length that is too large takes no memory.
    pub(super) fn bytes(&mut self, length: u64) -> Result<Vec<u8>, CheckError> {
        (0..length).map(|_| self.byte()).collect()
    }

    /// Reads the rest and compares the checksum at the end with that of the bytes. Returns how many bytes of payload were left.
    pub(super) fn finish(&mut self) -> Result<u64, CheckError> {
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
        // With fewer bytes than a checksum has, there is none.
        let stored = self.buffer.last_chunk().map(|&tail| u32::from_le_bytes(tail)).ok_or_else(cut)?;
        let found = self.checksum.clone().finalize();
        if stored == found {
            return Ok(left);
        }
        Err(CheckError::Damaged(format!(
            "checksum {found:08x} of the bytes, expected {stored:08x} as stored at their end: \
             the file was cut short or changed since it was written, copy it again"
        )))
    }
}

/// The error of a payload that ends too soon.
fn cut() -> CheckError {
    let said = "ends before its last record does: the file was cut short, copy it again";
    CheckError::Damaged(said.to_owned())
}

//! Certificates of hisshi: files that show a key, or that there is none, by the rules of the game alone.
//!
//! A certificate is written by [`HisshiAnswer::write_certificate`] and read by
//! [`checker::check_hisshi`](crate::checker::check_hisshi). What follows is the whole format, version 1. It is a head and a
//! row of certificates of mates or no-mates, whose format is that of [`certificate`](crate::certificate), as are moves, numbers
//! of seven bits a byte, and the order of moves.
//!
//! ```text
//! bytes 0 … 3   "KMDH"
//!       4 … 5   version, 1
//!       6       claim: 1 the side to move has a key, 2 it has none
//!       7       length of the position's text, n
//!       8 …     the position, n bytes of SFEN: board, side to move, hands; one space between
//!       …       a key: the key, a legal move without check; then, for every legal reply in order, a part
//!       …       no key: for every legal move without check in order: a legal reply, then a part
//! last 4        CRC-32 (ISO-HDLC, as in zip and PNG) of all bytes before
//! ```
//!
//! A part is a number of bytes, and as many bytes: a whole certificate of the position after the move and the reply. For a key
//! it is that of a mate, else that of a no-mate.

use std::io::{self, Write};
use std::path::Path;

use komadai_core::files::write_whole;

use super::answer::{HisshiAnswer, HisshiVerdict};
use crate::certificate::Checksummed;
use crate::tree::Tree;

impl HisshiAnswer {
    /// Whether there is something to certify: a hisshi, or none with all refutations shown.
    pub fn has_certificate(&self) -> bool {
        match self.verdict {
            HisshiVerdict::Hisshi => true,
            HisshiVerdict::NoHisshi => self.refuted.iter().all(|refutation| refutation.tree.is_some()),
            HisshiVerdict::Mate | HisshiVerdict::Unknown => false,
        }
    }

    /// Writes the answer as a certificate, which [`checker::check_hisshi`](crate::checker::check_hisshi) accepts: of several
    /// keys the first. It is written in small pieces: use a buffered writer.
    ///
    /// ```
    /// use komadai_tsume::{HisshiLimits, Solver, checker, find_hisshi};
    ///
    /// let pos = "5+B1nl/7k1/6ppp/9/9/9/9/9/9 b S2rb4g3s3n3l15p 1".parse()?;
    /// let mut solver = Solver::builder().hash_mb(1).build()?;
    /// let mut certificate = Vec::new();
    /// find_hisshi(&pos, &mut solver, &HisshiLimits::default()).write_certificate(&mut certificate)?;
    /// let checked = checker::check_hisshi(&certificate[..])?;
    /// assert_eq!(checked.key.as_deref(), Some("S*3b"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Errors of the writer, and [`io::ErrorKind::InvalidInput`] for an answer without a certificate: see
    /// [`HisshiAnswer::has_certificate`].
    pub fn write_certificate(&self, writer: &mut impl Write) -> io::Result<()> {
        if !self.has_certificate() {
            let message =
                format!("found the verdict {:?}, expected one that has been shown", self.verdict.name());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        let mut out = Checksummed::new(writer);
        let sfen = self.position.to_string();
        // Without the number of the next move.
        let sfen = sfen.rsplit_once(' ').map_or("", |(head, _)| head);
        out.put(b"KMDH\x01\x00")?;
        out.put(&[if self.keys.is_empty() { 2 } else { 1 }, sfen.len() as u8])?;
        out.put(sfen.as_bytes())?;
        if let Some(key) = self.keys.first() {
            out.put(&key.key.bits().to_le_bytes())?;
            for answered in &key.replies {
                part(&mut out, &answered.tree)?;
            }
        } else {
            for refutation in &self.refuted {
                out.put(&refutation.reply.bits().to_le_bytes())?;
                if let Some(tree) = &refutation.tree {
                    part(&mut out, tree)?;
                }
            }
        }
        out.finish()
    }

    /// Saves the answer as a certificate, so that a reader finds the whole file or none.
    ///
    /// # Errors
    ///
    /// As [`HisshiAnswer::write_certificate`].
    pub fn save_certificate(&self, path: impl AsRef<Path>) -> io::Result<()> {
        write_whole(path.as_ref(), |writer| self.write_certificate(writer))
    }
}

fn part<W: Write>(out: &mut Checksummed<'_, W>, tree: &Tree) -> io::Result<()> {
    let mut bytes = Vec::new();
    tree.write_certificate(&mut bytes)?;
    // Numbers of certificates may have 64 bits; those that are written here need no more than 32.
    out.number(u32::try_from(bytes.len()).map_err(io::Error::other)?)?;
    out.put(&bytes)
}

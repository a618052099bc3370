//! Certificates of hisshi: files that show a key, or that there is none, by the rules of the game alone.
//!
//! A certificate is written by [`HisshiAnswer::certificate`] and read by [`checker::check_hisshi`](crate::checker::check_hisshi). What
//! follows is the whole format, version 1: a head and a series of certificates of mates or no-mates. Their format is that of
//! [`certificate`](crate::certificate), and so are moves, numbers of seven bits a byte, and the order of moves.
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
//! A part is a number of bytes, followed by as many bytes: a whole certificate of the position after the move and the reply. It certifies
//! a mate if the file claims a key, else a no-mate.

use komadai_core::Setup;

use super::answer::{HisshiAnswer, HisshiVerdict};
use crate::certificate::{head, put_number, sealed};
use crate::tree::Tree;

impl HisshiAnswer {
    /// Returns the answer as a certificate, which [`checker::check_hisshi`](crate::checker::check_hisshi) accepts; of several keys, it
    /// shows the first. `None` if there is nothing to certify (neither a hisshi, nor no hisshi with all refutations shown), if the
    /// position has no king to be mated, or if no game can lead to it ([`Setup::check_regular`](komadai_core::Setup::check_regular)).
    ///
    /// ```
    /// use komadai_tsume::{HisshiLimits, Solver, checker, find_hisshi};
    ///
    /// let pos = "5+B1nl/7k1/6ppp/9/9/9/9/9/9 b S2rb4g3s3n3l15p 1".parse()?;
    /// let mut solver = Solver::builder().hash_mb(1).build()?;
    /// let certificate = find_hisshi(&pos, &mut solver, &HisshiLimits::default()).certificate();
    /// let checked = checker::check_hisshi(&certificate.expect("there is a key")[..])?;
    /// assert_eq!(checked.key.as_deref(), Some("S*3b"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn certificate(&self) -> Option<Vec<u8>> {
        if !matches!(self.verdict, HisshiVerdict::Hisshi | HisshiVerdict::NoHisshi) {
            return None;
        }
        self.position.king(!self.position.side_to_move())?;
        Setup::from(&self.position).check_regular().ok()?;
        // Checked first, since the parts of a large answer take long to write.
        if self.keys.is_empty() && self.refuted.iter().any(|refutation| refutation.tree.is_none()) {
            return None;
        }
        let mut bytes = head(*b"KMDH", if self.keys.is_empty() { 2 } else { 1 }, &self.position);
        if let Some(key) = self.keys.first() {
            bytes.extend(key.key.bits().to_le_bytes());
            for answered in &key.replies {
                put_part(&mut bytes, &answered.tree)?;
            }
        } else {
            for refutation in &self.refuted {
                bytes.extend(refutation.reply.bits().to_le_bytes());
                put_part(&mut bytes, refutation.tree.as_ref()?)?;
            }
        }
        Some(sealed(bytes))
    }
}

/// Adds a part. Numbers of certificates may have 64 bits; those that are written here need no more than 32.
fn put_part(bytes: &mut Vec<u8>, tree: &Tree) -> Option<()> {
    let part = tree.certificate();
    put_number(bytes, part.bytes.len().try_into().ok()?);
    bytes.extend(part.bytes);
    Some(())
}

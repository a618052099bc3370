//! A certificate in memory: its records as bytes already, about as large as its file.

use std::io::{self, Write};
use std::path::Path;

use komadai_core::Position;
use komadai_core::files::write_whole;

use super::writer::{Head, write};
use crate::checker::Claim;

/// A certificate in memory, from [`Lengths::certify_mate`](crate::Lengths::certify_mate) or
/// [`Lengths::certify_no_mate`](crate::Lengths::certify_no_mate).
///
/// It is worth something once [`checker::check`](crate::checker::check) has accepted its bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Certificate {
    pub(crate) claim: Claim,
    pub(crate) position: Position,
    pub(crate) plies: u16,
    pub(crate) records: u32,
    /// All records, as they stand in the file.
    pub(crate) body: Vec<u8>,
}

komadai_core::debug_by_sizes!(Certificate { claim, position, plies, records }[body]);

impl Certificate {
    /// What it claims: [`Claim::Mate`] or [`Claim::NoMateWithin`].
    pub fn claim(&self) -> Claim {
        self.claim
    }

    /// The position that the claim is about.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Plies within which the side to move mates, or does not.
    pub fn plies(&self) -> u16 {
        self.plies
    }

    /// Number of records: attacker's positions that are shown one by one.
    pub fn records(&self) -> u32 {
        self.records
    }

    /// Writes it in the format of [`certificate`](crate::certificate).
    ///
    /// # Errors
    ///
    /// Errors of the writer.
    pub fn write(&self, writer: &mut impl Write) -> io::Result<()> {
        let &Certificate { claim, ref position, plies, records, ref body } = self;
        write(writer, &Head { claim, position, records, plies: plies.into() }, |out| out.put(body))
    }

    /// Saves it as [`Tree::save_certificate`](crate::Tree::save_certificate) does: a reader finds the whole file or none.
    ///
    /// # Errors
    ///
    /// Errors of the file system.
    pub fn save(&self, path: impl AsRef<Path>) -> io::Result<()> {
        write_whole(path.as_ref(), |writer| self.write(writer))
    }
}

//! What both formats of training records can do.

use alloc::vec::Vec;

use super::error::PackedError;
use crate::{Color, Move, Position};

/// A position of a game in which a move was played: the contents of a training record.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// The position before the move.
    pub position: &'a Position,
    /// The move.
    pub mv: Move,
    /// Value of the position for the side to move, usually in centipawns.
    pub score: i16,
    /// Who won the game; `None` for a draw.
    pub winner: Option<Color>,
}

/// Training record of a fixed length: [`Record`](super::Record) of psv, [`HcpeRecord`](super::HcpeRecord) of hcpe.
pub trait TrainingRecord: Sized {
    /// Length in bytes.
    const LEN: usize;

    /// Packs a position of a game with what was played in it.
    ///
    /// # Errors
    ///
    /// [`PackedError::NoKing`]: the formats have room for two kings only.
    fn pack(played: &Played<'_>) -> Result<Self, PackedError>;

    /// Reads a record of exactly [`TrainingRecord::LEN`] bytes. The position is not looked into.
    ///
    /// # Errors
    ///
    /// [`PackedError`] of length, move and result.
    fn read(bytes: &[u8]) -> Result<Self, PackedError>;

    /// Appends the record's bytes.
    fn write(&self, out: &mut Vec<u8>);

    /// The position, with the number of its next move if the format has it, else 1.
    ///
    /// # Errors
    ///
    /// [`PackedError`] of positions: what is wrong and at which bit.
    fn unpack(&self) -> Result<Position, PackedError>;
}

//! hcpe: the Huffman-coded position of Apery and its training records of 38 bytes, as cshogi and dlshogi read them.
//!
//! ```text
//! byte  0 … 31     32 33    34 35   36       37
//!       position   score    move    result   0
//! ```
//!
//! Numbers are little-endian; the move has the bits of [`Move::bits`], 0 for none; the result is 0 for a draw, 1 if Black won, 2 if White
//! won. There is no move number. The last byte is written as 0 and not read.

use alloc::vec::Vec;

use super::codes::HCPE;
use super::frame::{self, POSITION_LEN};
use super::{PackedError, Played, TrainingRecord};
use crate::{Color, Move, Position};

/// Position in 256 bits with the codes of hcpe. It may hold any bytes; [`HcpePosition::unpack`] checks them.
///
/// ```
/// use komadai_core::Position;
/// use komadai_core::notation::packed::HcpePosition;
///
/// let lance_handicap: Position = "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1".parse()?;
/// let packed = HcpePosition::pack(&lance_handicap)?;
/// assert_eq!(packed.unpack(1)?, lance_handicap);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HcpePosition(pub [u8; POSITION_LEN]);

impl HcpePosition {
    /// Packs a position without its move number.
    ///
    /// # Errors
    ///
    /// [`PackedError::NoKing`], [`PackedError::Setup`] of [`Setup::check_regular`](crate::Setup::check_regular).
    pub fn pack(pos: &Position) -> Result<HcpePosition, PackedError> {
        frame::pack(pos, &HCPE).map(HcpePosition)
    }

    /// Unpacks a position and gives it this move number (0 counts as 1).
    ///
    /// # Errors
    ///
    /// Any [`PackedError`] except those of records: what is wrong and at which bit.
    pub fn unpack(&self, move_number: u16) -> Result<Position, PackedError> {
        frame::unpack(&self.0, &HCPE, move_number)
    }
}

/// Training record of 38 bytes: a position, its value, the move and the winner of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HcpeRecord {
    /// The position.
    pub position: HcpePosition,
    /// Value for the side to move; the unit is the writer's, usually centipawns.
    pub score: i16,
    /// The move that was found or played; `None` if the writer had none. It need not be legal.
    pub mv: Option<Move>,
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
}

impl TrainingRecord for HcpeRecord {
    const LEN: usize = 38;

    fn pack(played: &Played<'_>) -> Result<HcpeRecord, PackedError> {
        Ok(HcpeRecord {
            position: HcpePosition::pack(played.position)?,
            score: played.score,
            mv: Some(played.mv),
            winner: played.winner,
        })
    }

    fn read(bytes: &[u8]) -> Result<HcpeRecord, PackedError> {
        let bytes: &[u8; Self::LEN] =
            bytes.try_into().map_err(|_| PackedError::Length(bytes.len(), Self::LEN))?;
        // The bits are those of [`Move::bits`], 0 for none.
        let bits = u16::from_le_bytes([bytes[34], bytes[35]]);
        Ok(HcpeRecord {
            position: HcpePosition(core::array::from_fn(|i| bytes[i])),
            score: i16::from_le_bytes([bytes[32], bytes[33]]),
            mv: if bits == 0 { None } else { Some(Move::from_bits(bits).ok_or(PackedError::Move(bits))?) },
            winner: match bytes[36] {
                0 => None,
                1 => Some(Color::Black),
                2 => Some(Color::White),
                other => return Err(PackedError::Winner(other)),
            },
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.position.0);
        out.extend(self.score.to_le_bytes());
        out.extend(self.mv.map_or(0, Move::bits).to_le_bytes());
        out.extend([self.winner.map_or(0, |winner| 1 + winner as u8), 0]);
    }

    fn unpack(&self) -> Result<Position, PackedError> {
        self.position.unpack(1)
    }
}

//! psv: the packed sfen of `YaneuraOu` and its training records of 40 bytes.
//!
//! ```text
//! byte  0 … 31     32 33    34 35   36 37   38       39
//!       position   score    move    ply     result   0
//! ```
//!
//! Numbers are little-endian; the result is -1, 0 or 1 for the side to move. The last byte is written as 0 and not
//! read.

use alloc::vec::Vec;

use super::codes::PSV;
use super::frame::{self, POSITION_LEN};
use super::{PackedError, Played, TrainingRecord};
use crate::{Move, Position};

/// Position in 256 bits. It may hold any bytes; [`PackedPosition::unpack`] checks them.
///
/// ```
/// use komadai_core::Position;
/// use komadai_core::notation::packed::PackedPosition;
///
/// let packed = PackedPosition::pack(&Position::startpos())?;
/// assert_eq!(packed.unpack(1)?, Position::startpos());
/// // Both kings are needed.
/// let tsume: Position = "8k/9/7+R1/9/9/9/9/9/9 b P 1".parse()?;
/// assert!(PackedPosition::pack(&tsume).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PackedPosition(pub [u8; POSITION_LEN]);

/// Result of the game for the side to move of the record's position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordResult {
    /// Lost (-1).
    Loss = -1,
    /// Drawn (0).
    Draw = 0,
    /// Won (1).
    Win = 1,
}

/// Training record of 40 bytes: a position, its value, the move, the ply and the result of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    /// The position.
    pub position: PackedPosition,
    /// Value for the side to move; the unit is the writer's, usually centipawns.
    pub score: i16,
    /// The move that was found or played; `None` if the writer had none. It need not be legal.
    pub mv: Option<Move>,
    /// Number of the next move, from 1; some writers count from 0.
    pub ply: u16,
    /// Result of the game.
    pub result: RecordResult,
}

impl PackedPosition {
    /// Packs a position without its move number.
    ///
    /// # Errors
    ///
    /// [`PackedError::NoKing`], [`PackedError::Setup`] of [`Setup::check_regular`](crate::Setup::check_regular).
    pub fn pack(pos: &Position) -> Result<PackedPosition, PackedError> {
        frame::pack(pos, &PSV).map(PackedPosition)
    }

    /// Unpacks a position and gives it this move number (0 counts as 1).
    ///
    /// # Errors
    ///
    /// Any [`PackedError`] except those of records: what is wrong and at which bit.
    pub fn unpack(&self, move_number: u16) -> Result<Position, PackedError> {
        frame::unpack(&self.0, &PSV, move_number)
    }
}

const DROP: u16 = 1 << 14;
const PROMOTION: u16 = 1 << 15;

/// Origins above this number are drops in [`Move::bits`].
const BOARD: u16 = 80;

/// The 16 bits of a move in a record: target (7 bits), origin or kind dropped (7), drop, promotion. 0 is no move.
pub fn pack_move(mv: Option<Move>) -> u16 {
    let Some(mv) = mv else { return 0 };
    let squares = mv.bits() & (DROP - 1);
    if mv.is_drop() {
        (squares - (BOARD << 7)) | DROP
    } else {
        squares | if mv.is_promotion() { PROMOTION } else { 0 }
    }
}

/// A move from its 16 bits in a record; `None` for 0. It need not be legal in any position.
///
/// # Errors
///
/// [`PackedError::Move`]: a square off the board, a drop of no kind, a drop that promotes, a move to its origin.
pub fn unpack_move(bits: u16) -> Result<Option<Move>, PackedError> {
    if bits == 0 {
        return Ok(None);
    }
    let squares = bits & (DROP - 1);
    let own = match (bits & DROP != 0, bits & PROMOTION != 0, squares >> 7) {
        (true, false, 1..=7) => Some(squares + (BOARD << 7)),
        (false, promotes, 0..=BOARD) => Some(squares | u16::from(promotes) << 14),
        _ => None,
    };
    own.and_then(Move::from_bits).map(Some).ok_or(PackedError::Move(bits))
}

impl Record {
    /// The record's 40 bytes.
    pub fn to_bytes(&self) -> [u8; Self::LEN] {
        let mut bytes = [0; Self::LEN];
        bytes[..32].copy_from_slice(&self.position.0);
        bytes[32..34].copy_from_slice(&self.score.to_le_bytes());
        bytes[34..36].copy_from_slice(&pack_move(self.mv).to_le_bytes());
        bytes[36..38].copy_from_slice(&self.ply.to_le_bytes());
        bytes[38] = (self.result as i8).to_le_bytes()[0];
        bytes
    }
}

impl TrainingRecord for Record {
    const LEN: usize = 40;

    fn pack(played: &Played<'_>) -> Result<Record, PackedError> {
        Ok(Record {
            position: PackedPosition::pack(played.position)?,
            score: played.score,
            mv: Some(played.mv),
            ply: u16::try_from(played.position.move_number()).unwrap_or(u16::MAX),
            result: match played.winner {
                None => RecordResult::Draw,
                Some(winner) if winner == played.position.side_to_move() => RecordResult::Win,
                Some(_) => RecordResult::Loss,
            },
        })
    }

    fn read(bytes: &[u8]) -> Result<Record, PackedError> {
        let bytes: &[u8; Self::LEN] =
            bytes.try_into().map_err(|_| PackedError::Length(bytes.len(), Self::LEN))?;
        let word = |at: usize| [bytes[at], bytes[at + 1]];
        Ok(Record {
            position: PackedPosition(core::array::from_fn(|i| bytes[i])),
            score: i16::from_le_bytes(word(32)),
            mv: unpack_move(u16::from_le_bytes(word(34)))?,
            ply: u16::from_le_bytes(word(36)),
            result: match i8::from_le_bytes([bytes[38]]) {
                -1 => RecordResult::Loss,
                0 => RecordResult::Draw,
                1 => RecordResult::Win,
                other => return Err(PackedError::Result(other)),
            },
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.to_bytes());
    }

    fn unpack(&self) -> Result<Position, PackedError> {
        self.position.unpack(self.ply)
    }
}

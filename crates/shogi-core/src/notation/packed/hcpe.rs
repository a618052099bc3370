//! hcpe: the Huffman-coded position of Apery and its training records of 38 bytes, as cshogi and dlshogi read them.
//!
//! ```text
//! byte  0 … 31     32 33    34 35   36       37
//!       position   score    move    result   0
//! ```
//!
//! Numbers are little-endian; the result is 0 for a draw, 1 if Black won, 2 if White won. There is no number of the move.

use alloc::vec::Vec;

use super::codes::HCPE;
use super::frame::{self, POSITION_LEN};
use super::{PackedError, Played, TrainingRecord};
use crate::{Color, Move, PieceKind, Position, Square};

/// Length of a record: 38 bytes.
pub const HCPE_LEN: usize = 38;

/// Position in 256 bits with the codes of hcpe. Any bytes can be put in; [`HcpePosition::unpack`] checks them.
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
    /// Packs a position; the number of the move is not part of it.
    ///
    /// # Errors
    ///
    /// [`PackedError::NoKing`].
    pub fn pack(pos: &Position) -> Result<HcpePosition, PackedError> {
        frame::pack(pos, &HCPE).map(HcpePosition)
    }

    /// Unpacks a position and gives it the number of its next move (0 is taken as 1).
    ///
    /// # Errors
    ///
    /// Any [`PackedError`] but those of records: what is wrong and at which bit.
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
    /// The move that was found or played; `None` where the writer had none. It need not be legal.
    pub mv: Option<Move>,
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
}

const PROMOTION: u16 = 1 << 14;
/// A drop has this and the code of the kind as its origin.
const DROP: usize = 80;

/// A move in the 16 bits of hcpe: target (7 bits), origin or kind dropped (7), promotion. 0 is no move.
pub fn pack_hcpe_move(mv: Option<Move>) -> u16 {
    let Some(mv) = mv else { return 0 };
    let from = match (mv.from(), mv.dropped()) {
        (Some(from), _) => from.index(),
        (None, kind) => DROP + kind.map_or(0, PieceKind::code),
    };
    mv.to().index() as u16 | (from as u16) << 7 | if mv.is_promotion() { PROMOTION } else { 0 }
}

/// A move from the 16 bits of hcpe; `None` for 0. It need not be legal anywhere.
///
/// # Errors
///
/// [`PackedError::Move`]: a square off the board, a drop of no kind, a drop that promotes, a move to its origin.
pub fn unpack_hcpe_move(bits: u16) -> Result<Option<Move>, PackedError> {
    if bits == 0 {
        return Ok(None);
    }
    let (to, from, promotes) = (usize::from(bits & 127), usize::from(bits >> 7 & 127), bits & PROMOTION != 0);
    let mv =
        Square::from_index(to).filter(|_| bits >> 15 == 0).and_then(|to| match Square::from_index(from) {
            Some(from) if from == to => None,
            Some(from) if promotes => Some(Move::promoting(from, to)),
            Some(from) => Some(Move::normal(from, to)),
            None if promotes => None,
            None => PieceKind::from_code(from - DROP)
                .filter(|kind| kind.code() <= PieceKind::HAND.len())
                .and_then(|kind| Move::drop(kind, to)),
        });
    mv.map(Some).ok_or(PackedError::Move(bits))
}

impl HcpeRecord {
    /// The record's 38 bytes.
    pub fn to_bytes(&self) -> [u8; HCPE_LEN] {
        let mut bytes = [0; HCPE_LEN];
        bytes[..32].copy_from_slice(&self.position.0);
        bytes[32..34].copy_from_slice(&self.score.to_le_bytes());
        bytes[34..36].copy_from_slice(&pack_hcpe_move(self.mv).to_le_bytes());
        bytes[36] = self.winner.map_or(0, |winner| 1 + winner as u8);
        bytes
    }

    /// Reads a record of exactly 38 bytes. The last one is ignored; writers put 0 there. The position is not looked
    /// into: unpack it where it is needed.
    ///
    /// # Errors
    ///
    /// [`PackedError::Length`], [`PackedError::Move`], [`PackedError::Winner`].
    pub fn from_bytes(bytes: &[u8]) -> Result<HcpeRecord, PackedError> {
        let Ok(bytes): Result<&[u8; HCPE_LEN], _> = bytes.try_into() else {
            return Err(PackedError::Length(bytes.len(), HCPE_LEN));
        };
        let mut position = [0; POSITION_LEN];
        position.copy_from_slice(&bytes[..POSITION_LEN]);
        Ok(HcpeRecord {
            position: HcpePosition(position),
            score: i16::from_le_bytes([bytes[32], bytes[33]]),
            mv: unpack_hcpe_move(u16::from_le_bytes([bytes[34], bytes[35]]))?,
            winner: match bytes[36] {
                0 => None,
                1 => Some(Color::Black),
                2 => Some(Color::White),
                other => return Err(PackedError::Winner(other)),
            },
        })
    }
}

impl TrainingRecord for HcpeRecord {
    const LEN: usize = HCPE_LEN;

    fn pack(played: &Played<'_>) -> Result<HcpeRecord, PackedError> {
        Ok(HcpeRecord {
            position: HcpePosition::pack(played.position)?,
            score: played.score,
            mv: Some(played.mv),
            winner: played.winner,
        })
    }

    fn read(bytes: &[u8]) -> Result<HcpeRecord, PackedError> {
        HcpeRecord::from_bytes(bytes)
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.to_bytes());
    }

    fn unpack(&self) -> Result<Position, PackedError> {
        self.position.unpack(1)
    }
}

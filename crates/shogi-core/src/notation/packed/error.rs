//! What can be wrong with packed positions and training records.

use crate::position::SetupError;
use crate::{Color, PieceKind, Square};

/// Why a position or a record cannot be packed or unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PackedError {
    /// A player has no king; the format has no room for that.
    #[error("{0:?} has no king, a packed position needs both")]
    NoKing(Color),
    /// Pieces of a kind that are neither on the board nor in hand nor said to be left out, or too many of them.
    #[error(
        "packed position: {1} pieces of kind {0:?} on the board, in hand and left out, expected {2} together"
    )]
    Count(PieceKind, u32, u32),
    /// A king's square is off the board.
    #[error("packed position: the king of {0:?} is on square number {1}, expected 0-80")]
    KingSquare(Color, u8),
    /// Both kings are on one square.
    #[error("packed position: both kings are on {0}")]
    KingsMeet(Square),
    /// The code of a piece goes on beyond the last bit.
    #[error("packed position: the code at bit {0} goes on beyond bit 256")]
    Truncated(usize),
    /// Behind the board, bits that are no code of a piece.
    #[error("packed position: found bits of no piece at bit {0}, expected a piece in hand or left out")]
    HeldCode(usize),
    /// More pieces of a kind in hand than a set has.
    #[error("packed position: more than {1} pieces of kind {0:?} in hand")]
    HandFull(PieceKind, u32),
    /// The pieces are no valid position.
    #[error("packed position: {0}")]
    Setup(#[from] SetupError),
    /// A move of no meaning.
    #[error("packed record: {0:#06x} stands for no move")]
    Move(u16),
    /// A result that psv does not have.
    #[error("packed record: result {0}, expected -1 (lost), 0 (draw) or 1 (won)")]
    Result(i8),
    /// A winner that hcpe does not have.
    #[error("packed record: result {0}, expected 0 (draw), 1 (Black won) or 2 (White won)")]
    Winner(u8),
    /// A record of another length than its format has.
    #[error("packed record: {0} bytes, expected {1}")]
    Length(usize, usize),
}

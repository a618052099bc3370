//! Packed positions of 256 bits and training records of fixed length: psv and hcpe, the common formats of training data.
//!
//! A position takes 256 bits: the side to move, the squares of both kings, then every square, every piece in hand and every piece that a
//! handicap left out, with shorter codes for what is more frequent. With these codes a set of pieces fills exactly 256 bits, wherever the
//! pieces are; only the kings cannot be left out.
//!
//! ```text
//! bits, lowest of the first byte first
//!   1   side to move, 0 Black
//!   7   square of Black's king, 7 of White's (numbers as in `Square`)
//!       squares 1a, 1b, … 9i without the kings': 0 for an empty one, or the code of a piece
//!       pieces in hand, Black's first, and pieces left out, until bit 256
//!
//!            psv: board, hand, left out     hcpe: board, hand, left out
//!   pawn     10pc      00c      010         10cp      00c      010
//!   lance    1100pc    1000c    10010       1100cp    1000c    10010
//!   knight   1101pc    1010c    10110       1110cp    1100c    11010
//!   silver   1110pc    1100c    11010       1101cp    1010c    10110
//!   gold     11110c    1110c    11011       11110c    1110c    10111
//!   bishop   111110pc  111100c  1111010     111110cp  111110c  1111000
//!   rook     111111pc  111110c  1111110     111111cp  111111c  1111010
//!            p promoted?, c White's?
//! ```
//!
//! | format | record | bytes | besides position, value and move |
//! |---|---|---|---|
//! | psv (packed sfen, `YaneuraOu`) | [`Record`] | 40 | ply; result for the side to move |
//! | hcpe (Apery, cshogi, dlshogi) | [`HcpeRecord`] | 38 | winner |
//!
//! In both, the value is for the side to move. [`TrainingRecord`] is their common interface.

mod codes;
mod frame;
mod hcpe;
mod psv;

pub use frame::POSITION_LEN;
pub use hcpe::{HcpePosition, HcpeRecord};
pub use psv::{PackedPosition, Record, RecordResult, pack_move, unpack_move};

use alloc::vec::Vec;

use crate::position::SetupError;
use crate::{Color, Move, PieceKind, Position, Square};

/// A position of a game and the move played in it: the contents of a training record.
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

/// Training record of a fixed length: [`Record`] of psv, [`HcpeRecord`] of hcpe.
pub trait TrainingRecord: Sized {
    /// Length in bytes.
    const LEN: usize;

    /// Packs a position of a game with the move played in it.
    ///
    /// # Errors
    ///
    /// [`PackedError::NoKing`]: the formats need both kings. [`PackedError::Setup`]: two pawns on a file, or a piece that can never move
    /// ([`Setup::check_regular`](crate::Setup::check_regular)).
    fn pack(played: &Played<'_>) -> Result<Self, PackedError>;

    /// Reads a record of exactly [`TrainingRecord::LEN`] bytes. The position is not checked.
    ///
    /// # Errors
    ///
    /// [`PackedError`] for a wrong length, move or result.
    fn read(bytes: &[u8]) -> Result<Self, PackedError>;

    /// Appends the record's bytes.
    fn write(&self, out: &mut Vec<u8>);

    /// Unpacks the position, with its move number if the format has it, otherwise 1.
    ///
    /// # Errors
    ///
    /// [`PackedError`] for positions: what is wrong and at which bit.
    fn unpack(&self) -> Result<Position, PackedError>;
}

/// Reason why a position or a record cannot be packed or unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PackedError {
    /// A player has no king, which the format cannot express.
    #[error("{0:?} has no king, a packed position needs both")]
    NoKing(Color),
    /// Too few or too many pieces of a kind, on the board, in hand and left out together.
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
    /// The code of a piece extends beyond the last bit.
    #[error("packed position: the code at bit {0} goes on beyond bit 256")]
    Truncated(usize),
    /// After the board, bits that are not the code of a piece.
    #[error("packed position: found bits of no piece at bit {0}, expected a piece in hand or left out")]
    HeldCode(usize),
    /// More pieces of a kind in hand than a set has.
    #[error("packed position: more than {1} pieces of kind {0:?} in hand")]
    HandFull(PieceKind, u32),
    /// The pieces do not form a valid position.
    #[error("packed position: {0}")]
    Setup(SetupError),
    /// Bits that encode no move.
    #[error("packed record: {0:#06x} stands for no move")]
    Move(u16),
    /// A result that psv does not have.
    #[error("packed record: result {0}, expected -1 (lost), 0 (draw) or 1 (won)")]
    Result(i8),
    /// A winner that hcpe does not have.
    #[error("packed record: result {0}, expected 0 (draw), 1 (Black won) or 2 (White won)")]
    Winner(u8),
    /// A record with the wrong length for its format.
    #[error("packed record: {0} bytes, expected {1}")]
    Length(usize, usize),
}

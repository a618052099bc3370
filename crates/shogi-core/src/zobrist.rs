//! Hash keys, one for the board and one for the hands.
//!
//! The board key is a Zobrist sum, updated with every move. The hands are already two packed words, so their key mixes these words and is
//! computed only on demand. Solvers that look up a board under many hands (proof pieces, disproof pieces) use the board key alone and
//! compare hands.

use crate::rng::{SplitMix64, mix};
use crate::{Color, Hand, Piece, Square};

/// A 64-bit hash of a position or a part of it.
pub type Key = u64;

/// `[piece byte & 31][square]`; fixed seed, so keys are the same in every program.
static BOARD: [[Key; 128]; 32] = board_keys();
/// Added when White is to move.
const WHITE_TO_MOVE: Key = 0x6b6f_6d61_6461_6931;

#[expect(clippy::large_stack_arrays, reason = "evaluated at compile time only")]
const fn board_keys() -> [[Key; 128]; 32] {
    let mut rng = SplitMix64::new(0x6b6f_6d61_6461_6900);
    let mut keys = [[0; 128]; 32];
    let mut piece = 0;
    while piece < 32 {
        let mut square = 0;
        while square < 81 {
            keys[piece][square] = rng.next_u64();
            square += 1;
        }
        piece += 1;
    }
    keys
}

/// Key of one piece on one square.
#[inline]
pub(crate) fn piece_key(piece: Piece, square: Square) -> Key {
    BOARD[(piece.raw() & 31) as usize][square.index() & 127]
}

/// Key of the side to move: 0 for Black.
#[inline]
pub const fn side_key(side: Color) -> Key {
    match side {
        Color::Black => 0,
        Color::White => WHITE_TO_MOVE,
    }
}

/// Key of both hands.
#[inline]
pub const fn hands_key(black: Hand, white: Hand) -> Key {
    mix((black.bits() as u64 | (white.bits() as u64) << 32) ^ 0x9e37_79b9_7f4a_7c15)
}

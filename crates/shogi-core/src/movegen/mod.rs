//! Legal moves: all of them, or those of one sort.
//!
//! | function | moves |
//! |---|---|
//! | [`legal`] | every legal move, non-promotions included |
//! | [`captures`], [`quiets`] | the two halves of `legal` |
//! | [`evasions`] | `legal` for a side that is in check |
//! | [`checks`] | those that give check |
//! | [`mate_in_one`] | one that mates |
//!
//! All append to a [`MoveList`]; none of them plays a move to see whether it is legal.

mod board;
mod checks;
mod drops;
mod expand;
mod legality;

pub use checks::{checks, mate_in_one};

use crate::attacks::between;
use crate::bitboard::Bitboard;
use crate::{Checks, MoveList, Position};

/// Appends every legal move. Non-promotions are included wherever they are legal, pawn-drop mate (打ち歩詰め),
/// two pawns (二歩) and dead pieces (行き所のない駒) are not.
#[inline]
pub fn legal(pos: &Position, list: &mut MoveList) {
    legal_with(pos, &Checks::of(pos), list);
}

/// [`legal`] for a caller that knows the checks and pins of the position.
#[inline]
pub fn legal_with(pos: &Position, known: &Checks, list: &mut MoveList) {
    let targets = !pos.of_color(pos.side_to_move());
    generate(pos, known, targets, targets - pos.occupied(), list);
}

/// Appends the legal moves that take a piece.
#[inline]
pub fn captures(pos: &Position, known: &Checks, list: &mut MoveList) {
    generate(pos, known, pos.of_color(!pos.side_to_move()), Bitboard::EMPTY, list);
}

/// Appends the legal moves that take nothing, drops included.
#[inline]
pub fn quiets(pos: &Position, known: &Checks, list: &mut MoveList) {
    let empty = !pos.occupied();
    generate(pos, known, empty, empty, list);
}

/// Appends the legal replies to a check; all legal moves if there is none.
#[inline]
pub fn evasions(pos: &Position, known: &Checks, list: &mut MoveList) {
    legal_with(pos, known, list);
}

/// Moves on the board to `targets` and drops on `empty`, as far as they are legal.
#[inline(always)]
fn generate(pos: &Position, known: &Checks, targets: Bitboard, empty: Bitboard, list: &mut MoveList) {
    let us = pos.side_to_move();
    let king = pos.king(us);
    list.append(|out| {
        if let Some(king) = king {
            board::king_moves(pos, king, targets, out);
        }
        let (mut targets, mut empty) = (targets, empty);
        if let (Some(king), Some(checker)) = (king, known.checkers.first()) {
            if known.checkers.has_many() {
                return;
            }
            let ward = between(king, checker);
            targets &= ward | known.checkers;
            empty &= ward;
        }
        board::piece_moves(pos, known.pinned, king, targets, out);
        if !pos.hand(us).is_empty() && !empty.is_empty() {
            drops::drops(pos, empty, out);
        }
    });
}

impl Position {
    /// Whether the side to move has a legal move.
    pub fn has_legal_move(&self) -> bool {
        let mut list = MoveList::new();
        legal(self, &mut list);
        !list.is_empty()
    }

    /// All legal moves in a list of their own.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        legal(self, &mut list);
        list
    }
}

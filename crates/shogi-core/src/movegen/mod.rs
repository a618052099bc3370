//! Legal moves: all of them, or those of one sort.
//!
//! | function | moves |
//! |---|---|
//! | [`legal`] | every legal move, non-promotions included |
//! | [`captures`], [`quiets`] | the two halves of `legal` |
//! | [`legal_with`] | `legal` with known checks and pins, for example for replies to a check (evasions) |
//! | [`checks`] | moves that give check |
//! | [`board_checks`], [`drop_checks`] | moves that give check, as sets of squares |
//! | [`mate_in_one`], [`LastCheck`] | one move that mates |
//! | [`count_evasions`], [`count_checks`] | none: only their number |
//!
//! The first four rows append to a [`MoveList`]. No function plays a move to see whether it is legal.

mod board;
mod check_sets;
mod drops;
mod expand;
mod king_area;
mod legality;
mod mate_in_one;
mod out;

pub use check_sets::{PieceChecks, board_checks, checks, count_checks, drop_checks};
pub use mate_in_one::{LastCheck, mate_in_one};
pub use out::MoveCount;

use crate::attacks::between;
use crate::bitboard::Bitboard;
use crate::{Checks, MoveList, Position};
use out::Out;

/// Appends every legal move. Non-promotions are included wherever they are legal; mate by pawn drop (打ち歩詰め), two pawns on a file (二歩) and
/// dead pieces (行き所のない駒) are not.
#[inline]
pub fn legal(pos: &Position, list: &mut MoveList) {
    legal_with(pos, &Checks::of(pos), list);
}

/// [`legal`] for a caller that knows the checks and pins of the position.
#[inline]
pub fn legal_with(pos: &Position, known: &Checks, list: &mut MoveList) {
    let targets = !pos.of_color(pos.side_to_move());
    list.append(|out| generate(pos, known, targets, targets - pos.occupied(), out));
}

/// Appends the legal moves that take a piece.
#[inline]
pub fn captures(pos: &Position, known: &Checks, list: &mut MoveList) {
    list.append(|out| generate(pos, known, pos.of_color(!pos.side_to_move()), Bitboard::EMPTY, out));
}

/// Appends the legal moves that take nothing, drops included.
#[inline]
pub fn quiets(pos: &Position, known: &Checks, list: &mut MoveList) {
    let empty = !pos.occupied();
    list.append(|out| generate(pos, known, empty, empty, out));
}

/// Counts the legal replies to a check, or all legal moves if there is no check: as many as [`legal_with`] appends, without a list.
///
/// ```
/// use komadai_core::{Checks, Position, movegen};
///
/// // A rook gives check from afar; the defender holds a gold and a pawn.
/// let pos: Position = "4k4/9/9/9/4R4/9/9/9/9 w gp 1".parse()?;
/// let count = movegen::count_evasions(&pos, &Checks::of(&pos));
/// assert_eq!((count.on_board, count.drops, count.drop_squares.len()), (4, 6, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_evasions(pos: &Position, known: &Checks) -> MoveCount {
    let mut count = MoveCount::default();
    if let Some(king) = pos.king(pos.side_to_move()) {
        board::king_moves(pos, king, !pos.of_color(pos.side_to_move()), &mut count);
    }
    count_others(pos, known, &mut count);
    count
}

/// Counts the legal replies other than king steps.
fn count_others(pos: &Position, known: &Checks, count: &mut MoveCount) {
    let us = pos.side_to_move();
    match (pos.king(us), known.checkers.first()) {
        // With no square between king and checker, only a capture of the checker helps.
        (Some(king), Some(checker)) if !known.checkers.has_many() && between(king, checker).is_empty() => {
            board::count_takers(pos, known.pinned | Bitboard::of(king), checker, count);
        }
        _ => {
            let targets = !pos.of_color(us);
            others(pos, known, targets, targets - pos.occupied(), count);
        }
    }
}

/// Legal moves on the board to `targets` and legal drops on `empty`.
#[inline(always)]
fn generate(pos: &Position, known: &Checks, targets: Bitboard, empty: Bitboard, out: &mut impl Out) {
    if let Some(king) = pos.king(pos.side_to_move()) {
        board::king_moves(pos, king, targets, out);
    }
    others(pos, known, targets, empty, out);
}

/// The part of [`generate`] without the king steps.
#[inline(always)]
fn others(pos: &Position, known: &Checks, targets: Bitboard, empty: Bitboard, out: &mut impl Out) {
    let (us, ward) = (pos.side_to_move(), check_sets::ward(pos, known));
    if ward.is_empty() {
        return;
    }
    board::piece_moves(pos, known.pinned, pos.king(us), targets & ward, out);
    if !pos.hand(us).is_empty() && !(empty & ward).is_empty() {
        drops::drops(pos, empty & ward, out);
    }
}

impl Position {
    /// Whether the side to move has a legal move.
    pub fn has_legal_move(&self) -> bool {
        let (us, mut count) = (self.side_to_move(), MoveCount::default());
        if let Some(king) = self.king(us) {
            board::king_moves(self, king, !self.of_color(us), &mut count);
        }
        if count.all() == 0 {
            count_others(self, &Checks::of(self), &mut count);
        }
        count.all() > 0
    }

    /// All legal moves, in a new list.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        legal(self, &mut list);
        list
    }
}

//! [`CheckSquares`]: which moves give check, for many moves of one position.

use super::Position;
use crate::{Bitboard, Move, Piece, PieceKind, Square, attacks};

/// The squares from which pieces of the side to move would give check.
///
/// Made once for a position, it answers for each of its moves what [`Position::gives_check`] answers for one.
///
/// ```
/// use komadai_core::{CheckSquares, Position};
///
/// let pos: Position = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1".parse()?;
/// let squares = CheckSquares::of(&pos).ok_or("no king")?;
/// let checks = pos.legal_moves().into_iter().filter(|&mv| squares.gives_check(&pos, mv)).count();
/// assert_eq!(checks, 7, "a gold on five squares, the pawn with and without promotion");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    /// The other side's king.
    pub king: Square,
    bishop: Bitboard,
    rook: Bitboard,
    lance: Bitboard,
    /// [`Position::discoverers`] of the side to move.
    pub discoverers: Bitboard,
}

impl CheckSquares {
    /// Those of a position; `None` if the other side has no king.
    pub fn of(pos: &Position) -> Option<CheckSquares> {
        let us = pos.side_to_move();
        let (king, occupied) = (pos.king(!us)?, pos.occupied());
        Some(CheckSquares {
            king,
            bishop: attacks::bishop(king, occupied),
            rook: attacks::rook(king, occupied),
            lance: attacks::lance(!us, king, occupied),
            discoverers: pos.discoverers(us),
        })
    }

    /// The squares on which this piece of the side to move would give check.
    #[inline]
    pub fn for_piece(&self, piece: Piece) -> Bitboard {
        let steps = attacks::steps_of(Piece::new(!piece.color(), piece.kind()), self.king);
        if !attacks::slides(piece) {
            return if piece.kind() == PieceKind::King { Bitboard::EMPTY } else { steps };
        }
        match piece.kind() {
            PieceKind::Bishop | PieceKind::Horse => self.bishop | steps,
            PieceKind::Rook | PieceKind::Dragon => self.rook | steps,
            _ => self.lance,
        }
    }

    /// Whether a legal move of the position gives check.
    #[inline]
    pub fn gives_check(&self, pos: &Position, mv: Move) -> bool {
        pos.placed_by(mv).is_some_and(|piece| self.for_piece(piece).contains(mv.to()))
            || mv.from().is_some_and(|from| self.discoverers.contains(from)) && pos.gives_check(mv)
    }
}

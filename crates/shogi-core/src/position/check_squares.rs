//! [`CheckSquares`]: which moves give check, for many moves of one position.

use super::Position;
use crate::PieceKind::{Dragon, Gold, Horse, Knight, Pawn, Silver};
use crate::{Bitboard, Move, Piece, Square, attacks};

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
    /// `[CLASS]` of the kind
    by_class: [Bitboard; CLASSES],
    /// [`Position::discoverers`] of the side to move.
    pub discoverers: Bitboard,
}

/// `[piece code & 15]`: place of the kind in [`CheckSquares::by_class`]; what moves like a gold shares one.
static CLASS: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 0, 7, 7, 7, 7, 8, 9, 0];
const CLASSES: usize = 10;

impl CheckSquares {
    /// Those of a position; `None` if the other side has no king.
    pub fn of(pos: &Position) -> Option<CheckSquares> {
        let us = pos.side_to_move();
        let (king, occupied) = (pos.king(!us)?, pos.occupied());
        let steps = |kind| attacks::steps_of(Piece::new(!us, kind), king);
        let (bishop, rook) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        let by_class = [
            // A king gives no check itself.
            Bitboard::EMPTY,
            steps(Pawn),
            attacks::lance(!us, king, occupied),
            steps(Knight),
            steps(Silver),
            bishop,
            rook,
            steps(Gold),
            bishop | steps(Horse),
            rook | steps(Dragon),
        ];
        Some(CheckSquares { king, by_class, discoverers: pos.discoverers(us) })
    }

    /// The squares on which this piece of the side to move would give check.
    #[inline]
    pub fn for_piece(&self, piece: Piece) -> Bitboard {
        self.by_class[CLASS[(piece.raw() & 15) as usize] as usize % CLASSES]
    }

    /// Whether a legal move of the position gives check.
    #[inline]
    pub fn gives_check(&self, pos: &Position, mv: Move) -> bool {
        pos.placed_by(mv).is_some_and(|piece| self.gives_check_as(pos, mv, piece))
    }

    /// [`CheckSquares::gives_check`] for a caller that knows the piece that the move puts on its target square
    /// ([`Position::placed_by`]).
    #[inline]
    pub fn gives_check_as(&self, pos: &Position, mv: Move, placed: Piece) -> bool {
        self.for_piece(placed).contains(mv.to())
            || mv.from().is_some_and(|from| self.discoverers.contains(from)) && pos.gives_check(mv)
    }
}

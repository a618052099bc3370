//! A position as a mate search sees it: attacker, last move, moves of the side to move.

use komadai_core::{Checks, Color, Move, MoveList, Position, Square, movegen};

use crate::mate_in_one;

/// An undecided leaf of the search: what a [`DfpnHeuristic`](crate::DfpnHeuristic) is given to judge.
#[derive(Clone, Copy, Debug)]
pub struct MateNode<'a> {
    /// The position, after the last move.
    pub pos: &'a Position,
    /// The side that tries to mate.
    pub attacker: Color,
    /// The move that led here.
    pub last: Move,
    /// Number of moves of the side to move: legal checks for the attacker; legal replies for the defender, without drops
    /// between king and checker.
    pub moves: usize,
    /// Number of squares on which the defender may interpose a piece from hand; 0 where the attacker moves. `moves` and
    /// `interpositions` are never both 0, because a leaf without moves is decided.
    pub interpositions: usize,
    /// Number of squares that the defender's king could step on where the attacker moves: next to him, without a piece of his
    /// own, not attacked; 0 where the defender moves, whose king's moves are among `moves`.
    pub free_squares: usize,
}

impl<'a> MateNode<'a> {
    /// A leaf with the moves of its side to move; `None` if there are none. `free_squares` are those of the field, if they are
    /// known already.
    #[inline]
    pub(crate) fn new(
        pos: &'a Position,
        attacker: Color,
        last: Move,
        free_squares: Option<usize>,
    ) -> Option<Self> {
        let known = Checks::of(pos);
        let (moves, interpositions, free_squares) = if pos.side_to_move() == attacker {
            let moves = movegen::count_checks(pos, &known).all();
            (moves, 0, free_squares.unwrap_or_else(|| mate_in_one::free_squares(pos)))
        } else {
            let replies = movegen::count_evasions(pos, &known);
            (replies.on_board, replies.drop_squares.len(), 0)
        };
        let (moves, interpositions) = (moves as usize, interpositions as usize);
        let node = MateNode { pos, attacker, last, moves, interpositions, free_squares };
        (moves + interpositions > 0).then_some(node)
    }
}

impl MateNode<'_> {
    /// Number of moves that need separate answers: all drops on one square count once.
    #[inline]
    pub fn answers(&self) -> u32 {
        (self.moves + self.interpositions) as u32
    }

    /// Whether the attacker is to move (an OR node: one mating move is enough).
    #[inline]
    pub fn is_or(&self) -> bool {
        self.pos.side_to_move() == self.attacker
    }
}

/// Legal checks of the attacker (`or`), legal replies of the defender.
#[inline]
pub(crate) fn generate(pos: &Position, or: bool, list: &mut MoveList) {
    let known = Checks::of(pos);
    if or { movegen::checks(pos, &known, list) } else { movegen::evasions(pos, &known, list) }
}

/// From which of the eight sides a square faces the king, as a number from 100 up (no square's number); `None` for
/// squares next to the king.
pub(crate) fn far_side(king: Square, from: Square) -> Option<u16> {
    let file = i16::from(from.file()) - i16::from(king.file());
    let rank = i16::from(from.rank()) - i16::from(king.rank());
    (file.abs().max(rank.abs()) > 1).then(|| (100 + 3 * (file.signum() + 1) + rank.signum() + 1) as u16)
}

//! A position as a mate search sees it: who attacks, how it came about, what the side to move can do.

use komadai_core::{Bitboard, Checks, Color, Move, MoveList, Position, movegen};

/// What a heuristic may look at: a leaf of the search, just reached by a move.
#[derive(Clone, Copy, Debug)]
pub struct MateNode<'a> {
    /// The position, after the move.
    pub pos: &'a Position,
    /// The side that wants to mate.
    pub attacker: Color,
    /// The move that led here.
    pub last: Move,
    /// Moves the side to move has: legal checks for the attacker; legal replies for the defender, without the drops that
    /// interpose.
    pub moves: usize,
    /// Squares on which the defender may interpose a piece from his hand. With `moves` never 0 altogether, since a leaf
    /// without moves is decided.
    pub interpositions: usize,
}

impl<'a> MateNode<'a> {
    /// A leaf with the moves of its side to move.
    #[inline]
    pub(crate) fn new(pos: &'a Position, attacker: Color, last: Move, moves: &MoveList) -> Self {
        let (mut on_board, mut squares) = (moves.len(), Bitboard::EMPTY);
        if pos.side_to_move() != attacker {
            for mv in moves.into_iter().filter(|mv| mv.is_drop()) {
                on_board -= 1;
                squares.insert(mv.to());
            }
        }
        MateNode { pos, attacker, last, moves: on_board, interpositions: squares.len() as usize }
    }
}

impl MateNode<'_> {
    /// Moves that must be answered each in its own way: drops on one square count once.
    #[inline]
    pub fn answers(&self) -> usize {
        self.moves + self.interpositions
    }

    /// Whether the attacker is to move (an OR node: one mating move is enough).
    #[inline]
    pub fn is_or(&self) -> bool {
        self.pos.side_to_move() == self.attacker
    }
}

/// Legal checks of the attacker, legal replies of the defender.
#[inline]
pub(crate) fn generate(pos: &Position, or: bool, list: &mut MoveList) {
    let known = Checks::of(pos);
    if or { movegen::checks(pos, &known, list) } else { movegen::evasions(pos, &known, list) }
}

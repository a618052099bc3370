//! A position as a mate search sees it: who attacks, how it came about, what the side to move can do.

use komadai_core::{Color, Move, Position};

/// What a heuristic may look at: a leaf of the search, just reached by a move.
#[derive(Clone, Copy, Debug)]
pub struct MateNode<'a> {
    /// The position, after the move.
    pub pos: &'a Position,
    /// The side that wants to mate.
    pub attacker: Color,
    /// The move that led here.
    pub last: Move,
    /// Number of moves the side to move has: legal checks for the attacker, legal replies for the defender, where
    /// interpositions on one square count once. Never 0, since a leaf without moves is decided.
    pub moves: usize,
}

impl MateNode<'_> {
    /// Whether the attacker is to move (an OR node: one mating move is enough).
    #[inline]
    pub fn is_or(&self) -> bool {
        self.pos.side_to_move() == self.attacker
    }
}

//! The author's line: its check, and the positions on it.

use komadai_core::{Hand, Move, Position};

use crate::bounded::length::{Length, Lengths};
use crate::bounded::rule::LengthRule;
use crate::heuristic::DfpnHeuristic;

/// A line that is not the solution of a mate problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// A move is not legal.
    #[error("move {number} of the line, {mv}, is not legal in {pos}")]
    Illegal {
        /// Number of the move, from 1.
        number: usize,
        /// The move.
        mv: Move,
        /// The position before it.
        pos: Box<Position>,
    },
    /// A move of the attacker gives no check.
    #[error("move {number} of the line, {mv}, gives no check in {pos}")]
    NoCheck {
        /// Number of the move, from 1.
        number: usize,
        /// The move.
        mv: Move,
        /// The position before it.
        pos: Box<Position>,
    },
    /// The line does not end in mate.
    #[error("after {moves} moves the line ends without mate in {pos}")]
    NoMate {
        /// Length of the line.
        moves: usize,
        /// The position at its end.
        pos: Box<Position>,
    },
}

/// A line that has been checked.
pub(super) struct Line<'a> {
    pub(super) moves: &'a [Move],
    /// `[ply]`: the position after so many moves, the last one included.
    pub(super) positions: Vec<Position>,
}

impl<'a> Line<'a> {
    /// Plays the moves, which must be legal, give check and end in mate.
    pub(super) fn play<G: DfpnHeuristic>(
        pos: &Position,
        moves: &'a [Move],
        rule: LengthRule,
        lengths: &mut Lengths<G>,
    ) -> Result<Line<'a>, LineError> {
        let mut at = pos.clone();
        let mut positions = vec![pos.clone()];
        for (ply, &mv) in moves.iter().enumerate() {
            let number = ply + 1;
            if !at.is_legal(mv) {
                return Err(LineError::Illegal { number, mv, pos: Box::new(at) });
            }
            if ply % 2 == 0 && !at.gives_check(mv) {
                return Err(LineError::NoCheck { number, mv, pos: Box::new(at) });
            }
            at.do_move(mv);
            positions.push(at.clone());
        }
        if moves.len().is_multiple_of(2) || lengths.length_for(&mut at, rule) != Length::Exact(0) {
            return Err(LineError::NoMate { moves: moves.len(), pos: Box::new(at) });
        }
        Ok(Line { moves, positions })
    }

    /// All positions but the last, which is mate.
    pub(super) fn before_mate(&self) -> &[Position] {
        &self.positions[..self.moves.len()]
    }

    /// Number of moves after which the line has this position: board, side to move and hands.
    pub(super) fn ply_of(&self, pos: &Position) -> Option<usize> {
        let hands = |pos: &Position| -> [Hand; 2] { komadai_core::Color::ALL.map(|color| pos.hand(color)) };
        let same = |on: &Position| on.board_key() == pos.board_key() && hands(on) == hands(pos);
        self.positions.iter().position(same)
    }
}

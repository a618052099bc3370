//! The author's line: its check, and the positions on it.

use komadai_core::{Move, Position};

use crate::bounded::length::{Length, Lengths};
use crate::bounded::rule::LengthRule;
use crate::heuristic::DfpnHeuristic;

/// A line that is not the solution of a mate problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{wrong} in {pos}")]
#[non_exhaustive]
pub struct LineError {
    /// The move that is not legal or gives no check, or that there is no mate at the end.
    pub wrong: String,
    /// The position before the move, or at the end.
    pub pos: Box<Position>,
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
        let wrong = |wrong: String, pos: Position| Err(LineError { wrong, pos: Box::new(pos) });
        for (number, &mv) in (1..).zip(moves) {
            if !at.is_legal(mv) {
                return wrong(format!("move {number} of the line, {mv}, is not legal"), at);
            }
            if number % 2 == 1 && !at.gives_check(mv) {
                return wrong(format!("move {number} of the line, {mv}, gives no check"), at);
            }
            at.do_move(mv);
            positions.push(at.clone());
        }
        if moves.len().is_multiple_of(2) || lengths.length_for(&mut at, rule) != Length::Exact(0) {
            return wrong(format!("after {} moves the line ends without mate", moves.len()), at);
        }
        Ok(Line { moves, positions })
    }

    /// All positions but the last, which is mate.
    pub(super) fn before_mate(&self) -> &[Position] {
        &self.positions[..self.moves.len()]
    }

    /// Number of moves after which the line has this position: board, side to move and hands.
    pub(super) fn ply_of(&self, pos: &Position) -> Option<usize> {
        self.positions.iter().position(|on| on.same_position(pos))
    }
}

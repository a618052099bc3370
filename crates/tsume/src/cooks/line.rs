//! The author's line: its validation, and the positions on it.

use komadai_core::{Move, Position};

use crate::bounded::length::{Length, Lengths};
use crate::bounded::line::checks_in_order;
use crate::bounded::rule::LengthRule;

/// A line that is not the solution of a mate problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{wrong} in {pos}")]
#[non_exhaustive]
pub struct LineError {
    /// What is wrong: a move that is not legal or gives no check, no mate at the end, or limits that leave the mate open.
    pub wrong: String,
    /// The position before the move, or at the end.
    pub pos: Box<Position>,
}

/// A line that has been checked.
pub(super) struct Line<'a> {
    pub(super) moves: &'a [Move],
    /// `[ply]`: the position after so many moves, the last one included.
    pub(super) positions: Vec<Position>,
    /// `[ply]`: plies from there to the end. Futile interpositions and their captures are left out where they do not count.
    pub(super) left: Vec<usize>,
}

impl<'a> Line<'a> {
    /// Plays the moves, which must be legal, give check and end in mate.
    pub(super) fn play(
        pos: &Position,
        moves: &'a [Move],
        rule: LengthRule,
        lengths: &mut Lengths,
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
        let ends = if moves.len().is_multiple_of(2) {
            Length::NoMate
        } else {
            lengths.find(&mut at, pos.side_to_move(), rule)
        };
        match ends {
            Length::Exact(0) => {}
            Length::AtLeast(0) => {
                let said = "whether the line ends in mate is open: the limits ended the search";
                return wrong(format!("after {} moves {said}", moves.len()), at);
            }
            _ => return wrong(format!("after {} moves the line ends without mate", moves.len()), at),
        }
        let mut left = vec![0; positions.len()];
        for ply in (0..moves.len()).rev() {
            let taken = ply % 2 == 1 && moves[ply].is_drop() && moves[ply + 1].to() == moves[ply].to();
            // A futile interposition (無駄合) and its capture.
            left[ply] = if taken
                && rule == LengthRule::Traditional
                && lengths.is_in_vain(&mut positions[ply].clone(), moves[ply]) == Some(true)
            {
                left[ply + 2]
            } else {
                left[ply + 1] + 1
            };
        }
        Ok(Line { moves, positions, left })
    }

    /// The other checks at the attacker's moves, each with the number of moves before it.
    pub(super) fn checks_beside(&self) -> impl Iterator<Item = (usize, Move)> {
        self.moves.iter().enumerate().step_by(2).flat_map(|(ply, &mv)| {
            let checks = checks_in_order(&self.positions[ply]).into_iter();
            checks.filter(move |&other| other != mv).map(move |other| (ply, other))
        })
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

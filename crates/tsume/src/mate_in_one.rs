//! Mate in one with the hand it needs, and what a heuristic needs to know of a position without one.

use komadai_core::movegen::LastCheck;
use komadai_core::{Checks, Hand, Move, Position};

use crate::proof_pieces;

/// What the search for a mate in one has learnt of a position of the attacker that has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct NoMateInOne {
    /// Number of legal checks.
    pub(crate) checks: usize,
    /// Number of squares the defender's king could step on: next to him, without a piece of his own, not attacked.
    pub(crate) free_squares: usize,
}

/// A mate in one of the side to move, and the hand it needs. Adds the number of moves tried to `nodes`.
pub(crate) fn mate_in_one(pos: &Position, nodes: &mut u64) -> Option<(Move, Hand)> {
    look(pos, true, nodes).map(|mv| (mv, needed(pos, mv)))
}

/// [`mate_in_one`], or what a heuristic needs to know of a position without one.
pub(crate) fn mate_or_counts(pos: &Position) -> Result<(Move, Hand), NoMateInOne> {
    let Some(mut last) = LastCheck::of(pos, true) else { return Err(NoMateInOne::default()) };
    let found = match last.by_drop() {
        Some(mv) => Ok(mv),
        None => last.by_move_or_count(&Checks::of(pos)),
    };
    found
        .map(|mv| (mv, needed(pos, mv)))
        .map_err(|checks| NoMateInOne { checks, free_squares: last.free_squares() })
}

/// Number of squares that the king of the side not to move could step on: next to him, without a piece of his own, not attacked.
pub(crate) fn free_squares(pos: &Position) -> usize {
    LastCheck::of(pos, true).map_or(0, |last| last.free_squares())
}

/// Whether some check leaves the defender only drops: a necessary condition for a mate in one where futile interpositions do not count.
pub(crate) fn may_mate_in_one(pos: &Position, nodes: &mut u64) -> bool {
    look(pos, false, nodes).is_some()
}

fn look(pos: &Position, drops_count: bool, nodes: &mut u64) -> Option<Move> {
    let mut last = LastCheck::of(pos, drops_count)?;
    let found = last.by_drop().or_else(|| last.by_move(&Checks::of(pos)));
    *nodes += last.tried();
    found
}

/// The hand that a mate needs before the mating move.
fn needed(pos: &Position, mv: Move) -> Hand {
    let after = pos.after([mv]);
    proof_pieces::before(pos, mv, proof_pieces::withhold(&after, pos.side_to_move(), Hand::EMPTY))
}

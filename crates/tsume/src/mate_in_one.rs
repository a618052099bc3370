//! Mate in one with what it needs in hand, and what a heuristic asks of a position without one.

use komadai_core::movegen::LastCheck;
use komadai_core::{Checks, Hand, Move, Position};

use crate::proof_pieces;

/// A position of the attacker without a mate in one: what is known of it by the time that none was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct NoMateInOne {
    /// Number of legal checks.
    pub(crate) checks: usize,
    /// Number of squares the defender's king could step on: next to him, without a piece of his own, not attacked.
    pub(crate) free_squares: usize,
}

/// A mate in one of the side to move, and what it needs in hand. Adds the number of moves tried to `nodes`.
pub(crate) fn mate_in_one(pos: &Position, nodes: &mut u64) -> Option<(Move, Hand)> {
    look(pos, true, nodes).map(|mv| (mv, needed(pos, mv)))
}

/// [`mate_in_one`], or what a heuristic asks of a position without one.
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

/// How many squares the king of the side that is not to move could step on: next to him, without a piece of his own, not
/// attacked.
pub(crate) fn free_squares(pos: &Position) -> usize {
    LastCheck::of(pos, true).map_or(0, |last| last.free_squares())
}

/// Whether some check leaves the defender nothing but drops: the least that a mate in one must be where futile
/// interpositions do not count.
pub(crate) fn may_mate_in_one(pos: &Position, nodes: &mut u64) -> bool {
    look(pos, false, nodes).is_some()
}

fn look(pos: &Position, drops_count: bool, nodes: &mut u64) -> Option<Move> {
    let mut last = LastCheck::of(pos, drops_count)?;
    let found = last.by_drop().or_else(|| last.by_move(&Checks::of(pos)));
    *nodes += last.tried();
    found
}

/// What a mate needs in hand before the mating move.
fn needed(pos: &Position, mv: Move) -> Hand {
    let mut after = pos.clone();
    after.do_move(mv);
    proof_pieces::before(pos, mv, proof_pieces::withhold(&after, pos.side_to_move(), Hand::EMPTY))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{MATES, problems};
    use crate::node::{checks, tried};
    use komadai_core::movegen;
    use komadai_core::rng::SplitMix64;

    /// By the rules alone: every legal check is played. Without drops, replies from hand do not count.
    fn plain(pos: &mut Position, drops_count: bool) -> bool {
        checks(pos).into_iter().any(|check| {
            let answered = |reply: &Move| drops_count || !reply.is_drop();
            tried(pos, check, |pos| !pos.legal_moves().iter().any(answered))
        })
    }

    #[test]
    fn guard_that_the_move_pins_does_not_take() {
        // The silver leaves the rook's file, so that the knight on 9e, which could take on 8g, is pinned.
        let mut pos: Position = "9/R8/9/2+P6/n1Bs5/S1B6/1pS6/k1P6/+p3+R4 b S2N4gn4l14p 1".parse().unwrap();
        let (mv, _) = mate_in_one(&pos, &mut 0).expect("9f8g mates");
        assert_eq!(mv.to_string(), "9f8g");
        assert!(plain(&mut pos, true));
    }

    #[test]
    fn sieve_loses_no_mate() {
        let mut rng = SplitMix64::new(29);
        let (mut mates, mut none, mut opened) = (0, 0, 0);
        for _ in 0..20 {
            for (mut pos, _) in problems(MATES) {
                // A line of random checks and replies, and at times of any moves, so that pieces stand on each other's lines.
                for _ in 0..24 {
                    for drops_count in [true, false] {
                        let found = if drops_count {
                            mate_in_one(&pos, &mut 0).is_some()
                        } else {
                            may_mate_in_one(&pos, &mut 0)
                        };
                        let expected = plain(&mut pos, drops_count);
                        assert_eq!(found, expected, "drops count: {drops_count}: {pos}");
                        mates += u32::from(found);
                        none += u32::from(!found);
                    }
                    let checks = movegen::count_checks(&pos, &Checks::of(&pos)).all() as usize;
                    let counts = NoMateInOne { checks, free_squares: free_squares(&pos) };
                    let expected = mate_in_one(&pos, &mut 0).ok_or(counts);
                    assert_eq!(mate_or_counts(&pos), expected, "{pos}");
                    opened += u32::from(!pos.discoverers(pos.side_to_move()).is_empty());
                    let moves = pos.legal_moves();
                    let mut wanted: Vec<Move> =
                        moves.iter().copied().filter(|&mv| pos.gives_check(mv)).collect();
                    if wanted.is_empty() || rng.below(4) == 0 {
                        wanted = moves.to_vec();
                    }
                    if wanted.is_empty() {
                        break;
                    }
                    pos.do_move(wanted[rng.below(wanted.len() as u64) as usize]);
                }
            }
        }
        assert!(mates > 500 && none > 10_000 && opened > 500, "{mates}, {none}, {opened}");
    }
}

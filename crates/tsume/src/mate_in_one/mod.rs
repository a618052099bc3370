//! Mate in one, by the rules alone: the bottom of every search.
//!
//! Nearly all the time of a bounded search goes into last checks that do not mate. Nearly all of those leave the king a
//! square, or may be taken by him, and both are seen without a move being generated or played: from the squares
//! around the king that the attacker covers, once and twice ([`KingArea`]). Only what passes that sieve is played and asked
//! for legal replies, so the sieve decides about time, never about truth.

use komadai_core::movegen::{self, PieceChecks};
use komadai_core::{Bitboard, Checks, Hand, Move, Piece, PieceKind, Position, attacks};

use crate::proof_pieces;

mod king_area;

use king_area::KingArea;

/// Kinds whose drop may mate, the likeliest first. A pawn's drop that mates is not legal.
const DROPS: [PieceKind; 6] = [
    PieceKind::Gold,
    PieceKind::Rook,
    PieceKind::Silver,
    PieceKind::Bishop,
    PieceKind::Lance,
    PieceKind::Knight,
];

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
    mate_in(pos, &KingArea::new(pos, true)?, nodes)
}

/// [`mate_in_one`], or what a heuristic asks of a position without one.
pub(crate) fn mate_or_counts(pos: &Position) -> Result<(Move, Hand), NoMateInOne> {
    let Some(area) = KingArea::new(pos, true) else { return Err(NoMateInOne::default()) };
    if let Some(found) = mate_by_drop(pos, &area, &mut 0) {
        return Ok(found);
    }
    // One pass over the pieces on the board for both.
    let known = Checks::of(pos);
    let mut checks = 0;
    let found = mate_on_board(pos, &area, &known, true, &mut 0, |of| {
        checks += of.plain.len() + of.promoting.len();
    });
    found.ok_or_else(|| {
        movegen::drop_checks(pos, &known, &area.checks, |_, to| checks += to.len());
        NoMateInOne { checks: checks as usize, free_squares: area.free.len() as usize }
    })
}

/// How many squares the king of the side that is not to move could step on: next to him, without a piece of his own, not
/// attacked.
pub(crate) fn free_squares(pos: &Position) -> usize {
    KingArea::new(pos, true).map_or(0, |area| area.free.len() as usize)
}

/// Whether some check leaves the defender nothing but drops: the least that a mate in one must be where futile
/// interpositions do not count.
pub(crate) fn may_mate_in_one(pos: &Position, nodes: &mut u64) -> bool {
    KingArea::new(pos, false).is_some_and(|area| mate_in(pos, &area, nodes).is_some())
}

fn mate_in(pos: &Position, area: &KingArea, nodes: &mut u64) -> Option<(Move, Hand)> {
    mate_by_drop(pos, area, nodes)
        .or_else(|| mate_on_board(pos, area, &Checks::of(pos), false, nodes, |_| {}))
}

fn mate_by_drop(pos: &Position, area: &KingArea, nodes: &mut u64) -> Option<(Move, Hand)> {
    let (us, empty) = (area.us, !pos.occupied());
    let hand = pos.hand(us);
    for kind in DROPS.into_iter().filter(|&kind| hand.has(kind)) {
        let piece = Piece::new(us, kind);
        let squares = area.checks.for_piece(piece) & empty;
        let mut targets = squares & area.ring & area.covered;
        let mut far = squares - area.ring;
        if kind != PieceKind::Knight && area.interposes {
            far = Bitboard::EMPTY;
        } else if kind != PieceKind::Knight
            && let Some(free) = area.free.first()
        {
            // From afar a slider covers nothing around the king but its own line.
            far &= attacks::line(area.king, free);
        }
        targets |= far;
        for to in targets {
            if area.leaves_none(piece, to, area.occupied)
                && !area.is_taken(pos, to)
                && let Some(mv) = Move::drop(kind, to)
                && pos.is_legal(mv)
                && let Some(found) = mates(pos, area, mv, nodes)
            {
                return Some(found);
            }
        }
    }
    None
}

/// A mate by a piece on the board. Calls `each` with the checks of every piece: `all` of them, or those that may mate.
#[inline(always)]
fn mate_on_board(
    pos: &Position,
    area: &KingArea,
    known: &Checks,
    all: bool,
    nodes: &mut u64,
    mut each: impl FnMut(&PieceChecks),
) -> Option<(Move, Hand)> {
    let (movers, mut found) = (area.movers(pos), None);
    let targets = |piece, from| movers.targets(area, piece, from);
    let wanted = |piece, from| if all { !Bitboard::EMPTY } else { targets(piece, from) };
    movegen::board_checks(pos, known, &area.checks, wanted, |of| {
        each(&of);
        let may = if all { targets(of.piece, of.from) } else { !Bitboard::EMPTY };
        if may.is_empty() || found.is_some() {
            return;
        }
        let (mut plain, promoting, mut opened) = (of.plain & may, of.promoting & may, None);
        if let Some(kind) = of.piece.kind().promoted() {
            let promoted = Piece::new(area.us, kind);
            for to in promoting {
                if found.is_none() && area.holds(pos, promoted, of.from, to, &mut opened) {
                    found = mates(pos, area, Move::promoting(of.from, to), nodes);
                }
            }
            if matches!(of.piece.kind(), PieceKind::Pawn | PieceKind::Bishop | PieceKind::Rook) {
                // What they mate with unpromoted they mate with promoted.
                plain = plain - promoting;
            }
        }
        for to in plain {
            if found.is_none() && area.holds(pos, of.piece, of.from, to, &mut opened) {
                found = mates(pos, area, Move::normal(of.from, to), nodes);
            }
        }
    });
    found
}

/// Plays a check to see whether it mates, drops left aside if they need not count; the check and what the mate needs in hand.
fn mates(pos: &Position, area: &KingArea, mv: Move, nodes: &mut u64) -> Option<(Move, Hand)> {
    *nodes += 1;
    let mut after = pos.clone();
    after.do_move(mv);
    let mated = if area.drops_count {
        !after.has_legal_move()
    } else {
        movegen::count_evasions(&after, &Checks::of(&after)).on_board == 0
    };
    mated.then(|| {
        let needed = proof_pieces::withhold(&after, area.us, Hand::EMPTY);
        (mv, proof_pieces::before(pos, mv, needed))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{MATES, problems};
    use komadai_core::MoveList;
    use komadai_core::rng::SplitMix64;

    /// By the rules alone: every legal check is played. Without drops, replies from hand do not count.
    fn plain(pos: &mut Position, drops_count: bool) -> bool {
        let mut checks = MoveList::new();
        movegen::checks(pos, &Checks::of(pos), &mut checks);
        checks.into_iter().any(|check| {
            let undo = pos.do_move(check);
            let mated = !pos.legal_moves().iter().any(|reply| drops_count || !reply.is_drop());
            pos.undo_move(check, undo);
            mated
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
        for _ in 0..40 {
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
        assert!(mates > 1_000 && none > 20_000 && opened > 1_000, "{mates}, {none}, {opened}");
    }
}

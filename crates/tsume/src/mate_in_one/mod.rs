//! Mate in one, by the rules alone: the bottom of every search.
//!
//! Nearly all the time of a bounded search goes into last checks that do not mate. Nearly all of those leave the king a
//! square, or may be taken by him, and both are seen without a move being generated or played: from the squares
//! around the king that the attacker covers, once and twice ([`KingArea`]). Only what passes that sieve is played and asked
//! for legal replies, so the sieve decides about time, never about truth.

use komadai_core::{Bitboard, Checks, Hand, Move, Piece, PieceKind, Position, attacks, movegen};

use crate::proof_pieces;

mod king_area;

use king_area::KingArea;

/// `[king]`: from where a step piece may give check with its next move.
static CHECKING: [Bitboard; 81] = king_area::around(2, 4);

/// Kinds whose drop may mate, the likeliest first. A pawn's drop that mates is not legal.
const DROPS: [PieceKind; 6] = [
    PieceKind::Gold,
    PieceKind::Rook,
    PieceKind::Silver,
    PieceKind::Bishop,
    PieceKind::Lance,
    PieceKind::Knight,
];

/// A mate in one of the side to move, and what it needs in hand. Adds the number of moves tried to `nodes`.
pub(crate) fn mate_in_one(pos: &mut Position, nodes: &mut u64) -> Option<(Move, Hand)> {
    mate_or_free_squares(pos, nodes).ok()
}

/// [`mate_in_one`], or how many squares the king could step on: that is known by then.
pub(crate) fn mate_or_free_squares(pos: &mut Position, nodes: &mut u64) -> Result<(Move, Hand), usize> {
    let area = KingArea::new(pos, true).ok_or(0_usize)?;
    let found = mate_by_drop(pos, &area, nodes).or_else(|| mate_on_board(pos, &area, nodes));
    found.ok_or(area.free.len() as usize)
}

/// How many squares the king of the side that is not to move could step on: next to him, without a piece of his own, not
/// attacked.
pub(crate) fn free_squares(pos: &Position) -> usize {
    KingArea::new(pos, true).map_or(0, |area| area.free.len() as usize)
}

/// Whether some check leaves the defender nothing but drops: the least that a mate in one must be where futile
/// interpositions do not count.
pub(crate) fn may_mate_in_one(pos: &mut Position, nodes: &mut u64) -> bool {
    let Some(area) = KingArea::new(pos, false) else { return false };
    mate_by_drop(pos, &area, nodes).is_some() || mate_on_board(pos, &area, nodes).is_some()
}

fn mate_by_drop(pos: &mut Position, area: &KingArea, nodes: &mut u64) -> Option<(Move, Hand)> {
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
                && let Some(needed) = mates(pos, area, mv, nodes)
            {
                return Some((mv, needed));
            }
        }
    }
    None
}

fn mate_on_board(pos: &mut Position, area: &KingArea, nodes: &mut u64) -> Option<(Move, Hand)> {
    let us = area.us;
    let discoverers = area.checks.discoverers;
    let zone = Bitboard::far_ranks(us, 3);
    // Most pieces step up to the king without opening a line: they mate on certain squares only. A knight from afar takes no square
    // from the king.
    let (spots, near) = (area.spots(), CHECKING[area.king.index()]);
    let jumpers = if area.free.is_empty() { pos.of_kind(PieceKind::Knight) } else { Bitboard::EMPTY };
    let special = pos.sliders() | discoverers | near & (area.lines | jumpers);
    let movers = pos.of_color(us) & if spots.is_empty() { special } else { near | special };
    for from in movers {
        let Some(piece) = pos.piece_at(from) else { continue };
        let may = if special.contains(from) { area.targets(piece, from) } else { spots };
        let targets = attacks::attacks(piece, from, pos.occupied()) & (may - pos.of_color(us));
        if targets.is_empty() {
            continue;
        }
        let discovered = if discoverers.contains(from) {
            targets - attacks::line(area.king, from)
        } else {
            Bitboard::EMPTY
        };
        let mut plain = targets & (area.checks.for_piece(piece) | discovered);
        let mut opened = None;
        if let Some(kind) = piece.kind().promoted() {
            let promoted = Piece::new(us, kind);
            let reach = if zone.contains(from) { targets } else { targets & zone };
            for to in reach & (area.checks.for_piece(promoted) | discovered) {
                if area.holds(pos, promoted, from, to, &mut opened)
                    && let mv = Move::promoting(from, to)
                    && let Some(needed) = mates(pos, area, mv, nodes)
                {
                    return Some((mv, needed));
                }
            }
            if matches!(piece.kind(), PieceKind::Pawn | PieceKind::Bishop | PieceKind::Rook) {
                // What they mate with unpromoted they mate with promoted.
                plain = plain - reach;
            }
        }
        for to in plain {
            if area.holds(pos, piece, from, to, &mut opened)
                && let mv = Move::normal(from, to)
                && let Some(needed) = mates(pos, area, mv, nodes)
            {
                return Some((mv, needed));
            }
        }
    }
    None
}

/// Plays a check to see whether it mates, drops left aside if they need not count; what the mate needs in hand.
fn mates(pos: &mut Position, area: &KingArea, mv: Move, nodes: &mut u64) -> Option<Hand> {
    if !pos.is_legal(mv) {
        return None;
    }
    *nodes += 1;
    let undo = pos.do_move(mv);
    let mated = if area.drops_count {
        !pos.has_legal_move()
    } else {
        movegen::count_evasions(pos, &Checks::of(pos)).on_board == 0
    };
    let needed = mated.then(|| proof_pieces::withhold(pos, area.us, Hand::EMPTY));
    pos.undo_move(mv, undo);
    needed.map(|needed| proof_pieces::before(pos, mv, needed))
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let (mv, _) = mate_in_one(&mut pos, &mut 0).expect("9f8g mates");
        assert_eq!(mv.to_string(), "9f8g");
        assert!(plain(&mut pos, true));
    }

    #[test]
    fn sieve_loses_no_mate() {
        let text = include_str!("../../../../data/tsume/mates.sfen");
        let problems: Vec<Position> =
            text.lines().filter_map(|line| line.split('\t').nth(1)?.parse().ok()).collect();
        let mut rng = SplitMix64::new(29);
        let (mut mates, mut none, mut opened) = (0, 0, 0);
        for _ in 0..40 {
            for problem in &problems {
                // A line of random checks and replies, and at times of any moves, so that pieces stand on each other's lines.
                let mut pos = problem.clone();
                for _ in 0..24 {
                    for drops_count in [true, false] {
                        let found = if drops_count {
                            mate_in_one(&mut pos, &mut 0).is_some()
                        } else {
                            may_mate_in_one(&mut pos, &mut 0)
                        };
                        let expected = plain(&mut pos, drops_count);
                        assert_eq!(found, expected, "drops count: {drops_count}: {pos}");
                        mates += u32::from(found);
                        none += u32::from(!found);
                    }
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
                    let _ = pos.do_move(wanted[rng.below(wanted.len() as u64) as usize]);
                }
            }
        }
        assert!(mates > 1_000 && none > 20_000 && opened > 1_000, "{mates}, {none}, {opened}");
    }
}

//! The line of a mate whose length is known: the attacker's first shortest check, the defender's first longest reply.

use std::sync::atomic::AtomicBool;

use komadai_core::{Checks, Move, MoveList, Position, movegen};

use crate::bounds::Bound;
use crate::heuristic::DfpnHeuristic;
use crate::length::Plies;
use crate::shown::{Futile, futile_on};
use crate::within::Within;

/// The line of a mate in exactly `plies`; `None` if a choice in it was not settled before `limit` positions had been
/// looked at.
pub(crate) fn of<H: DfpnHeuristic>(
    within: &mut Within<H>,
    pos: &mut Position,
    plies: u16,
    limit: u64,
    stop: &AtomicBool,
) -> Option<Vec<Move>> {
    let mut line = Vec::new();
    let mut at = pos.clone();
    let mut left = plies;
    while left > 0 {
        if left % 2 == 1 {
            let mv = shortest_check(within, &mut at, left, limit, stop)?;
            let _ = at.do_move(mv);
            line.push(mv);
            left -= 1;
            continue;
        }
        match longest_reply(within, &mut at, left, limit, stop)? {
            Reply::Counts(mv) => {
                let _ = at.do_move(mv);
                line.push(mv);
                left -= 1;
            }
            Reply::Taken(mv, capture) => {
                for mv in [mv, capture] {
                    let _ = at.do_move(mv);
                    line.push(mv);
                }
                // With one more piece in hand the mate may be nearer.
                while left > 1 && mates(within, &mut at, left - 2, limit, stop)? {
                    left -= 2;
                }
            }
        }
    }
    Some(line)
}

/// What the defender does.
enum Reply {
    /// A move that counts.
    Counts(Move),
    /// A futile interposition and its capture.
    Taken(Move, Move),
}

/// Whether there is a mate within `plies`; `None` if that was not settled.
fn mates<H: DfpnHeuristic>(
    within: &mut Within<H>,
    pos: &mut Position,
    plies: u16,
    limit: u64,
    stop: &AtomicBool,
) -> Option<bool> {
    match within.ask(pos, plies, limit, stop) {
        Bound::Mate { .. } => Some(true),
        Bound::NoMate { .. } => Some(false),
        Bound::Open(_) | Bound::Unseen => None,
    }
}

/// Whether the attacker mates within `plies` after a move; `None` if that was not settled.
pub(crate) fn mates_after<H: DfpnHeuristic>(
    within: &mut Within<H>,
    pos: &mut Position,
    mv: Move,
    plies: u16,
    limit: u64,
    stop: &AtomicBool,
) -> Option<bool> {
    let undo = pos.do_move(mv);
    let mated = mates(within, pos, plies, limit, stop);
    pos.undo_move(mv, undo);
    mated
}

fn shortest_check<H: DfpnHeuristic>(
    within: &mut Within<H>,
    pos: &mut Position,
    left: u16,
    limit: u64,
    stop: &AtomicBool,
) -> Option<Move> {
    for mv in checks_in_order(pos) {
        if mates_after(within, pos, mv, left - 1, limit, stop)? {
            return Some(mv);
        }
    }
    None
}

/// A reply that counts and is not answered two plies sooner.
///
/// Where there is none, all that lengthens the mate so far are interpositions that are futile within this length but
/// not within a shorter one. Then it is the first of those that is mate in time with the captured piece in use, else
/// the first with its capture, both played though neither counts.
fn longest_reply<H: DfpnHeuristic>(
    within: &mut Within<H>,
    pos: &mut Position,
    left: u16,
    limit: u64,
    stop: &AtomicBool,
) -> Option<Reply> {
    let mut late = Vec::new();
    for mv in replies_in_order(pos) {
        if left > 2 && mates_after(within, pos, mv, left - 3, limit, stop)? {
            continue;
        }
        if mv.is_drop()
            && within.counting == Plies::Traditional
            && let Futile::By(capture) = futile_on(within, pos, mv, left, limit, stop)?
        {
            if futile_on(within, pos, mv, left - 2, limit, stop)? == Futile::No {
                late.push((mv, capture));
            }
            continue;
        }
        return Some(Reply::Counts(mv));
    }
    for &(mv, _) in &late {
        if mates_after(within, pos, mv, left - 1, limit, stop)? {
            return Some(Reply::Counts(mv));
        }
    }
    late.first().map(|&(mv, capture)| Reply::Taken(mv, capture))
}

/// Legal checks: promotions, other moves, drops.
pub(crate) fn checks_in_order(pos: &Position) -> Vec<Move> {
    let mut list = MoveList::new();
    movegen::checks(pos, &Checks::of(pos), &mut list);
    let mut moves = list.to_vec();
    moves.sort_unstable_by_key(|mv| (mv.is_drop(), !mv.is_promotion(), mv.bits()));
    moves
}

/// Legal replies: captures, other moves, drops.
pub(crate) fn replies_in_order(pos: &Position) -> Vec<Move> {
    let mut moves = pos.legal_moves().to_vec();
    moves.sort_unstable_by_key(|mv| (mv.is_drop(), pos.piece_at(mv.to()).is_none(), mv.bits()));
    moves
}

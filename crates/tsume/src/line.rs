//! The line of a mate whose length is known: the attacker's first shortest check, the defender's first longest reply.

use std::sync::atomic::AtomicBool;

use komadai_core::{Checks, Move, MoveList, Position, movegen};

use crate::bounds::Bound;
use crate::heuristic::DfpnHeuristic;
use crate::length::Counting;
use crate::shown::futile_on;
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
    for left in (1..=plies).rev() {
        let mv = if left % 2 == 1 {
            shortest_check(within, &mut at, left, limit, stop)?
        } else {
            longest_reply(within, &mut at, left, limit, stop)?
        };
        let _ = at.do_move(mv);
        line.push(mv);
    }
    Some(line)
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
    let bound = within.ask(pos, plies, limit, stop);
    pos.undo_move(mv, undo);
    match bound {
        Bound::Mate { .. } => Some(true),
        Bound::NoMate { .. } => Some(false),
        Bound::Open(_) | Bound::Unseen => None,
    }
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
fn longest_reply<H: DfpnHeuristic>(
    within: &mut Within<H>,
    pos: &mut Position,
    left: u16,
    limit: u64,
    stop: &AtomicBool,
) -> Option<Move> {
    for mv in replies_in_order(pos) {
        if left > 2 && mates_after(within, pos, mv, left - 3, limit, stop)? {
            continue;
        }
        let may_be_futile = mv.is_drop() && within.counting == Counting::Traditional;
        if may_be_futile && futile_on(within, pos, mv, left, limit, stop)?.is_some() {
            continue;
        }
        return Some(mv);
    }
    None
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

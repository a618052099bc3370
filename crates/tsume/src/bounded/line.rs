//! The line of a mate whose length is known: the attacker's first shortest check, the defender's first longest reply.
//!
//! Where several moves do equally well, the first in a fixed order is taken: the attacker's promotions, other moves, drops;
//! the defender's captures, other moves, drops; in each by square. So the line is the same at every table size and with
//! every heuristic.

use komadai_core::{Checks, Move, MoveList, Position, movegen};

use super::probe::{Futile, Probe};
use super::rule::LengthRule;
use super::step::Step;
use crate::heuristic::DfpnHeuristic;

/// The line of a mate in exactly `plies`; `None` if the limits ended the search of a choice in it.
pub(crate) fn main_line<H: DfpnHeuristic>(
    probe: &mut Probe<'_, H>,
    pos: &Position,
    plies: u16,
) -> Option<Vec<Move>> {
    let mut line = Vec::new();
    let mut at = pos.clone();
    let mut left = plies;
    while left > 0 {
        if left % 2 == 1 {
            let mv = shortest_check(probe, &mut at, left)?;
            let _ = at.do_move(mv);
            line.push(mv);
            left -= 1;
            continue;
        }
        match longest_reply(probe, &mut at, left)? {
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
                while left > 1 && probe.mates(&mut at, left - 2)? {
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

fn shortest_check<H: DfpnHeuristic>(probe: &mut Probe<'_, H>, pos: &mut Position, left: u16) -> Option<Move> {
    for mv in checks_in_order(pos) {
        if probe.mates_after(pos, Step::of_move(mv), left - 1)? {
            return Some(mv);
        }
    }
    None
}

/// A reply that counts and is not answered two plies sooner.
///
/// Where there is none, the mate so far is lengthened only by interpositions that are futile within this length but
/// not within a shorter one. Then it is the first of those that is mate in time with the captured piece in use, else
/// the first with its capture, both played though neither counts.
fn longest_reply<H: DfpnHeuristic>(probe: &mut Probe<'_, H>, pos: &mut Position, left: u16) -> Option<Reply> {
    let mut late = Vec::new();
    for mv in replies_in_order(pos) {
        if left > 2 && probe.mates_after(pos, Step::of_move(mv), left - 3)? {
            continue;
        }
        if mv.is_drop()
            && probe.search.rule() == LengthRule::Traditional
            && let Futile::By(capture) = probe.futile_on(pos, mv, left)?
        {
            if probe.futile_on(pos, mv, left - 2)? == Futile::No {
                late.push((mv, capture));
            }
            continue;
        }
        return Some(Reply::Counts(mv));
    }
    for &(mv, _) in &late {
        if probe.mates_after(pos, Step::of_move(mv), left - 1)? {
            return Some(Reply::Counts(mv));
        }
    }
    late.first().map(|&(mv, capture)| Reply::Taken(mv, capture))
}

/// Legal checks in the order of lines: promotions, other moves, drops.
pub(crate) fn checks_in_order(pos: &Position) -> Vec<Move> {
    let mut list = MoveList::new();
    movegen::checks(pos, &Checks::of(pos), &mut list);
    let mut moves = list.to_vec();
    moves.sort_unstable_by_key(|mv| (mv.is_drop(), !mv.is_promotion(), mv.bits()));
    moves
}

/// Legal replies in the order of lines: captures, other moves, drops.
pub(crate) fn replies_in_order(pos: &Position) -> Vec<Move> {
    let mut moves = pos.legal_moves().to_vec();
    moves.sort_unstable_by_key(|mv| (mv.is_drop(), pos.piece_at(mv.to()).is_none(), mv.bits()));
    moves
}

//! The line of a mate whose length is known: the attacker's first shortest check, the defender's first longest reply.
//!
//! Where several moves do equally well, the first in a fixed order is taken: the attacker's check that leaves the fewest replies
//! on the board, and of those promotions, other moves, drops; the defender's captures, other moves, drops; in each by
//! square. So the line is the same at every table size and with every heuristic. Checks that come before the mating one have
//! to be refuted for it, so the likeliest to mate come first: the lines of 200 mates in 11 cost a third less than with
//! promotions first.

use std::iter;

use komadai_core::{Checks, Move, Position, movegen};

use super::questions::{FEW, Futile};
use super::rule::LengthRule;
use super::search::Bounded;
use super::step::Step;
use crate::node::{checks, tried};

/// The line of a mate in exactly `plies`; `None` if the limits ended the search of a choice in it.
pub(crate) fn main_line(search: &mut Bounded, pos: &Position, plies: u16) -> Option<Vec<Move>> {
    let mut line = Vec::new();
    let mut at = pos.clone();
    let mut left = plies;
    while left > 0 {
        let (mv, capture) = if left % 2 == 1 {
            (shortest_check(search, &mut at, left)?, None)
        } else {
            longest_reply(search, &mut at, left)?
        };
        for mv in iter::once(mv).chain(capture) {
            at.do_move(mv);
            line.push(mv);
        }
        if capture.is_none() {
            left -= 1;
            continue;
        }
        // With one more piece in hand the mate may be nearer.
        while left > 1 && search.mates(&mut at, left - 2)? {
            left -= 2;
        }
    }
    Some(line)
}

/// The line of a mate that has been shown: the attacker's shortest checks there, against the replies that hold out longest
/// there. Like [`main_line`], but nothing is searched that matters.
pub(crate) fn shown_line(search: &mut Bounded, pos: &Position) -> Vec<Move> {
    let mut line = Vec::new();
    let mut at = pos.clone();
    while let Some(check) = search.shown.best(search.key(&at)) {
        let left = search.shown_plies(&at).unwrap_or(1) - 1;
        at.do_move(check);
        line.push(check);
        while let Some((reply, capture)) = longest_shown(search, &mut at, left) {
            for mv in iter::once(reply).chain(capture) {
                at.do_move(mv);
                line.push(mv);
            }
            if capture.is_none() {
                break;
            }
        }
    }
    line
}

/// The reply that holds out longest; none if no reply counts. A piece dropped between counts if it is not shown to be futile
/// within a few positions.
fn longest_shown(search: &mut Bounded, pos: &mut Position, left: u16) -> Option<Reply> {
    let after =
        |search: &Bounded, pos: &mut Position, step: Step| step.tried(pos, |pos| search.shown_plies(pos));
    let mut counted: Option<(u16, Move)> = None;
    let mut late: Option<(Move, Move)> = None;
    for mv in replies_in_order(pos) {
        let plies = after(search, pos, Step::of_move(mv)).map_or(u16::MAX, |plies| plies + 1);
        if plies <= counted.map_or(0, |(plies, _)| plies) {
            continue;
        }
        if mv.is_drop() && search.rule == LengthRule::Traditional {
            let futile = match search.known_futile(pos, mv, left) {
                Some(capture) => Some(Futile::By(capture)),
                None => search.within(FEW, |search| search.futile_on(pos, mv, left)),
            };
            match futile {
                Some(Futile::By(capture)) => {
                    if after(search, pos, Step::of_test(capture)) == Some(left) {
                        late = late.or(Some((mv, capture)));
                    }
                    continue;
                }
                _ if plies > left => continue,
                _ => {}
            }
        }
        counted = Some((plies, mv));
    }
    match (counted, late) {
        (Some((plies, mv)), _) if plies == left => Some((mv, None)),
        (_, Some((mv, capture))) if left > 0 => Some((mv, Some(capture))),
        (counted, _) => counted.map(|(_, mv)| (mv, None)),
    }
}

/// What the defender does: a move that counts, or a futile interposition and its capture.
type Reply = (Move, Option<Move>);

fn shortest_check(search: &mut Bounded, pos: &mut Position, left: u16) -> Option<Move> {
    for mv in checks_in_order(pos) {
        if search.mates_after(pos, Step::of_move(mv), left - 1)? {
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
fn longest_reply(search: &mut Bounded, pos: &mut Position, left: u16) -> Option<Reply> {
    let mut late = Vec::new();
    for mv in replies_in_order(pos) {
        if left > 2 && search.mates_after(pos, Step::of_move(mv), left - 3)? {
            continue;
        }
        if mv.is_drop()
            && search.rule == LengthRule::Traditional
            && let Futile::By(capture) = search.futile_on(pos, mv, left)?
        {
            if search.futile_on(pos, mv, left - 2)? == Futile::No {
                late.push((mv, capture));
            }
            continue;
        }
        return Some((mv, None));
    }
    for &(mv, _) in &late {
        if search.mates_after(pos, Step::of_move(mv), left - 1)? {
            return Some((mv, None));
        }
    }
    late.first().map(|&(mv, capture)| (mv, Some(capture)))
}

/// Legal checks in the order of lines: those that leave the fewest replies on the board; of those promotions, other moves, drops.
pub(crate) fn checks_in_order(pos: &Position) -> Vec<Move> {
    let mut moves = checks(pos).to_vec();
    let mut at = pos.clone();
    moves.sort_by_cached_key(|&mv| {
        let replies = tried(&mut at, mv, |at| movegen::count_evasions(at, &Checks::of(at)).on_board);
        (replies, mv.is_drop(), !mv.is_promotion(), mv.bits())
    });
    moves
}

/// Legal replies in the order of lines: captures, other moves, drops.
pub(crate) fn replies_in_order(pos: &Position) -> Vec<Move> {
    let mut moves = pos.legal_moves().to_vec();
    moves.sort_unstable_by_key(|mv| (mv.is_drop(), pos.piece_at(mv.to()).is_none(), mv.bits()));
    moves
}

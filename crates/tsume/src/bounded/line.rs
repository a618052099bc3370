//! The line of a mate whose length is known: the attacker's first shortest check, the defender's first longest reply.
//!
//! Where several moves do equally well, the first in a fixed order is taken. The attacker's checks that leave the fewest replies on the
//! board come first, and among equals promotions, other moves, drops; of the defender's replies captures, other moves, drops; in each
//! class by square. So the line is the same at every table size and with every heuristic. Checks before the mating one have to be refuted
//! first, so the likeliest to mate come first: the lines of 200 mates in 11 cost a third less than with promotions first.

use std::iter;

use komadai_core::{Checks, Move, Position, movegen};

use super::questions::{FEW, Futile};
use super::rule::LengthRule;
use super::search::Bounded;
use super::step::Step;
use crate::node::{checks, tried};

/// The line of a mate in exactly `plies`; `None` if the limits ended the search at a choice in it.
pub(crate) fn main_line(search: &mut Bounded, pos: &Position, plies: u16) -> Option<Vec<Move>> {
    let mut line = Vec::new();
    let mut at = pos.clone();
    for left in (1..=plies).rev() {
        let mv = if left % 2 == 1 {
            shortest_check(search, &mut at, left)?
        } else {
            Defence::of(search, &mut at, left)?.longest(search, &mut at)?.0
        };
        at.do_move(mv);
        line.push(mv);
    }
    Some(line)
}

/// The first check that mates within `left` plies; `None` if there is none or the limits ended the search.
fn shortest_check(search: &mut Bounded, pos: &mut Position, left: u16) -> Option<Move> {
    for mv in checks_in_order(pos) {
        if search.mates_after(pos, Step::of_move(mv), left - 1)? {
            return Some(mv);
        }
    }
    None
}

/// Whether an interposition is futile where the defender is mated in exactly `plies`.
pub(crate) fn is_in_vain(search: &mut Bounded, pos: &mut Position, drop: Move, plies: u16) -> Option<bool> {
    let defence = Defence::of(search, pos, plies)?;
    if search.futile_on(pos, drop, plies)? == Futile::No {
        return Some(false);
    }
    let sooner = defence.tests.min(plies.saturating_sub(2));
    if search.futile_on(pos, drop, sooner)? != Futile::No {
        return Some(true);
    }
    // Its test takes so long that it may lengthen the mate. It does not if it takes longer than the mate, or another reply as long.
    let is_longest = search.mates_after(pos, Step::of_move(drop), plies - 1)?;
    Some(!is_longest || defence.tests == plies && defence.longest(search, pos)?.1)
}

/// Where the defender is to move, and mated in exactly `plies`.
struct Defence {
    plies: u16,
    /// Plies within which the test of an interposition must mate for it to be futile. If it takes as many plies as the mate, some other
    /// reply must, too.
    tests: u16,
}

impl Defence {
    /// `None` if the limits ended the search.
    fn of(search: &mut Bounded, pos: &mut Position, plies: u16) -> Option<Defence> {
        let is_tested = search.rule == LengthRule::Traditional && plies >= 2;
        // Where interpositions lengthen the mate, it seems to be shorter until it is played through.
        if is_tested && search.mates(pos, plies - 2)? {
            return None;
        }
        let lengthened = search.lengthened(pos).filter(|_| is_tested);
        Some(Defence { plies, tests: lengthened.map_or(plies, |it| it.tests - 2) })
    }

    /// The first of the longest replies, and whether it counts by itself. If none does, the interpositions whose tests take as many plies as
    /// the mate count. `None` if the limits ended the search.
    fn longest(&self, search: &mut Bounded, pos: &mut Position) -> Option<(Move, bool)> {
        let mut late = None;
        for mv in replies_in_order(pos) {
            let step = Step::of_move(mv);
            if self.plies > 2 && search.mates_after(pos, step, self.plies - 3)? {
                continue;
            }
            if !mv.is_drop() || search.rule == LengthRule::EveryPly {
                return Some((mv, true));
            }
            let counts = search.futile_on(pos, mv, self.tests)? == Futile::No;
            let is_late = !counts && late.is_none() && self.tests == self.plies;
            if (counts || is_late && search.futile_on(pos, mv, self.plies - 2)? == Futile::No)
                && search.mates_after(pos, step, self.plies - 1)?
            {
                if counts {
                    return Some((mv, true));
                }
                late = Some(mv);
            }
        }
        Some((late?, false))
    }
}

/// The line of a mate that has been shown: its shortest checks against the replies that hold out longest in it. Like [`main_line`], but
/// it searches only what matters little.
pub(crate) fn shown_line(search: &mut Bounded, pos: &Position) -> Vec<Move> {
    let mut line = Vec::new();
    let mut at = pos.clone();
    while let Some(check) = search.shown.best(search.key(&at)) {
        let left = search.shown_plies(&at).unwrap_or(1) - 1;
        at.do_move(check);
        line.push(check);
        while let Some((reply, capture)) = longest_shown(search, &mut at, left) {
            let moves = iter::once(reply).chain(capture);
            at = at.after(moves.clone());
            line.extend(moves);
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

/// Legal checks in the order of lines: those that leave the fewest replies on the board first; among equals promotions, other moves,
/// drops.
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

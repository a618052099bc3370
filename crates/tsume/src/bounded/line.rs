//! The line of a mate whose length is known: the attacker's first shortest check, the defender's first longest reply.
//!
//! Where several moves do equally well, the first in a fixed order is taken. The attacker's checks that leave the fewest replies on the
//! board come first, and among equals promotions, other moves, drops; of the defender's replies captures, other moves, drops; in each
//! class by square. So the line is the same at every table size and with every heuristic. Checks before the mating one have to be refuted
//! first, so the likeliest to mate come first: the lines of 200 mates in 11 cost a third less than with promotions first.

use std::collections::HashSet;
use std::iter;

use komadai_core::{Checks, Move, Position, movegen};

use super::questions::{FEW, Futile};
use super::rule::LengthRule;
use super::search::Bounded;
use super::step::Step;
use crate::node::{checks, tried};

/// The line of a mate in exactly `plies`; empty if no line has so many moves, `None` if the limits ended the search at a choice in it.
///
/// With [`LengthRule::Traditional`] a check may mate in time by the tests of interpositions alone, while the moves played after it take
/// longer. So moves that lead to no line of `plies` moves are taken back, and others are tried.
pub(crate) fn main_line(search: &mut Bounded, pos: &Position, plies: u16) -> Option<Vec<Move>> {
    let mut line = Vec::new();
    let mut choices = vec![Choice::at(pos.clone(), plies)];
    let mut vain = HashSet::new();
    while let Some(choice) = choices.last_mut()
        && choice.left > 0
    {
        if let Next::Move(mv) = choice.next(search)? {
            let after = choice.after(mv);
            if !vain.contains(&(search.key(&after.pos), after.left)) {
                line.push(mv);
                choices.push(after);
            }
        } else {
            vain.insert((search.key(&choice.pos), choice.left));
            choices.pop();
            line.pop();
        }
    }
    Some(line)
}

/// Whether an interposition is futile where the defender is mated in exactly `plies`. Its test must mate within `plies` if a reply that
/// counts takes as many; else within fewer, since then interpositions alone make the mate so long.
pub(crate) fn is_in_vain(search: &mut Bounded, pos: &mut Position, drop: Move, plies: u16) -> Option<bool> {
    if search.futile_on(pos, drop, plies)? == Futile::No {
        return Some(false);
    }
    if plies == 0 || search.futile_on(pos, drop, plies - 2)? != Futile::No {
        return Some(true);
    }
    let mut choice = Choice::at(pos.clone(), plies);
    choice.next(search)?;
    Some(choice.counted)
}

/// A position of a line, and the moves that do equally well there, one after another.
struct Choice {
    pos: Position,
    /// Plies left.
    left: u16,
    /// Moves that have not been looked at, the next one last.
    moves: Vec<Move>,
    /// Interpositions that are futile within the plies left but not within two fewer, the next one last.
    late: Vec<Move>,
    /// Whether a move was found that is not one of those.
    counted: bool,
}

/// The next move of a [`Choice`].
enum Next {
    Move(Move),
    End,
}

impl Choice {
    fn at(pos: Position, left: u16) -> Choice {
        let mut moves = if left % 2 == 1 { checks_in_order(&pos) } else { replies_in_order(&pos) };
        moves.reverse();
        Choice { pos, left, moves, late: Vec::new(), counted: false }
    }

    fn after(&self, mv: Move) -> Choice {
        Choice::at(self.pos.after([mv]), self.left - 1)
    }

    /// The next of the moves; `None` if the limits ended the search.
    ///
    /// Where no other reply takes as long, late interpositions alone lengthen the mate: then the next move is one of these.
    fn next(&mut self, search: &mut Bounded) -> Option<Next> {
        while let Some(mv) = self.moves.pop() {
            let taken = if self.left % 2 == 1 {
                search.mates_after(&mut self.pos, Step::of_move(mv), self.left - 1)?
            } else {
                self.is_counted(search, mv)?
            };
            if taken {
                self.counted = true;
                return Some(Next::Move(mv));
            }
        }
        while !self.counted
            && let Some(mv) = self.late.pop()
        {
            if search.mates_after(&mut self.pos, Step::of_move(mv), self.left - 1)? {
                return Some(Next::Move(mv));
            }
        }
        Some(Next::End)
    }

    /// Whether a reply counts and is not answered two plies sooner.
    fn is_counted(&mut self, search: &mut Bounded, mv: Move) -> Option<bool> {
        let (pos, left) = (&mut self.pos, self.left);
        if left > 2 && search.mates_after(pos, Step::of_move(mv), left - 3)? {
            return Some(false);
        }
        if !mv.is_drop()
            || search.rule == LengthRule::EveryPly
            || search.futile_on(pos, mv, left)? == Futile::No
        {
            return Some(true);
        }
        if search.futile_on(pos, mv, left - 2)? == Futile::No {
            self.late.insert(0, mv);
        }
        Some(false)
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

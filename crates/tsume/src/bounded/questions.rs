//! Questions that verification and lines put to a bounded search. An answer of `None` means that the limits ended the search.

use komadai_core::{Move, Position};

use super::rule::LengthRule;
use super::search::Bounded;
use super::step::{Step, captures_on};
use super::table::{Answer, Bound};

/// Whether interpositions on a square are futile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Futile {
    /// They are; with the capture that shows it.
    By(Move),
    /// They are not.
    No,
}

/// Positions that may be looked at for a question that matters little.
pub(crate) const FEW: u64 = 300;

impl Bounded {
    /// Asks a question for which at most `nodes` positions may be looked at.
    pub(crate) fn within<T>(&mut self, nodes: u64, ask: impl FnOnce(&mut Bounded) -> T) -> T {
        let limit = self.limit;
        self.limit = limit.min(self.nodes.saturating_add(nodes));
        let said = ask(self);
        self.limit = limit;
        said
    }

    /// Whether there is a mate within `plies`. It is played through where interpositions may lengthen it.
    pub(crate) fn mates(&mut self, pos: &mut Position, plies: u16) -> Option<bool> {
        if self.rule == LengthRule::EveryPly {
            return self.seems_mate(pos, plies);
        }
        match self.settle(pos, plies) {
            Answer::Mate(_) => Some(true),
            Answer::NoMate => Some(false),
            Answer::Open => None,
        }
    }

    /// Whether the search finds a mate within `plies`.
    fn seems_mate(&mut self, pos: &mut Position, plies: u16) -> Option<bool> {
        match self.ask(pos, plies) {
            Bound::Mate { .. } => Some(true),
            Bound::NoMate { .. } => Some(false),
            Bound::Open(_) | Bound::Unseen => None,
        }
    }

    /// Whether there is a mate within `plies` after a step.
    pub(crate) fn mates_after(&mut self, pos: &mut Position, step: Step, plies: u16) -> Option<bool> {
        step.tried(pos, |pos| self.mates(pos, plies))
    }

    /// Whether a mate within `plies` after a step has been shown, or is in the table. Nothing is searched.
    pub(crate) fn knows_mate_after(&self, pos: &mut Position, step: Step, plies: u16) -> bool {
        step.tried(pos, |pos| {
            self.shown_plies(pos).is_some_and(|found| found <= plies)
                || matches!(self.known(pos, plies), Bound::Mate { .. })
        })
    }

    /// The capture that is known to make interpositions on the square of `drop` futile within `left` plies, with the defender to move.
    /// Nothing is searched.
    pub(crate) fn known_futile(&self, pos: &mut Position, drop: Move, left: u16) -> Option<Move> {
        let captures = captures_on(pos, drop.to());
        captures.into_iter().find(|&capture| self.knows_mate_after(pos, Step::of_test(capture), left))
    }

    /// Whether interpositions on the square of `drop` are futile within `left` plies, with the defender to move; if so, with the first
    /// capture that shows it.
    pub(crate) fn futile_on(&mut self, pos: &mut Position, drop: Move, left: u16) -> Option<Futile> {
        first_capture(pos, drop, |pos, test| self.mates_after(pos, test, left))
    }

    /// The same as far as the search finds it.
    pub(crate) fn seems_futile_on(&mut self, pos: &mut Position, drop: Move, left: u16) -> Option<Futile> {
        first_capture(pos, drop, |pos, test| test.tried(pos, |pos| self.seems_mate(pos, left)))
    }
}

/// The first capture on the square of an interposition whose test mates.
fn first_capture(
    pos: &mut Position,
    drop: Move,
    mut mates: impl FnMut(&mut Position, Step) -> Option<bool>,
) -> Option<Futile> {
    for capture in captures_on(pos, drop.to()) {
        if mates(pos, Step::of_test(capture))? {
            return Some(Futile::By(capture));
        }
    }
    Some(Futile::No)
}

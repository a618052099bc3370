//! A bounded search with its limits, and the questions that verification and lines put to it.

use std::sync::atomic::AtomicBool;

use komadai_core::{Move, Position};

use super::search::Bounded;
use super::step::{Step, captures_on};
use super::table::Bound;

/// A bounded search under limits. An answer of `None` means that they ended the search.
pub(crate) struct Probe<'a> {
    pub(crate) search: &'a mut Bounded,
    /// It ends when the search has looked at so many positions, …
    pub(crate) limit: u64,
    /// … or when this flag is set.
    pub(crate) stop: &'a AtomicBool,
}

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

impl Probe<'_> {
    /// The same search for a question about which so many positions may be looked at.
    pub(crate) fn within(&mut self, nodes: u64) -> Probe<'_> {
        let limit = self.limit.min(self.search.nodes.saturating_add(nodes));
        Probe { search: self.search, limit, stop: self.stop }
    }

    /// [`Bounded::ask`] under the limits.
    pub(crate) fn ask(&mut self, pos: &mut Position, plies: u16) -> Bound {
        self.search.ask(pos, plies, self.limit, self.stop)
    }

    /// Whether there is a mate within `plies`.
    pub(crate) fn mates(&mut self, pos: &mut Position, plies: u16) -> Option<bool> {
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
            self.search.shown_plies(pos).is_some_and(|found| found <= plies)
                || matches!(self.search.known(pos, plies), Bound::Mate { .. })
        })
    }

    /// The capture that is known to make interpositions on the square of `drop` futile within `left` plies, the defender being
    /// to move. Nothing is searched.
    pub(crate) fn known_futile(&self, pos: &mut Position, drop: Move, left: u16) -> Option<Move> {
        let captures = captures_on(pos, drop.to());
        captures.into_iter().find(|&capture| self.knows_mate_after(pos, Step::of_test(capture), left))
    }

    /// Whether interpositions on the square of `drop` are futile within `left` plies, the defender being to move: by the first
    /// capture that shows it.
    pub(crate) fn futile_on(&mut self, pos: &mut Position, drop: Move, left: u16) -> Option<Futile> {
        for capture in captures_on(pos, drop.to()) {
            if self.mates_after(pos, Step::of_test(capture), left)? {
                return Some(Futile::By(capture));
            }
        }
        Some(Futile::No)
    }
}

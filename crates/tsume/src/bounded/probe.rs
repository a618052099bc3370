//! A bounded search with its limits, and the questions that verification and lines put to it.

use std::sync::atomic::AtomicBool;

use komadai_core::{Move, Position};

use super::search::Bounded;
use super::step::{Step, captures_on};
use super::table::Bound;
use crate::heuristic::DfpnHeuristic;

/// A bounded search under limits. An answer of `None` means that they ended the search.
#[derive(Debug)]
pub(crate) struct Probe<'a, H> {
    pub(crate) search: &'a mut Bounded<H>,
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

impl<H: DfpnHeuristic> Probe<'_, H> {
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
        let undo = step.play(pos);
        let mates = self.mates(pos, plies);
        step.take_back(pos, undo);
        mates
    }

    /// Whether interpositions on the square of `drop` are futile within `left` plies, the defender being to move.
    pub(crate) fn futile_on(&mut self, pos: &mut Position, drop: Move, left: u16) -> Option<Futile> {
        for capture in captures_on(pos, drop.to()) {
            if self.mates_after(pos, Step::of_test(capture), left)? {
                return Some(Futile::By(capture));
            }
        }
        Some(Futile::No)
    }
}

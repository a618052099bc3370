//! The solution of a composed problem: its line, and whether the attacker's moves in it are the shortest.
//!
//! The line is the longest that leaves no piece over (`leftover`). It is often not the longest of all, so the measurement of the length
//! does not look closely at it. Here every position of the attacker in it is searched for a mate two plies shorter, from the end to the
//! beginning. If there is one, the line changes.

use std::collections::HashSet;

use komadai_core::{Hand, Key, Move, Position};

use super::alternatives::Alternatives;
use super::leftover::line_without_leftovers;
use super::length::Lengths;
use super::questions::FEW;
use super::table::Bound;

/// Mates of at most so many plies are not solved anew: the questions settle them.
const SHORT: u16 = 9;

/// Maximum number of positions looked at to solve a position of the line anew, …
const ANEW: u64 = 200_000;

/// … and the divisor that gives the share of those left.
const PART: u64 = 8;

/// Result of the questions about a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answers {
    /// Every one of the attacker's moves is the shortest.
    Shortest,
    /// Some are open.
    Open,
    /// Some mate is shorter than the one shown before.
    Shorter,
}

impl Lengths {
    /// The solution, from what has been shown and from questions about its line. Rounds look at more and more positions, until the
    /// attacker's moves in the line are the shortest, or half the position limit has been used once more. Empty if there is none.
    pub(super) fn solution(&mut self, pos: &Position) -> Vec<Move> {
        let limit = self.nodes;
        self.nodes = self.search.nodes.saturating_add(limit / 2);
        let line = self.settled_line(pos);
        self.nodes = limit;
        line
    }

    fn settled_line(&mut self, pos: &Position) -> Vec<Move> {
        let (mut alternatives, mut solved, mut few) = (Alternatives::default(), HashSet::new(), FEW);
        loop {
            let line = line_without_leftovers(self.until(self.nodes), &mut alternatives, pos);
            let line = line.unwrap_or_default();
            if self.search.nodes >= self.nodes || self.is_stopped() || line.is_empty() {
                return line;
            }
            match self.shorten_line(&line, pos, few) {
                Answers::Shortest if alternatives.ask_again() => continue,
                Answers::Shortest => return line,
                Answers::Open => few = few.saturating_mul(2),
                Answers::Shorter => {}
            }
            self.solve_line_anew(&line, &mut solved, pos);
        }
    }

    /// Solves each of the attacker's positions of the line once, from the end to the beginning: the last ones take little. A proof that
    /// begins at a position often differs from the part of the long proof that follows it, and is shorter.
    fn solve_line_anew(&mut self, line: &[Move], solved: &mut HashSet<(Key, Hand)>, pos: &Position) {
        for mut pos in positions_of(pos, line).into_iter().rev() {
            let left = self.nodes.saturating_sub(self.search.nodes);
            if left == 0 || self.is_stopped() {
                return;
            }
            let key = self.search.key(&pos);
            if self.search.shown.plies(key).is_some_and(|plies| plies > SHORT) && solved.insert(key) {
                self.measure_anew(&mut pos, ANEW.min(left / PART));
            }
        }
    }

    /// Searches the attacker's positions of a line for mates two plies shorter.
    fn shorten_line(&mut self, line: &[Move], pos: &Position, few: u64) -> Answers {
        let mut answers = Answers::Shortest;
        for pos in positions_of(pos, line).iter_mut().rev() {
            while let Some(plies) = self.search.shown_plies(pos)
                && plies > 2
            {
                let sooner = self.shown_within(pos, plies - 2, few);
                if sooner.or_else(|| self.shown_from_below(pos, plies, few)).is_some() {
                    answers = Answers::Shorter;
                    continue;
                }
                if answers == Answers::Shortest && !self.search.has_no_mate(pos, plies - 2) {
                    answers = Answers::Open;
                }
                break;
            }
        }
        answers
    }

    /// Plies of a mate in fewer than `plies` that is found from below (none within 1, none within 3, …) and then played through, by
    /// looking at about `few` positions each.
    ///
    /// A question about half as many plies can be answered sooner than one about two fewer: the search does not get lost in long lines.
    fn shown_from_below(&mut self, pos: &mut Position, plies: u16, few: u64) -> Option<u16> {
        let limit = self.nodes.min(self.search.nodes.saturating_add(few));
        match self.ask_from_below(pos, 1, plies - 2, limit) {
            (asked, Bound::Mate { .. }) => self.shown_within(pos, asked, few),
            _ => None,
        }
    }
}

/// The attacker's positions in a line.
fn positions_of(start: &Position, line: &[Move]) -> Vec<Position> {
    let mut positions = vec![start.clone()];
    for pair in line.chunks_exact(2) {
        positions.push(positions[positions.len() - 1].after(pair.iter().copied()));
    }
    positions
}

//! The solution of a composed problem: its line, and whether the attacker's moves in it are the shortest.
//!
//! The line is the longest that leaves no piece over (`leftover`). It is often not the longest of all, so what measures the
//! length does not look closely at it. Here every position of the attacker in it is asked for a mate two plies shorter,
//! from the end to the beginning. If there is one, the line is another.

use std::collections::HashSet;

use komadai_core::{Hand, Key, Move, Position};

use super::alternatives::Alternatives;
use super::leftover::line_without_leftovers;
use super::length::Lengths;
use super::probe::FEW;
use super::table::Bound;
use crate::heuristic::DfpnHeuristic;

/// Mates of so few plies are not solved anew: the questions settle them.
const SHORT: u16 = 9;

/// Positions that may be looked at to solve a position of the line anew, …
const ANEW: u64 = 200_000;

/// … and what part of those that are left.
const PART: u64 = 8;

/// What the questions about a line came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answers {
    /// Every one of the attacker's moves is the shortest.
    Shortest,
    /// Some are open.
    Open,
    /// Some mates are shorter than had been shown.
    Shorter,
}

impl<H: DfpnHeuristic> Lengths<H> {
    /// The solution, from what has been shown and from questions about its line: rounds of more and more positions, until the
    /// attacker's moves in it are the shortest or half the limit of positions has been looked at once more. Empty if there
    /// is none.
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
            let line = line_without_leftovers(&mut self.probe(self.nodes), &mut alternatives, pos);
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

    /// Solves the attacker's positions of the line, each once, from the end to the beginning: the last ones take little. A proof
    /// that begins at a position is often another than the part of the long one that follows it, and shorter.
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

    /// Asks the attacker's positions of a line for mates two plies shorter.
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

    /// Plies of a mate within less than `plies` that is found from below, none within 1, none within 3, …, and played through by
    /// looking at about `few` positions each.
    ///
    /// A question about half the plies can be answered sooner than one about two less: the search does not get lost in
    /// long lines.
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
    let mut pos = start.clone();
    for pair in line.chunks_exact(2) {
        for &mv in pair {
            pos.do_move(mv);
        }
        positions.push(pos.clone());
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounded::length::Length;
    use crate::bounded::line::checks_in_order;
    use crate::bounded::rule::LengthRule::Traditional;
    use crate::node::tried;

    /// The definition, from the lengths of all positions: plies of the solution from a position of the attacker, if there is one.
    fn by_definition(lengths: &mut Lengths, pos: &mut Position) -> Option<u16> {
        let Length::Exact(plies) = lengths.length(pos, Traditional) else { panic!("{pos} is a mate") };
        let mut best: Option<Option<u16>> = None;
        for check in checks_in_order(pos) {
            let undo = pos.do_move(check);
            if lengths.length_for(pos, Traditional) == Length::Exact(plies - 1) {
                let longest = longest_by_definition(lengths, pos, plies - 1);
                // No line without leftovers is less than any.
                best = Some(best.map_or(longest, |best| best.min(longest)));
            }
            pos.undo_move(check, undo);
        }
        best.unwrap_or_else(|| panic!("no check mates in {plies} plies: {pos}"))
    }

    fn longest_by_definition(lengths: &mut Lengths, pos: &mut Position, left: u16) -> Option<u16> {
        let attacker = !pos.side_to_move();
        let mut counted = pos.legal_moves().to_vec();
        counted.retain(|&mv| !mv.is_drop() || lengths.is_futile(pos, mv, left) == Some(false));
        let mut longest = (counted.is_empty() && pos.hand(attacker).is_empty()).then_some(1);
        for reply in counted {
            longest =
                longest.max(tried(pos, reply, |pos| by_definition(lengths, pos)).map(|plies| plies + 2));
        }
        longest
    }

    /// Short mates with as few pieces in hand as mate, so that some have a solution.
    const MATES: [&str; 8] = [
        "6sR1/1+B4g1l/p4p1gk/1pl3p1p/3P1n1P1/P1PKPNP1P/2NSSS3/1b2G4/+p8 b Grn2l5p 1",
        "l4kb1l/4g1p2/pSnp1N+Pp1/5p2p/1p1PP4/4SPg1P/PP2B1n2/1+s+rSKN+r2/L4g2L w G4P 1",
        "l7l/9/p1+B2p1S1/2pgPP1pp/Pn3Bp2/2P1G3P/1P1KGsk2/3G5/L2+n1+r2L w R2S2N6P 1",
        "ln5k1/4r3s/p4gp1l/2pg3pp/1p1p5/2PP1+b2P/PP3+s3/2K6/LN3GNBL w RSN6Pgs 1",
        "ln2G2n+b/3k1s3/3ps+R2+P/p1p1p4/3P1pP2/1BP1P1p2/PP1S1Pn2/2G1G1S2/1N2K3L b RG2l4p 1",
        "l2G1S1nl/5p3/p2+B1k1p1/1r4p1p/2p2GbN1/2PPP3P/PG1g1+s3/1K1S5/LN4+r1L w SN7P 1",
        "1+P3sR1l/3g1k3/n+B1pp3p/2p2p1p1/5n3/4PS3/2PP1P2P/2+pSK4/+lN2G1RNL b Gbgsl5p 1",
        "l1g6/5k3/ppn3gpl/1ls6/2P5p/P1pS5/1P1N2+r2/1S1K5/LN6+s w R2BG10Pgn 1",
    ];

    #[test]
    fn solutions_of_short_mates_are_those_of_the_definition() {
        let (mut with, mut without, mut shorter) = (0, 0, 0);
        for mate in MATES {
            let mut pos: Position = mate.parse().unwrap();
            let measured = Lengths::builder().hash_mb(4).build().unwrap().measure(&mut pos, Traditional);
            let mut lengths = Lengths::builder().hash_mb(4).max_plies(5).build().unwrap();
            let expected = by_definition(&mut lengths, &mut pos);
            assert_eq!(measured.without_leftovers.len(), usize::from(expected.unwrap_or(0)), "{pos}");
            with += u32::from(expected.is_some());
            without += u32::from(expected.is_none());
            shorter +=
                u32::from(expected.is_some() && measured.without_leftovers.len() < measured.line.len());
        }
        assert!(with > 0 && without > 0 && shorter > 0, "{with} with ({shorter} shorter), {without} without");
    }
}

//! Lengths from above: from the proof of a mate down to the shortest one.
//!
//! The search from below answers "none within 1, none within 3, …" and never reaches the end of a long mate. Here the proof of a
//! [`Solver`](crate::Solver) comes first. Its nodes are measured from the mates up, each from the lengths of the nodes it leads to, and
//! each length goes into the table of the bounded search:
//!
//! 1. A node is mate within the plies of its longest reply. With [`LengthRule::Traditional`], a piece dropped between takes the plies of
//!    its *test* if these are fewer: the bounded search is asked, and finds most of what it needs in the table.
//! 2. Then the node is searched for a mate two plies shorter.
//!
//! Every question is given few positions at first. Rounds follow with twice as many each time, for the *critical* nodes alone: those on a
//! longest line from the root. The root is one of them, so in the end its question gets all that the limit allows. Each round also raises
//! the bound from below. The result is a mate that has been played through; its length is exact if the next shorter one was refuted.

use std::cmp::Reverse;
use std::sync::Arc;

use komadai_core::{Move, Position};

use super::length::{Length, Lengths, Measured};
use super::line::shown_line;
use super::questions::FEW;
use super::rule::LengthRule;
use super::step::{Step, captures_on};
use super::table::{Answer, Bound};
use crate::node::tried;
use crate::problem::Problem;
use crate::solver::Solver;
use crate::tree::{NodeId, Tree};

/// Positions that the search from below may look at before the proof is surveyed.
const FROM_BELOW: u64 = 200_000;

/// Memory, in megabytes, of the solver for positions that are solved anew.
const PROOF_MB: usize = 16;

/// The nodes of a proof, and within how many plies each is mate as far as is known.
struct Survey<'a> {
    proof: &'a Tree,
    /// `[node]`: the position under the node's hand.
    positions: Vec<Option<Position>>,
    /// `[node]`
    plies: Vec<u16>,
}

impl Lengths {
    /// Measures length and line of the mate that a proof shows, from the proof downwards.
    ///
    /// An exact length and its line are those of [`Lengths::measure`]. Longer mates get at least bounds: [`Length::Between`]. For these,
    /// and where the limits leave a choice in an exact line open, the line is that of the mate that gives the upper bound, which has been
    /// played through; the defender's replies in it hold out longest as far as is known. With [`LengthRule::Traditional`], such a line
    /// may contain interpositions and captures that do not count, and so have more moves than the bound. The tree of a no-mate gives
    /// [`Length::NoMate`].
    ///
    /// ```
    /// use komadai_core::Position;
    /// use komadai_tsume::{Length, LengthRule, Lengths, Solver};
    ///
    /// // Shogi Zuko 2, of 21 plies.
    /// let mut pos: Position = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1".parse()?;
    /// let proof = Solver::builder().hash_mb(16).build()?.solve(&mut pos).tree.expect("it is a mate");
    /// let mut lengths = Lengths::builder().nodes(300_000).build()?;
    /// let measured = lengths.measure_from(&proof, LengthRule::Traditional);
    /// assert!(matches!(measured.length, Length::Exact(21) | Length::Between { at_most: 21, .. }));
    /// assert_eq!(measured.line.len(), 21);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn measure_from(&mut self, proof: &Tree, rule: LengthRule) -> Measured {
        let mut pos = proof.position().clone();
        let Some(most) = proof.plies(proof.root()) else {
            self.search.new_problem(Problem::new(&pos, pos.side_to_move()), rule);
            return self.measured(&pos, Length::NoMate);
        };
        // A mate longer than the proof's need not be looked for.
        let (nodes, longest) = (self.nodes, self.max_plies);
        (self.nodes, self.max_plies) =
            (nodes.min(FROM_BELOW), longest.min(most.try_into().unwrap_or(u16::MAX)));
        let length = self.find(&mut pos, proof.attacker(), rule);
        (self.nodes, self.max_plies) = (nodes, longest);
        match length {
            Length::Exact(_) | Length::NoMate => self.measured_with_a_line(&pos, length),
            Length::AtLeast(at_least) | Length::Between { at_least, .. } => {
                self.measure_proof(proof, &mut pos, at_least)
            }
        }
    }

    fn measure_proof(&mut self, proof: &Tree, pos: &mut Position, mut at_least: u16) -> Measured {
        let mut survey = Survey::new(proof);
        let root = proof.root().index();
        self.measure_all(&mut survey);
        // A node has the hand that its proof needs. The position itself may have more in hand, and be mate sooner.
        let (mut at_most, mut few) = (survey.plies[root], FEW);
        loop {
            while at_most > at_least
                && let Some(plies) = self.shown_within(pos, at_most - 2, few)
            {
                at_most = plies;
            }
            at_least = self.at_least(pos, at_least, at_most, few.saturating_mul(4));
            if at_least >= at_most || self.search.nodes >= self.nodes || self.is_stopped() {
                break;
            }
            for node in survey.critical() {
                self.measure_node(&mut survey, node, few);
            }
            at_most = at_most.min(survey.plies[root]);
            few = few.saturating_mul(2);
        }
        self.measured_with_a_line(pos, Length::of_bounds(at_least, at_most))
    }

    /// A length with its lines; where the limits leave the line open, that of the mate that has been shown.
    fn measured_with_a_line(&mut self, pos: &Position, length: Length) -> Measured {
        let mut measured = self.measured(pos, length);
        if measured.line.is_empty() {
            measured.line = shown_line(self.again(), pos);
        }
        measured
    }

    /// Raises a known bound from below, by looking at about `few` positions.
    fn at_least(&mut self, pos: &mut Position, at_least: u16, at_most: u16, few: u64) -> u16 {
        // An earlier question about a node may have found a bound that reaches up to the mate.
        if at_most > 2
            && let Bound::NoMate { plies, .. } = self.search.known(pos, at_most - 2)
        {
            return plies.saturating_add(2).min(at_most);
        }
        let limit = self.nodes.min(self.search.nodes.saturating_add(few));
        if at_least >= at_most {
            return at_least;
        }
        match self.ask_from_below(pos, at_least, at_most - 1, limit) {
            (_, Bound::NoMate { plies, .. }) => plies.saturating_add(2).min(at_most),
            (asked, _) => asked,
        }
    }

    /// Measures a node whose branches have been measured, within `few` positions a question.
    fn measure_node(&mut self, survey: &mut Survey<'_>, node: NodeId, few: u64) {
        let Some(mut pos) = survey.positions[node.index()].take() else { return };
        let mating = survey.proof.mating_move(node).expect("a node of a proof has a mating move");
        let before = survey.plies[node.index()];
        let within = tried(&mut pos, mating, |pos| self.measure_replies(survey, pos, node, few));
        let mut found = within.saturating_add(1);
        if found < before {
            self.search.learn_mate(&pos, found, Some(mating));
        }
        while found > 1
            && let Some(plies) = self.shown_within(&mut pos, found - 2, few)
        {
            found = plies;
        }
        survey.plies[node.index()] = found.min(before);
        survey.positions[node.index()] = Some(pos);
    }

    /// Solves a position by df-pn within `limit` positions, and measures the nodes of the proof once.
    pub(super) fn measure_anew(&mut self, pos: &mut Position, limit: u64) {
        let solver =
            Solver::builder().hash_mb(PROOF_MB).nodes(limit).stop(Arc::clone(&self.search.stop)).build();
        let Ok(solution) = solver.map(|mut solver| solver.solve(pos)) else { return };
        self.search.nodes = self.search.nodes.saturating_add(solution.nodes);
        let Some(proof) = solution.tree.filter(|proof| proof.plies(proof.root()).is_some()) else { return };
        let mut survey = Survey::new(&proof);
        self.measure_all(&mut survey);
    }

    /// Measures all nodes of a proof once, those of the shortest mates first.
    fn measure_all(&mut self, survey: &mut Survey<'_>) {
        let mut all: Vec<NodeId> = survey.proof.nodes().collect();
        all.sort_by_key(|&node| survey.proof.plies(node));
        for node in all {
            self.measure_node(survey, node, FEW / 3);
        }
    }

    /// Plies of the mate after the mating move of a node: what the longest reply takes, or its test.
    fn measure_replies(
        &mut self,
        survey: &mut Survey<'_>,
        pos: &mut Position,
        node: NodeId,
        few: u64,
    ) -> u16 {
        let tested = self.search.rule == LengthRule::Traditional;
        let mut squares: Vec<(u16, Move)> = Vec::new();
        let mut within = 0;
        for branch in survey.proof.branches(node) {
            let plies = survey.plies[branch.node.index()].saturating_add(1);
            let square = squares.iter_mut().find(|(_, drop)| drop.to() == branch.reply.to());
            match square {
                _ if !tested || !branch.reply.is_drop() => within = within.max(plies),
                Some((most, _)) => *most = plies.max(*most),
                None => squares.push((plies, branch.reply)),
            }
        }
        squares.sort_unstable_by_key(|&(plies, drop)| (Reverse(plies), drop.bits()));
        // Plies of tests that take fewer than the interposition, and of that.
        let mut futile: Vec<(u16, u16)> = Vec::new();
        for (plies, drop) in squares {
            let mut test = plies;
            for capture in captures_on(pos, drop.to()) {
                let step = Step::of_test(capture);
                step.tried(pos, |pos| {
                    while test > within
                        && let Some(found) = self.shown_within(pos, test - 2, few)
                    {
                        test = found;
                    }
                });
            }
            if test < plies {
                futile.push((test, plies));
            } else {
                within = within.max(plies);
            }
        }
        // Tests that take longer than every reply that counts: these interpositions are not futile.
        if let Some(&(tests, _)) = futile.iter().max().filter(|(tests, _)| *tests > within) {
            within = futile.iter().filter(|it| it.0 == tests).map(|it| it.1).min().unwrap_or(tests);
        }
        self.search.learn_mate(pos, within, None);
        within
    }

    /// Plies of a mate within `plies` that is found and played through, by looking at about `few` positions each.
    pub(super) fn shown_within(&mut self, pos: &mut Position, plies: u16, few: u64) -> Option<u16> {
        let limit = self.nodes.min(self.search.nodes.saturating_add(few));
        let Bound::Mate { plies, .. } = self.until(limit).ask(pos, plies) else { return None };
        let limit = self.search.nodes.saturating_add(few);
        match self.until(limit).settle(pos, plies) {
            Answer::Mate(plies) => Some(plies),
            Answer::NoMate | Answer::Open => None,
        }
    }
}

impl Survey<'_> {
    /// The positions of all nodes of a proof; no length is known but that of the proof.
    fn new(proof: &Tree) -> Survey<'_> {
        let mut positions = vec![None; proof.len()];
        proof.walk(|node, pos, _| {
            let unseen = positions[node.index()].is_none();
            if unseen {
                proof.settle(pos, node);
                positions[node.index()] = Some(pos.clone());
            }
            unseen
        });
        Survey { proof, positions, plies: vec![u16::MAX; proof.len()] }
    }

    /// The nodes on longest lines from the root, those of the shortest mates first.
    fn critical(&self) -> Vec<NodeId> {
        let mut seen = vec![false; self.proof.len()];
        let mut nodes = vec![self.proof.root()];
        let mut next = 0;
        while let Some(&node) = nodes.get(next) {
            next += 1;
            for branch in self.proof.branches(node) {
                let on_longest =
                    self.plies[branch.node.index()].saturating_add(2) == self.plies[node.index()];
                if on_longest && !std::mem::replace(&mut seen[branch.node.index()], true) {
                    nodes.push(branch.node);
                }
            }
        }
        nodes.sort_by_key(|node| self.plies[node.index()]);
        nodes
    }
}

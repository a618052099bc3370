//! Kawano simulation: does a refutation found on one path hold on another (paper 003, section 3)?
//!
//! The attacker tries every check, the defender answers each as before. The refutation holds if every line ends as a
//! no-mate again: without a check to give, in a repetition of the present path, or in a known no-mate. That costs one
//! visit of each position of the refutation instead of a search.

use komadai_core::{Hand, Move, MoveList, Position};

use super::cycle::{CyclePolicy, CycleRecall, DependentNoMate};
use super::dependence::Dependence;
use super::path::Depth;
use super::search::Dfpn;
use super::table::Known;
use crate::heuristic::DfpnHeuristic;
use crate::node::{generate, tried};
use crate::proof_pieces;

/// Positions that one simulation may visit.
const MOST_POSITIONS: u64 = 10_000;
/// Depth that one simulation may reach; it recurses.
const DEEPEST: u32 = 256;

impl<H: DfpnHeuristic, C: CyclePolicy> Dfpn<H, C> {
    /// Replays the refutation of a position that was just reached and is no mate on another path. Returns what the
    /// no-mate depends on here and the most the attacker may hold, or `None` if it does not hold.
    pub(super) fn simulate(&mut self, pos: &mut Position) -> Option<(Dependence, Hand)> {
        self.simulations.tried += 1;
        let found = self.replay(pos, 0, self.simulations.nodes + MOST_POSITIONS);
        self.simulations.succeeded += u64::from(found.is_some());
        found
    }

    /// Replays the refutation of a position off the path. Ends when all simulations together have visited `until` positions.
    fn replay(&mut self, pos: &mut Position, level: u32, until: u64) -> Option<(Dependence, Hand)> {
        if self.simulations.nodes >= until || level >= DEEPEST {
            return None;
        }
        self.simulations.nodes += 1;
        let (at, or) = (self.memory.problem.key(pos), self.memory.problem.is_or(pos));
        let mut moves = MoveList::new();
        let reply = if or {
            generate(pos, true, &mut moves);
            None
        } else {
            let reply = self.memory.cycles.reply(at).filter(|&reply| pos.is_legal(reply))?;
            moves.push(reply);
            Some(reply)
        };
        self.path.push(at);
        let depth = self.path.len() as Depth;
        let mut all = Some((Dependence::NONE, proof_pieces::all(pos)));
        for mv in &moves {
            let Some((dependence, most)) = all else { break };
            let after = tried(pos, mv, |pos| self.follow(pos, mv, or, (level, until)));
            all = after.map(|(other, bears)| {
                let bears = if or { proof_pieces::before(pos, mv, bears) } else { bears };
                (dependence.union(other), proof_pieces::meet(most, bears))
            });
        }
        self.path.pop();
        let (dependence, mut most) = all?;
        if or {
            most = proof_pieces::untried(pos, self.memory.problem.attacker, most);
        }
        let dependence = dependence.above(depth);
        if dependence.is_none() {
            self.memory.table.store((at.0, most), Known::Disproved { most }, 1);
        } else {
            let found = DependentNoMate { dependence, most, reply, work: 1 };
            self.memory.record(&self.path, at, &found);
        }
        Some((dependence, most))
    }

    /// Goes on at a position reached by `last` within the simulation.
    fn follow(
        &mut self,
        pos: &mut Position,
        last: Move,
        parent_or: bool,
        (level, until): (u32, u64),
    ) -> Option<(Dependence, Hand)> {
        let at = self.memory.problem.key(pos);
        if let Some((most, depth)) = self.path.repeated(at) {
            return Some((Dependence::on(depth), most));
        }
        match self.memory.table.look_up(at) {
            Known::Proved { .. } => return None,
            Known::Disproved { most } => return Some((Dependence::NONE, most)),
            Known::Open { .. } | Known::Unseen { .. } => {}
        }
        match self.memory.recall(&self.path, at) {
            CycleRecall::NoMate { dependence, most } => Some((dependence, most)),
            CycleRecall::Elsewhere => self.replay(pos, level + 1, until),
            CycleRecall::Nothing => {
                let value = self.memory.look_at(&self.heuristic, pos, last, parent_or);
                value.numbers.is_disproved().then_some((value.dependence, value.hand))
            }
        }
    }
}

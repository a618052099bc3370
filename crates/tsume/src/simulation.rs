//! Kawano simulation: whether a refutation that held on one path holds on another (paper 003, section 3).
//!
//! The attacker tries every check, the defender answers each as he did before, and the lines must end as they did:
//! without a check to give, in a repetition of the present path, or in what is known to be no mate. That
//! costs one visit of each position of the refutation instead of a search.

use komadai_core::{Hand, Move, MoveList, Position};

use crate::cycle::{Circumstances, CyclePolicy, Leaning, Recall};
use crate::dfpn::Dfpn;
use crate::dominance;
use crate::heuristic::DfpnHeuristic;
use crate::lean::Lean;
use crate::node::generate;
use crate::path::Depth;
use crate::table::Known;

/// The most positions one simulation visits, and the deepest it goes (it recurses).
const LARGEST: u64 = 10_000;
const DEEPEST: u32 = 256;

/// How simulations have fared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Simulations {
    /// Begun.
    pub tried: u64,
    /// Those that showed a no-mate.
    pub succeeded: u64,
    /// Positions visited by all of them; not among the nodes of the search.
    pub nodes: u64,
}

impl<H: DfpnHeuristic, C: CyclePolicy> Dfpn<H, C> {
    /// Replays the refutation of a position that was just reached and is no mate on another path. What the no-mate
    /// leans on here and the most it bears, if it holds.
    pub(crate) fn simulate(&mut self, pos: &mut Position) -> Option<(Lean, Hand)> {
        self.simulations.tried += 1;
        let until = self.simulations.nodes + LARGEST;
        let found = self.replay(pos, until, 0);
        self.simulations.succeeded += u64::from(found.is_some());
        found
    }

    /// A position off the path with a refutation that is kept.
    fn replay(&mut self, pos: &mut Position, until: u64, level: u32) -> Option<(Lean, Hand)> {
        if self.simulations.nodes >= until || level >= DEEPEST {
            return None;
        }
        self.simulations.nodes += 1;
        let (board, hand) = self.key(pos);
        let or = pos.side_to_move() == self.attacker;
        let mut moves = MoveList::new();
        let reply = if or {
            generate(pos, true, &mut moves);
            None
        } else {
            let reply = self.cycles.reply(board, hand).filter(|&reply| pos.is_legal(reply))?;
            moves.push(reply);
            Some(reply)
        };
        self.path.push(board, hand);
        let depth = self.path.len() as Depth;
        let mut all = Some((Lean::NOTHING, dominance::all(pos)));
        for mv in &moves {
            let Some((lean, most)) = all else { break };
            let undo = pos.do_move(mv);
            let after = self.follow(pos, mv, or, until, level);
            pos.undo_move(mv, undo);
            all = after.map(|(other, bears)| {
                let bears = if or { dominance::before(pos, mv, bears) } else { bears };
                (lean.and(other), dominance::meet(most, bears))
            });
        }
        self.path.pop();
        let (lean, mut most) = all?;
        if or {
            most = dominance::untried(pos, self.attacker, most);
        }
        let lean = lean.above(depth);
        if lean.is_nothing() {
            self.table.store_disproof(board, most, 1);
        } else {
            self.set_aside(board, hand, &Leaning { lean, most, reply, work: 1 });
        }
        Some((lean, most))
    }

    /// A position reached by `last` within a simulation.
    fn follow(
        &mut self,
        pos: &mut Position,
        last: Move,
        parent_or: bool,
        until: u64,
        level: u32,
    ) -> Option<(Lean, Hand)> {
        let (board, hand) = self.key(pos);
        if let Some((most, depth)) = self.path.repeated(board, hand) {
            return Some((Lean::on(depth), most));
        }
        match self.table.look_up(board, hand) {
            Known::Proved { .. } => return None,
            Known::Disproved { most } => return Some((Lean::NOTHING, most)),
            Known::Open { .. } | Known::Unseen { .. } => {}
        }
        let now = Circumstances { path: &self.path, table: &self.table };
        match self.cycles.recall(&now, board, hand) {
            Recall::NoMate { lean, most } => Some((lean, most)),
            Recall::Elsewhere => self.replay(pos, until, level + 1),
            Recall::Nothing => {
                let verdict = self.leaf(pos, last, parent_or);
                verdict.numbers.is_disproved().then_some((verdict.lean, verdict.hand))
            }
        }
    }
}

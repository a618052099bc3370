//! Shortens the mate of a proof.
//!
//! Df-pn proves what is easiest to prove, and its proof of Microcosmos (1,525 plies) takes 1,585. But where the proof makes a detour, the
//! end of the detour is in the proof as well, and another check at its beginning leads there sooner.
//!
//! 1. Every legal check of every node is looked at. If all replies lead to boards of the proof with enough in hand, the check is an
//!    attempt ([`Attempts`]). Then the shortest mate by attempts is found, which gives what transpositions can.
//! 2. Then the *critical* nodes, those on any longest line, are looked at with a reach of [`REACH`] moves: replies may lead beside the
//!    proof, to positions that the table does not know as no mate, if checks there lead back to it. Those positions become nodes as well.
//!    Other lines become critical when the longest get shorter, so this is repeated until all critical nodes have been looked at.
//!
//! Nothing but the rules is trusted: the table only says where not to look. With 1. alone the line of Microcosmos stays at 1,585 plies.
//! With 2. it has 1,525, after three rounds and 120,000 positions beside the proof: half a second, where the search took a minute. On all
//! nodes instead of the critical ones, this took five million positions.
//!
//! Time and memory are bounded by the number of checks that may be looked at. When it is used up, or the search is stopped, the moves of
//! the proof are still attempts; so the result is in any case a proof no longer than before.
//!
//! The result need not be the shortest mate; [`Lengths`](crate::Lengths) finds that, at more cost. A shorter mate that begins with
//! another check and never meets the proof again is not found here: of 2,000 practical mates in 11, 1,416 lines were too long before and
//! 1,398 after.

use std::sync::atomic::{AtomicBool, Ordering};

use komadai_core::{Hand, Key, Move, Position};

use super::attempts::Attempts;
use super::{NodeId, Nodes};
use crate::dfpn::table::{Known, Table};
use crate::node::{checks, sorted, tried};
use crate::problem::Problem;

/// How many moves in a row the attacker may make beside the proof to cut a detour short.
const REACH: u32 = 2;

/// A node on the way through the proof.
struct Frame {
    pos: Position,
    node: NodeId,
    /// How many of its branches have been followed.
    next: usize,
}

/// A position to look at.
struct Task {
    pos: Position,
    node: NodeId,
    reach: u32,
    /// It is of use only if it is mate within so many plies.
    within: u32,
}

struct Shortener<'a> {
    problem: Problem,
    table: &'a Table,
    stop: &'a AtomicBool,
    /// Checks that may still be looked at.
    left: u64,
    nodes: Nodes,
    attempts: Attempts,
    /// `[node]`: the reach with which it has been looked at, plus one; 0 if it has not been.
    looked: Vec<u32>,
    tasks: Vec<Task>,
}

/// Returns a proof of `pos` that is no longer than the one by `root`, and its root. Looks at about `limit` checks.
pub(super) fn shortened(
    nodes: Nodes,
    problem: Problem,
    table: &Table,
    pos: &Position,
    mut root: NodeId,
    limit: u64,
    stop: &AtomicBool,
) -> (Nodes, NodeId) {
    let looked = vec![0; nodes.list.len()];
    let (attempts, tasks) = (Attempts::default(), Vec::new());
    let mut shortener = Shortener { problem, table, stop, left: limit, nodes, attempts, looked, tasks };
    let mut reach = 0;
    // If 32-bit numbers do not suffice, the result so far stands.
    while let Some(found) = shortener.survey(pos, root, reach) {
        if !found {
            break;
        }
        shortener.attempts.settle(&mut shortener.nodes);
        root = shortener.shortest(pos).unwrap_or(root);
        reach = REACH;
    }
    (shortener.nodes, root)
}

impl Nodes {
    /// The node of the shortest mate, of those of a board that are shown and fit the hand.
    pub(super) fn shortest(&self, (board, held): (Key, Hand)) -> Option<NodeId> {
        let node = |id: &NodeId| &self.list[id.index()];
        self.of_board(board)
            .filter(|id| node(id).plies > 0 && held.covers(node(id).hand))
            .min_by_key(|id| node(id).plies)
    }
}

impl Shortener<'_> {
    fn shortest(&self, pos: &Position) -> Option<NodeId> {
        self.nodes.shortest(self.problem.key(pos))
    }

    fn is_over(&self) -> bool {
        self.left == 0 || self.stop.load(Ordering::Relaxed)
    }

    /// Walks through the proof and looks at all its nodes if `reach` is 0, else at the critical ones. Returns whether anything new was
    /// looked at.
    fn survey(&mut self, pos: &Position, root: NodeId, reach: u32) -> Option<bool> {
        let mut seen = vec![false; self.nodes.list.len()];
        let mut frames: Vec<Frame> = Vec::new();
        let mut entered = Some((pos.clone(), root));
        let mut found = false;
        loop {
            if let Some((mut pos, node)) = entered.take() {
                seen[node.index()] = true;
                pos.divide_hands(self.problem.attacker, self.nodes.list[node.index()].hand);
                found |= self.visit(&pos, node, reach)?;
                frames.push(Frame { pos, node, next: 0 });
            }
            let Some(frame) = frames.last_mut() else { return Some(found) };
            let node = self.nodes.list[frame.node.index()];
            let branches = &self.nodes.branches[node.begin as usize..][..usize::from(node.count)];
            let Some(&branch) = branches.get(frame.next) else {
                frames.pop();
                continue;
            };
            frame.next += 1;
            let plies = self.nodes.list[branch.node.index()].plies;
            if !seen[branch.node.index()] && (reach == 0 || plies + 2 == node.plies) {
                entered = Some((frame.pos.after([branch.check, branch.reply]), branch.node));
            }
        }
    }

    /// Looks at a node of the proof.
    fn visit(&mut self, pos: &Position, node: NodeId, reach: u32) -> Option<bool> {
        let shown = self.nodes.list[node.index()];
        if reach == 0 {
            self.attempt(pos, node, shown.mating?, 0, u32::MAX)?;
        } else if self.is_over() || self.looked[node.index()] > reach {
            return Some(false);
        }
        if shown.plies > 1 {
            self.tasks.push(Task { pos: pos.clone(), node, reach, within: shown.plies - 2 });
        }
        while let Some(task) = self.tasks.pop() {
            self.look_at(&task)?;
        }
        self.looked[node.index()] = reach + 1;
        Some(true)
    }

    /// Tries the checks of a position as attempts.
    fn look_at(&mut self, task: &Task) -> Option<()> {
        let &Task { ref pos, node, reach, within } = task;
        self.looked[node.index()] = self.looked[node.index()].max(reach + 1);
        if self.is_over() {
            return Some(());
        }
        let known = self.nodes.list[node.index()].mating;
        for check in checks(pos).into_iter().filter(|&check| Some(check) != known) {
            self.attempt(pos, node, check, reach, within)?;
        }
        Some(())
    }

    /// Adds a check as an attempt if all replies lead to boards of the proof, or within reach beside it.
    fn attempt(&mut self, pos: &Position, node: NodeId, check: Move, reach: u32, within: u32) -> Option<()> {
        self.left = self.left.saturating_sub(1);
        let mut checked = pos.after([check]);
        let list = checked.legal_moves();
        if within < 3 && !list.is_empty() {
            return Some(());
        }
        let mut replies = Vec::with_capacity(list.len());
        for reply in sorted(&list) {
            let at = tried(&mut checked, reply, |pos| self.problem.key(pos));
            let there = self.nodes.shortest(at);
            let beside = reach > 0 && !matches!(self.table.look_up(at), Known::Disproved { .. });
            if there.is_none() && !beside {
                return Some(());
            }
            replies.push((reply, at, there));
        }
        let mut answers = Vec::with_capacity(replies.len());
        for (reply, at, there) in replies {
            let there = match there {
                Some(there) => there,
                None => self.beside(&checked, reply, at, reach - 1, within - 2)?,
            };
            answers.push((reply, at.1, there));
        }
        self.attempts.add(node, check, &answers)
    }

    /// The node of a position beside the proof. It will be looked at unless it has been with this reach.
    fn beside(
        &mut self,
        checked: &Position,
        reply: Move,
        at: (Key, Hand),
        reach: u32,
        within: u32,
    ) -> Option<NodeId> {
        let node = if let Some(node) = self.nodes.find(at.0, |held| held == at.1) {
            node
        } else {
            self.looked.push(0);
            self.nodes.add(at)?
        };
        if self.looked[node.index()] <= reach {
            let pos = checked.after([reply]);
            self.tasks.push(Task { pos, node, reach, within });
        }
        Some(node)
    }
}

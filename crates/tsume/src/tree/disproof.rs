//! Builds the tree of a no-mate.
//!
//! That a position is no mate is shown by a set of positions, itself among them, such that every legal check in
//! one of them has a legal reply that leads to another of them. If some of them were mates, the one mated soonest
//! would have a check after which the mate is sooner still, in one of them: a contradiction. Circles do no harm, and
//! no path needs to be remembered. Under the same board the set covers all smaller hands of the attacker.
//!
//! So, for each check of each position: a reply to a position that is covered already; else one to a position that the
//! table knows as no mate; else the replies are searched, the most promising first, a little longer each time round.
//! What joins the set is no mate by the search, which is to say that some reply will always be found.

use std::sync::atomic::{AtomicBool, Ordering};

use komadai_core::{Checks, Move, MoveList, Position, movegen};

use super::{Branch, NodeId, Nodes, Tree};
use crate::checker::Claim;
use crate::dfpn::{Dfpn, Outcome};
use crate::heuristic::DfpnHeuristic;
use crate::table::Known;

/// Positions looked at in the first round of searches; each round has four times as many.
const FIRST_ROUND: u64 = 256;

/// A position whose checks are being answered.
struct Frame {
    pos: Position,
    node: NodeId,
    /// Where its checks begin in the common list, and which is next.
    begin: usize,
    next: usize,
    /// Where its branches begin in the common list.
    branches: usize,
}

struct Builder<'a, H> {
    dfpn: &'a mut Dfpn<H>,
    stop: &'a AtomicBool,
    /// Searches end when the search has counted this many positions.
    until: u64,
    /// Positions that may still join the set.
    left: u64,
    nodes: Nodes,
    frames: Vec<Frame>,
    checks: Vec<Move>,
    branches: Vec<Branch>,
}

/// Shows that a position is no mate, which the search has found. `None` if that takes more than `limit` positions, or as
/// many again for what must be searched.
pub(crate) fn build<H: DfpnHeuristic>(
    dfpn: &mut Dfpn<H>,
    pos: &Position,
    limit: u64,
    stop: &AtomicBool,
) -> Option<Tree> {
    let until = dfpn.nodes.saturating_add(limit);
    let mut builder = Builder {
        dfpn,
        stop,
        until,
        left: limit,
        nodes: Nodes::default(),
        frames: Vec::new(),
        checks: Vec::new(),
        branches: Vec::new(),
    };
    let root = builder.show(pos)?;
    Some(builder.nodes.tree(Claim::NoMate, pos.clone(), root))
}

impl<H: DfpnHeuristic> Builder<'_, H> {
    fn show(&mut self, pos: &Position) -> Option<NodeId> {
        let root = self.open(pos.clone())?;
        while let Some(frame) = self.frames.last_mut() {
            let Some(&check) = self.checks.get(frame.next) else {
                let frame = self.frames.pop()?;
                self.nodes.attach(frame.node, self.branches.drain(frame.branches..))?;
                self.checks.truncate(frame.begin);
                continue;
            };
            frame.next += 1;
            let mut after = frame.pos.clone();
            let _ = after.do_move(check);
            let (reply, covered) = self.reply(&after)?;
            let node = covered.or_else(|| self.nodes.next_id())?;
            self.branches.push(Branch { check, reply, node });
            if covered.is_none() {
                let _ = after.do_move(reply);
                self.open(after)?;
            }
        }
        Some(root)
    }

    /// A position joins the set.
    fn open(&mut self, pos: Position) -> Option<NodeId> {
        self.left = self.left.checked_sub(1)?;
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let (board, hand) = self.dfpn.key(&pos);
        let node = self.nodes.add(board, hand)?;
        let mut list = MoveList::new();
        movegen::checks(&pos, &Checks::of(&pos), &mut list);
        let begin = self.checks.len();
        self.checks.extend(&list);
        self.checks[begin..].sort_unstable();
        self.frames.push(Frame { pos, node, begin, next: begin, branches: self.branches.len() });
        Some(node)
    }

    /// A reply to a check that leads to a position of the set, or to one that may join it.
    fn reply(&mut self, after: &Position) -> Option<(Move, Option<NodeId>)> {
        let mut open = Vec::new();
        let mut disproved = None;
        for reply in &after.legal_moves() {
            let mut child = after.clone();
            let _ = child.do_move(reply);
            let (board, hand) = self.dfpn.key(&child);
            if let Some(node) = self.nodes.find(board, |most| most.covers(hand)) {
                return Some((reply, Some(node)));
            }
            match self.dfpn.table.look_up(board, hand) {
                Known::Proved { .. } => {}
                Known::Disproved => disproved = disproved.or(Some(reply)),
                Known::Open { numbers, .. } => open.push((numbers.disproof, reply, child)),
                Known::Unseen => open.push((1, reply, child)),
            }
        }
        if let Some(reply) = disproved {
            return Some((reply, None));
        }
        open.sort_by_key(|&(disproof, ..)| disproof);
        let mut round = FIRST_ROUND;
        while !open.is_empty() && self.dfpn.nodes < self.until && !self.stop.load(Ordering::Relaxed) {
            let mut still_open = Vec::new();
            for (disproof, reply, mut child) in open {
                let until = self.dfpn.nodes.saturating_add(round).min(self.until);
                match self.dfpn.search(&mut child, until, self.stop) {
                    Outcome::NoMate => return Some((reply, None)),
                    Outcome::Mate => {}
                    Outcome::Unknown => still_open.push((disproof, reply, child)),
                }
            }
            open = still_open;
            round = round.saturating_mul(4);
        }
        None
    }
}

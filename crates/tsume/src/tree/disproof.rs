//! Builds the tree of a no-mate.
//!
//! That a position is no mate is shown by a set of positions, itself among them, such that every legal check in
//! one of them has a legal reply that leads to another of them. If some of them were mates, the one mated soonest
//! would have a check after which the mate is sooner still, in one of them: a contradiction. Circles do no harm, and
//! no path needs to be remembered. Under the same board the set covers all smaller hands of the attacker.
//!
//! So, for each check of each position, in this order:
//!
//! 1. a reply to a position that is covered already;
//! 2. one after which there is no check at all: such leaves are not in the table, and nothing is shorter;
//! 3. one to a position that the table knows as no mate, or the search on this very path: what the path leads
//!    through is no mate, so what is no mate because of it is none at all;
//! 4. else the replies are searched, the most promising first, a little longer each time round.
//!
//! All that joins the set is no mate if the root is none, so some reply will always be found; if the search were
//! wrong, none would. With 1. and 4. alone, Muso 89 took three times the search's positions to show, and a set of 595,000;
//! now it takes 1 % of them, and 17,000.

use std::sync::atomic::{AtomicBool, Ordering};

use komadai_core::{Checks, Hand, Key, Move, MoveList, Position, movegen};

use super::{Branch, NodeId, Nodes, Tree};
use crate::checker::Claim;
use crate::dfpn::{Dfpn, Outcome};
use crate::heuristic::DfpnHeuristic;
use crate::path::Path;
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
    /// Whether a search began here, so that its results are kept under paths from here.
    searched: bool,
}

/// Where a reply leads.
enum Next {
    /// To a position that the set covers.
    Covered(NodeId),
    /// To one that was found to be no mate before, maybe on this path only.
    Known,
    /// To one that has just been searched.
    Searched,
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
    /// The way to the last frame from each frame where a search began.
    paths: Vec<Path>,
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
        paths: Vec::new(),
    };
    let root = builder.show(pos)?;
    Some(builder.nodes.tree(Claim::NoMate, pos.clone(), root))
}

impl<H: DfpnHeuristic> Builder<'_, H> {
    fn show(&mut self, pos: &Position) -> Option<NodeId> {
        let root = self.open(pos.clone(), None)?;
        while let Some(frame) = self.frames.last_mut() {
            let Some(&check) = self.checks.get(frame.next) else {
                self.close()?;
                continue;
            };
            frame.next += 1;
            let mut after = frame.pos.clone();
            let _ = after.do_move(check);
            let way = self.dfpn.key(&after);
            let (reply, next) = self.reply(&after)?;
            let node = match next {
                Next::Covered(node) => node,
                Next::Known | Next::Searched => self.nodes.next_id()?,
            };
            self.branches.push(Branch { check, reply, node });
            let _ = after.do_move(reply);
            match next {
                Next::Covered(_) => {}
                Next::Known => drop(self.open(after, Some(way))?),
                Next::Searched => drop(self.open(after, None)?),
            }
        }
        Some(root)
    }

    /// A position joins the set, on the way through another or as the root of a search.
    fn open(&mut self, pos: Position, way: Option<(Key, Hand)>) -> Option<NodeId> {
        self.left = self.left.checked_sub(1)?;
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let (board, hand) = self.dfpn.key(&pos);
        let node = self.nodes.add(board, hand)?;
        match way {
            None => self.paths.push(Path::new()),
            Some((board, hand)) => self.paths.last_mut()?.push(board, hand),
        }
        self.paths.last_mut()?.push(board, hand);
        let mut list = MoveList::new();
        movegen::checks(&pos, &Checks::of(&pos), &mut list);
        let begin = self.checks.len();
        self.checks.extend(&list);
        self.checks[begin..].sort_unstable();
        let branches = self.branches.len();
        self.frames.push(Frame { pos, node, begin, next: begin, branches, searched: way.is_none() });
        Some(node)
    }

    /// All checks are answered.
    fn close(&mut self) -> Option<()> {
        let frame = self.frames.pop()?;
        self.nodes.attach(frame.node, self.branches.drain(frame.branches..))?;
        self.checks.truncate(frame.begin);
        if frame.searched {
            self.paths.pop();
        } else if let Some(path) = self.paths.last_mut() {
            path.pop();
            path.pop();
        }
        Some(())
    }

    /// A reply to a check that leads to a position of the set, or to one that may join it.
    fn reply(&mut self, after: &Position) -> Option<(Move, Next)> {
        let way = self.dfpn.key(after);
        let path = self.paths.last_mut()?;
        path.push(way.0, way.1);
        let code = path.code();
        path.pop();
        let mut open = Vec::new();
        let (mut leaf, mut known, mut here) = (None, None, None);
        for reply in &after.legal_moves() {
            let mut child = after.clone();
            let _ = child.do_move(reply);
            let (board, hand) = self.dfpn.key(&child);
            if let Some(node) = self.nodes.find(board, |most| most.covers(hand)) {
                return Some((reply, Next::Covered(node)));
            }
            // A lean of 0 is a line that was too long to be looked at.
            if self.dfpn.cycles.look_up(code, board, hand).is_some_and(|lean| lean > 0) {
                here = here.or(Some(reply));
            }
            match self.dfpn.table.look_up(board, hand) {
                Known::Proved { .. } => {}
                Known::Disproved => known = known.or(Some(reply)),
                Known::Open { numbers, .. } => open.push((numbers.disproof, reply, child)),
                Known::Unseen if !has_check(&child) => leaf = leaf.or(Some(reply)),
                Known::Unseen => open.push((1, reply, child)),
            }
        }
        if let Some(reply) = leaf.or(known).or(here) {
            return Some((reply, Next::Known));
        }
        open.sort_by_key(|&(disproof, ..)| disproof);
        let mut round = FIRST_ROUND;
        while !open.is_empty() && self.dfpn.nodes < self.until && !self.stop.load(Ordering::Relaxed) {
            let mut still_open = Vec::new();
            for (disproof, reply, mut child) in open {
                let until = self.dfpn.nodes.saturating_add(round).min(self.until);
                match self.dfpn.search(&mut child, until, self.stop) {
                    Outcome::NoMate => return Some((reply, Next::Searched)),
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

fn has_check(pos: &Position) -> bool {
    let mut list = MoveList::new();
    movegen::checks(pos, &Checks::of(pos), &mut list);
    !list.is_empty()
}

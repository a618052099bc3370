//! Disproof trees: builds the tree of a no-mate.
//!
//! A no-mate is shown by a set of positions that contains it, such that every legal check in one of them has a legal reply that leads to
//! one of them. If some of them were mates, the one mated soonest would have a check after which one of them is mated sooner still: a
//! contradiction. Circles do no harm, and no path needs to be remembered. A position of the set covers all smaller hands of the attacker
//! on its board.
//!
//! So each check of each position gets, in this order of preference:
//!
//! 1. a reply to a position that is covered already;
//! 2. a reply after which there is no check at all: such leaves are not in the table, and nothing is shorter;
//! 3. a reply to a position known as no mate, by the table or, on this very path, by the cycle policy: the positions of the path are no
//!    mates, so a no-mate that depends on them holds without them;
//! 4. else a reply found by searches, the most promising first, longer each round.
//!
//! If the root is no mate, neither is any position that joins the set, so some reply is always found; if the search were wrong, none
//! would be. When this was built, showing Muso 89 with the replies 1 and 4 alone took three times as many positions as the search, and a
//! set of 595,000; with all four, 1 % as many, and 17,000.

use komadai_core::{Hand, Key, Move, Position};

use super::{Branch, NodeId, Nodes, Tree};
use crate::checker::Claim;
use crate::dfpn::cycle::{CyclePolicy, CycleRecall};
use crate::dfpn::path::Path;
use crate::dfpn::search::{Dfpn, Outcome};
use crate::dfpn::table::Known;
use crate::heuristic::DfpnHeuristic;
use crate::node::{checks, sorted};
use crate::proof_pieces;

/// Positions looked at in the first round of searches; each round has four times as many.
const FIRST_ROUND: u64 = 64;

/// A position whose checks are being answered.
struct Frame {
    pos: Position,
    node: NodeId,
    /// Checks that are not answered yet.
    checks: std::vec::IntoIter<Move>,
    branches: Vec<Branch>,
    /// Whether a search began here, so that its results are kept under paths from here.
    searched: bool,
}

/// Where a reply leads.
#[derive(Clone, Copy)]
enum Next {
    /// To a position that the set covers.
    Covered(NodeId),
    /// To one that is already known as no mate, maybe on this path only, with at most this in the attacker's hand.
    Known(Hand),
    /// To one that has just been searched.
    Searched(Hand),
}

struct Builder<'a, H, C> {
    dfpn: &'a mut Dfpn<H, C>,
    /// Searches end when the search has counted this many positions.
    until: u64,
    /// Positions that may still join the set.
    left: u64,
    nodes: Nodes,
    frames: Vec<Frame>,
    /// The path to the last frame from each frame where a search began.
    paths: Vec<Path>,
}

/// Builds the tree of a no-mate that the search has found. `None` if that takes more than `limit` positions, or more than as many again
/// for searches.
pub(crate) fn build<H: DfpnHeuristic, C: CyclePolicy>(
    dfpn: &mut Dfpn<H, C>,
    pos: &Position,
    limit: u64,
) -> Option<Tree> {
    let until = dfpn.nodes.saturating_add(limit);
    let mut builder =
        Builder { dfpn, until, left: limit, nodes: Nodes::default(), frames: Vec::new(), paths: Vec::new() };
    let root = builder.show(pos)?;
    Some(builder.nodes.tree(Claim::NoMate, pos.clone(), root))
}

impl<H: DfpnHeuristic, C: CyclePolicy> Builder<'_, H, C> {
    fn show(&mut self, pos: &Position) -> Option<NodeId> {
        let root = self.open(pos.clone(), self.most(pos), None)?;
        while let Some(frame) = self.frames.last_mut() {
            let Some(check) = frame.checks.next() else {
                self.close()?;
                continue;
            };
            let mut checked = frame.pos.after([check]);
            let way = self.dfpn.memory.problem.key(&checked);
            let (reply, next) = self.reply(&checked)?;
            let node = if let Next::Covered(node) = next { node } else { self.nodes.next_id()? };
            self.frames.last_mut()?.branches.push(Branch { check, reply, node });
            checked.do_move(reply);
            match next {
                Next::Covered(_) => {}
                Next::Known(most) => drop(self.open(checked, most, Some(way))?),
                Next::Searched(most) => drop(self.open(checked, most, None)?),
            }
        }
        Some(root)
    }

    /// Adds a position to the set under the hand `most`, reached through the position `way` or, without one, as the root of a search.
    fn open(&mut self, mut pos: Position, most: Hand, way: Option<(Key, Hand)>) -> Option<NodeId> {
        self.left = self.left.checked_sub(1)?;
        if self.dfpn.is_stopped() {
            return None;
        }
        pos.divide_hands(self.dfpn.memory.problem.attacker, most);
        let at = self.dfpn.memory.problem.key(&pos);
        let node = self.nodes.add(at)?;
        match way {
            None => self.paths.push(Path::new()),
            Some(way) => self.paths.last_mut()?.push(way),
        }
        self.paths.last_mut()?.push(at);
        let (checks, branches) = (sorted(&checks(&pos)), Vec::new());
        self.frames.push(Frame { pos, node, checks, branches, searched: way.is_none() });
        Some(node)
    }

    /// Takes the last node off the stack, all of whose checks are answered, and attaches the replies to it.
    fn close(&mut self) -> Option<()> {
        let frame = self.frames.pop()?;
        self.nodes.attach(frame.node, frame.branches)?;
        if frame.searched {
            self.paths.pop();
        } else if let Some(path) = self.paths.last_mut() {
            path.pop();
            path.pop();
        }
        Some(())
    }

    /// The most the attacker may hold in a position that is no mate, as far as the table knows.
    fn most(&self, pos: &Position) -> Hand {
        let at = self.dfpn.memory.problem.key(pos);
        match self.dfpn.memory.table.look_up(at) {
            Known::Disproved { most } => most,
            _ => at.1,
        }
    }

    /// A reply to a check that leads to a position of the set, or to one that may join it.
    fn reply(&mut self, checked: &Position) -> Option<(Move, Next)> {
        let at = self.dfpn.memory.problem.key(checked);
        let before = self.dfpn.memory.cycles.reply(at);
        self.paths.last_mut()?.push(at);
        let (mut leaf, mut known, mut here, mut open) = (None, None, None, Vec::new());
        let mut covered = None;
        for reply in &checked.legal_moves() {
            let child = checked.after([reply]);
            let at @ (board, hand) = self.dfpn.memory.problem.key(&child);
            covered =
                self.nodes.find(board, |most| most.covers(hand)).map(|node| (reply, Next::Covered(node)));
            if covered.is_some() {
                break;
            }
            let disproof = match self.dfpn.memory.table.look_up(at) {
                Known::Proved { .. } => continue,
                Known::Disproved { most } => {
                    known = known.or(Some((reply, Next::Known(most))));
                    continue;
                }
                Known::Unseen { .. } if checks(&child).is_empty() => {
                    let attacker = self.dfpn.memory.problem.attacker;
                    let most = proof_pieces::untried(&child, attacker, proof_pieces::all(&child));
                    leaf = leaf.or(Some((reply, Next::Known(most))));
                    continue;
                }
                Known::Open { numbers, .. } => numbers.disproof,
                Known::Unseen { .. } => 1,
            };
            match self.dfpn.memory.recall(self.paths.last()?, at) {
                // Depth 0 stands for a line that was cut off.
                CycleRecall::NoMate { dependence, .. } if dependence.least() > 0 => {
                    here = here.or(Some((reply, Next::Known(hand))));
                }
                _ => open.push((if before == Some(reply) { 0 } else { disproof }, reply, child)),
            }
        }
        self.paths.last_mut()?.pop();
        covered.or(leaf).or(known).or(here).or_else(|| self.search(open))
    }

    /// Searches positions, each given with a guess of its cost, until one is found to be no mate.
    fn search(&mut self, mut open: Vec<(u32, Move, Position)>) -> Option<(Move, Next)> {
        open.sort_by_key(|&(guess, ..)| guess);
        let mut round = FIRST_ROUND;
        while !open.is_empty() && self.dfpn.nodes < self.until && !self.dfpn.is_stopped() {
            let mut still_open = Vec::new();
            for (guess, reply, mut child) in open {
                let until = self.dfpn.nodes.saturating_add(round).min(self.until);
                match self.dfpn.search(&mut child, until) {
                    Outcome::NoMate => return Some((reply, Next::Searched(self.most(&child)))),
                    Outcome::Mate => {}
                    Outcome::Unknown => still_open.push((guess, reply, child)),
                }
            }
            open = still_open;
            round = round.saturating_mul(4);
        }
        None
    }
}

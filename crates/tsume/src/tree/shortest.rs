//! Proof trees of shortest mates, from the table of the bounded search that has found the length.
//!
//! As in [`proof`](super::proof) the table only names moves; that they are legal checks, and that every legal reply is answered
//! in time, follows from the rules. Plies count down, so nothing leads back to where it came from. What the table has
//! lost is searched again.
//!
//! The tree has its line from here: after each check a reply is taken that is known to hold out to the end. Bounds alone do not
//! say which one that is, since beside its line a proof may take longer than need be.

use komadai_core::{Color, Hand, Move, MoveList, Position};

use super::{Branch, NodeId, Nodes, Tree};
use crate::bounded::line::replies_in_order;
use crate::bounded::probe::Probe;
use crate::bounded::table::Bound;
use crate::checker::Claim;
use crate::heuristic::DfpnHeuristic;
use crate::node::generate;

/// A position that is being shown, under the hand that its mate needs.
struct Frame {
    pos: Position,
    node: NodeId,
    mating: Move,
    /// Plies within which the replies must be mate.
    left: u16,
    /// Where its replies begin in the common list, and which is next.
    begin: usize,
    next: usize,
    /// Where its branches begin in the common list.
    branches: usize,
    plies: u32,
}

struct Builder<'p, 'a, H> {
    probe: &'p mut Probe<'a, H>,
    attacker: Color,
    nodes: Nodes,
    frames: Vec<Frame>,
    replies: Vec<Move>,
    branches: Vec<Branch>,
}

/// The tree of a mate in `plies`, of which the search has found that none is shorter. `None` if the limits end the search of
/// what the table has lost.
pub(crate) fn build<H: DfpnHeuristic>(probe: &mut Probe<'_, H>, pos: &Position, plies: u16) -> Option<Tree> {
    let (nodes, frames, replies, branches) = (Nodes::default(), Vec::new(), Vec::new(), Vec::new());
    let attacker = pos.side_to_move();
    let mut builder = Builder { probe, attacker, nodes, frames, replies, branches };
    let root = builder.show(pos, plies)?;
    let tree = builder.nodes.tree(Claim::Mate, pos.clone(), root);
    let line = line(probe, &tree, plies)?;
    Some(Tree { main: line, ..tree })
}

impl<H: DfpnHeuristic> Builder<'_, '_, H> {
    fn show(&mut self, pos: &Position, plies: u16) -> Option<NodeId> {
        self.open(pos.clone(), plies)?;
        loop {
            let frame = self.frames.last_mut()?;
            let Some(&reply) = self.replies.get(frame.next) else {
                let shown = self.close()?;
                let Some(parent) = self.frames.last_mut() else { return Some(shown) };
                let reply = self.replies[parent.next];
                parent.follow(&mut self.branches, reply, shown, self.nodes.list[shown.index()].plies);
                continue;
            };
            let left = frame.left;
            let mut child = frame.pos.clone();
            child.do_move(frame.mating);
            child.do_move(reply);
            let (board, held) = self.probe.search.key(&child);
            let there =
                self.nodes.shortest(board, held).map(|node| (node, self.nodes.list[node.index()].plies));
            match there.filter(|&(_, plies)| plies <= left.into()) {
                Some((node, plies)) => frame.follow(&mut self.branches, reply, node, plies),
                None => self.open(child, left)?,
            }
        }
    }

    /// Begins to show a position that is mate within `left` plies.
    fn open(&mut self, mut pos: Position, left: u16) -> Option<()> {
        let Bound::Mate { best: Some(mating), plies, needed } = self.probe.ask(&mut pos, left) else {
            return None;
        };
        settle(&mut pos, self.attacker, needed);
        if !pos.is_legal(mating) || !pos.gives_check(mating) {
            return None;
        }
        let (board, hand) = self.probe.search.key(&pos);
        let node = self.nodes.add(board, hand)?;
        // A bound until all replies are shown. It is larger than what is left to any position below.
        self.nodes.list[node.index()].plies = plies.into();
        let begin = self.replies.len();
        let mut after = pos.clone();
        after.do_move(mating);
        let mut replies = MoveList::new();
        generate(&after, false, &mut replies);
        if plies < 3 && !replies.is_empty() {
            return None;
        }
        self.replies.extend(&replies);
        self.replies[begin..].sort_unstable();
        let (left, branches) = (plies.saturating_sub(2), self.branches.len());
        self.frames.push(Frame { pos, node, mating, left, begin, next: begin, branches, plies: 1 });
        Some(())
    }

    /// Ends the position on top, all of whose replies are shown.
    fn close(&mut self) -> Option<NodeId> {
        let frame = self.frames.pop()?;
        self.replies.truncate(frame.begin);
        self.nodes.attach(frame.node, self.branches.drain(frame.branches..))?;
        let node = &mut self.nodes.list[frame.node.index()];
        (node.mating, node.plies) = (Some(frame.mating), frame.plies);
        Some(frame.node)
    }
}

impl Frame {
    /// Takes up a reply that is shown by a node.
    fn follow(&mut self, branches: &mut Vec<Branch>, reply: Move, node: NodeId, plies: u32) {
        branches.push(Branch { check: self.mating, reply, node });
        self.plies = self.plies.max(plies + 2);
        self.next += 1;
    }
}

fn settle(pos: &mut Position, attacker: Color, hand: Hand) {
    if pos.hand(attacker) != hand {
        pos.divide_hands(attacker, hand);
    }
}

/// The mating moves of a tree against replies that are known to hold out longest.
fn line<H: DfpnHeuristic>(probe: &mut Probe<'_, H>, tree: &Tree, plies: u16) -> Option<Vec<Move>> {
    let mut line = Vec::with_capacity(plies.into());
    let (mut pos, mut node) = (tree.position().clone(), tree.root());
    for left in (0..plies).rev().step_by(2) {
        let mating = tree.mating_move(node)?;
        pos.do_move(mating);
        line.push(mating);
        if left > 0 {
            let reply = longest_reply(probe, &mut pos, left)?;
            node = tree.branches(node).iter().find(|branch| branch.reply == reply)?.node;
            pos.do_move(reply);
            line.push(reply);
        }
    }
    Some(line)
}

/// A reply after which there is no mate two plies sooner: one that the table knows, else the first that a search finds.
fn longest_reply<H: DfpnHeuristic>(probe: &mut Probe<'_, H>, pos: &mut Position, left: u16) -> Option<Move> {
    let replies = replies_in_order(pos);
    let Some(sooner) = left.checked_sub(3) else { return replies.first().copied() };
    for searched in [false, true] {
        for &reply in &replies {
            let undo = pos.do_move(reply);
            // A mate in one is seen at a glance, and is not in the table.
            let found = if searched || sooner == 1 {
                probe.ask(pos, sooner)
            } else {
                probe.search.known(pos, sooner)
            };
            pos.undo_move(reply, undo);
            if matches!(found, Bound::NoMate { .. }) {
                return Some(reply);
            }
        }
    }
    None
}

//! The main line of a proof: the mating moves against the defence that holds out longest.
//!
//! [`Tree::plies`] is an upper bound: a node also serves positions where the defender holds less than in the node, so that some replies
//! are missing. So replies are tried in the order of their bounds, as long as the next one might still hold out longer. Where bounds are
//! exact, which is nearly everywhere, only one line is walked.

use std::collections::HashMap;

use komadai_core::{Hand, Move, Position};

use super::{Branch, NodeId, Tree};
use crate::checker::Claim;

/// Positions looked at per node of the tree before bounds are taken as exact.
const PATIENCE: usize = 4;

/// A position whose replies are being compared.
struct Frame<'a> {
    pos: Position,
    node: NodeId,
    /// Legal replies, those with the largest bound first.
    replies: Vec<&'a Branch>,
    next: usize,
    best: Defence,
}

/// How long the defender holds out.
#[derive(Clone, Copy, Debug)]
struct Defence {
    plies: u32,
    /// `None` if the position is mate after the mating move.
    reply: Option<Branch>,
}

impl Tree {
    /// Main line of a proof: its mating moves against the replies that hold out longest. Empty for a disproof.
    ///
    /// The line ends in mate. A shorter mate may exist outside the proof, unless the proof comes from
    /// [`Lengths::shortest_mate`](crate::Lengths::shortest_mate).
    pub fn line(&self) -> Vec<Move> {
        let mut line = self.main.clone();
        if !line.is_empty() || self.claim == Claim::NoMate {
            return line;
        }
        let known = self.longest();
        let mut pos = self.position.clone();
        let mut node = self.root;
        while let Some(mating) = self.mating_move(node) {
            let reply = match known.get(&(node, pos.hand(self.attacker()))) {
                Some(defence) => defence.reply,
                // `PATIENCE` ran out before this position was looked at.
                None => self.replies(&pos, node).first().map(|&&branch| branch),
            };
            line.push(mating);
            pos.do_move(mating);
            let Some(branch) = reply else { break };
            line.push(branch.reply);
            pos.do_move(branch.reply);
            node = branch.node;
        }
        line
    }

    /// The best defence in every position that matters, by node and the attacker's hand.
    fn longest(&self) -> HashMap<(NodeId, Hand), Defence> {
        let mut known = HashMap::new();
        let mut left = self.len().saturating_mul(PATIENCE);
        let mut frames = vec![self.compare(self.position.clone(), self.root)];
        while let Some(frame) = frames.last_mut() {
            let bound = |branch: &Branch| self.nodes[branch.node.index()].plies + 2;
            let next = frame.replies.get(frame.next).copied().filter(|next| bound(next) > frame.best.plies);
            let Some(branch) = next else {
                known.insert((frame.node, frame.pos.hand(self.attacker())), frame.best);
                frames.pop();
                continue;
            };
            let pos = frame.pos.after([branch.check, branch.reply]);
            let plies = match known.get(&(branch.node, pos.hand(self.attacker()))) {
                Some(defence) => defence.plies + 2,
                None if left == 0 => bound(branch),
                None => {
                    left -= 1;
                    let child = self.compare(pos, branch.node);
                    frames.push(child);
                    continue;
                }
            };
            frame.next += 1;
            if plies > frame.best.plies {
                frame.best = Defence { plies, reply: Some(*branch) };
            }
        }
        known
    }

    fn compare(&self, pos: Position, node: NodeId) -> Frame<'_> {
        let replies = self.replies(&pos, node);
        Frame { pos, node, replies, next: 0, best: Defence { plies: 1, reply: None } }
    }

    /// The replies that are legal with the pieces actually held, those with the largest bound first.
    fn replies(&self, pos: &Position, node: NodeId) -> Vec<&Branch> {
        let after = pos.after(self.mating_move(node));
        let mut replies: Vec<&Branch> =
            self.branches(node).iter().filter(|branch| after.is_legal(branch.reply)).collect();
        replies.sort_by_key(|branch| std::cmp::Reverse(self.nodes[branch.node.index()].plies));
        replies
    }
}

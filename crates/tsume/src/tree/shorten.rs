//! Makes the mate of a proof shorter: the shortest that the positions of the proof can show.
//!
//! Df-pn proves what is easiest to prove, and its table keeps the first mate it finds of a position although others
//! turn up later. So a proof tree holds more than its own mate: from many of its positions another check leads to positions
//! of the tree as well, and sooner to mate. Every legal check of every node is looked at; if all legal replies lead to
//! boards of the tree, with enough in hand, it is an *attempt* beside the mating move of the proof.
//!
//! The shortest mate by attempts alone is then found as a retrograde analysis finds it, from the mates up: nodes with an
//! attempt that mates at once are mate in 1; those not yet settled with an attempt whose replies all lead to settled
//! nodes are mate in 3; and so on (this is Knuth's generalisation of Dijkstra's algorithm, 1977, with all steps of one length).
//!
//! **No loops.** A node is settled by an attempt whose replies were all answered by nodes settled before it, so the new
//! tree leads down from length to length and never back, whatever the attempts lead to. **Never longer.** The moves of
//! the old proof are attempts too, so by induction over its lengths every node is settled no later than it was mate there.
//! **Shortest.** No choice of attempts mates any node sooner; but the tree does not hold every check, and a node does not
//! hold every piece, so it need not be the shortest mate there is.
//!
//! Each node is visited once and each reply answered once, so time goes with the size of the tree; memory is 20 bytes a
//! reply of an attempt, and no more attempts are taken up once they have [`MOST_REPLIES`] times the replies of the proof.

use std::sync::atomic::{AtomicBool, Ordering};

use komadai_core::{Checks, Hand, Key, Move, MoveList, Position, movegen};

use super::{Branch, NodeId, Nodes, under};

/// Replies of attempts for each of the proof before no more attempts are taken up.
const MOST_REPLIES: usize = 8;

/// A check all of whose replies lead to boards of the tree.
struct Attempt {
    node: NodeId,
    check: Move,
    /// Where its replies begin in the common list, how many there are, and how many are not answered yet.
    begin: u32,
    count: u16,
    open: u16,
}

/// A reply to an attempt.
struct Reply {
    reply: Move,
    /// What the attacker holds after it.
    hand: Hand,
    attempt: u32,
    /// The node that answers it, once there is one.
    answer: Option<NodeId>,
    /// The next reply that leads to the same board and waits.
    next: u32,
}

/// No further reply waits.
const NONE: u32 = u32::MAX;

/// A node on the way through the old tree.
struct Frame {
    pos: Position,
    node: NodeId,
    /// How many of its branches have been followed.
    next: usize,
}

struct Shortener<'a, K> {
    nodes: &'a Nodes,
    key: K,
    attempts: Vec<Attempt>,
    replies: Vec<Reply>,
    /// `[node]`: for the last node of each board, the first reply that waits for that board.
    waiting: Vec<u32>,
    /// `[node]`: the last node of the same board.
    last: Vec<NodeId>,
    /// `[node]`: the attempt that settles it, and the length of its mate; 0 plies if it is not settled.
    settled: Vec<(u32, u32)>,
}

impl Nodes {
    /// The proof of `pos` by `root`, made as short as its nodes allow, and its root; `key` is what the search knows
    /// positions by. As it was if `stop` is set meanwhile, or if numbers of 32 bits do not suffice.
    pub(super) fn shorten(
        self,
        pos: &Position,
        root: NodeId,
        key: impl Fn(&Position) -> (Key, Hand),
        stop: &AtomicBool,
    ) -> (Nodes, NodeId) {
        let count = self.list.len();
        let (board, held) = key(pos);
        let mut shortener = Shortener {
            nodes: &self,
            key,
            attempts: Vec::with_capacity(count),
            replies: Vec::with_capacity(self.branches.len()),
            waiting: vec![NONE; count],
            last: (0..count as u32).map(NodeId).collect(),
            settled: vec![(0, 0); count],
        };
        if shortener.survey(pos, root, stop).is_none() {
            return (self, root);
        }
        shortener.settle();
        let branches = shortener.branches();
        let Shortener { attempts, settled, .. } = shortener;
        let mut nodes = Nodes { branches, ..self };
        let mut begin = 0;
        for (node, &(attempt, plies)) in nodes.list.iter_mut().zip(&settled) {
            let attempt = &attempts[attempt as usize];
            (node.begin, node.count) = (begin, if plies == 0 { 0 } else { attempt.count });
            (node.mating, node.plies) = (Some(attempt.check), plies);
            begin += u32::from(node.count);
        }
        // Another node of the same board may have become the shorter one.
        let (mut node, mut best) = (nodes.last.get(&board).copied(), root);
        while let Some(there) = node {
            let plies = nodes.list[there.index()].plies;
            let serves = plies > 0 && held.covers(nodes.list[there.index()].hand);
            if serves && plies < nodes.list[best.index()].plies {
                best = there;
            }
            node = nodes.before[there.index()];
        }
        (nodes, best)
    }
}

impl<K: Fn(&Position) -> (Key, Hand)> Shortener<'_, K> {
    /// Walks through the old tree and takes up the attempts of each node.
    fn survey(&mut self, pos: &Position, root: NodeId, stop: &AtomicBool) -> Option<()> {
        let mut seen = vec![false; self.nodes.list.len()];
        let mut frames = Vec::new();
        let mut entered = Some((pos.clone(), root));
        loop {
            if let Some((mut pos, node)) = entered.take() {
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                seen[node.index()] = true;
                let attacker = pos.side_to_move();
                under(&mut pos, attacker, self.nodes.list[node.index()].hand);
                self.look_at(&pos, node)?;
                frames.push(Frame { pos, node, next: 0 });
            }
            let Some(frame) = frames.last_mut() else { return Some(()) };
            let old = &self.nodes.list[frame.node.index()];
            let branches = &self.nodes.branches[old.begin as usize..][..usize::from(old.count)];
            let next = branches[frame.next..].iter().position(|branch| !seen[branch.node.index()]);
            let Some(skipped) = next else {
                frames.pop();
                continue;
            };
            let branch = branches[frame.next + skipped];
            frame.next += skipped + 1;
            let mut child = frame.pos.clone();
            let _ = child.do_move(branch.check);
            let _ = child.do_move(branch.reply);
            entered = Some((child, branch.node));
        }
    }

    /// Takes up the attempts of a node.
    fn look_at(&mut self, pos: &Position, node: NodeId) -> Option<()> {
        let (board, _) = (self.key)(pos);
        self.last[node.index()] = self.nodes.last.get(&board).copied()?;
        let old = self.nodes.list[node.index()];
        let mating = old.mating?;
        let mut checks = MoveList::new();
        let most = self.nodes.branches.len().saturating_mul(MOST_REPLIES);
        if old.plies == 1 || self.replies.len() > most {
            // Nothing is shorter, or enough is enough.
            self.attempt(pos, node, mating)?;
            return Some(());
        }
        movegen::checks(pos, &Checks::of(pos), &mut checks);
        for check in &checks {
            self.attempt(pos, node, check)?;
        }
        Some(())
    }

    /// Takes up a check if all replies lead to boards of the tree.
    fn attempt(&mut self, pos: &Position, node: NodeId, check: Move) -> Option<()> {
        let mut after = pos.clone();
        let _ = after.do_move(check);
        let mut list = MoveList::new();
        movegen::evasions(&after, &Checks::of(&after), &mut list);
        let begin = self.replies.len();
        let attempt = u32::try_from(self.attempts.len()).ok()?;
        for reply in &list {
            let undo = after.do_move(reply);
            let (board, hand) = (self.key)(&after);
            after.undo_move(reply, undo);
            if self.nodes.find(board, |needed| hand.covers(needed)).is_none() {
                self.replies.truncate(begin);
                return Some(());
            }
            let last = self.nodes.last.get(&board)?;
            self.replies.push(Reply { reply, hand, attempt, answer: None, next: last.0 });
        }
        self.replies[begin..].sort_unstable_by_key(|reply| reply.reply);
        for i in begin..self.replies.len() {
            let last = self.replies[i].next as usize;
            self.replies[i].next = self.waiting[last];
            self.waiting[last] = u32::try_from(i).ok()?;
        }
        let count = u16::try_from(self.replies.len() - begin).ok()?;
        self.attempts.push(Attempt { node, check, begin: u32::try_from(begin).ok()?, count, open: count });
        Some(())
    }

    /// Settles the nodes, those with the shortest mates first.
    fn settle(&mut self) {
        let mut now: Vec<u32> =
            (0..self.attempts.len() as u32).filter(|&i| self.attempts[i as usize].open == 0).collect();
        let mut plies = 1;
        while !now.is_empty() {
            let mut next = Vec::new();
            for attempt in now {
                let node = self.attempts[attempt as usize].node;
                if self.settled[node.index()].1 == 0 {
                    self.settled[node.index()] = (attempt, plies);
                    self.answer(node, &mut next);
                }
            }
            now = next;
            plies += 2;
        }
    }

    /// A node has been settled: it answers the replies that wait for it. Attempts that wait no longer are added to `done`.
    fn answer(&mut self, node: NodeId, done: &mut Vec<u32>) {
        let last = self.last[node.index()].index();
        let needed = self.nodes.list[node.index()].hand;
        let mut reply = std::mem::replace(&mut self.waiting[last], NONE);
        while reply != NONE {
            let this = &mut self.replies[reply as usize];
            let next = this.next;
            if this.hand.covers(needed) {
                this.answer = Some(node);
                let attempt = &mut self.attempts[this.attempt as usize];
                attempt.open -= 1;
                if attempt.open == 0 {
                    done.push(this.attempt);
                }
            } else {
                this.next = self.waiting[last];
                self.waiting[last] = reply;
            }
            reply = next;
        }
    }

    /// The branches of the settled nodes, one node after the other.
    fn branches(&self) -> Vec<Branch> {
        let mut branches = Vec::new();
        for &(attempt, _) in self.settled.iter().filter(|(_, plies)| *plies > 0) {
            let Attempt { check, begin, count, .. } = self.attempts[attempt as usize];
            let replies = &self.replies[begin as usize..][..usize::from(count)];
            branches.extend(replies.iter().filter_map(|reply| {
                let node = reply.answer?;
                Some(Branch { check, reply: reply.reply, node })
            }));
        }
        branches
    }
}

//! Attempts: checks that mate if all replies to them lead to mates; and the shortest mates that attempts make together.
//!
//! Shortest mates are found as in a retrograde analysis, from the mates up: nodes with an attempt that leaves no reply are mate in 1;
//! unsettled nodes with an attempt whose replies all lead to settled nodes are mate in 3; and so on (Knuth's generalisation of Dijkstra's
//! algorithm, 1977, with steps of one length). Hence:
//!
//! * **No loops.** A node is settled by an attempt whose replies were all answered before, by nodes of shorter mates. The proof leads
//!   from longer mates to shorter ones and never back, wherever the attempts lead.
//! * **Never longer.** If the moves of a proof are among the attempts, every node of the proof is settled at a length no greater than in
//!   the proof, by induction over the lengths.
//! * **Shortest.** No other choice among the attempts mates any node sooner. Where several nodes of one board could answer a reply, the
//!   one settled first does.
//!
//! Each reply is answered once, so time is proportional to the number of replies; each takes 20 bytes.

use komadai_core::{Hand, Move};

use super::{Branch, NodeId, Nodes};

/// A check all of whose replies lead to nodes.
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
    mv: Move,
    /// What the attacker holds after it.
    hand: Hand,
    attempt: u32,
    /// A node of the board it leads to; once the reply is answered, the node that answers it.
    node: NodeId,
    /// The next reply that waits for the same board.
    next: u32,
}

/// No further reply waits.
const NONE: u32 = u32::MAX;

/// Attempts of the nodes of a proof.
#[derive(Default)]
pub(super) struct Attempts {
    list: Vec<Attempt>,
    replies: Vec<Reply>,
}

impl Attempts {
    /// Adds a check of a node with all replies to it in ascending order: what the attacker holds after each, and any node of the board
    /// after it. `None` if 32-bit numbers do not suffice.
    pub(super) fn add(&mut self, node: NodeId, check: Move, replies: &[(Move, Hand, NodeId)]) -> Option<()> {
        let attempt = u32::try_from(self.list.len()).ok()?;
        let begin = u32::try_from(self.replies.len()).ok()?;
        let count = u16::try_from(replies.len()).ok()?;
        begin.checked_add(u32::from(count))?;
        self.list.push(Attempt { node, check, begin, count, open: count });
        let with = |&(mv, hand, node)| Reply { mv, hand, attempt, node, next: NONE };
        self.replies.extend(replies.iter().map(with));
        Some(())
    }

    /// Gives each node its shortest mate by attempts alone. Nodes that have none get no branches and 0 plies.
    pub(super) fn settle(&mut self, nodes: &mut Nodes) {
        for node in &mut nodes.list {
            (node.count, node.plies, node.mating) = (0, 0, None);
        }
        let mut branches = Vec::with_capacity(nodes.branches.len());
        let (boards, mut first) = self.waiting(nodes);
        for attempt in &mut self.list {
            attempt.open = attempt.count;
        }
        let all = self.list.iter().zip(0..);
        let mut now: Vec<u32> = all.filter(|(attempt, _)| attempt.open == 0).map(|(_, i)| i).collect();
        let mut plies = 1;
        while !now.is_empty() {
            let mut next = Vec::new();
            for attempt in now {
                let &Attempt { node: id, check, begin, count, .. } = &self.list[attempt as usize];
                let node = &mut nodes.list[id.index()];
                if node.plies > 0 {
                    continue;
                }
                (node.begin, node.count) = (branches.len() as u32, count);
                (node.plies, node.mating) = (plies, Some(check));
                let replies = &self.replies[begin as usize..][..usize::from(count)];
                branches.extend(replies.iter().map(|to| Branch { check, reply: to.mv, node: to.node }));
                let board = boards[id.index()];
                self.answer(id, node.hand, &mut first[board.index()], &mut next);
            }
            now = next;
            plies += 2;
        }
        nodes.branches = branches;
    }

    /// Links every reply to the board it leads to. Returns `[node]`: its board, named by the last node added for it; and `[board]`: the
    /// first reply that waits for it, to which the others are linked.
    fn waiting(&mut self, nodes: &Nodes) -> (Vec<NodeId>, Vec<u32>) {
        let mut board: Vec<NodeId> = (0..nodes.list.len() as u32).map(NodeId).collect();
        for i in (0..board.len()).rev() {
            if let Some(before) = nodes.before[i] {
                board[before.index()] = board[i];
            }
        }
        let mut first = vec![NONE; board.len()];
        for (reply, i) in self.replies.iter_mut().zip(0..) {
            reply.next = std::mem::replace(&mut first[board[reply.node.index()].index()], i);
        }
        (board, first)
    }

    /// A settled node answers the waiting replies that it serves. Attempts that have no open reply left are added to `done`.
    fn answer(&mut self, node: NodeId, needed: Hand, first: &mut u32, done: &mut Vec<u32>) {
        let mut reply = std::mem::replace(first, NONE);
        while reply != NONE {
            let this = &mut self.replies[reply as usize];
            let next = this.next;
            if this.hand.covers(needed) {
                this.node = node;
                let attempt = &mut self.list[this.attempt as usize];
                attempt.open -= 1;
                if attempt.open == 0 {
                    done.push(this.attempt);
                }
            } else {
                this.next = std::mem::replace(first, reply);
            }
            reply = next;
        }
    }
}

//! A proof under construction: the positions being shown, and the nodes of those already shown.
//!
//! The builder of a proof says by which move a position mates. This module ensures that the move is a legal check and that every legal
//! reply is answered.

use komadai_core::{Hand, Key, Move, Position};

use super::{Branch, NodeId, Nodes};
use crate::node::sorted;

/// A position that is being shown.
pub(super) struct Frame {
    pub(super) pos: Position,
    /// Board and attacker's hand, as keys of the problem.
    pub(super) name: (Key, Hand),
    pub(super) mating: Move,
    /// Replies that are not answered yet.
    replies: std::vec::IntoIter<Move>,
    branches: Vec<Branch>,
    plies: u32,
}

/// What comes next.
#[allow(clippy::large_enum_variant, reason = "it is taken apart where it is returned")]
pub(super) enum Next {
    /// The position after a reply has to be shown, or answered by a node.
    Reply(Position),
    /// All is shown; this is the node of the position that was opened first.
    Shown(NodeId),
}

/// Nodes and frames of a proof.
#[derive(Default)]
pub(super) struct Showing {
    pub(super) nodes: Nodes,
    pub(super) frames: Vec<Frame>,
}

impl Showing {
    /// Begins to show a position by a mating move; returns the number of replies. `None` if the move is no legal check.
    pub(super) fn open(&mut self, pos: Position, name: (Key, Hand), mating: Move) -> Option<usize> {
        if !pos.is_legal(mating) || !pos.gives_check(mating) {
            return None;
        }
        let replies = sorted(&pos.after([mating]).legal_moves());
        let count = replies.len();
        self.frames.push(Frame { pos, name, mating, replies, branches: Vec::new(), plies: 1 });
        Some(count)
    }

    /// Ends the positions whose replies are all answered, and says what comes next. `None` if 32-bit numbers do not suffice.
    pub(super) fn advance(&mut self) -> Option<Next> {
        loop {
            let frame = self.frames.last()?;
            if let Some(&reply) = frame.replies.as_slice().first() {
                return Some(Next::Reply(frame.pos.after([frame.mating, reply])));
            }
            let shown = self.close()?;
            if self.frames.is_empty() {
                return Some(Next::Shown(shown));
            }
            self.answer(shown);
        }
    }

    /// Answers the next reply of the last position by a node.
    pub(super) fn answer(&mut self, node: NodeId) {
        if let Some(frame) = self.frames.last_mut()
            && let Some(reply) = frame.replies.next()
        {
            frame.branches.push(Branch { check: frame.mating, reply, node });
            frame.plies = frame.plies.max(self.nodes.list[node.index()].plies + 2);
        }
    }

    fn close(&mut self) -> Option<NodeId> {
        let frame = self.frames.pop()?;
        let node = self.nodes.add(frame.name)?;
        self.nodes.attach(node, frame.branches)?;
        let shown = &mut self.nodes.list[node.index()];
        (shown.mating, shown.plies) = (Some(frame.mating), frame.plies);
        Some(node)
    }

    /// Gives up the frames from `first` on, and returns the position of that frame.
    pub(super) fn give_up(&mut self, first: usize) -> Option<Position> {
        self.frames.truncate(first + 1);
        self.frames.pop().map(|frame| frame.pos)
    }
}

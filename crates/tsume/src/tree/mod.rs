//! Proof and disproof trees: why a position is mate, or why it is not (paper 003, section 3.2).
//!
//! The search answers from tables, and tables forget, overwrite and mix paths. An answer is reported only after such
//! a tree has been built by the rules alone: the tables merely say which move to try ([`proof`], [`disproof`]). A tree
//! can be walked, written as a certificate ([`Tree::certificate`]) and checked by an independent program.
//!
//! Both kinds are graphs rather than trees: positions of one board share a node if what is shown for one hand serves the other. A proof
//! has no circles. A disproof may have some: a defender who can go on for ever is not mated.

mod attempts;
pub(crate) mod disproof;
mod line;
pub(crate) mod proof;
mod shorten;
pub(crate) mod shortest;
mod showing;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use komadai_core::{Color, Hand, Key, Move, Position};

use crate::checker::Claim;

/// Number of a node in a [`Tree`]: a position with the attacker to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The number itself, from 0 to [`Tree::len`] − 1.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Branch of a [`Tree`]: a check, a reply to it, and the node they lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The attacker's move: in a proof the mating move, in a disproof any of the legal checks.
    pub check: Move,
    /// The defender's move: in a proof any of the legal replies, in a disproof the one that escapes.
    pub reply: Move,
    /// The attacker's next position: the board after both moves, under [`Tree::hand`].
    pub node: NodeId,
}

/// Proof or disproof tree: 20 bytes a node, 8 bytes a branch.
///
/// ```
/// use komadai_tsume::{Solver, checker::Claim};
///
/// let mut pos = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
/// let tree = Solver::builder().hash_mb(1).build()?.solve(&mut pos).tree.expect("a gold mates");
/// assert_eq!((tree.claim(), tree.len()), (Claim::Mate, 1));
/// assert_eq!(tree.mating_move(tree.root()), Some("G*5b".parse()?));
/// assert!(tree.branches(tree.root()).is_empty(), "no reply is legal");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A node is a board with the attacker to move, and the hand of the attacker under which it is shown; the defender holds the rest. A mate
/// holds under every hand that has at least as much, a no-mate under every hand that has no more. So the position after a [`Branch`] may
/// differ from its node in the hands; [`Tree::settle`] gives it those of the node.
#[derive(Clone, PartialEq, Eq)]
pub struct Tree {
    claim: Claim,
    position: Position,
    root: NodeId,
    nodes: Vec<Node>,
    branches: Vec<Branch>,
    /// The line, if it was found with the tree; else empty.
    main: Vec<Move>,
}

komadai_core::debug_by_sizes!(Tree { claim, position } [nodes, branches]);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) hand: Hand,
    /// Where its branches begin, and how many there are.
    begin: u32,
    count: u16,
    /// Of a proof: the mating move.
    mating: Option<Move>,
    /// Of a proof: plies to mate if the defender holds out longest.
    pub(crate) plies: u32,
}

const _: () = assert!(size_of::<Branch>() == 8 && size_of::<Node>() == 20, "small");

impl Tree {
    /// What the tree shows: mate or no mate.
    pub fn claim(&self) -> Claim {
        self.claim
    }

    /// The position that the claim is about.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The attacker: the side to move in [`Tree::position`].
    pub fn attacker(&self) -> Color {
        self.position.side_to_move()
    }

    /// The node of [`Tree::position`].
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// Number of nodes: positions of the attacker.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no nodes: always `false`, since the position itself is one.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All nodes of the tree.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The attacker's hand under which a node is shown.
    ///
    /// # Panics
    ///
    /// If `node` is no node of this tree, as in all methods that take a node.
    pub fn hand(&self, node: NodeId) -> Hand {
        self.nodes[node.index()].hand
    }

    /// Plies within which a node of a proof is mate, however the defender replies. `None` in a disproof.
    pub fn plies(&self, node: NodeId) -> Option<u32> {
        (self.claim == Claim::Mate).then_some(self.nodes[node.index()].plies)
    }

    /// The check that mates in a node of a proof, at once if the node has no branches. `None` in a disproof.
    pub fn mating_move(&self, node: NodeId) -> Option<Move> {
        self.nodes[node.index()].mating
    }

    /// Branches of a node, in ascending order of reply or check by [`Move::bits`]. A proof has one for every legal reply to
    /// the mating move, a disproof one for every legal check.
    pub fn branches(&self, node: NodeId) -> &[Branch] {
        let node = &self.nodes[node.index()];
        let begin = node.begin as usize;
        &self.branches[begin..begin + usize::from(node.count)]
    }

    /// Replaces the hands of a position by those of its node.
    pub fn settle(&self, pos: &mut Position, node: NodeId) {
        pos.divide_hands(self.attacker(), self.hand(node));
    }

    /// Walks depth first, branches in their order. `enter` is called at each place of a node, with the position there and the branch that
    /// leads to it. It may change the position, and says whether to go on below it.
    pub(crate) fn walk<'a>(
        &'a self,
        mut enter: impl FnMut(NodeId, &mut Position, Option<&'a Branch>) -> bool,
    ) {
        let mut frames: Vec<(NodeId, Position, usize)> = Vec::new();
        let mut place = Some((self.root, self.position.clone(), None));
        loop {
            if let Some((node, mut pos, branch)) = place.take()
                && enter(node, &mut pos, branch)
            {
                frames.push((node, pos, 0));
            }
            let Some((node, pos, next)) = frames.last_mut() else { return };
            if let Some(branch) = self.branches(*node).get(*next) {
                *next += 1;
                place = Some((branch.node, pos.after([branch.check, branch.reply]), Some(branch)));
            } else {
                frames.pop();
            }
        }
    }

    /// The same tree without its unused nodes; no used node may refer to an unused one.
    fn without_unused(mut self, used: &[bool]) -> Tree {
        let mut renamed = Vec::with_capacity(used.len());
        let mut names = 0;
        for &used in used {
            renamed.push(NodeId(names));
            names += u32::from(used);
        }
        let mut branches = Vec::new();
        for i in (0..used.len()).filter(|&i| used[i]) {
            let begin = branches.len() as u32;
            let of_node = self.branches(NodeId(i as u32)).iter();
            branches.extend(of_node.map(|branch| Branch { node: renamed[branch.node.index()], ..*branch }));
            self.nodes[i].begin = begin;
        }
        let mut used = used.iter();
        self.nodes.retain(|_| used.next().copied().unwrap_or(false));
        Tree { root: renamed[self.root.index()], branches, ..self }
    }
}

/// Nodes of a growing tree, found by board.
#[derive(Default)]
pub(crate) struct Nodes {
    pub(crate) list: Vec<Node>,
    branches: Vec<Branch>,
    /// `[node]`: the previous node of the same board.
    before: Vec<Option<NodeId>>,
    /// The last node of each board.
    last: HashMap<Key, NodeId, BuildHasherDefault<KeyHasher>>,
}

impl Nodes {
    /// The id of the node that is added next; `None` if 32 bits do not suffice for it.
    fn next_id(&self) -> Option<NodeId> {
        u32::try_from(self.list.len()).ok().map(NodeId)
    }

    /// Adds a node without branches.
    pub(crate) fn add(&mut self, (board, hand): (Key, Hand)) -> Option<NodeId> {
        let id = self.next_id()?;
        self.before.push(self.last.insert(board, id));
        self.list.push(Node { hand, begin: 0, count: 0, mating: None, plies: 0 });
        Some(id)
    }

    /// Gives a node its branches.
    fn attach(&mut self, node: NodeId, branches: Vec<Branch>) -> Option<()> {
        let (begin, count) = (self.branches.len(), branches.len());
        self.branches.extend(branches);
        let node = &mut self.list[node.index()];
        (node.begin, node.count) = (u32::try_from(begin).ok()?, u16::try_from(count).ok()?);
        Some(())
    }

    /// A node of this board whose hand fits.
    fn find(&self, board: Key, fits: impl Fn(Hand) -> bool) -> Option<NodeId> {
        self.of_board(board).find(|node| fits(self.list[node.index()].hand))
    }

    /// The nodes of a board, the last first.
    pub(crate) fn of_board(&self, board: Key) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.last.get(&board).copied(), |node| self.before[node.index()])
    }

    /// The tree of `root`, without nodes that it does not lead to.
    fn tree(self, claim: Claim, position: Position, root: NodeId) -> Tree {
        let whole =
            Tree { claim, position, root, nodes: self.list, branches: self.branches, main: Vec::new() };
        let mut used = vec![false; whole.len()];
        used[root.index()] = true;
        let mut reached = vec![root];
        let mut count = 0;
        while let Some(node) = reached.pop() {
            count += 1;
            for branch in whole.branches(node) {
                if !std::mem::replace(&mut used[branch.node.index()], true) {
                    reached.push(branch.node);
                }
            }
        }
        if count == whole.len() { whole } else { whole.without_unused(&used) }
    }
}

/// Hasher of keys, which are hashes already.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

//! Proof trees: builds the tree of a mate.
//!
//! For each position of the attacker the table names a move; that it is a legal check, and that every legal reply
//! leads to a position shown likewise, follows from the rules. Positions that the table has lost are searched again.
//!
//! **Hands.** What the table knows it knows under the hand that the mate needs, and under that hand the node is
//! built, the defender holding the rest. It then serves all larger hands.
//!
//! **Loops.** Every mate in the table is one, but the moves need not fit together (paper 003, Fig. 2): G was a mate
//! through H, E through G; the table loses G and finds it again, through E. Played out, E and G mate through each
//! other, which is no proof. When the construction comes back to a position it is in the midst of, all positions of
//! the loop are forgotten and the first of them is searched again. It stands on the path of that search, where coming
//! back to it counts as no mate, so the new proof does without. What has been built beside the loop stays.
//!
//! A loop may win pieces. Then the position is not the same, its mate does not rest on itself, and only the table
//! has mixed them up, which keeps one entry for both hands: the one with more is searched for itself.

use std::sync::atomic::{AtomicBool, Ordering};

use komadai_core::{Hand, Key, Move, Position};

use super::shorten::shortened;
use super::{Branch, NodeId, Nodes, Tree};
use crate::checker::Claim;
use crate::dfpn::cycle::CyclePolicy;
use crate::dfpn::search::{Dfpn, Outcome};
use crate::heuristic::DfpnHeuristic;

/// Loops that are mended before a construction is given up. Each takes stale entries out of the table, so there is an
/// end to them; Shogi Zuko and Muso need a few at most.
const MOST_LOOPS: u32 = 10_000;

/// Searches for one position. A table of a few dozen entries may lose the very one it was searched for.
const ATTEMPTS: usize = 8;

/// Positions entered for each check that is looked at to shorten a proof; a check takes about as long as a position.
const SHORTENING: u64 = 8;

/// Checks that are looked at in any case.
const FEWEST_CHECKS: u64 = 256;

/// A position that is being shown.
struct Frame {
    pos: Position,
    name: (Key, Hand),
    mating: Move,
    /// Where its replies begin in the common list, and which is next.
    begin: usize,
    next: usize,
    /// Where its branches begin in the common list.
    branches: usize,
    plies: u32,
}

struct Builder<'a, H, C> {
    dfpn: &'a mut Dfpn<H, C>,
    stop: &'a AtomicBool,
    /// Searches end when the search has counted this many positions.
    until: u64,
    /// Positions that may still be opened.
    left: u64,
    nodes: Nodes,
    frames: Vec<Frame>,
    replies: Vec<Move>,
    branches: Vec<Branch>,
    loops: u32,
}

/// Shows that a position is mate, which the search has found. `None` if that takes more than `limit` positions, or as
/// many again for what must be searched. With `shorten` it is as short as its own positions allow.
pub(crate) fn build<H: DfpnHeuristic, C: CyclePolicy>(
    dfpn: &mut Dfpn<H, C>,
    pos: &Position,
    limit: u64,
    shorten: bool,
    stop: &AtomicBool,
) -> Option<Tree> {
    let mut builder = Builder::new(dfpn, limit, stop);
    let mut root = builder.show(pos)?;
    let Builder { dfpn, mut nodes, .. } = builder;
    if shorten {
        let checks = dfpn.nodes / SHORTENING + FEWEST_CHECKS;
        (nodes, root) = shortened(nodes, &dfpn.memory, pos, root, checks, stop);
    }
    Some(nodes.tree(Claim::Mate, pos.clone(), root))
}

impl<'a, H: DfpnHeuristic, C: CyclePolicy> Builder<'a, H, C> {
    fn new(dfpn: &'a mut Dfpn<H, C>, limit: u64, stop: &'a AtomicBool) -> Self {
        Builder {
            until: dfpn.nodes.saturating_add(limit),
            dfpn,
            stop,
            left: limit,
            nodes: Nodes::default(),
            frames: Vec::new(),
            replies: Vec::new(),
            branches: Vec::new(),
            loops: 0,
        }
    }

    fn show(&mut self, pos: &Position) -> Option<NodeId> {
        self.open(pos.clone())?;
        loop {
            let frame = self.frames.last_mut()?;
            let Some(&reply) = self.replies.get(frame.next) else {
                let shown = self.close()?;
                let Some(parent) = self.frames.last_mut() else { return Some(shown) };
                parent.plies = parent.plies.max(self.nodes.list[shown.index()].plies + 2);
                let (check, reply) = (parent.mating, self.replies[parent.next]);
                self.branches.push(Branch { check, reply, node: shown });
                parent.next += 1;
                continue;
            };
            let mut child = frame.pos.clone();
            child.do_move(frame.mating);
            child.do_move(reply);
            let (board, hand) = self.dfpn.memory.problem.key(&child);
            match self.nodes.find(board, |needed| hand.covers(needed)) {
                Some(node) => {
                    frame.plies = frame.plies.max(self.nodes.list[node.index()].plies + 2);
                    self.branches.push(Branch { check: frame.mating, reply, node });
                    frame.next += 1;
                }
                None => self.open(child)?,
            }
        }
    }

    /// Begins to show a position.
    fn open(&mut self, mut pos: Position) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut again = false;
        let mating = loop {
            let (mating, needed) = self.mating_move(&mut pos)?;
            let (board, held) = self.dfpn.memory.problem.key(&pos);
            let open = |hand| self.frames.iter().position(|frame| frame.name == (board, hand));
            if open(needed).is_none() {
                pos.divide_hands(self.dfpn.memory.problem.attacker, needed);
                break mating;
            }
            match open(held) {
                // What stood below the first position of the loop is taken up again once that one has another move.
                Some(first) => {
                    pos = self.forget_from(first)?;
                    again = false;
                }
                // The same board with more in hand than where it came from: a proof of its own is due.
                None if !again => {
                    self.mend()?;
                    self.dfpn.memory.table.forget(board, held);
                    again = true;
                }
                None => break mating,
            }
        };
        if !pos.is_legal(mating) || !pos.gives_check(mating) {
            return None;
        }
        let name = self.dfpn.memory.problem.key(&pos);
        let mut after = pos.clone();
        after.do_move(mating);
        let begin = self.replies.len();
        self.replies.extend(&after.legal_moves());
        self.replies[begin..].sort_unstable();
        let branches = self.branches.len();
        self.frames.push(Frame { pos, name, mating, begin, next: begin, branches, plies: 1 });
        Some(())
    }

    /// All replies are answered.
    fn close(&mut self) -> Option<NodeId> {
        let frame = self.frames.pop()?;
        let node = self.nodes.add(frame.name.0, frame.name.1)?;
        self.nodes.attach(node, self.branches.drain(frame.branches..))?;
        self.replies.truncate(frame.begin);
        let shown = &mut self.nodes.list[node.index()];
        (shown.mating, shown.plies) = (Some(frame.mating), frame.plies);
        Some(node)
    }

    /// The move of the proof and the hand it needs, found again if the table has lost them.
    fn mating_move(&mut self, pos: &mut Position) -> Option<(Move, Hand)> {
        let (board, hand) = self.dfpn.memory.problem.key(pos);
        for _ in 0..ATTEMPTS {
            let found = self.dfpn.memory.table.mating_move(board, hand);
            if found.is_some() {
                return found;
            }
            if self.dfpn.search(pos, self.until, self.stop) != Outcome::Mate {
                return None;
            }
        }
        None
    }

    /// Counts another loop.
    fn mend(&mut self) -> Option<()> {
        self.loops += 1;
        (self.loops <= MOST_LOOPS).then_some(())
    }

    /// Forgets the positions from a frame on, and gives up these frames. The position of the first one is to be opened
    /// again.
    fn forget_from(&mut self, first: usize) -> Option<Position> {
        self.mend()?;
        for frame in &self.frames[first..] {
            self.dfpn.memory.table.forget(frame.name.0, frame.name.1);
            let mut after = frame.pos.clone();
            after.do_move(frame.mating);
            let (board, hand) = self.dfpn.memory.problem.key(&after);
            self.dfpn.memory.table.forget(board, hand);
        }
        self.frames.truncate(first + 1);
        let frame = self.frames.pop()?;
        self.replies.truncate(frame.begin);
        self.branches.truncate(frame.branches);
        Some(frame.pos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{MATES, NEXTMOVES, REGRESSIONS, checked, dfpn, problems};

    /// Mates whose searches are longer than the table is large: proofs are lost while they are put together, found
    /// again through other moves, and come back to where they were (paper 003, Fig. 2).
    #[test]
    fn proofs_come_out_of_tables_of_a_few_entries() {
        let stop = AtomicBool::new(false);
        let (mut shown, mut loops, mut searched_again) = (0, 0, 0);
        for (mut pos, _) in [MATES, NEXTMOVES, REGRESSIONS].into_iter().flat_map(problems) {
            for bytes in [2 << 10, 4 << 10, 16 << 10, 128 << 10] {
                let mut dfpn = dfpn(bytes, &pos);
                if dfpn.search(&mut pos, 3_000, &stop) != Outcome::Mate {
                    continue;
                }
                let found = dfpn.nodes;
                let mut builder = Builder::new(&mut dfpn, 100_000, &stop);
                let root = builder.show(&pos).unwrap_or_else(|| panic!("{pos}, {bytes}"));
                loops += builder.loops;
                let nodes = builder.nodes;
                searched_again += usize::from(dfpn.nodes > found);
                shown += 1;
                checked(&nodes.tree(Claim::Mate, pos.clone(), root));
            }
        }
        assert!(shown > 600 && searched_again > 100 && loops > 0, "{shown} {searched_again} {loops}");
    }

    /// Shortening is given as many checks as it likes, few, and none at all.
    #[test]
    fn shortened_proofs_are_accepted_and_never_longer() {
        let stop = AtomicBool::new(false);
        let (mut shorter, mut exact, mut all) = (0, 0, 0);
        for (mut pos, shortest) in [MATES, NEXTMOVES].into_iter().flat_map(problems) {
            for limit in [0, 100, 10_000] {
                let mut dfpn = dfpn(1 << 20, &pos);
                if dfpn.search(&mut pos, 10_000, &stop) != Outcome::Mate {
                    continue;
                }
                let mut builder = Builder::new(&mut dfpn, 100_000, &stop);
                let root = builder.show(&pos).unwrap();
                let Builder { dfpn, nodes, .. } = builder;
                let before = nodes.list[root.index()].plies;
                let (nodes, root) = shortened(nodes, &dfpn.memory, &pos, root, limit, &stop);
                let after = nodes.list[root.index()].plies;
                let shortest = u32::from(shortest);
                assert!(shortest <= after && after <= before, "{pos}: {shortest} {after} {before}");
                let tree = nodes.tree(Claim::Mate, pos.clone(), root);
                assert_eq!(tree.plies(tree.root()), Some(after));
                assert!(checked(&tree).plies == after && tree.line().len() as u32 <= after, "{pos}");
                all += 1;
                shorter += u32::from(after < before);
                exact += u32::from(after == shortest);
            }
        }
        assert!(shorter > 0 && exact * 3 > all, "{shorter} shorter, {exact} shortest of {all}");
    }
}

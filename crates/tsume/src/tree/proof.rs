//! Proof trees: builds the tree of a mate.
//!
//! For each position of the attacker the table names a move. That it is a legal check, and that every legal reply leads to a position
//! shown likewise, is checked by the rules. Positions that the table has lost are searched again.
//!
//! **Hands.** The table knows a mate under the hand that it needs. The node is built under that hand, and the defender holds the rest; so
//! it serves all larger hands.
//!
//! **Loops.** Every mate in the table is true, but the moves need not fit together (paper 003, Fig. 2): G was a mate through H, E through
//! G; the table loses G and finds it again, through E. Then E and G mate through each other, which is no proof. When the construction
//! comes back to a position that it is still showing, all positions of the loop are forgotten and the first of them is searched again. It
//! stands on the path of that search, where coming back to it counts as no mate, so the new proof does without the loop. What has been
//! built outside the loop stays.
//!
//! A loop may win pieces. Then the position is not the same and its mate does not rest on itself; only the table mixes the two up, since
//! it keeps one entry for both hands. The position with more in hand is then searched by itself.

use komadai_core::{Hand, Move, Position};

use super::shorten::shortened;
use super::showing::{Next, Showing};
use super::{NodeId, Tree};
use crate::checker::Claim;
use crate::dfpn::cycle::CyclePolicy;
use crate::dfpn::search::{Dfpn, Outcome};
use crate::heuristic::DfpnHeuristic;

/// Maximum number of loops mended before a construction is given up. Each mending removes stale entries from the table, so the loops come
/// to an end; Shogi Zuko and Muso need a few at most.
const MOST_LOOPS: u32 = 10_000;

/// Maximum number of searches for one position. A table of a few dozen entries may lose the very entry that was searched for.
const ATTEMPTS: usize = 8;

/// Positions entered by the search for each check looked at to shorten a proof; a check takes about as long as a position.
const SHORTENING: u64 = 8;

/// Minimum number of checks that may be looked at.
const FEWEST_CHECKS: u64 = 256;

struct Builder<'a, H, C> {
    dfpn: &'a mut Dfpn<H, C>,
    /// Searches end when the search has counted this many positions.
    until: u64,
    /// Positions that may still be opened.
    left: u64,
    showing: Showing,
    loops: u32,
}

/// Builds the tree of a mate that the search has found. `None` if that takes more than `limit` positions, or more than as many again for
/// searches. With `shorten`, the mate is as short as the positions of the proof allow.
pub(crate) fn build<H: DfpnHeuristic, C: CyclePolicy>(
    dfpn: &mut Dfpn<H, C>,
    pos: &Position,
    limit: u64,
    shorten: bool,
) -> Option<Tree> {
    let mut builder = Builder {
        until: dfpn.nodes.saturating_add(limit),
        dfpn,
        left: limit,
        showing: Showing::default(),
        loops: 0,
    };
    let mut root = builder.show(pos)?;
    let Builder { dfpn, showing: Showing { mut nodes, .. }, .. } = builder;
    if shorten {
        let checks = dfpn.nodes / SHORTENING + FEWEST_CHECKS;
        (nodes, root) =
            shortened(nodes, dfpn.memory.problem, &dfpn.memory.table, pos, root, checks, &dfpn.stop);
    }
    Some(nodes.tree(Claim::Mate, pos.clone(), root))
}

impl<H: DfpnHeuristic, C: CyclePolicy> Builder<'_, H, C> {
    fn show(&mut self, pos: &Position) -> Option<NodeId> {
        self.open(pos.clone())?;
        loop {
            match self.showing.advance()? {
                Next::Shown(root) => return Some(root),
                Next::Reply(child) => {
                    let (board, hand) = self.dfpn.memory.problem.key(&child);
                    match self.showing.nodes.find(board, |needed| hand.covers(needed)) {
                        Some(node) => self.showing.answer(node),
                        None => self.open(child)?,
                    }
                }
            }
        }
    }

    /// Begins to show a position.
    fn open(&mut self, mut pos: Position) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        if self.dfpn.is_stopped() {
            return None;
        }
        let mut again = false;
        let mating = loop {
            let (mating, needed) = self.mating_move(&mut pos)?;
            let (board, held) = self.dfpn.memory.problem.key(&pos);
            let open = |hand| self.showing.frames.iter().position(|frame| frame.name == (board, hand));
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
                // The same board with more in hand than in the open frame: it needs a proof of its own.
                None if !again => {
                    self.mend()?;
                    self.dfpn.memory.table.forget((board, held));
                    again = true;
                }
                None => break mating,
            }
        };
        let name = self.dfpn.memory.problem.key(&pos);
        self.showing.open(pos, name, mating).map(|_| ())
    }

    /// The move of the proof and the hand it needs, found again if the table has lost them.
    fn mating_move(&mut self, pos: &mut Position) -> Option<(Move, Hand)> {
        let at = self.dfpn.memory.problem.key(pos);
        for _ in 0..ATTEMPTS {
            let found = self.dfpn.memory.table.mating_move(at);
            if found.is_some() {
                return found;
            }
            if self.dfpn.search(pos, self.until) != Outcome::Mate {
                return None;
            }
        }
        None
    }

    /// Counts another loop; `None` if there are too many.
    fn mend(&mut self) -> Option<()> {
        self.loops += 1;
        (self.loops <= MOST_LOOPS).then_some(())
    }

    /// Forgets the positions from a frame on, and gives up these frames. Returns the position of the first one, to be opened again.
    fn forget_from(&mut self, first: usize) -> Option<Position> {
        self.mend()?;
        for frame in &self.showing.frames[first..] {
            let below = self.dfpn.memory.problem.key(&frame.pos.after([frame.mating]));
            self.dfpn.memory.table.forget(frame.name);
            self.dfpn.memory.table.forget(below);
        }
        self.showing.give_up(first)
    }
}

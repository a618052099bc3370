//! Proof trees of shortest mates, from the table of the bounded search that has found the length.
//!
//! As in [`proof`](super::proof), the table only names moves; that they are legal checks, and that every legal reply is answered in time,
//! is checked by the rules. Plies count down, so there are no circles. What the table has lost is searched again.
//!
//! The line of the tree is found here as well: after each check, a reply is taken that is known to hold out to the end. Bounds alone do
//! not say which one that is, since off its line a proof may take longer than necessary.

use komadai_core::{Move, Position};

use super::Tree;
use super::showing::{Next, Showing};
use crate::bounded::line::replies_in_order;
use crate::bounded::search::Bounded;
use crate::bounded::table::Bound;
use crate::checker::Claim;
use crate::node::tried;

/// Builds the tree of a mate in `plies`, which the search has found to be the shortest. `None` if the limits end the search for what the
/// table has lost.
pub(crate) fn build(search: &mut Bounded, pos: &Position, plies: u16) -> Option<Tree> {
    let mut tree = build_within(search, pos, plies, u32::MAX)?;
    find_line(search, &mut tree)?;
    Some(tree)
}

/// Builds the tree of a mate within `plies`, with at most `most` nodes.
pub(crate) fn build_within(search: &mut Bounded, pos: &Position, plies: u16, most: u32) -> Option<Tree> {
    let mut showing = Showing::default();
    // [frame]: plies within which the position is mate.
    let mut within = Vec::new();
    let (mut next, mut left) = (pos.clone(), plies);
    loop {
        within.push(open(search, &mut showing, next, left)?);
        if showing.nodes.list.len() + within.len() > most as usize {
            return None;
        }
        (next, left) = loop {
            let child = match showing.advance()? {
                Next::Shown(root) => return Some(showing.nodes.tree(Claim::Mate, pos.clone(), root)),
                Next::Reply(child) => child,
            };
            within.truncate(showing.frames.len());
            let left = within.last()? - 2;
            let there = showing.nodes.shortest(search.key(&child));
            match there.filter(|node| showing.nodes.list[node.index()].plies <= left.into()) {
                Some(node) => showing.answer(node),
                None => break (child, left),
            }
        };
    }
}

/// Begins to show a position that is mate within `left` plies, under the hand that its mate needs. Returns within how many plies it is.
fn open(search: &mut Bounded, showing: &mut Showing, mut pos: Position, left: u16) -> Option<u16> {
    // The search answers from its table without looking at the flag.
    if search.is_stopped() {
        return None;
    }
    let Bound::Mate { best: Some(mating), plies, needed } = search.ask(&mut pos, left) else { return None };
    let attacker = pos.side_to_move();
    if pos.hand(attacker) != needed {
        pos.divide_hands(attacker, needed);
    }
    let name = search.key(&pos);
    let replies = showing.open(pos, name, mating)?;
    (plies > 2 || replies == 0).then_some(plies)
}

/// Gives the tree of a shortest mate its line: its mating moves against replies that are known to hold out longest. `None` if the limits
/// end the search for one of them.
pub(crate) fn find_line(search: &mut Bounded, tree: &mut Tree) -> Option<()> {
    let plies = u16::try_from(tree.plies(tree.root())?).ok()?;
    let mut line = Vec::with_capacity(plies.into());
    let (mut pos, mut node) = (tree.position().clone(), tree.root());
    for left in (0..plies).rev().step_by(2) {
        let mating = tree.mating_move(node)?;
        pos.do_move(mating);
        line.push(mating);
        if left > 0 {
            let reply = longest_reply(search, &mut pos, left)?;
            node = tree.branches(node).iter().find(|branch| branch.reply == reply)?.node;
            pos.do_move(reply);
            line.push(reply);
        }
    }
    tree.main = line;
    Some(())
}

/// A reply after which there is no mate two plies sooner: one that the table knows, else the first that a search finds.
fn longest_reply(search: &mut Bounded, pos: &mut Position, left: u16) -> Option<Move> {
    let replies = replies_in_order(pos);
    let Some(sooner) = left.checked_sub(3) else { return replies.first().copied() };
    for searched in [false, true] {
        for &reply in &replies {
            // A mate in one is seen at a glance, and is not in the table.
            let ask = searched || sooner == 1;
            let look = |pos: &mut Position| {
                if ask { search.ask(pos, sooner) } else { search.known(pos, sooner) }
            };
            if matches!(tried(pos, reply, look), Bound::NoMate { .. }) {
                return Some(reply);
            }
        }
    }
    None
}

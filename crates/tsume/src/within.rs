//! Mate within so many plies: df-pn on questions (position, plies left).
//!
//! Plies only count down, so that a question never leads back to itself: there is no repetition to treat, every answer
//! is true on every path, and no answer depends on what a table has kept. That is what exact lengths are made of.
//! The order of work is that of df-pn (paper 003): φ is the least δ of a child, δ the sum of their φ, thresholds with
//! a quarter of slack. Three things keep it small:
//!
//! - *Mate in one* is looked for at once where one ply is left; a question of three plies has no deeper leaf.
//! - *Moves wait their turn*: pieces interposed on one square fall to the same capture, as a rule, so the next kind is
//!   looked at when the one before is refuted. So do the attacker's pawns, bishops and rooks that decline to promote.
//! - *No mate within* is handed up as far as it goes: an attacker without checks has none within any number of plies,
//!   and a later, longer question is answered by the table. Proof and disproof pieces let it answer for other hands.
//!
//! With [`Plies::Traditional`] futile interpositions do not count; how, is said in [`crate::choice`]. There the bottom
//! is searched as the rest is, since a king that can only be shielded in vain is mated.
//!
//! There is no recursion: mates of more than 1,500 plies exist.

use std::sync::atomic::{AtomicBool, Ordering};

use komadai_core::rng::mix;
use komadai_core::{Bitboard, Color, Hand, Key, Move, MoveList, PieceKind, Position, Undo};

use crate::bounds::{Bound, BoundTable, FOREVER};
use crate::choice::{
    Child, DROP, Sum, TO, Verdict, every_check_fails, group, longest_reply, steps_nearer, sum_up,
};
use crate::dominance;
use crate::heuristic::DfpnHeuristic;
use crate::length::Plies;
use crate::node::{MateNode, generate};
use crate::number::{Numbers, add};
use crate::short::{mate_in_one, may_mate_in_one};

/// No threshold: a node is worked on until it is decided.
const NO_LIMIT: Numbers = Numbers { proof: Numbers::INFINITE, disproof: Numbers::INFINITE };

/// Questions of so few plies are answered once they are entered; to come back to them costs more than it spares.
const SHORT: u16 = 4;

/// A node on the stack.
#[derive(Debug)]
struct Frame {
    /// Where its children begin in the common list; they end where the next frame's begin.
    children: usize,
    /// The move that led here and how to take it back; `None` at the root.
    came: Option<(Child, Undo)>,
    /// Thresholds.
    limit: Numbers,
    board: Key,
    hand: Hand,
    /// Plies left.
    plies: u16,
    /// Positions looked at before this node was entered.
    before: u64,
    /// Child that is being worked on.
    current: usize,
    /// Whether nothing has been searched since the children were looked at.
    fresh: bool,
}

/// The search: its table, and room that is used again from node to node.
#[derive(Debug)]
pub(crate) struct Within<H> {
    heuristic: H,
    pub(crate) table: BoundTable,
    frames: Vec<Frame>,
    children: Vec<Child>,
    moves: MoveList,
    replies: MoveList,
    last: MoveList,
    /// Positions looked at since the caller set it to 0.
    pub(crate) nodes: u64,
    pub(crate) attacker: Color,
    salt: Key,
    pub(crate) counting: Plies,
}

impl<H: DfpnHeuristic> Within<H> {
    /// Room for about `bytes` bytes of table.
    pub(crate) fn new(bytes: usize, heuristic: H) -> Within<H> {
        Within {
            heuristic,
            table: BoundTable::new(bytes),
            frames: Vec::new(),
            children: Vec::new(),
            moves: MoveList::new(),
            replies: MoveList::new(),
            last: MoveList::new(),
            nodes: 0,
            attacker: Color::Black,
            salt: 0,
            counting: Plies::Every,
        }
    }

    /// Begins work on a problem; `salt` keeps apart what must not meet (another attacker, another set of pieces).
    pub(crate) fn new_problem(&mut self, attacker: Color, salt: Key, counting: Plies) {
        (self.attacker, self.counting) = (attacker, counting);
        self.salt = if counting == Plies::Every { salt } else { mix(salt) };
    }

    /// What the table knows a position by.
    #[inline]
    pub(crate) fn key(&self, pos: &Position) -> (Key, Hand) {
        (pos.board_key() ^ self.salt, pos.hand(self.attacker))
    }

    /// Whether the attacker mates within `plies`: an odd number if he is to move, an even one if the defender is, who
    /// is in check then. The position is the same again afterwards. [`Bound::Unseen`] if `limit` positions had been
    /// looked at (counting from the last reset of `nodes`) or `stop` was set before there was an answer.
    pub(crate) fn ask(&mut self, pos: &mut Position, plies: u16, limit: u64, stop: &AtomicBool) -> Bound {
        let or = pos.side_to_move() == self.attacker;
        debug_assert_eq!(or, plies % 2 == 1, "the attacker makes the last move");
        let (board, hand) = self.key(pos);
        match self.table.look_up(board, hand, plies) {
            found @ (Bound::Mate { .. } | Bound::NoMate { .. }) => return found,
            Bound::Open(_) | Bound::Unseen => {}
        }
        if self.counting == Plies::Every && plies <= 2 {
            let (verdict, best) = self.settle(pos, plies);
            return told(verdict, best);
        }
        self.enter(pos, None, plies, NO_LIMIT);
        loop {
            if self.nodes >= limit || stop.load(Ordering::Relaxed) {
                self.unwind(pos);
                return Bound::Unseen;
            }
            let Some(frame) = self.frames.last() else { return Bound::Unseen };
            let or = frame.plies % 2 == 1;
            let sum = sum_up(&self.children[frame.children..], or);
            if sum.phi >= frame.limit.phi(or) || sum.delta >= frame.limit.delta(or) {
                let (verdict, best) = self.leave(pos, &sum);
                let Some(parent) = self.frames.last() else { return told(verdict, best) };
                let current = parent.current;
                self.children[current].verdict = verdict;
                self.call_next(pos, current);
            } else {
                self.descend(pos, &sum);
            }
        }
    }

    /// Takes back everything, deciding nothing.
    fn unwind(&mut self, pos: &mut Position) {
        while let Some(frame) = self.frames.pop() {
            if let Some((child, undo)) = frame.came {
                child.take_back(pos, undo);
            }
        }
        self.children.clear();
    }

    /// Puts a node on the stack, generates its moves and looks at those that need not wait. The move `came` has been
    /// played already.
    fn enter(&mut self, pos: &mut Position, came: Option<(Child, Undo)>, plies: u16, limit: Numbers) {
        let (board, hand) = self.key(pos);
        let or = plies % 2 == 1;
        let first = self.children.len();
        let before = self.nodes;
        let current = first;
        self.frames.push(Frame {
            children: first,
            came,
            limit,
            board,
            hand,
            plies,
            before,
            current,
            fresh: true,
        });
        self.moves.clear();
        generate(pos, or, &mut self.moves);
        for i in 0..self.moves.len() {
            let mv = self.moves[i];
            let group = group(pos, mv, or);
            let verdict = Verdict::open(Numbers::UNIT);
            self.children.push(Child { mv, group, waits: false, nearer: false, verdict });
        }
        if !or && self.counting == Plies::Traditional {
            self.add_tests(pos, first);
        }
        // Within a group tests come first, then promotions, then drops from the pawn up.
        self.children[first..].sort_unstable_by_key(|child| {
            (child.group, !child.nearer, !child.mv.is_promotion(), child.mv.bits())
        });
        let mut called = true;
        for i in first..self.children.len() {
            if i > first && self.children[i - 1].group == self.children[i].group && !called {
                self.children[i].waits = true;
                continue;
            }
            self.look_at(pos, i, plies);
            let child = self.children[i];
            if child.phi(or) == 0 {
                // The mover has what it wants; nothing else matters but the tests that failed before.
                let group = first..i;
                let start = group.rev().take_while(|&j| self.children[j].group == child.group).last();
                self.children.truncate(i + 1);
                self.children.drain(first..start.unwrap_or(i));
                return;
            }
            called = child.passes_on(or);
        }
    }

    /// For each square on which the defender can interpose a piece from hand: the slider's step there.
    fn add_tests(&mut self, pos: &mut Position, first: usize) {
        let drops: Bitboard = self.children[first..]
            .iter()
            .filter(|child| child.mv.is_drop())
            .map(|child| child.mv.to())
            .collect();
        for square in drops {
            for mv in steps_nearer(pos, square) {
                let group = DROP | mv.bits() & TO;
                let verdict = Verdict::open(Numbers::UNIT);
                self.children.push(Child { mv, group, waits: false, nearer: true, verdict });
            }
        }
    }

    /// Looks at the moves that waited for the refutation of `child`, the one that is being worked on.
    fn call_next(&mut self, pos: &mut Position, child: usize) {
        let Some(frame) = self.frames.last() else { return };
        let plies = frame.plies;
        let or = plies % 2 == 1;
        let mut i = child;
        while self.children[i].passes_on(or) && self.children.get(i + 1).is_some_and(|next| next.waits) {
            i += 1;
            self.children[i].waits = false;
            self.look_at(pos, i, plies);
        }
    }

    /// The question after a move as it is before any work, where the node has `plies` left: answered by the table or by
    /// the moves there are, or a leaf.
    fn look_at(&mut self, pos: &mut Position, child: usize, plies: u16) {
        self.nodes += 1;
        let looked_at = self.children[child];
        let left = if looked_at.nearer { plies } else { plies.wrapping_sub(1) };
        let undo = looked_at.play(pos);
        let verdict = if left == u16::MAX {
            // The defender has a reply that counts, and the attacker no move left.
            Verdict::no_mate(0, dominance::all(pos))
        } else if self.counting == Plies::Every && left <= 2 {
            self.settle(pos, left).0
        } else {
            let (board, hand) = self.key(pos);
            match self.table.look_up(board, hand, left) {
                Bound::Mate { plies, needed, .. } => Verdict::mate(plies, needed),
                Bound::NoMate { plies, most } => Verdict::no_mate(plies, most),
                Bound::Open(numbers) => Verdict::open(numbers),
                Bound::Unseen if left == 1 && !may_mate_in_one(pos, &mut self.last, &mut self.nodes) => {
                    Verdict::no_mate(1, as_many(pos))
                }
                Bound::Unseen => self.leaf(pos, looked_at.mv, left),
            }
        };
        looked_at.take_back(pos, undo);
        self.children[child].verdict = verdict;
    }

    /// A question nobody has asked before.
    fn leaf(&mut self, pos: &Position, last: Move, plies: u16) -> Verdict {
        let or = plies % 2 == 1;
        self.replies.clear();
        generate(pos, or, &mut self.replies);
        if self.replies.is_empty() {
            return if or {
                let most = dominance::untried(pos, self.attacker, dominance::all(pos));
                Verdict::no_mate(FOREVER, most)
            } else {
                Verdict::mate(0, dominance::withhold(pos, self.attacker, Hand::EMPTY))
            };
        }
        if plies == 0 && self.replies.into_iter().any(|mv| !mv.is_drop()) {
            return Verdict::no_mate(0, dominance::all(pos));
        }
        let node = MateNode::new(pos, self.attacker, last, &self.replies);
        let Numbers { proof, disproof } = self.heuristic.initial(&node);
        Verdict::open(Numbers::open(proof, disproof))
    }

    /// A question of two plies at most, by the moves there are.
    fn settle(&mut self, pos: &mut Position, plies: u16) -> (Verdict, Option<Move>) {
        if plies == 1 {
            return match mate_in_one(pos, &mut self.last, &mut self.nodes) {
                Some((mv, needed)) => (Verdict::mate(1, needed), Some(mv)),
                None => (Verdict::no_mate(1, as_many(pos)), None),
            };
        }
        self.replies.clear();
        generate(pos, false, &mut self.replies);
        let mut needed = Hand::EMPTY;
        for i in 0..self.replies.len() {
            if plies == 0 {
                return (Verdict::no_mate(0, pos.hand(self.attacker)), None);
            }
            let mv = self.replies[i];
            self.nodes += 1;
            let undo = pos.do_move(mv);
            let (after, _) = self.settle(pos, 1);
            pos.undo_move(mv, undo);
            if after.numbers.is_disproved() {
                return (Verdict::no_mate(after.plies.saturating_add(1), after.hand), None);
            }
            needed = dominance::join(needed, after.hand);
        }
        let plies = if self.replies.is_empty() { 0 } else { 2 };
        (Verdict::mate(plies, dominance::withhold(pos, self.attacker, needed)), None)
    }

    /// Takes the node off the stack and tells the table.
    fn leave(&mut self, pos: &mut Position, sum: &Sum) -> (Verdict, Option<Move>) {
        let frame = self.frames.pop().expect("only a node on the stack is left");
        let or = frame.plies % 2 == 1;
        let children = &self.children[frame.children..];
        let work = u32::try_from(self.nodes - frame.before).unwrap_or(u32::MAX);
        let (board, hand) = (frame.board, frame.hand);
        let numbers = Numbers::of(or, sum.phi, sum.delta);
        let told = if numbers.is_proved() {
            let proved = children.iter().filter(|child| child.verdict.numbers.is_proved());
            let (best, plies, needed) = if or {
                let child = proved.min_by_key(|child| child.verdict.plies);
                let child = child.expect("a node without moves for the attacker is not proved");
                let needed = dominance::before(pos, child.mv, child.verdict.hand);
                (Some(child.mv), child.plies_before(), needed)
            } else {
                let (mut plies, mut needed) = (0, Hand::EMPTY);
                for child in proved {
                    plies = plies.max(child.plies_before());
                    needed = dominance::join(needed, child.verdict.hand);
                }
                (None, plies, dominance::withhold(pos, self.attacker, needed))
            };
            debug_assert!(hand.covers(needed), "a proof needs no more than there is");
            debug_assert!(plies <= frame.plies, "a proof takes no longer than asked");
            self.table.store_mate(board, needed, plies, best, work);
            (Verdict::mate(plies, needed), best)
        } else if numbers.is_disproved() {
            let (plies, most) =
                if or { every_check_fails(pos, self.attacker, children) } else { longest_reply(children) };
            debug_assert!(plies >= frame.plies, "a refutation goes as far as asked");
            debug_assert!(most.covers(hand), "a refutation holds for the hand there is");
            self.table.store_no_mate(board, most, plies, work);
            (Verdict::no_mate(plies, most), None)
        } else {
            let numbers = Numbers::open(numbers.proof, numbers.disproof);
            self.table.store_open(board, hand, frame.plies, numbers, work);
            (Verdict::open(numbers), None)
        };
        self.children.truncate(frame.children);
        if let Some((child, undo)) = frame.came {
            child.take_back(pos, undo);
        }
        told
    }

    /// Goes to the best child, unless the table has learnt of it since it was looked at.
    fn descend(&mut self, pos: &mut Position, sum: &Sum) {
        // Work of a kind, so that a search that only passes numbers round ends as well.
        self.nodes += 1;
        let frame = self.frames.last_mut().expect("the node that descends is on the stack");
        let or = frame.plies % 2 == 1;
        let best = frame.children + sum.best;
        let child = self.children[best];
        let plies = if child.nearer { frame.plies } else { frame.plies - 1 };
        frame.current = best;
        let phi = frame.limit.phi(or).min(add(sum.second, 1 + sum.second / 4));
        let limit = Numbers::of(
            or,
            // The φ of a test is one more than its disproof number.
            phi - u32::from(child.nearer && phi < Numbers::INFINITE),
            frame.limit.delta(or).saturating_sub(sum.rest),
        );
        let limit = if plies <= SHORT { NO_LIMIT } else { limit };
        let undo = child.play(pos);
        if std::mem::take(&mut frame.fresh) {
            // The table has learnt nothing since.
            self.enter(pos, Some((child, undo)), plies, limit);
            return;
        }
        let (board, hand) = self.key(pos);
        let verdict = match self.table.look_up(board, hand, plies) {
            Bound::Mate { plies, needed, .. } => Verdict::mate(plies, needed),
            Bound::NoMate { plies, most } => Verdict::no_mate(plies, most),
            Bound::Open(numbers) if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof => {
                Verdict::open(numbers)
            }
            Bound::Open(_) | Bound::Unseen => {
                self.enter(pos, Some((child, undo)), plies, limit);
                return;
            }
        };
        child.take_back(pos, undo);
        self.children[best].verdict = verdict;
        self.call_next(pos, best);
    }
}

/// The answer at the root.
fn told(verdict: Verdict, best: Option<Move>) -> Bound {
    let Verdict { numbers, plies, hand } = verdict;
    if numbers.is_proved() {
        Bound::Mate { best, plies, needed: hand }
    } else if numbers.is_disproved() {
        Bound::NoMate { plies, most: hand }
    } else {
        Bound::Unseen
    }
}

/// The hand of the side to move with as many pieces as there can be of the kinds it holds, one of each left to a
/// defender who has any: neither has a drop more or less than before.
fn as_many(pos: &Position) -> Hand {
    let us = pos.side_to_move();
    let (ours, theirs) = (pos.hand(us), pos.hand(!us));
    PieceKind::HAND.into_iter().filter(|&kind| ours.has(kind)).fold(ours, |most, kind| {
        let count = ours.count(kind) + theirs.count(kind).saturating_sub(1);
        most.with(kind, count).unwrap_or(most)
    })
}

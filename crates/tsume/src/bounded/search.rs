//! Mate within so many plies: df-pn on questions (position, plies left).
//!
//! Plies only count down, so a question never leads back to itself: there is no repetition to treat, every answer is true on every path,
//! and no answer depends on what a table has kept. That makes exact lengths possible. The order of work is that of df-pn (paper 003): φ
//! is the least δ of a child, δ the sum of their φ, thresholds with a quarter of slack. Three things keep the search small:
//!
//! - *Mate in one* is looked for at once where one ply is left; a question of three plies has no deeper leaf.
//! - *Moves wait their turn*: pieces interposed on one square usually fall to the same capture, so the next kind is looked at only when
//!   the one before is refuted. The attacker's pawns, bishops and rooks that decline to promote wait likewise.
//! - *No mate within* so many plies is raised as far as it holds: an attacker without checks has none within any number. So the table can
//!   answer a later, longer question. Proof and disproof pieces let it answer for other hands.
//!
//! There is no recursion: mates of more than 1,500 plies exist.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use komadai_core::{Bitboard, Color, Hand, Key, Move, MoveList, Position, Undo};

use super::child::{Child, Value, every_check_fails, group, group_of_test, longest_reply, sum_up};
use super::leaf::Leaves;
use super::rule::LengthRule;
use super::step::{Step, captures_on};
use super::table::{Bound, BoundedTable, Distrusted, Lengthened, Shown};
use crate::heuristic::SharedHeuristic;
use crate::node::generate;
use crate::number::{Numbers, Sum, add};
use crate::problem::Problem;
use crate::proof_pieces;
use crate::widening::TableError;

/// No threshold: a node is worked on until it is decided.
const NO_LIMIT: Numbers = Numbers { proof: Numbers::INFINITE, disproof: Numbers::INFINITE };

/// Questions of at most so many plies are answered at once when they are entered; coming back to them costs more than it saves.
const SHORT: u16 = 4;

/// A node on the stack.
struct Frame {
    /// Where its children begin in the common list; they end where the next frame's begin.
    children: usize,
    /// The move that led here and how to take it back; `None` at the root.
    came: Option<(Step, Undo)>,
    /// Thresholds.
    limit: Numbers,
    /// Board and attacker's hand.
    at: (Key, Hand),
    /// Plies left.
    plies: u16,
    /// Positions looked at before this node was entered.
    before: u64,
    /// Child that is being worked on.
    current: usize,
    /// Whether nothing has been searched since the children were looked at.
    fresh: bool,
}

/// The search: its table, and buffers that are reused from node to node.
pub(crate) struct Bounded {
    leaves: Leaves,
    table: BoundedTable,
    problem: Problem,
    pub(crate) rule: LengthRule,
    frames: Vec<Frame>,
    children: Vec<Child>,
    moves: MoveList,
    /// Mates of the problem that have been played through.
    pub(crate) shown: Shown,
    distrusted: Distrusted,
    /// Positions looked at since the caller set it to 0.
    pub(crate) nodes: u64,
    /// Questions end when so many positions have been looked at, …
    pub(crate) limit: u64,
    /// … or when this flag is set.
    pub(crate) stop: Arc<AtomicBool>,
}

impl Bounded {
    /// A search with about `bytes` bytes of table.
    pub(crate) fn new(
        bytes: usize,
        heuristic: SharedHeuristic,
        stop: Arc<AtomicBool>,
    ) -> Result<Bounded, TableError> {
        Ok(Bounded {
            leaves: Leaves::new(heuristic),
            table: BoundedTable::new(bytes)?,
            problem: Problem::new(&Position::startpos(), Color::Black),
            rule: LengthRule::EveryPly,
            frames: Vec::new(),
            children: Vec::new(),
            moves: MoveList::new(),
            shown: Shown::default(),
            distrusted: Distrusted::default(),
            nodes: 0,
            limit: 0,
            stop,
        })
    }

    /// Begins a new problem and counts nodes from 0. Results of former problems and of the other rule stay in the table.
    pub(crate) fn new_problem(&mut self, problem: Problem, rule: LengthRule) {
        self.rule = rule;
        self.problem = if rule == LengthRule::EveryPly { problem } else { problem.apart() };
        self.shown = Shown::default();
        self.distrusted = Distrusted::default();
        self.nodes = 0;
    }

    /// Forgets everything that has been found out.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
        self.leaves.clear();
        self.shown = Shown::default();
        self.distrusted = Distrusted::default();
    }

    /// Whether the flag that ends questions is set.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Table key of a position: board and attacker's hand.
    #[inline]
    pub(crate) fn key(&self, pos: &Position) -> (Key, Hand) {
        self.problem.key(pos)
    }

    /// Within how many plies a mate has been played through in this position.
    pub(crate) fn shown_plies(&self, pos: &Position) -> Option<u16> {
        self.shown.plies(self.key(pos))
    }

    /// Stores a mate within `plies` that is known from elsewhere for the hand in this position, with the attacker's move.
    pub(crate) fn learn_mate(&mut self, pos: &Position, plies: u16, best: Option<Move>) {
        let at = self.key(pos);
        self.shown.add(at, plies, best);
        let mate = Bound::Mate { best, plies, needed: at.1 };
        self.table.store(self.distrusted.key(at), plies, mate, 64 * u32::from(plies));
    }

    /// The table is no longer believed in a position, since it was wrong about one after it.
    pub(crate) fn distrust(&mut self, at: (Key, Hand)) {
        self.distrusted.add(at);
    }

    /// Notes that the defender is not mated within `none` plies, since interpositions alone take as many as `tests`.
    pub(crate) fn lengthen(&mut self, at: (Key, Hand), lengthened: Lengthened) {
        self.distrusted.lengthen(at, lengthened);
    }

    /// What is known of the position, with the defender to move, if interpositions lengthen the mate.
    pub(crate) fn lengthened(&self, pos: &Position) -> Option<Lengthened> {
        self.distrusted.lengthened(self.key(pos))
    }

    /// Whether the table knows that there is no mate within `plies`.
    pub(crate) fn has_no_mate(&self, pos: &Position, plies: u16) -> bool {
        matches!(self.known(pos, plies), Bound::NoMate { .. })
    }

    /// What the table knows of a mate within `plies`.
    #[inline]
    pub(crate) fn known(&self, pos: &Position, plies: u16) -> Bound {
        let at = self.key(pos);
        match self.distrusted.lengthened(at) {
            Some(Lengthened { none, .. }) if plies <= none => Bound::NoMate { plies: none, most: at.1 },
            _ => self.table.look_up(self.distrusted.key(at), plies),
        }
    }

    /// Whether the attacker mates within `plies`: an odd number with the attacker to move, an even one with the defender to move and in
    /// check. `pos` is unchanged afterwards. [`Bound::Unseen`] if the limits ended the search before there was an answer.
    pub(crate) fn ask(&mut self, pos: &mut Position, plies: u16) -> Bound {
        let or = self.problem.is_or(pos);
        debug_assert_eq!(or, plies % 2 == 1, "the attacker makes the last move");
        match self.known(pos, plies) {
            found @ (Bound::Mate { .. } | Bound::NoMate { .. }) => return found,
            Bound::Open(_) | Bound::Unseen => {}
        }
        if self.rule == LengthRule::EveryPly && plies <= 2 {
            return self.leaves.settle(pos, self.problem.attacker, plies, &mut self.nodes);
        }
        self.enter(pos, None, plies, NO_LIMIT);
        loop {
            if self.nodes >= self.limit || self.is_stopped() {
                self.unwind(pos);
                return Bound::Unseen;
            }
            let Some(frame) = self.frames.last() else { return Bound::Unseen };
            let or = frame.plies % 2 == 1;
            let sum = sum_up(&self.children[frame.children..], or);
            if sum.phi >= frame.limit.phi(or) || sum.delta >= frame.limit.delta(or) {
                let (found, own) = self.leave(pos, &sum);
                let Some(parent) = self.frames.last() else { return found };
                let current = parent.current;
                self.children[current].value = Value { own, ..found.into() };
                self.call_next(pos, current);
            } else {
                self.descend(pos, &sum);
            }
        }
    }

    /// Takes back all moves of the stack, deciding nothing.
    fn unwind(&mut self, pos: &mut Position) {
        while let Some(frame) = self.frames.pop() {
            if let Some((step, undo)) = frame.came {
                step.take_back(pos, undo);
            }
        }
        self.children.clear();
    }

    /// Puts a node on the stack, generates its moves and looks at those that need not wait. The step `came` has been
    /// played already.
    fn enter(&mut self, pos: &mut Position, came: Option<(Step, Undo)>, plies: u16, limit: Numbers) {
        let (at, or) = (self.distrusted.key(self.key(pos)), plies % 2 == 1);
        let first = self.children.len();
        let (before, fresh) = (self.nodes, true);
        let (children, current) = (first, first);
        self.frames.push(Frame { children, came, limit, at, plies, before, current, fresh });
        self.moves.clear();
        generate(pos, or, &mut self.moves);
        for i in 0..self.moves.len() {
            let mv = self.moves[i];
            let group = group(pos, mv, or);
            self.children.push(Child::new(Step::of_move(mv), group));
        }
        if !or && self.rule == LengthRule::Traditional {
            self.add_tests(pos, first);
        }
        // Within a group tests come first, then promotions, then drops from the pawn up.
        self.children[first..].sort_unstable_by_key(|child| {
            let Step { mv, test } = child.step;
            (child.group, !test, !mv.is_promotion(), mv.bits())
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
                // The mover has reached its goal; of the rest, only the tests that failed before matter.
                let group = first..i;
                let start = group.rev().take_while(|&j| self.children[j].group == child.group).last();
                self.children.truncate(i + 1);
                self.children.drain(first..start.unwrap_or(i));
                return;
            }
            called = child.passes_on(or);
        }
    }

    /// Adds the tests of every square on which the defender can interpose a piece from hand.
    fn add_tests(&mut self, pos: &mut Position, first: usize) {
        let drops: Bitboard = self.children[first..]
            .iter()
            .map(|child| child.step.mv)
            .filter(|mv| mv.is_drop())
            .map(Move::to)
            .collect();
        for square in drops {
            for mv in captures_on(pos, square) {
                self.children.push(Child::new(Step::of_test(mv), group_of_test(mv)));
            }
        }
    }

    /// Looks at the moves that waited for the refutation of `child`, which was worked on.
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

    /// First look at a child of a node with `plies` left: a result from the table or from its moves, or a leaf.
    fn look_at(&mut self, pos: &mut Position, child: usize, plies: u16) {
        self.nodes += 1;
        let step = self.children[child].step;
        let left = plies.wrapping_sub(step.plies());
        let undo = step.play(pos);
        let attacker = self.problem.attacker;
        let found = if left == u16::MAX {
            // The defender has a reply that counts, and the attacker no move left.
            Bound::NoMate { plies: 0, most: proof_pieces::all(pos) }
        } else if self.rule == LengthRule::EveryPly && left <= 2 {
            self.leaves.settle(pos, attacker, left, &mut self.nodes)
        } else {
            match self.known(pos, left) {
                Bound::Unseen => self.leaves.look_at(pos, attacker, step.mv, left, &mut self.nodes),
                known => known,
            }
        };
        let own = self.distrusted.has(self.key(pos));
        step.take_back(pos, undo);
        self.children[child].value = Value { own, ..found.into() };
    }

    /// Takes the node off the stack and stores it. Returns also whether the result holds for the hand there is alone.
    fn leave(&mut self, pos: &mut Position, sum: &Sum) -> (Bound, bool) {
        let mut frame = self.frames.pop().expect("only a node on the stack is left");
        let or = frame.plies % 2 == 1;
        let children = &self.children[frame.children..];
        let work = u32::try_from(self.nodes - frame.before).unwrap_or(u32::MAX);
        let (_, hand) = frame.at;
        let numbers = Numbers::of(or, sum.phi, sum.delta);
        let found = if numbers.is_proved() {
            let proved = children.iter().filter(|child| child.value.numbers.is_proved());
            let after = |child: &Child| (child.step.mv, child.plies_before(), child.value.hand);
            let (best, plies, needed) = proof_pieces::mate(pos, self.problem.attacker, or, proved.map(after));
            debug_assert!(hand.covers(needed), "a proof needs no more than there is");
            let plies = self.lengthened(pos).map_or(plies, |it| plies.max(it.none + 2));
            debug_assert!(plies <= frame.plies, "a proof takes no longer than asked");
            Bound::Mate { best, plies, needed }
        } else if numbers.is_disproved() {
            let (plies, most) = if or {
                every_check_fails(pos, self.problem.attacker, children)
            } else {
                longest_reply(children)
            };
            debug_assert!(plies >= frame.plies, "a refutation goes as far as asked");
            debug_assert!(most.covers(hand), "a refutation holds for the hand there is");
            Bound::NoMate { plies, most }
        } else {
            Bound::Open(Numbers::open(numbers.proof, numbers.disproof))
        };
        // A no-mate that follows from one of these may not hold with less in hand.
        let at = self.key(pos);
        if numbers.is_disproved() && !self.distrusted.has(at) && children.iter().any(Child::is_refuted_alone)
        {
            self.distrusted.add(at);
            frame.at = self.distrusted.key(at);
        }
        let own = self.distrusted.has(at);
        self.table.store(frame.at, frame.plies, found, work);
        self.children.truncate(frame.children);
        if let Some((step, undo)) = frame.came {
            step.take_back(pos, undo);
        }
        (found, own)
    }

    /// Enters the best child, unless the table has a result for it by now.
    fn descend(&mut self, pos: &mut Position, sum: &Sum) {
        // Counted as work, so that a search that only passes numbers around ends as well.
        self.nodes += 1;
        let frame = self.frames.last_mut().expect("the node that descends is on the stack");
        let or = frame.plies % 2 == 1;
        let best = frame.children + sum.best;
        let step = self.children[best].step;
        let plies = frame.plies - step.plies();
        frame.current = best;
        let phi = frame.limit.phi(or).min(add(sum.second, 1 + sum.second / 4));
        let limit = Numbers::of(
            or,
            // The φ of a test is one more than its disproof number.
            phi - u32::from(step.test && phi < Numbers::INFINITE),
            frame.limit.delta(or).saturating_sub(sum.rest),
        );
        let limit = if plies <= SHORT { NO_LIMIT } else { limit };
        let undo = step.play(pos);
        if std::mem::take(&mut frame.fresh) {
            // The table has learnt nothing since.
            self.enter(pos, Some((step, undo)), plies, limit);
            return;
        }
        let known = self.known(pos, plies);
        if match known {
            Bound::Open(numbers) => numbers.proof < limit.proof && numbers.disproof < limit.disproof,
            known => known == Bound::Unseen,
        } {
            self.enter(pos, Some((step, undo)), plies, limit);
            return;
        }
        let own = self.distrusted.has(self.key(pos));
        step.take_back(pos, undo);
        self.children[best].value = Value { own, ..known.into() };
        self.call_next(pos, best);
    }
}

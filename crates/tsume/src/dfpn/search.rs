//! Depth-first proof-number search (df-pn, paper 003), on a stack of its own.
//!
//! A node is worked on until its φ or δ reaches a threshold; then its numbers go to its parent, which picks the
//! next child. The steps, numbered for reference:
//!
//! 1. enter: put the node on the path, generate its moves, look at every child once;
//! 2. sum up: φ is the least δ of a child, δ the sum of their φ;
//! 3. solved or at a threshold: store, take the move back, report to the parent;
//! 4. else descend into the child of least δ with thresholds of its own.
//!
//! **Repetitions cannot make an answer wrong.** A repetition counts as no mate for the line that repeats, so a no-mate may be
//! true on one path and false on another (the graph-history interaction of paper 003). Every no-mate therefore
//! carries its [`Dependence`]: the positions of the path that some repetition below it came back to. A no-mate without
//! dependence holds on any path, and only such no-mates enter the table. The others go to a [`CyclePolicy`]. Mates depend
//! on nothing.
//!
//! There is no recursion: mates of more than 1,500 plies exist, and a thread's stack is small.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use komadai_core::{Hand, Key, Move, MoveList, Position, Undo};

use super::child::{Child, Counting, Drops, Value, no_mate, sum_up};
use super::cycle::{CycleKeep, CyclePolicy, CycleRecall, DependentNoMate, Simulations};
use super::dependence::Dependence;
use super::joint::Joint;
use super::memory::Memory;
use super::path::{Depth, Frame, Path};
use super::table::Known;
use crate::heuristic::DfpnHeuristic;
use crate::node::generate;
use crate::number::{Numbers, Sum};
use crate::proof_pieces;

/// What [`Dfpn::search`] found out about its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Mate,
    NoMate,
    Unknown,
}

/// Options of a solver that do not depend on the type of heuristic and cycle policy.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) hash_bytes: usize,
    pub(crate) nodes: u64,
    pub(crate) max_plies: u16,
    pub(crate) show_no_mates: bool,
    pub(crate) shorten: bool,
    pub(crate) shortest: u32,
    pub(crate) stop: Arc<AtomicBool>,
    pub(crate) counting: Counting,
}

/// The search: its memory, and buffers that are reused from node to node.
pub(crate) struct Dfpn<H, C> {
    pub(crate) memory: Memory<C>,
    pub(super) heuristic: H,
    pub(super) counting: Counting,
    /// No line is followed further.
    max_plies: u16,
    pub(crate) stop: Arc<AtomicBool>,
    pub(super) path: Path,
    pub(super) frames: Vec<Frame>,
    pub(super) children: Vec<Child>,
    moves: MoveList,
    /// Positions entered since the caller set it to 0.
    pub(crate) nodes: u64,
    /// Simulations since the caller set it to its default.
    pub(crate) simulations: Simulations,
    /// While other threads search the same problem: what all share.
    pub(crate) joint: Option<Arc<Joint>>,
}

impl<H: DfpnHeuristic, C: CyclePolicy> Dfpn<H, C> {
    /// A search with this memory.
    pub(crate) fn new(memory: Memory<C>, heuristic: H, options: &Options) -> Self {
        Dfpn {
            memory,
            heuristic,
            counting: options.counting,
            max_plies: options.max_plies,
            stop: Arc::clone(&options.stop),
            path: Path::new(),
            frames: Vec::new(),
            children: Vec::new(),
            moves: MoveList::new(),
            nodes: 0,
            simulations: Simulations::default(),
            joint: None,
        }
    }

    /// Searches until the position is decided, `limit` positions have been entered (counting from the last reset of `nodes`), or the flag
    /// to stop is set. `pos` is unchanged afterwards.
    pub(crate) fn search(&mut self, pos: &mut Position, limit: u64) -> Outcome {
        self.decide(pos, limit, Dependence::is_none)
    }

    /// Like [`Dfpn::search`], but treats the positions `barred` as no mates: each is a repetition that counts, with every cycle policy.
    ///
    /// A no-mate may rest on them, and is then not kept as one that holds on every path. The problem must have keys of its own, so that
    /// no mate through a barred position, stored by an earlier search, is found.
    pub(crate) fn search_beside(
        &mut self,
        pos: &mut Position,
        barred: &[(Key, Hand)],
        limit: u64,
    ) -> Outcome {
        for &at in barred {
            self.path.push(at);
        }
        let outcome = match self.path.repeated(self.memory.problem.key(pos)) {
            Some(_) => Outcome::NoMate,
            // Depth 0 stands for lines that were cut off.
            None => self.decide(pos, limit, |dependence| dependence.least() > 0),
        };
        for _ in barred {
            self.path.pop();
        }
        outcome
    }

    /// The answer of the table or of a search; a no-mate is accepted if its dependence `holds`.
    fn decide(&mut self, pos: &mut Position, mut limit: u64, holds: impl Fn(Dependence) -> bool) -> Outcome {
        match self.memory.table.look_up(self.memory.problem.key(pos)) {
            Known::Proved { .. } => return Outcome::Mate,
            Known::Disproved { .. } => return Outcome::NoMate,
            Known::Open { .. } | Known::Unseen { .. } => {}
        }
        for turn in 0.. {
            let Some(&proof) = self.memory.cycles.root_limits().get(turn) else { break };
            let Some(root) = self.run(pos, proof, &mut limit) else { return Outcome::Unknown };
            if root.numbers.is_proved() {
                return Outcome::Mate;
            } else if root.numbers.is_disproved() && holds(root.dependence) {
                return Outcome::NoMate;
            }
        }
        Outcome::Unknown
    }

    /// One search up to a threshold of the root's proof number. The limit grows by the nodes taken out of the common store.
    fn run(&mut self, pos: &mut Position, proof: u32, limit: &mut u64) -> Option<Value> {
        self.enter(pos, None, Numbers { proof, disproof: Numbers::INFINITE }, 1);
        loop {
            if self.nodes >= *limit {
                *limit += self.joint.as_ref().map_or(0, |joint| joint.take());
                if let Some(value) = self.catch_up(pos) {
                    return Some(value);
                }
            }
            if self.nodes >= *limit || self.is_stopped() || self.is_over() {
                self.unwind(pos, 0);
                return None;
            }
            let frame = self.frames.last()?;
            let (or, bounds) = (self.memory.problem.is_or(pos), frame.limit);
            let sum = sum_up(&self.children[frame.children..], or, self.counting);
            if sum.phi >= bounds.phi(or) || sum.delta >= bounds.delta(or) {
                let value = self.leave(pos, or, &sum);
                match self.frames.last() {
                    Some(parent) => self.learn(pos, parent.current, value),
                    None => return Some(value),
                }
            } else {
                // Where others already work on every child within the thresholds, this thread joins them.
                let raised = self.raised(frame, or).filter(|raised| raised.phi < bounds.phi(or));
                self.descend(pos, or, &raised.unwrap_or(sum));
            }
        }
    }

    /// Whether the flag that ends searches is set.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Takes nodes off the stack until `left` are left, deciding nothing.
    pub(super) fn unwind(&mut self, pos: &mut Position, left: usize) {
        while self.frames.len() > left
            && let Some(frame) = self.frames.pop()
        {
            self.path.pop();
            self.children.truncate(frame.children);
            self.take_back(pos, frame.came);
        }
    }

    /// Step 1: puts a node on the stack and looks at its children. The move `came` has been played already.
    fn enter(&mut self, pos: &mut Position, came: Option<(Move, Undo)>, limit: Numbers, distance: Depth) {
        self.nodes += 1;
        let (at, or) = (self.memory.problem.key(pos), self.memory.problem.is_or(pos));
        self.path.push(at);
        let depth = self.frames.len() as Depth + 1;
        let children = self.children.len();
        let distance = distance.min(depth);
        let before = self.nodes;
        self.frames.push(Frame { children, came, limit, at, distance, before, current: children });
        self.moves.clear();
        generate(pos, or, &mut self.moves);
        let mut drops = Drops::NONE;
        for i in 0..self.moves.len() {
            let mv = self.moves[i];
            let group = self.counting.group(pos, mv, or);
            let waits = !or && self.counting.delay && drops.waits(mv);
            let cost = self.heuristic.edge(pos, self.memory.problem.attacker, mv);
            let mut child = Child { mv, group, old: false, waits, cost, value: Value::open(Numbers::UNIT) };
            if !waits {
                self.look_at(pos, &mut child, or);
                drops.note(&child, or);
                if child.value.numbers.phi(or) == 0 && child.value.dependence.is_none() {
                    // The mover has reached its goal; nothing else matters.
                    self.children.truncate(children);
                    self.children.push(child);
                    return;
                }
            }
            self.children.push(child);
        }
        // Children of one group stand side by side, in the order they came in.
        self.children[children..].sort_by_key(|child| child.group);
    }

    /// Values a child before any work on it: decided by the path, by a table or by having no moves; or a leaf.
    fn look_at(&mut self, pos: &mut Position, child: &mut Child, or: bool) {
        let frame = self.frames.last().expect("children are looked at from a node on the stack");
        let (distance, limit) = (frame.distance, frame.limit.proof);
        let mv = child.mv;
        let undo = pos.do_move(mv);
        let at = self.memory.problem.key(pos);
        child.waits = false;
        child.value = if let Some((most, depth)) = self.path.repeated(at) {
            // On the path, barred positions stand before those of the stack. They are no mates, whatever numbers repetitions get.
            let barred = self.path.len() - self.frames.len();
            let repeated = usize::from(depth).checked_sub(barred + 1);
            let numbers = |repeated: usize| self.memory.cycles.repetition(limit, self.frames[repeated].limit);
            match repeated.and_then(numbers) {
                Some(Numbers { proof, disproof }) => Value::open(Numbers::open(proof, disproof)),
                None => Value::disproved(Dependence::on(depth), most),
            }
        } else {
            match self.memory.table.look_up(at) {
                Known::Proved { plies, needed, .. } => Value::proved(plies, needed),
                Known::Disproved { most } => Value::disproved(Dependence::NONE, most),
                Known::Open { numbers, distance: met } => {
                    let recalled = self.recall(pos, at);
                    child.old = recalled.is_none() && met <= distance;
                    recalled.unwrap_or(Value::open(numbers))
                }
                Known::Unseen { least } => match self.recall(pos, at) {
                    Some(value) => value,
                    None => self.memory.look_at(&self.heuristic, pos, mv, or).at_least(least),
                },
            }
        };
        pos.undo_move(mv, undo);
    }

    /// What the cycle policy knows of a position off the path.
    fn recall(&mut self, pos: &mut Position, at: (Key, Hand)) -> Option<Value> {
        let (dependence, most) = match self.memory.recall(&self.path, at) {
            CycleRecall::Nothing => return None,
            CycleRecall::NoMate { dependence, most } => (dependence, most),
            CycleRecall::Elsewhere => self.simulate(pos)?,
        };
        if dependence.is_none() {
            self.memory.table.store((at.0, most), Known::Disproved { most }, 1);
        }
        Some(Value::disproved(dependence, most))
    }

    /// Step 3: takes the solved or exhausted node off the stack and stores it.
    fn leave(&mut self, pos: &mut Position, or: bool, sum: &Sum) -> Value {
        let frame = self.frames.pop().expect("only a node on the stack is left");
        self.path.pop();
        let depth = self.path.len() as Depth + 1;
        let children = &self.children[frame.children..];
        let work = u32::try_from(1 + self.nodes - frame.before).unwrap_or(u32::MAX);
        let (_, hand) = frame.at;
        let numbers = Numbers::of(or, sum.phi, sum.delta);
        let open = |numbers| Known::Open { numbers, distance: frame.distance };
        let (found, value) = if numbers.is_proved() {
            let proved = children.iter().filter(|child| child.value.numbers.is_proved());
            let after = |child: &Child| (child.mv, child.value.plies.saturating_add(1), child.value.hand);
            let (best, plies, needed) =
                proof_pieces::mate(pos, self.memory.problem.attacker, or, proved.map(after));
            debug_assert!(hand.covers(needed), "a proof needs no more than there is");
            (Known::Proved { best, plies, needed }, Value::proved(plies, needed))
        } else if numbers.is_disproved() {
            let (dependence, most, reply) = no_mate(pos, self.memory.problem.attacker, children, or);
            debug_assert!(most.covers(hand), "a refutation holds for what is in hand");
            let dependence = dependence.above(depth);
            let found = DependentNoMate { dependence, most, reply, work };
            if !dependence.is_none()
                && self.memory.record(&self.path, frame.at, &found) == CycleKeep::PathDependent
            {
                // Numbers on the way to a no-mate of this path say nothing of other paths: begin afresh there (paper 003).
                (open(Numbers::UNIT), Value::disproved(dependence, most))
            } else {
                (Known::Disproved { most }, Value::disproved(Dependence::NONE, most))
            }
        } else {
            let numbers = Numbers::open(numbers.proof, numbers.disproof);
            (open(numbers), Value::open(numbers))
        };
        self.memory.table.store(frame.at, found, work);
        self.children.truncate(frame.children);
        self.take_back(pos, frame.came);
        value
    }

    /// Gives a child of the node on top of the stack its new value, and looks at the drops that waited for it.
    pub(super) fn learn(&mut self, pos: &mut Position, mut index: usize, value: Value) {
        self.children[index].value = value;
        let or = self.memory.problem.is_or(pos);
        if or || !self.counting.delay {
            return;
        }
        // Drops that waited on this square come forward one by one.
        let start = self.frames.last().map_or(0, |frame| frame.children);
        while self.children[index].value.fails(or) && self.children[index].mv.is_drop() {
            let to = self.children[index].mv.to();
            let next = (start..self.children.len())
                .find(|&i| self.children[i].waits && self.children[i].mv.to() == to);
            let Some(next) = next else { return };
            let mut child = self.children[next];
            self.look_at(pos, &mut child, or);
            self.children[next] = child;
            index = next;
        }
    }

    /// Step 4: enters the best child, unless the table holds a result of it by now.
    fn descend(&mut self, pos: &mut Position, or: bool, sum: &Sum) {
        let depth = self.frames.len();
        let frame = self.frames.last_mut().expect("the node that descends is on the stack");
        let best = frame.children + sum.best;
        frame.current = best;
        // The threshold is above the second least number, so that two about equal children do not take turns at every step; even if that
        // number is the largest possible, since otherwise neither of the two would be worked on. 196 of the problems of Zuko and Muso
        // (without Muso 6 and 40, Zuko 8 and 73) and their mirror images take 43 M nodes; with a quarter for both sides 52 M, with an
        // eighth for replies 47 M, and with nothing for replies 36 of them are not solved in 9 M each.
        let above_second = 1 + sum.second / if or { 4 } else { 16 };
        let phi = frame.limit.phi(or).min(sum.second.saturating_add(above_second));
        let limit = Numbers::of(
            or,
            if phi < Numbers::INFINITE { phi.saturating_sub(self.children[best].cost.into()) } else { phi },
            match frame.limit.delta(or) {
                // No sum of open numbers reaches infinity, whatever the others are.
                Numbers::INFINITE => Numbers::INFINITE,
                limit => limit.saturating_sub(sum.rest),
            },
        );
        let mv = self.children[best].mv;
        if depth >= usize::from(self.max_plies) {
            let undo = pos.do_move(mv);
            let value = Value::disproved(Dependence::HORIZON, pos.hand(self.memory.problem.attacker));
            pos.undo_move(mv, undo);
            self.learn(pos, best, value);
            return;
        }
        let (parent, above) = (frame.distance, frame.at.0);
        let undo = pos.do_move(mv);
        let mut distance = depth as Depth + 1;
        let value = match self.memory.table.look_up(self.memory.problem.key(pos)) {
            Known::Proved { plies, needed, .. } => Value::proved(plies, needed),
            Known::Disproved { most } => Value::disproved(Dependence::NONE, most),
            Known::Open { numbers, distance: met }
                if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof =>
            {
                self.children[best].old = met <= parent;
                Value::open(numbers)
            }
            known => {
                if let Known::Open { distance: met, .. } = known {
                    distance = distance.min(met);
                }
                if let Some(joint) = &self.joint {
                    joint.play(above, mv);
                }
                self.enter(pos, Some((mv, undo)), limit, distance);
                return;
            }
        };
        // Counted as work, so that a search that only passes numbers around ends as well.
        self.nodes += 1;
        pos.undo_move(mv, undo);
        self.learn(pos, best, value);
    }
}

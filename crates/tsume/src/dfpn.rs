//! Depth-first proof-number search (df-pn, paper 003), on a stack of its own.
//!
//! A node is worked on until its φ or δ reaches a threshold; then its numbers go to its parent, which picks the
//! next child. The steps, numbered for reference:
//!
//! 1. enter: put the node on the path, generate its moves, look at every child once;
//! 2. sum up: φ is the least δ of a child, δ the sum of their φ;
//! 3. solved or at a threshold: store, take the move back, tell the parent;
//! 4. else descend into the child of least δ with thresholds of its own.
//!
//! **Why no answer leans on luck.** Repetition counts as no mate for the line that repeats, so a no-mate may be
//! true on one path and false on another (the graph-history interaction of paper 003). Every no-mate therefore
//! carries what it *leans* on: the positions of the path that some repetition below it came back to. A node that leans
//! on nothing above itself has no mate on any path, and only then does the table learn it. The others go to a
//! [`CyclePolicy`]. Mates lean on nothing.
//!
//! There is no recursion: mates of more than 1,500 plies exist, and a thread's stack is small.

use std::sync::atomic::{AtomicBool, Ordering};

use komadai_core::{Bitboard, Color, Hand, Key, Move, MoveList, Position, Undo};

use crate::child::{Child, Counting, Sum, Verdict, sum_up};
use crate::cycle::{Circumstances, CyclePolicy, Keep, Leaning, Recall};
use crate::dominance;
use crate::heuristic::DfpnHeuristic;
use crate::lean::Lean;
use crate::node::{MateNode, generate};
use crate::number::Numbers;
use crate::path::{Depth, Path};
use crate::short::mate_in_one;
use crate::simulation::Simulations;
use crate::table::{Known, Table};

/// The largest number of plies a search can be told to look ahead.
pub(crate) const DEEPEST: u16 = 50_000;

/// A node on the stack.
#[derive(Debug)]
struct Frame {
    /// Where its children begin in the common list; they end where the next frame's begin.
    children: usize,
    /// The move that led here and how to take it back; `None` at the root.
    came: Option<(Move, Undo)>,
    /// Thresholds.
    limit: Numbers,
    board: Key,
    hand: Hand,
    /// Least depth at which the position was met.
    distance: Depth,
    /// Positions looked at before this node was entered.
    before: u64,
    /// Child that is being worked on.
    current: usize,
}

/// What [`Dfpn::search`] found out about its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Mate,
    NoMate,
    Unknown,
}

/// The search: tables, and room that is used again from node to node.
#[derive(Debug)]
pub(crate) struct Dfpn<H, C> {
    pub(crate) heuristic: H,
    pub(crate) table: Table,
    pub(crate) cycles: C,
    pub(crate) counting: Counting,
    pub(crate) path: Path,
    frames: Vec<Frame>,
    children: Vec<Child>,
    moves: MoveList,
    replies: MoveList,
    /// Positions entered since the caller set it to 0.
    pub(crate) nodes: u64,
    pub(crate) simulations: Simulations,
    pub(crate) max_plies: u16,
    pub(crate) attacker: Color,
    salt: Key,
}

impl<H: DfpnHeuristic, C: CyclePolicy> Dfpn<H, C> {
    /// Room for about `bytes` bytes of table; an eighth of it for results bound to a path.
    pub(crate) fn new(bytes: usize, heuristic: H, mut cycles: C, counting: Counting, max_plies: u16) -> Self {
        cycles.resize(bytes / 8);
        Dfpn {
            heuristic,
            table: Table::new(bytes - bytes / 8),
            cycles,
            counting,
            path: Path::new(),
            frames: Vec::new(),
            children: Vec::new(),
            moves: MoveList::new(),
            replies: MoveList::new(),
            nodes: 0,
            simulations: Simulations::default(),
            max_plies: max_plies.clamp(1, DEEPEST),
            attacker: Color::Black,
            salt: 0,
        }
    }

    /// Begins work on a new problem. Results are kept from problem to problem; `salt` keeps apart what must not
    /// meet (another attacker, another set of pieces).
    pub(crate) fn new_problem(&mut self, attacker: Color, salt: Key) {
        (self.attacker, self.salt) = (attacker, salt);
        self.table.new_search();
        self.cycles.new_search();
    }

    /// What the tables know a position by.
    #[inline]
    pub(crate) fn key(&self, pos: &Position) -> (Key, Hand) {
        (pos.board_key() ^ self.salt, pos.hand(self.attacker))
    }

    /// Searches until the position is decided, `limit` positions have been entered (counting from the last
    /// reset of `nodes`), or `stop` is set. The position is the same again afterwards.
    pub(crate) fn search(&mut self, pos: &mut Position, limit: u64, stop: &AtomicBool) -> Outcome {
        let (board, hand) = self.key(pos);
        match self.table.look_up(board, hand) {
            Known::Proved { .. } => return Outcome::Mate,
            Known::Disproved { .. } => return Outcome::NoMate,
            Known::Open { .. } | Known::Unseen { .. } => {}
        }
        for &proof in self.cycles.root_limits() {
            let Some(root) = self.run(pos, proof, limit, stop) else { return Outcome::Unknown };
            if root.numbers.is_proved() {
                return Outcome::Mate;
            } else if root.numbers.is_disproved() && root.lean.is_nothing() {
                return Outcome::NoMate;
            }
        }
        Outcome::Unknown
    }

    /// One search up to a threshold of the root's proof number.
    fn run(&mut self, pos: &mut Position, proof: u32, limit: u64, stop: &AtomicBool) -> Option<Verdict> {
        self.enter(pos, None, Numbers { proof, disproof: Numbers::INFINITE }, 1);
        loop {
            if self.nodes >= limit || stop.load(Ordering::Relaxed) {
                self.unwind(pos);
                return None;
            }
            let frame = self.frames.last()?;
            let or = pos.side_to_move() == self.attacker;
            let sum = sum_up(&self.children[frame.children..], or, self.counting);
            if sum.phi >= frame.limit.phi(or) || sum.delta >= frame.limit.delta(or) {
                let verdict = self.leave(pos, or, &sum);
                match self.frames.last() {
                    Some(parent) => self.learn(pos, parent.current, verdict),
                    None => return Some(verdict),
                }
            } else {
                self.descend(pos, or, &sum);
            }
        }
    }

    /// Takes back everything, deciding nothing.
    fn unwind(&mut self, pos: &mut Position) {
        while let Some(frame) = self.frames.pop() {
            self.path.pop();
            if let Some((mv, undo)) = frame.came {
                pos.undo_move(mv, undo);
            }
        }
        self.children.clear();
    }

    /// Step 1. The move `came` has been played already.
    fn enter(&mut self, pos: &mut Position, came: Option<(Move, Undo)>, limit: Numbers, distance: Depth) {
        self.nodes += 1;
        let (board, hand) = self.key(pos);
        let or = pos.side_to_move() == self.attacker;
        self.path.push(board, hand);
        let depth = self.frames.len() as Depth + 1;
        let children = self.children.len();
        let distance = distance.min(depth);
        let before = self.nodes;
        self.frames.push(Frame { children, came, limit, board, hand, distance, before, current: children });
        self.moves.clear();
        generate(pos, or, &mut self.moves);
        let mut drops = Drops::default();
        for i in 0..self.moves.len() {
            let mv = self.moves[i];
            let group = self.counting.group(pos, mv, or);
            let waits = !or && self.counting.delay && drops.waits(mv);
            let cost = self.heuristic.edge(pos, self.attacker, mv);
            let mut child =
                Child { mv, group, old: false, waits, cost, verdict: Verdict::open(Numbers::UNIT) };
            if !waits {
                self.look_at(pos, &mut child, or);
                drops.mated(&child, or);
                if child.verdict.numbers.phi(or) == 0 && child.verdict.lean.is_nothing() {
                    // The mover has what it wants; nothing else matters.
                    self.children.truncate(children);
                    self.children.push(child);
                    return;
                }
            }
            self.children.push(child);
        }
        self.children[children..].sort_by_key(|child| child.group);
    }

    /// A child as it is before any work: decided by the path, by a table or by having no moves, or a leaf.
    fn look_at(&mut self, pos: &mut Position, child: &mut Child, or: bool) {
        let frame = self.frames.last().expect("children are looked at from a node on the stack");
        let (distance, limit) = (frame.distance, frame.limit.proof);
        let mv = child.mv;
        let undo = pos.do_move(mv);
        let (board, hand) = self.key(pos);
        child.waits = false;
        child.verdict = if let Some((most, depth)) = self.path.repeated(board, hand) {
            if self.cycles.repetition_counts(limit) {
                Verdict::disproved(Lean::on(depth), most)
            } else {
                Verdict::open(Numbers { proof: Numbers::LARGEST, disproof: 1 })
            }
        } else {
            match self.table.look_up(board, hand) {
                Known::Proved { plies, needed, .. } => Verdict::proved(plies, needed),
                Known::Disproved { most } => Verdict::disproved(Lean::NOTHING, most),
                Known::Open { numbers, distance: met } => {
                    let recalled = self.recall(pos, board, hand);
                    child.old = recalled.is_none() && met <= distance;
                    recalled.unwrap_or(Verdict::open(numbers))
                }
                Known::Unseen { least } => match self.recall(pos, board, hand) {
                    Some(verdict) => verdict,
                    None => self.leaf(pos, mv, or).at_least(least),
                },
            }
        };
        pos.undo_move(mv, undo);
    }

    /// What the treatment of cycles knows of a position off the path.
    fn recall(&mut self, pos: &mut Position, board: Key, hand: Hand) -> Option<Verdict> {
        let now = Circumstances { path: &self.path, table: &self.table };
        let (lean, most) = match self.cycles.recall(&now, board, hand) {
            Recall::Nothing => return None,
            Recall::NoMate { lean, most } => (lean, most),
            Recall::Elsewhere => self.simulate(pos)?,
        };
        if lean.is_nothing() {
            self.table.store_disproof(board, most, 1);
        }
        Some(Verdict::disproved(lean, most))
    }

    /// A position never met before: a mate at once or in one, no check at all, or a guess.
    pub(crate) fn leaf(&mut self, pos: &mut Position, last: Move, parent_or: bool) -> Verdict {
        if !parent_or && let Some((mv, needed)) = mate_in_one(pos, &mut self.replies, &mut 0) {
            // For those who build the tree.
            self.table.store_proof(self.key(pos).0, needed, Some(mv), 1, 1);
            return Verdict::proved(1, needed);
        }
        self.replies.clear();
        generate(pos, !parent_or, &mut self.replies);
        if self.replies.is_empty() {
            return if parent_or {
                Verdict::proved(0, dominance::withhold(pos, self.attacker, Hand::EMPTY))
            } else {
                let most = dominance::untried(pos, self.attacker, dominance::all(pos));
                Verdict::disproved(Lean::NOTHING, most)
            };
        }
        let node = MateNode::new(pos, self.attacker, last, &self.replies);
        let Numbers { proof, disproof } = self.heuristic.initial(&node);
        Verdict::open(Numbers::open(proof, disproof))
    }

    /// Step 3.
    fn leave(&mut self, pos: &mut Position, or: bool, sum: &Sum) -> Verdict {
        let frame = self.frames.pop().expect("only a node on the stack is left");
        self.path.pop();
        let depth = self.frames.len() as Depth + 1;
        let children = &self.children[frame.children..];
        let work = u32::try_from(1 + self.nodes - frame.before).unwrap_or(u32::MAX);
        let (board, hand) = (frame.board, frame.hand);
        let numbers = Numbers::of(or, sum.phi, sum.delta);
        let verdict = if numbers.is_proved() {
            let (best, plies, needed) = self.mate(pos, children, or);
            debug_assert!(hand.covers(needed), "a proof needs no more than there is");
            self.table.store_proof(board, needed, best, plies, work);
            Verdict::proved(plies, needed)
        } else if numbers.is_disproved() {
            let (lean, most, reply) = self.no_mate(pos, children, or);
            debug_assert!(most.covers(hand), "a refutation holds for what is in hand");
            let lean = lean.above(depth);
            let found = Leaning { lean, most, reply, work };
            if !lean.is_nothing() && self.set_aside(board, hand, &found) {
                // Numbers on the way to a no-mate of this path say nothing of others: begin afresh there (paper 003).
                self.table.store_open(board, hand, Numbers::UNIT, frame.distance, work);
                Verdict::disproved(lean, most)
            } else {
                self.table.store_disproof(board, most, work);
                Verdict::disproved(Lean::NOTHING, most)
            }
        } else {
            let numbers = Numbers::open(numbers.proof, numbers.disproof);
            self.table.store_open(board, hand, numbers, frame.distance, work);
            Verdict::open(numbers)
        };
        self.children.truncate(frame.children);
        if let Some((mv, undo)) = frame.came {
            pos.undo_move(mv, undo);
        }
        verdict
    }

    /// Move, length and proof pieces of a proved node.
    fn mate(&self, pos: &Position, children: &[Child], or: bool) -> (Option<Move>, u16, Hand) {
        let proved = children.iter().filter(|child| child.verdict.numbers.is_proved());
        if or {
            let chosen = proved.min_by_key(|child| child.verdict.plies);
            let child = chosen.expect("a node without moves for the attacker is not proved");
            let needed = dominance::before(pos, child.mv, child.verdict.hand);
            (Some(child.mv), child.verdict.plies.saturating_add(1), needed)
        } else {
            let (mut plies, mut needed) = (0, Hand::EMPTY);
            for child in proved {
                plies = plies.max(child.verdict.plies);
                needed = dominance::join(needed, child.verdict.hand);
            }
            (None, plies.saturating_add(1), dominance::withhold(pos, self.attacker, needed))
        }
    }

    /// What the no-mate of a disproved node leans on, its disproof pieces, and the reply that refutes.
    fn no_mate(&self, pos: &Position, children: &[Child], or: bool) -> (Lean, Hand, Option<Move>) {
        let refuted = children.iter().filter(|child| child.verdict.numbers.is_disproved());
        let all = dominance::all(pos);
        if or {
            let (mut lean, mut most) = (Lean::NOTHING, all);
            for child in refuted {
                lean = lean.and(child.verdict.lean);
                most = dominance::meet(most, dominance::before(pos, child.mv, child.verdict.hand));
            }
            (lean, dominance::untried(pos, self.attacker, most), None)
        } else {
            // The one that leans on the deepest positions: it is free of them soonest.
            let chosen = refuted.max_by_key(|child| child.verdict.lean.least());
            let child = chosen.expect("a node whose replies all fail is not disproved");
            (child.verdict.lean, dominance::meet(all, child.verdict.hand), Some(child.mv))
        }
    }

    /// Hands a no-mate that leans on something to the treatment of cycles. False if it is to serve all paths.
    pub(crate) fn set_aside(&mut self, board: Key, hand: Hand, found: &Leaning) -> bool {
        let now = Circumstances { path: &self.path, table: &self.table };
        self.cycles.record(&now, board, hand, found) == Keep::Aside
    }

    /// A child of the node on top of the stack has come to something.
    fn learn(&mut self, pos: &mut Position, mut index: usize, verdict: Verdict) {
        self.children[index].verdict = verdict;
        let or = pos.side_to_move() == self.attacker;
        if or || !self.counting.delay {
            return;
        }
        // Drops that waited on this square come forward one by one.
        let start = self.frames.last().map_or(0, |frame| frame.children);
        while self.children[index].verdict.fails(or) && self.children[index].mv.is_drop() {
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

    /// Step 4, unless the table has learnt of the child since it was looked at.
    fn descend(&mut self, pos: &mut Position, or: bool, sum: &Sum) {
        let depth = self.frames.len();
        let frame = self.frames.last_mut().expect("the node that descends is on the stack");
        let best = frame.children + sum.best;
        frame.current = best;
        // Above the second least even where that is the largest: none of the two would be worked on else.
        let phi = frame.limit.phi(or).min(sum.second.saturating_add(1 + sum.second / 4));
        let limit = Numbers::of(
            or,
            if phi < Numbers::INFINITE { phi.saturating_sub(self.children[best].cost.into()) } else { phi },
            match frame.limit.delta(or) {
                // No sum of open numbers comes there, whatever the others are.
                Numbers::INFINITE => Numbers::INFINITE,
                limit => limit.saturating_sub(sum.rest),
            },
        );
        let mv = self.children[best].mv;
        if depth >= usize::from(self.max_plies) {
            let undo = pos.do_move(mv);
            let verdict = Verdict::disproved(Lean::HORIZON, pos.hand(self.attacker));
            pos.undo_move(mv, undo);
            self.learn(pos, best, verdict);
            return;
        }
        let parent = frame.distance;
        let undo = pos.do_move(mv);
        let (board, hand) = self.key(pos);
        let mut distance = depth as Depth + 1;
        let verdict = match self.table.look_up(board, hand) {
            Known::Proved { plies, needed, .. } => Verdict::proved(plies, needed),
            Known::Disproved { most } => Verdict::disproved(Lean::NOTHING, most),
            Known::Open { numbers, distance: met }
                if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof =>
            {
                self.children[best].old = met <= parent;
                Verdict::open(numbers)
            }
            known => {
                if let Known::Open { distance: met, .. } = known {
                    distance = distance.min(met);
                }
                self.enter(pos, Some((mv, undo)), limit, distance);
                return;
            }
        };
        // Work of a kind, so that a search that only passes numbers round ends as well.
        self.nodes += 1;
        pos.undo_move(mv, undo);
        self.learn(pos, best, verdict);
    }
}

/// On which squares a drop has been looked at that is not mated yet.
#[derive(Clone, Copy, Debug)]
struct Drops(Bitboard);

impl Default for Drops {
    fn default() -> Self {
        Drops(Bitboard::EMPTY)
    }
}

impl Drops {
    /// Whether a reply is a drop that can wait for another one.
    fn waits(&self, mv: Move) -> bool {
        mv.is_drop() && self.0.contains(mv.to())
    }

    fn mated(&mut self, child: &Child, or: bool) {
        if child.mv.is_drop() && !child.verdict.fails(or) {
            self.0.insert(child.mv.to());
        }
    }
}

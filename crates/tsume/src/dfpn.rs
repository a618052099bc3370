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
//! carries its *lean*: the least depth of a position that some repetition below it came back to. A node that leans
//! on nothing above itself has no mate on any path, and only then does the table learn it. Other no-mates are
//! kept under the code of their path. Mates lean on nothing.
//!
//! There is no recursion: mates of more than 1,500 plies exist, and a thread's stack is small.

use std::sync::atomic::{AtomicBool, Ordering};

use komadai_core::{Bitboard, Checks, Color, Hand, Key, Move, MoveList, Position, Undo, movegen};

use crate::heuristic::DfpnHeuristic;
use crate::number::{Numbers, add};
use crate::path::{Depth, Path};
use crate::table::{Cycles, Known, Table};
use crate::{MateNode, dominance};

/// The lean of a no-mate that is true on every path.
const NOTHING: Depth = Depth::MAX;
/// The lean of a no-mate that was not searched to its end: above every position, the root included.
const HORIZON: Depth = 0;

/// The largest number of plies a search can be told to look ahead.
pub(crate) const DEEPEST: u16 = 50_000;

/// What a position has come to.
#[derive(Clone, Copy, Debug)]
struct Verdict {
    numbers: Numbers,
    /// Of a no-mate: the least depth it leans on.
    lean: Depth,
    /// Of a mate: plies to it.
    plies: u16,
    /// Of a mate: what it needs in the attacker's hand.
    needed: Hand,
}

impl Verdict {
    const fn open(numbers: Numbers) -> Verdict {
        Verdict { numbers, lean: NOTHING, plies: 0, needed: Hand::EMPTY }
    }

    const fn proved(plies: u16, needed: Hand) -> Verdict {
        Verdict { numbers: Numbers::PROVED, lean: NOTHING, plies, needed }
    }

    const fn disproved(lean: Depth) -> Verdict {
        Verdict { numbers: Numbers::DISPROVED, lean, plies: 0, needed: Hand::EMPTY }
    }
}

/// A move of a node on the stack, and what is known of the position after it.
#[derive(Clone, Copy, Debug)]
struct Child {
    mv: Move,
    /// Children of one group count once in δ; see [`sum_up`].
    group: u16,
    /// Whether the position was met before at the depth of its parent or above.
    old: bool,
    verdict: Verdict,
}

/// Group bit of interposed drops: those on one square fall to the same move, as a rule.
const DROP: u16 = 1 << 15;
/// Bits of a move: whether it promotes, and where to.
const PROMOTION: u16 = 1 << 14;
const TO: u16 = 127;

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

/// What a node comes to, from its children.
struct Sum {
    phi: u32,
    delta: u32,
    best: usize,
    /// Second least δ of a child.
    second: u32,
    /// δ of all groups but the best child's.
    rest: u32,
}

/// The search: tables, and room that is used again from node to node.
#[derive(Debug)]
pub(crate) struct Dfpn<H> {
    pub(crate) heuristic: H,
    pub(crate) table: Table,
    pub(crate) cycles: Cycles,
    path: Path,
    frames: Vec<Frame>,
    children: Vec<Child>,
    moves: MoveList,
    replies: MoveList,
    /// Positions looked at since the caller set it to 0.
    pub(crate) nodes: u64,
    pub(crate) max_plies: u16,
    attacker: Color,
    salt: Key,
}

impl<H: DfpnHeuristic> Dfpn<H> {
    /// Room for about `bytes` bytes of table; an eighth of it for results bound to a path.
    pub(crate) fn new(bytes: usize, heuristic: H, max_plies: u16) -> Dfpn<H> {
        Dfpn {
            heuristic,
            table: Table::new(bytes - bytes / 8),
            cycles: Cycles::new(bytes / 8),
            path: Path::new(),
            frames: Vec::new(),
            children: Vec::new(),
            moves: MoveList::new(),
            replies: MoveList::new(),
            nodes: 0,
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

    /// Searches until the position is decided, `limit` positions have been looked at (counting from the last
    /// reset of `nodes`), or `stop` is set. The position is the same again afterwards.
    pub(crate) fn search(&mut self, pos: &mut Position, limit: u64, stop: &AtomicBool) -> Outcome {
        let (board, hand) = self.key(pos);
        match self.table.look_up(board, hand) {
            Known::Proved { .. } => return Outcome::Mate,
            Known::Disproved => return Outcome::NoMate,
            Known::Open { .. } | Known::Unseen => {}
        }
        let no_limit = Numbers { proof: Numbers::INFINITE, disproof: Numbers::INFINITE };
        self.enter(pos, None, no_limit, 1);
        let root = loop {
            if self.nodes >= limit || stop.load(Ordering::Relaxed) {
                self.unwind(pos);
                return Outcome::Unknown;
            }
            let Some(frame) = self.frames.last() else { return Outcome::Unknown };
            let or = pos.side_to_move() == self.attacker;
            let sum = sum_up(&self.children[frame.children..], or);
            if sum.phi >= frame.limit.phi(or) || sum.delta >= frame.limit.delta(or) {
                let verdict = self.leave(pos, or, &sum);
                match self.frames.last() {
                    Some(parent) => self.children[parent.current].verdict = verdict,
                    None => break verdict,
                }
            } else {
                self.descend(pos, or, &sum);
            }
        };
        if root.numbers.is_proved() {
            Outcome::Mate
        } else if root.numbers.is_disproved() && root.lean == NOTHING {
            Outcome::NoMate
        } else {
            Outcome::Unknown
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
        let (board, hand) = self.key(pos);
        let or = pos.side_to_move() == self.attacker;
        self.path.push(board, hand);
        let depth = self.frames.len() as Depth + 1;
        let children = self.children.len();
        self.frames.push(Frame {
            children,
            came,
            limit,
            board,
            hand,
            distance: distance.min(depth),
            before: self.nodes,
            current: children,
        });
        self.moves.clear();
        generate(pos, or, &mut self.moves);
        for i in 0..self.moves.len() {
            let mv = self.moves[i];
            let child = self.look_at(pos, mv, or, distance.min(depth));
            if child.verdict.numbers.phi(or) == 0 && (or || child.verdict.lean == NOTHING) {
                // The mover has what it wants; nothing else matters.
                self.children.truncate(children);
                self.children.push(child);
                return;
            }
            self.children.push(child);
        }
        self.children[children..].sort_by_key(|child| child.group);
    }

    /// A child as it is before any work: decided by the path, by a table or by having no moves, or a leaf.
    fn look_at(&mut self, pos: &mut Position, mv: Move, or: bool, distance: Depth) -> Child {
        self.nodes += 1;
        let undo = pos.do_move(mv);
        let (board, hand) = self.key(pos);
        let mut old = false;
        let verdict = if let Some(lean) = self.path.repeated(board, hand) {
            Verdict::disproved(lean)
        } else {
            match self.table.look_up(board, hand) {
                Known::Proved { plies, needed, .. } => Verdict::proved(plies, needed),
                Known::Disproved => Verdict::disproved(NOTHING),
                open => {
                    if let Some(lean) = self.cycles.look_up(self.path.code(), board, hand) {
                        Verdict::disproved(lean)
                    } else if let Known::Open { numbers, distance: met } = open {
                        old = met <= distance;
                        Verdict::open(numbers)
                    } else {
                        self.leaf(pos, mv, or)
                    }
                }
            }
        };
        pos.undo_move(mv, undo);
        let alike = mv.bits() & !PROMOTION;
        let group = if !or && mv.is_drop() { DROP | alike & TO } else { alike };
        Child { mv, group, old, verdict }
    }

    /// A position never met before.
    fn leaf(&mut self, pos: &Position, last: Move, parent_or: bool) -> Verdict {
        self.replies.clear();
        generate(pos, !parent_or, &mut self.replies);
        if self.replies.is_empty() {
            return if parent_or {
                Verdict::proved(0, dominance::withhold(pos, self.attacker, Hand::EMPTY))
            } else {
                Verdict::disproved(NOTHING)
            };
        }
        let node =
            MateNode { pos, attacker: self.attacker, last, moves: different(&self.replies, !parent_or) };
        let Numbers { proof, disproof } = self.heuristic.initial(&node);
        Verdict::open(Numbers::open(proof, disproof))
    }

    /// Step 3.
    fn leave(&mut self, pos: &mut Position, or: bool, sum: &Sum) -> Verdict {
        let frame = self.frames.pop().expect("only a node on the stack is left");
        self.path.pop();
        let depth = self.frames.len() as Depth + 1;
        let children = &self.children[frame.children..];
        let work = u32::try_from(self.nodes - frame.before).unwrap_or(u32::MAX);
        let (board, hand) = (frame.board, frame.hand);
        let numbers = Numbers::of(or, sum.phi, sum.delta);
        let verdict = if numbers.is_proved() {
            let proved = children.iter().filter(|child| child.verdict.numbers.is_proved());
            let (best, plies, needed) = if or {
                let chosen = proved.min_by_key(|child| child.verdict.plies);
                let child = chosen.expect("a node without moves for the attacker is not proved");
                let needed = dominance::before(pos, child.mv, child.verdict.needed);
                (Some(child.mv), child.verdict.plies, needed)
            } else {
                let (mut plies, mut needed) = (0, Hand::EMPTY);
                for child in proved {
                    plies = plies.max(child.verdict.plies);
                    needed = dominance::join(needed, child.verdict.needed);
                }
                (None, plies, dominance::withhold(pos, self.attacker, needed))
            };
            let plies = plies.saturating_add(1);
            debug_assert!(hand.covers(needed), "a proof needs no more than there is");
            self.table.store_proof(board, needed, best, plies, work);
            Verdict::proved(plies, needed)
        } else if numbers.is_disproved() {
            let refuted = children.iter().filter(|child| child.verdict.numbers.is_disproved());
            let leans = refuted.map(|child| child.verdict.lean);
            let lean = if or { leans.min() } else { leans.max() }.unwrap_or(NOTHING);
            if lean >= depth {
                self.table.store_disproof(board, hand, work);
                Verdict::disproved(NOTHING)
            } else {
                self.cycles.store(self.path.code(), board, hand, lean);
                // Numbers on the way to a no-mate of this path say nothing of others: begin afresh there (paper 003).
                self.table.store_open(board, hand, Numbers::UNIT, frame.distance, work);
                Verdict::disproved(lean)
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

    /// Step 4, unless the table has learnt of the child since it was looked at.
    fn descend(&mut self, pos: &mut Position, or: bool, sum: &Sum) {
        // Work of a kind, so that a search that only passes numbers round ends as well.
        self.nodes += 1;
        let depth = self.frames.len();
        let frame = self.frames.last_mut().expect("the node that descends is on the stack");
        let best = frame.children + sum.best;
        frame.current = best;
        let limit = Numbers::of(
            or,
            frame.limit.phi(or).min(add(sum.second, 1 + sum.second / 4)),
            frame.limit.delta(or).saturating_sub(sum.rest),
        );
        let child = &mut self.children[best];
        if depth >= usize::from(self.max_plies) {
            child.verdict = Verdict::disproved(HORIZON);
            return;
        }
        let mv = child.mv;
        let undo = pos.do_move(mv);
        let (board, hand) = (pos.board_key() ^ self.salt, pos.hand(self.attacker));
        let mut distance = depth as Depth + 1;
        match self.table.look_up(board, hand) {
            Known::Proved { plies, needed, .. } => child.verdict = Verdict::proved(plies, needed),
            Known::Disproved => child.verdict = Verdict::disproved(NOTHING),
            Known::Open { numbers, distance: met }
                if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof =>
            {
                child.verdict = Verdict::open(numbers);
                child.old = met <= frame.distance;
            }
            known => {
                if let Known::Open { distance: met, .. } = known {
                    distance = distance.min(met);
                }
                self.enter(pos, Some((mv, undo)), limit, distance);
                return;
            }
        }
        pos.undo_move(mv, undo);
    }
}

/// Legal checks of the attacker, legal replies of the defender.
#[inline]
fn generate(pos: &Position, or: bool, list: &mut MoveList) {
    let known = Checks::of(pos);
    if or { movegen::checks(pos, &known, list) } else { movegen::evasions(pos, &known, list) }
}

/// Number of moves that must be answered each in its own way: interpositions on one square count once.
#[inline]
fn different(moves: &MoveList, or: bool) -> usize {
    if or {
        return moves.len();
    }
    let drops = moves.into_iter().filter(|mv| mv.is_drop()).count();
    let squares: Bitboard = moves.into_iter().filter(|mv| mv.is_drop()).map(Move::to).collect();
    moves.len() - drops + squares.len() as usize
}

/// Step 2: φ and δ of a node from its children, which are sorted by group.
///
/// Where children are alike (a promotion and the same move without, interpositions on one square), the greatest φ of
/// the group stands for all; so it does for children met before at this depth or above, whose numbers may contain
/// those of this very node and would let the sum grow round and round (Kishimoto and Müller, cited in paper 003).
fn sum_up(children: &[Child], or: bool) -> Sum {
    let (mut phi, mut second, mut best) = (Numbers::INFINITE, Numbers::INFINITE, 0);
    for (i, child) in children.iter().enumerate() {
        let number = child.verdict.numbers.phi(or);
        if number < phi {
            (second, phi, best) = (phi, number, i);
        } else if number < second {
            second = number;
        }
    }
    // The old children are one group, each group of the others is a run.
    let (mut rest, mut old, mut of_best) = (0, 0, 0);
    let old_best = children.get(best).is_some_and(|child| child.old);
    let mut i = 0;
    while let Some(first) = children.get(i) {
        let (group, mut greatest, mut has_best) = (first.group, 0, false);
        while let Some(child) = children.get(i).filter(|child| child.group == group) {
            if child.old {
                old = old.max(child.verdict.numbers.delta(or));
            } else {
                greatest = greatest.max(child.verdict.numbers.delta(or));
                has_best |= i == best;
            }
            i += 1;
        }
        if has_best {
            of_best = greatest;
        } else {
            rest = add(rest, greatest);
        }
    }
    if old_best {
        of_best = old;
    } else {
        rest = add(rest, old);
    }
    Sum { phi, delta: add(rest, of_best), best, second, rest }
}

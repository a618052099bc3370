//! Memories of good moves: what a finished node teaches the next ones \[R1\].
//!
//! | memory | keyed by | remembers |
//! |---|---|---|
//! | `()` | – | nothing |
//! | [`BrotherBest`] | ply | the last best moves of siblings and cousins |
//! | [`History`] | side, piece, target | how often a quiet move was best or cut |
//! | [`Correction`] | pawns, hands | no moves: what the evaluation was off by |
//! | `(A, B)` | – | what both remember, `A` first |
//! | [`First<A>`](First) | – | what `A` remembers, tried before every other move \[R2\] |

mod brother;
mod correction;
mod history;

pub use brother::BrotherBest;
pub use correction::Correction;
pub use history::History;

use komadai_core::Move;

use crate::{Node, Outcome};

/// Remembers moves and orders them. One searcher owns it; nothing is shared.
pub trait MoveMemory {
    /// Adds moves to be tried early, best first. They need not be legal here: the search looks.
    #[inline]
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        let _ = (at, out);
    }

    /// Order of the quiet moves nobody recalled: higher comes first, equal ones stay as generated.
    #[inline]
    fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
        let _ = (at, mv);
        0
    }

    /// What to add to the evaluation of a node, given what it was off by elsewhere. Asked out of check, where a
    /// pruning wants the evaluation.
    #[inline]
    fn correct(&self, at: &Node<'_>) -> i32 {
        let _ = at;
        0
    }

    /// Whether it is asked and told in quiescence as well; there [`Node::depth`] is zero or less.
    #[inline]
    fn in_quiescence(&self) -> bool {
        false
    }

    /// A node is finished, cut or not. `at.tried` holds the moves searched, the best among them.
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome);

    /// Back to knowing nothing.
    fn forget(&mut self);

    /// Whether it reads [`Node::path`] or [`Node::tried`], itself or through the methods of [`Node`] that do, except
    /// [`Node::ply`]. Where no socket does, the search keeps neither, and what they hold means nothing.
    #[inline]
    fn looks_back(&self) -> bool {
        true
    }
}

/// Remembers nothing.
impl MoveMemory for () {
    #[inline]
    fn record(&mut self, _: &Node<'_>, _: &Outcome) {}

    #[inline]
    fn forget(&mut self) {}

    #[inline]
    fn looks_back(&self) -> bool {
        false
    }
}

/// A memory that somebody else owns.
impl<A: MoveMemory + ?Sized> MoveMemory for &mut A {
    #[inline]
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        (**self).recall(at, out);
    }

    #[inline]
    fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
        (**self).score(at, mv)
    }

    #[inline]
    fn correct(&self, at: &Node<'_>) -> i32 {
        (**self).correct(at)
    }

    #[inline]
    fn in_quiescence(&self) -> bool {
        (**self).in_quiescence()
    }

    #[inline]
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        (**self).record(at, outcome);
    }

    #[inline]
    fn forget(&mut self) {
        (**self).forget();
    }

    #[inline]
    fn looks_back(&self) -> bool {
        (**self).looks_back()
    }
}

/// A memory that may be there: for recipes put together at run time, of one type.
impl<A: MoveMemory> MoveMemory for Option<A> {
    #[inline]
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        if let Some(memory) = self {
            memory.recall(at, out);
        }
    }

    #[inline]
    fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
        self.as_ref().map_or(0, |memory| memory.score(at, mv))
    }

    #[inline]
    fn correct(&self, at: &Node<'_>) -> i32 {
        self.as_ref().map_or(0, |memory| memory.correct(at))
    }

    #[inline]
    fn in_quiescence(&self) -> bool {
        self.as_ref().is_some_and(MoveMemory::in_quiescence)
    }

    #[inline]
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        if let Some(memory) = self {
            memory.record(at, outcome);
        }
    }

    #[inline]
    fn forget(&mut self) {
        if let Some(memory) = self {
            memory.forget();
        }
    }

    #[inline]
    fn looks_back(&self) -> bool {
        self.as_ref().is_some_and(MoveMemory::looks_back)
    }
}

/// Both, in order; scores add up.
impl<A: MoveMemory, B: MoveMemory> MoveMemory for (A, B) {
    #[inline]
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        self.0.recall(at, out);
        self.1.recall(at, out);
    }

    #[inline]
    fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
        self.0.score(at, mv).saturating_add(self.1.score(at, mv))
    }

    #[inline]
    fn correct(&self, at: &Node<'_>) -> i32 {
        self.0.correct(at).saturating_add(self.1.correct(at))
    }

    #[inline]
    fn in_quiescence(&self) -> bool {
        self.0.in_quiescence() || self.1.in_quiescence()
    }

    #[inline]
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        self.0.record(at, outcome);
        self.1.record(at, outcome);
    }

    #[inline]
    fn forget(&mut self) {
        self.0.forget();
        self.1.forget();
    }

    #[inline]
    fn looks_back(&self) -> bool {
        self.0.looks_back() || self.1.looks_back()
    }
}

/// All three, in order.
impl<A: MoveMemory, B: MoveMemory, C: MoveMemory> MoveMemory for (A, B, C) {
    #[inline]
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        self.0.recall(at, out);
        self.1.recall(at, out);
        self.2.recall(at, out);
    }

    #[inline]
    fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
        self.0.score(at, mv).saturating_add(self.1.score(at, mv)).saturating_add(self.2.score(at, mv))
    }

    #[inline]
    fn correct(&self, at: &Node<'_>) -> i32 {
        self.0.correct(at).saturating_add(self.1.correct(at)).saturating_add(self.2.correct(at))
    }

    #[inline]
    fn in_quiescence(&self) -> bool {
        self.0.in_quiescence() || self.1.in_quiescence() || self.2.in_quiescence()
    }

    #[inline]
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        self.0.record(at, outcome);
        self.1.record(at, outcome);
        self.2.record(at, outcome);
    }

    #[inline]
    fn forget(&mut self) {
        self.0.forget();
        self.1.forget();
        self.2.forget();
    }

    #[inline]
    fn looks_back(&self) -> bool {
        self.0.looks_back() || self.1.looks_back() || self.2.looks_back()
    }
}

/// Tries what `A` recalls before every other move, the table's included.
///
/// This is how the thesis measures a killer alone \[R2\]; for playing strength the table's move is better first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct First<A>(pub A);

impl<A: MoveMemory> MoveMemory for First<A> {
    #[inline]
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        self.0.recall(at, out);
        out.before_all = out.len;
    }

    #[inline]
    fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
        self.0.score(at, mv)
    }

    #[inline]
    fn correct(&self, at: &Node<'_>) -> i32 {
        self.0.correct(at)
    }

    #[inline]
    fn in_quiescence(&self) -> bool {
        self.0.in_quiescence()
    }

    #[inline]
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        self.0.record(at, outcome);
    }

    #[inline]
    fn forget(&mut self) {
        self.0.forget();
    }

    #[inline]
    fn looks_back(&self) -> bool {
        self.0.looks_back()
    }
}

/// The moves that memories recall at a node: at most [`Candidates::CAPACITY`], each once, best first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Candidates {
    moves: [Option<Move>; Candidates::CAPACITY],
    len: usize,
    before_all: usize,
}

impl Candidates {
    /// How many there may be; more are dropped.
    pub const CAPACITY: usize = 8;

    /// Adds a move behind the others; a move already there stays where it is.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        if self.len < Self::CAPACITY && !self.contains(mv) {
            self.moves[self.len] = Some(mv);
            self.len += 1;
        }
    }

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether a move is among them.
    #[inline]
    pub fn contains(&self, mv: Move) -> bool {
        self.moves[..self.len].contains(&Some(mv))
    }

    /// The `n`-th best, from 0.
    #[inline]
    pub fn get(&self, n: usize) -> Option<Move> {
        *self.moves[..self.len].get(n)?
    }

    /// The moves, best first.
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.len].iter().copied().flatten()
    }

    /// Empties the list.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.before_all = 0;
    }

    /// Lets the first `n` come before everything else.
    #[inline]
    pub(crate) fn all_before_all(&mut self, n: usize) {
        self.before_all = n;
    }

    /// How many come before the table's move; see [`First`].
    #[inline]
    pub(crate) fn before_all(&self) -> usize {
        self.before_all
    }

    /// Brings the moves that pass to the front, in order, and returns their number.
    #[inline]
    pub(crate) fn partition(&mut self, mut passes: impl FnMut(Move) -> bool) -> usize {
        let (mut front, mut before_all) = (0, 0);
        for i in 0..self.len {
            if self.moves[i].is_some_and(&mut passes) {
                self.moves[front..=i].rotate_right(1);
                front += 1;
                before_all += usize::from(i < self.before_all);
            }
        }
        self.before_all = before_all;
        front
    }
}

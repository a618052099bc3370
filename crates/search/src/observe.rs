//! Watching a search without changing it.
//!
//! An observer receives events and counts them in plain integers; rates and pictures are made later, from what
//! it counted. Every method is empty by default, so that `()` costs nothing.

use komadai_core::{Move, Value};

use crate::depth::Depth;
use crate::memory::Candidates;
use crate::node::{Node, Outcome};

/// Receives the events of a search.
pub trait Observer {
    /// A node is entered. In quiescence `at.depth` is zero or less.
    #[inline]
    fn enter(&mut self, at: &Node<'_>) {
        let _ = at;
    }

    /// A node with legal moves is finished, neither a leaf nor given up; not told of nodes of quiescence. `recalled` is
    /// what the memories proposed; the first `legal` of them were legal. `at.tried` holds the moves searched.
    #[inline]
    fn leave(&mut self, at: &Node<'_>, recalled: &Candidates, legal: usize, outcome: &Outcome) {
        let _ = (at, recalled, legal, outcome);
    }

    /// A node is given up with this value, by the pruning of that name.
    #[inline]
    fn pruned(&mut self, at: &Node<'_>, by: &'static str, value: Value) {
        let _ = (at, by, value);
    }

    /// A move of the main search is left out, by the pruning of that name: it would not reach alpha.
    #[inline]
    fn skipped(&mut self, at: &Node<'_>, mv: Move, by: &'static str) {
        let _ = (at, mv, by);
    }

    /// Whether it reads [`Node::path`] or [`Node::tried`], itself or through the methods of [`Node`] that do, except
    /// [`Node::ply`]. Where no socket does, the search keeps neither, and what they hold means nothing.
    #[inline]
    fn looks_back(&self) -> bool {
        true
    }
}

/// Sees nothing.
impl Observer for () {
    #[inline]
    fn looks_back(&self) -> bool {
        false
    }
}

/// An observer that the caller keeps.
impl<O: Observer + ?Sized> Observer for &mut O {
    #[inline]
    fn enter(&mut self, at: &Node<'_>) {
        (**self).enter(at);
    }

    #[inline]
    fn leave(&mut self, at: &Node<'_>, recalled: &Candidates, legal: usize, outcome: &Outcome) {
        (**self).leave(at, recalled, legal, outcome);
    }

    #[inline]
    fn pruned(&mut self, at: &Node<'_>, by: &'static str, value: Value) {
        (**self).pruned(at, by, value);
    }

    #[inline]
    fn skipped(&mut self, at: &Node<'_>, mv: Move, by: &'static str) {
        (**self).skipped(at, mv, by);
    }

    #[inline]
    fn looks_back(&self) -> bool {
        (**self).looks_back()
    }
}

/// An observer that may be there: for searches put together at run time.
impl<O: Observer> Observer for Option<O> {
    #[inline]
    fn enter(&mut self, at: &Node<'_>) {
        if let Some(observer) = self {
            observer.enter(at);
        }
    }

    #[inline]
    fn leave(&mut self, at: &Node<'_>, recalled: &Candidates, legal: usize, outcome: &Outcome) {
        if let Some(observer) = self {
            observer.leave(at, recalled, legal, outcome);
        }
    }

    #[inline]
    fn pruned(&mut self, at: &Node<'_>, by: &'static str, value: Value) {
        if let Some(observer) = self {
            observer.pruned(at, by, value);
        }
    }

    #[inline]
    fn skipped(&mut self, at: &Node<'_>, mv: Move, by: &'static str) {
        if let Some(observer) = self {
            observer.skipped(at, mv, by);
        }
    }

    #[inline]
    fn looks_back(&self) -> bool {
        self.as_ref().is_some_and(Observer::looks_back)
    }
}

/// Both see everything.
impl<A: Observer, B: Observer> Observer for (A, B) {
    #[inline]
    fn enter(&mut self, at: &Node<'_>) {
        self.0.enter(at);
        self.1.enter(at);
    }

    #[inline]
    fn leave(&mut self, at: &Node<'_>, recalled: &Candidates, legal: usize, outcome: &Outcome) {
        self.0.leave(at, recalled, legal, outcome);
        self.1.leave(at, recalled, legal, outcome);
    }

    #[inline]
    fn pruned(&mut self, at: &Node<'_>, by: &'static str, value: Value) {
        self.0.pruned(at, by, value);
        self.1.pruned(at, by, value);
    }

    #[inline]
    fn skipped(&mut self, at: &Node<'_>, mv: Move, by: &'static str) {
        self.0.skipped(at, mv, by);
        self.1.skipped(at, mv, by);
    }

    #[inline]
    fn looks_back(&self) -> bool {
        self.0.looks_back() || self.1.looks_back()
    }
}

/// Counts what happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeCount {
    /// Nodes with budget left.
    pub inner: u64,
    /// Nodes of quiescence, its first ones (the leaves of the tree) included.
    pub quiescence: u64,
    /// Nodes given up by a forward pruning.
    pub pruned: u64,
    /// Nodes cut off by a move.
    pub cuts: u64,
    /// Cut by the first move searched: `first_cuts / cuts` says how good the ordering is.
    pub first_cuts: u64,
}

impl Observer for NodeCount {
    #[inline]
    fn enter(&mut self, at: &Node<'_>) {
        if at.depth > Depth::ZERO {
            self.inner += 1;
        } else {
            self.quiescence += 1;
        }
    }

    #[inline]
    fn leave(&mut self, at: &Node<'_>, _: &Candidates, _: usize, outcome: &Outcome) {
        if outcome.is_cut() {
            self.cuts += 1;
            self.first_cuts += u64::from(at.tried.len() == 1);
        }
    }

    #[inline]
    fn pruned(&mut self, _: &Node<'_>, _: &'static str, _: Value) {
        self.pruned += 1;
    }
}

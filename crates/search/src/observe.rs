//! Observers: statistics of a search, gathered without changing it.
//!
//! An observer receives events and counts them in plain integers; rates and plots are made later from the counts. Every
//! method is empty by default, so that `()` costs nothing.

use komadai_core::{Move, Value};

use crate::bound::Bound;
use crate::depth::Depth;
use crate::forward::forward;
use crate::memory::Candidates;
use crate::node::{Node, Outcome};

/// What came of a move searched with less budget (a late move reduction).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduced {
    /// Its value stayed at or below alpha: the budget was saved.
    Held,
    /// Its value rose above alpha, but the value of the re-search did not.
    Refuted,
    /// The re-search rose above alpha as well: the reduction was regretted.
    Confirmed,
}

/// Receives the events of a search, for statistics. All methods are empty by default.
///
/// ```
/// use komadai_core::{Position, Value};
/// use komadai_eval::Material;
/// use komadai_search::{Limits, Node, NullMove, Observer, Searcher};
///
/// /// Counts null-move cuts by budget in plies.
/// #[derive(Default)]
/// struct Cuts([u64; 16]);
///
/// impl Observer for Cuts {
///     fn pruned(&mut self, at: &Node<'_>, _by: &'static str, _: Value) {
///         self.0[(at.depth.whole_plies().max(0) as usize).min(15)] += 1;
///     }
/// }
///
/// let mut cuts = Cuts::default();
/// let mut searcher = Searcher::new(Material::default()).pruning(NullMove::default()).observer(&mut cuts);
/// searcher.search(&Position::startpos(), &Limits::depth(4));
/// assert!(cuts.0.iter().sum::<u64>() > 0);
/// ```
#[allow(unused_variables, reason = "names of what a method is given are its documentation")]
pub trait Observer {
    /// Called when a node is entered. In quiescence `at.depth` is zero or less.
    fn enter(&mut self, at: &Node<'_>) {}

    /// Called when a node at which a move was searched is finished. `recalled` holds the moves that the memories
    /// proposed, of which the first `legal` were legal; `at.tried` holds the moves searched.
    ///
    /// Nodes of quiescence, where `at.depth` is zero or less, are reported only to observers that ask for them
    /// ([`Observer::in_quiescence`]). There `at.alpha` has been raised to the evaluation, so that the bound is upper if
    /// no move is better than stopping; `legal` counts the recalled moves that quiescence may try: those of its kinds,
    /// or admitted by the depth policy.
    fn leave(&mut self, at: &Node<'_>, recalled: &Candidates, legal: usize, outcome: &Outcome) {}

    /// Called when a node is pruned with this value, by the pruning of that name.
    fn pruned(&mut self, at: &Node<'_>, by: &'static str, value: Value) {}

    /// Called when a move of the main search is skipped by the pruning of that name.
    fn skipped(&mut self, at: &Node<'_>, mv: Move, by: &'static str) {}

    /// Called when the table's entry ends a node of the main search.
    fn table_cut(&mut self, at: &Node<'_>) {}

    /// Called after a move was searched with `by` less budget than its re-search would have; `result` is what came of it.
    fn reduced(&mut self, at: &Node<'_>, mv: Move, by: Depth, result: Reduced) {}

    /// Whether this observer wants to hear of every skipped move. If not, the search does not generate the quiet moves
    /// that a pruning skips together ([`ForwardPruning::skip_quiets`](crate::ForwardPruning::skip_quiets)), and
    /// [`Observer::skipped`] is not called for them. The tree is the same. `true` by default.
    fn hears_skips(&self) -> bool {
        true
    }

    /// Whether [`Observer::leave`] is called for nodes of quiescence as well. `false` by default.
    fn in_quiescence(&self) -> bool {
        false
    }
}

/// No observer.
impl Observer for () {
    fn hears_skips(&self) -> bool {
        false
    }
}

/// The events of a search, forwarded to what a pattern finds in an observer, or to two observers.
macro_rules! forward_events {
    ($self:ident $parts:tt) => {
        forward!($self $parts
            fn enter(&mut $self, at: &Node<'_>);
            fn pruned(&mut $self, at: &Node<'_>, by: &'static str, value: Value);
            fn skipped(&mut $self, at: &Node<'_>, mv: Move, by: &'static str);
            fn table_cut(&mut $self, at: &Node<'_>);
            fn reduced(&mut $self, at: &Node<'_>, mv: Move, by: Depth, result: Reduced);
        );
    };
}

/// The other methods.
macro_rules! forward_rest {
    ($self:ident $parts:tt) => {
        forward!($self $parts
            fn leave(&mut $self, at: &Node<'_>, recalled: &Candidates, legal: usize, outcome: &Outcome);
            fn hears_skips(&$self) -> bool;
            fn in_quiescence(&$self) -> bool;
        );
    };
}

/// A borrowed observer.
impl<O: Observer + ?Sized> Observer for &mut O {
    forward_events!(self { lent => (**lent) });
    forward_rest!(self { lent => (**lent) });
}

/// An optional observer, for searches assembled at run time.
impl<O: Observer> Observer for Option<O> {
    forward_events!(self { Some(observer) => observer, None => () });
    forward_rest!(self { Some(observer) => observer, None => () });
}

/// Both observers receive every event.
impl<A: Observer, B: Observer> Observer for (A, B) {
    forward_events!(self [self.0, self.1]);

    fn leave(&mut self, at: &Node<'_>, recalled: &Candidates, legal: usize, outcome: &Outcome) {
        if hears(&self.0, at) {
            self.0.leave(at, recalled, legal, outcome);
        }
        if hears(&self.1, at) {
            self.1.leave(at, recalled, legal, outcome);
        }
    }

    fn hears_skips(&self) -> bool {
        self.0.hears_skips() || self.1.hears_skips()
    }

    fn in_quiescence(&self) -> bool {
        self.0.in_quiescence() || self.1.in_quiescence()
    }
}

/// Whether an observer hears how a node ended: of two, perhaps only the other one asked for nodes of quiescence.
fn hears(observer: &impl Observer, at: &Node<'_>) -> bool {
    at.depth > Depth::ZERO || observer.in_quiescence()
}

/// Counts nodes, prunings and cuts.
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::Material;
/// use komadai_search::{Limits, NodeCount, Searcher};
///
/// let mut searcher = Searcher::new(Material::default()).observer(NodeCount::default());
/// searcher.search(&Position::startpos(), &Limits::depth(3));
/// let count = searcher.seen();
/// assert!(count.first_cuts <= count.cuts && count.cuts <= count.inner);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeCount {
    /// Nodes with budget left.
    pub inner: u64,
    /// Nodes of quiescence, including its first ones (the leaves of the tree).
    pub quiescence: u64,
    /// Nodes pruned by a forward pruning.
    pub pruned: u64,
    /// Nodes cut off by a move.
    pub cuts: u64,
    /// Nodes cut off by the first move searched: `first_cuts / cuts` measures the move ordering.
    pub first_cuts: u64,
}

impl Observer for NodeCount {
    fn enter(&mut self, at: &Node<'_>) {
        if at.depth > Depth::ZERO {
            self.inner += 1;
        } else {
            self.quiescence += 1;
        }
    }

    fn leave(&mut self, at: &Node<'_>, _: &Candidates, _: usize, outcome: &Outcome) {
        if outcome.bound == Bound::Lower {
            self.cuts += 1;
            self.first_cuts += u64::from(at.tried.len() == 1);
        }
    }

    fn pruned(&mut self, _: &Node<'_>, _: &'static str, _: Value) {
        self.pruned += 1;
    }

    fn hears_skips(&self) -> bool {
        false
    }
}

//! How far to look: what a move costs of the budget.
//!
//! | policy | a move costs |
//! |---|---|
//! | [`PlainDepth`] | one ply; a reply to a check less \[R10\] |
//! | [`LateMove<D>`](LateMove) | what `D` says, and more the later it is tried |
//! | [`Singular<D>`](Singular) | what `D` says, and less if it is the table's and the only good one |
//! | [`RealizationProbability<M>`](RealizationProbability) | −log2 of its probability under `M` \[R3\] |
//!
//! | probability | of a move |
//! |---|---|
//! | [`ByCategory<C>`](ByCategory) | that of its kind under the classifier `C` ([`category`]), as counted in games |
//! | [`Softmax`] | weights of its [`MoveFeatures`], normalised over the moves of the node |
//!
//! The same probabilities order moves: [`CategoryOrder`] is a memory that knows them from the start. They are counted in
//! [`Bits`].

mod bits;
mod built_in_counts;
pub mod category;
mod count;
mod late_move;
mod probability;
mod realization;
mod recent;
mod singular;
mod softmax;

pub use bits::Bits;
pub use built_in_counts::{COARSE_COUNTS, TACOS_COUNTS};
pub use count::Count;
pub use late_move::LateMove;
pub use probability::{ByCategory, CategoryOrder, MoveProbability};
pub use realization::RealizationProbability;
pub use singular::Singular;
pub use softmax::{MoveFeatures, Softmax, SoftmaxError};

use komadai_core::Move;

use crate::depth::Depth;
use crate::node::Node;
use crate::probe::Probe;

/// Decides the cost of each move, and so the shape of the tree.
pub trait DepthPolicy {
    /// What the move costs. `order` is the number of moves searched before it at this node.
    fn cost(&self, at: &Node<'_>, mv: Move, order: usize) -> Depth;

    /// What it costs when it is searched again, because its first search raised alpha. A smaller cost than
    /// `cost` says that the first search was a doubtful, shallow one.
    #[inline]
    fn recost(&self, at: &Node<'_>, mv: Move, cost: Depth) -> Depth {
        let _ = (at, mv);
        cost
    }

    /// Whether quiescence may try the move.
    #[inline]
    fn admits(&self, at: &Node<'_>, mv: Move) -> bool {
        let _ = (at, mv);
        true
    }

    /// Whether quiescence makes quiet moves too at this node, and offers them to [`DepthPolicy::admits`]. The budget
    /// goes down by [`DepthPolicy::cost`] there as well: [`Node::depth`] says how far a path is overdrawn.
    #[inline]
    fn wants_quiets(&self, at: &Node<'_>) -> bool {
        let _ = at;
        false
    }

    /// What the table's move is spared, once the handle was asked whether it is the only good one (singular
    /// extension). Asked for that move alone, before its cost.
    #[inline]
    fn spare<P: Probe>(&self, probe: &mut P, mv: Move) -> Depth {
        let _ = (probe, mv);
        Depth::ZERO
    }

    /// How deep to search this node first, when nothing recommends a move (internal deepening); `None`: not.
    #[inline]
    fn deepen_first(&self, at: &Node<'_>) -> Option<Depth> {
        let _ = at;
        None
    }

    /// How much less budget a node gets where nothing recommends a move, not even internal deepening (internal
    /// iterative reduction): without a good first move a deep search costs most and is worth least.
    #[inline]
    fn give_up(&self, at: &Node<'_>) -> Depth {
        let _ = at;
        Depth::ZERO
    }

    /// Whether it reads [`Node::path`] or [`Node::tried`], itself or through the methods of [`Node`] that do, except
    /// [`Node::ply`]. Where no socket does, the search keeps neither, and what they hold means nothing.
    #[inline]
    fn looks_back(&self) -> bool {
        true
    }
}

impl<D: DepthPolicy> DepthPolicy for &D {
    #[inline]
    fn cost(&self, at: &Node<'_>, mv: Move, order: usize) -> Depth {
        (**self).cost(at, mv, order)
    }

    #[inline]
    fn recost(&self, at: &Node<'_>, mv: Move, cost: Depth) -> Depth {
        (**self).recost(at, mv, cost)
    }

    #[inline]
    fn admits(&self, at: &Node<'_>, mv: Move) -> bool {
        (**self).admits(at, mv)
    }

    #[inline]
    fn wants_quiets(&self, at: &Node<'_>) -> bool {
        (**self).wants_quiets(at)
    }

    #[inline]
    fn spare<P: Probe>(&self, probe: &mut P, mv: Move) -> Depth {
        (**self).spare(probe, mv)
    }

    #[inline]
    fn deepen_first(&self, at: &Node<'_>) -> Option<Depth> {
        (**self).deepen_first(at)
    }

    #[inline]
    fn give_up(&self, at: &Node<'_>) -> Depth {
        (**self).give_up(at)
    }

    #[inline]
    fn looks_back(&self) -> bool {
        (**self).looks_back()
    }
}

/// Every move costs one ply, except that answers to a check cost less.
///
/// Taking the extension off the answer instead of the check needs no look at whether a move gives check; the
/// two differ only for a check in the last ply, whose answers quiescence searches anyway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainDepth {
    /// What an answer to a check is spared: one ply in paper 002 \[R10\]. More than a ply is taken as one.
    pub check_extension: Depth,
    /// Internal deepening at nodes with an open window, no move to begin with and at least this budget.
    pub deepen_from: Depth,
    /// How much shallower that search is; less than a ply is taken as one.
    pub deepen_less: Depth,
    /// One ply less for nodes with at least this budget and no move to begin with ([`DepthPolicy::give_up`]).
    pub give_up_from: Depth,
}

impl PlainDepth {
    /// One ply a move, nothing else: the tree of a textbook.
    pub const UNIFORM: PlainDepth = PlainDepth {
        check_extension: Depth::ZERO,
        deepen_from: Depth::NEVER,
        deepen_less: Depth::PLY,
        give_up_from: Depth::NEVER,
    };
}

impl Default for PlainDepth {
    fn default() -> Self {
        PlainDepth {
            check_extension: Depth::PLY,
            deepen_from: Depth::plies(4),
            deepen_less: Depth::plies(2),
            give_up_from: Depth::NEVER,
        }
    }
}

impl DepthPolicy for PlainDepth {
    #[inline]
    fn cost(&self, at: &Node<'_>, _: Move, _: usize) -> Depth {
        if at.in_check { (Depth::PLY - self.check_extension).max(Depth::ZERO) } else { Depth::PLY }
    }

    #[inline]
    fn deepen_first(&self, at: &Node<'_>) -> Option<Depth> {
        if at.is_pv() && at.depth >= self.deepen_from {
            Some(at.depth - self.deepen_less.max(Depth::PLY))
        } else {
            None
        }
    }

    #[inline]
    fn give_up(&self, at: &Node<'_>) -> Depth {
        if at.depth >= self.give_up_from { Depth::PLY } else { Depth::ZERO }
    }

    #[inline]
    fn looks_back(&self) -> bool {
        false
    }
}

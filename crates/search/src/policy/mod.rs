//! Depth policies: what each move costs of the budget, extensions and reductions included.
//!
//! | policy | a move costs |
//! |---|---|
//! | [`PlainDepth`] | one ply; a reply to a check less \[R10\] |
//! | [`LateMove<D>`](LateMove) | what `D` says, and more the later it is tried |
//! | [`Singular<D>`](Singular) | what `D` says, and less if it is the table's and the only good one |
//! | [`Adjusted<D, F>`](Adjusted) | what the function `F` makes of what `D` says |
//! | [`RealizationProbability<M>`](RealizationProbability) | −log2 of its probability under `M` \[R3\] |
//!
//! | probability | of a move |
//! |---|---|
//! | [`ByCategory<C>`](ByCategory) | the probability of its kind under the classifier `C` ([`category`]), as counted in games |
//! | [`Softmax`] | weights of its [`MoveFeatures`], normalised over the moves of the node |
//!
//! [`CategoryOrder`] orders moves by the same probabilities, which are measured in [`Bits`].

mod adjusted;
pub(crate) mod bits;
pub mod category;
mod count;
pub(crate) mod forward;
mod late_move;
mod node_cache;
mod probability;
mod realization;
mod singular;
mod softmax;

pub use adjusted::Adjusted;
pub use bits::Bits;
pub use count::{COARSE_COUNTS, Count, TACOS_COUNTS};
pub use late_move::LateMove;
pub use probability::{ByCategory, CategoryOrder, MoveProbability};
pub use realization::RealizationProbability;
pub use singular::Singular;
pub use softmax::{MoveFeatures, Softmax, SoftmaxError};

use komadai_core::Move;

use crate::depth::Depth;
use crate::engine::probe::Probe;
use crate::node::Node;
use crate::parameters::parameters;
use crate::policy::forward::forward_policy;

/// Depth policy: the cost of each move, and so the shape of the tree. All methods have default bodies.
///
/// A policy of one's own:
///
/// ```
/// use komadai_core::{Move, Position};
/// use komadai_eval::Material;
/// use komadai_search::{Depth, DepthPolicy, Limits, Node, Searcher};
///
/// /// Drops cost a quarter of a ply more than other moves.
/// struct DearDrops;
///
/// impl DepthPolicy for DearDrops {
///     fn cost(&self, _: &Node<'_>, mv: Move, _: usize) -> Depth {
///         Depth::PLY + if mv.is_drop() { Depth::from_units(16) } else { Depth::ZERO }
///     }
/// }
///
/// let mut searcher = Searcher::new(Material::default()).depth_policy(DearDrops);
/// assert!(searcher.search(&Position::startpos(), &Limits::depth(3)).best.is_some());
/// ```
#[allow(unused_variables, reason = "names of what a method is given are its documentation")]
pub trait DepthPolicy {
    /// What a move takes from the budget, within ±[`MAX_PLY`](crate::MAX_PLY) plies; one ply by default. `order` is the
    /// number of moves searched before it at this node.
    #[inline]
    fn cost(&self, at: &Node<'_>, mv: Move, order: usize) -> Depth {
        Depth::PLY
    }

    /// The cost of a move in a re-search, after its first search raised alpha: `cost` by default, never more. A smaller
    /// cost makes the re-search deeper than the first, reduced one.
    #[inline]
    fn research_cost(&self, at: &Node<'_>, mv: Move, cost: Depth) -> Depth {
        cost
    }

    /// Whether quiescence may try the move.
    #[inline]
    fn allow_in_quiescence(&self, at: &Node<'_>, mv: Move) -> bool {
        true
    }

    /// Whether quiescence tries a recalled move of this probability ([`Node::recalled`]) whatever its kind, even at nodes
    /// that generate only captures. `false` by default: a recalled move is then tried only if the node would generate it.
    #[inline]
    fn admits_recalled(&self, at: &Node<'_>, mv: Move) -> bool {
        false
    }

    /// Whether quiescence generates quiet moves too at this node; [`DepthPolicy::allow_in_quiescence`] then decides on
    /// each. [`DepthPolicy::cost`] is subtracted there as well, so that [`Node::depth`] falls below zero.
    #[inline]
    fn wants_quiets(&self, at: &Node<'_>) -> bool {
        false
    }

    /// Singular extension: how much less than its cost the table's move takes from the budget if a search of the other
    /// moves shows that it is the only good one. Called only for the table's move.
    #[inline]
    fn singular_extension(&self, probe: &mut dyn Probe, mv: Move) -> Depth {
        Depth::ZERO
    }

    /// Internal iterative deepening: the budget of a search of this node that finds a first move, where the table has
    /// none; `None`: no such search.
    #[inline]
    fn iid(&self, at: &Node<'_>) -> Option<Depth> {
        None
    }

    /// Internal iterative reduction: how much budget, never all, a node loses if neither the table nor internal iterative
    /// deepening has a first move for it. Without a good first move a deep search costs most and is worth least.
    #[inline]
    fn iir(&self, at: &Node<'_>) -> Depth {
        Depth::ZERO
    }
}

impl<D: DepthPolicy + ?Sized> DepthPolicy for &D {
    forward_policy!(
        cost, research_cost, allow_in_quiescence, admits_recalled, wants_quiets, singular_extension, iid, iir
        in self { lent => (**lent) }
    );
}

/// A policy whose type is unknown at compile time: `Box<dyn DepthPolicy>`.
impl<T: DepthPolicy + ?Sized> DepthPolicy for Box<T> {
    forward_policy!(
        cost, research_cost, allow_in_quiescence, admits_recalled, wants_quiets, singular_extension, iid, iir
        in self { boxed => (**boxed) }
    );
}

parameters! {
    /// Depth in plies: every move costs one, except that answers to a check cost less (check extension).
    ///
    /// Extending the answer instead of the check avoids testing whether a move gives check; the two differ only for a
    /// check in the last ply, whose answers quiescence searches anyway.
    ///
    /// ```
    /// use komadai_core::Position;
    /// use komadai_eval::Material;
    /// use komadai_search::{Depth, Limits, PlainDepth, Searcher};
    ///
    /// let mut searcher = Searcher::new(Material::default())
    ///     .depth_policy(PlainDepth { iir_from: Depth::plies(4), ..PlainDepth::default() });
    /// assert!(searcher.search(&Position::startpos(), &Limits::depth(3)).best.is_some());
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct PlainDepth {
        /// Check extension: how much less than a ply an answer to a check costs; one ply in paper 002 \[R10\]. More than a ply
        /// is taken as one.
        pub check_extension: Depth = Depth::PLY,
        /// Smallest budget for internal iterative deepening, at nodes with an open window and without a table move
        /// ([`DepthPolicy::iid`]).
        pub iid_from: Depth = Depth::plies(4),
        /// How much shallower the search of internal iterative deepening is; less than a ply is taken as one.
        pub iid_less: Depth = Depth::plies(2),
        /// Smallest budget for internal iterative reduction, by one ply, at nodes without a first move
        /// ([`DepthPolicy::iir`]).
        pub iir_from: Depth = Depth::NEVER,
    }
}

impl PlainDepth {
    /// One ply for every move and nothing else: the tree of a textbook.
    pub const UNIFORM: PlainDepth = PlainDepth {
        check_extension: Depth::ZERO,
        iid_from: Depth::NEVER,
        iid_less: Depth::PLY,
        iir_from: Depth::NEVER,
    };

    #[inline]
    pub(crate) fn cost_of_move(&self, in_check: bool) -> Depth {
        if in_check { (Depth::PLY - self.check_extension).max(Depth::ZERO) } else { Depth::PLY }
    }
}

impl DepthPolicy for PlainDepth {
    #[inline]
    fn cost(&self, at: &Node<'_>, _: Move, _: usize) -> Depth {
        self.cost_of_move(at.in_check)
    }

    #[inline]
    fn iid(&self, at: &Node<'_>) -> Option<Depth> {
        (at.is_pv() && at.depth >= self.iid_from).then(|| at.depth - self.iid_less.max(Depth::PLY))
    }

    #[inline]
    fn iir(&self, at: &Node<'_>) -> Depth {
        if at.depth >= self.iir_from { Depth::PLY } else { Depth::ZERO }
    }
}

//! [`Adjusted`]: a depth policy whose costs a function changes.

use core::fmt;

use komadai_core::Move;

use super::DepthPolicy;
use super::forward::forward_policy;
use crate::depth::Depth;
use crate::node::Node;

/// Any policy with the costs of moves changed by a function: the shortest way to try an extension or a reduction.
///
/// The function gets the node, the move, the number of moves searched before it, and its cost under the wrapped policy;
/// it returns the new cost. Everything else comes from the wrapped policy, including the cost of a re-search: a
/// reduction lasts unless that policy takes it back, as [`LateMove`](super::LateMove) does.
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::Material;
/// use komadai_search::{Adjusted, Depth, Limits, modern};
///
/// // Recaptures cost half a ply less.
/// let mut searcher = modern(Material::default(), 1)?.wrap_depth(|inner| {
///     Adjusted::around(inner, |at, mv, _order, cost| {
///         let recapture = at.is_capture(mv) && at.back(1).is_some_and(|last| last.to() == mv.to());
///         if recapture { cost - Depth::from_units(32) } else { cost }
///     })
/// });
/// assert!(searcher.search(&Position::startpos(), &Limits::nodes(1_000)).best.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Adjusted<D, F> {
    /// The wrapped policy.
    pub inner: D,
    /// The new cost of a move.
    pub cost: F,
}

impl<D, F> Adjusted<D, F>
where
    F: Fn(&Node<'_>, Move, usize, Depth) -> Depth,
{
    /// Wraps a policy.
    pub fn around(inner: D, cost: F) -> Self {
        Adjusted { inner, cost }
    }
}

impl<D, F> DepthPolicy for Adjusted<D, F>
where
    D: DepthPolicy,
    F: Fn(&Node<'_>, Move, usize, Depth) -> Depth,
{
    fn cost(&self, at: &Node<'_>, mv: Move, order: usize) -> Depth {
        (self.cost)(at, mv, order, self.inner.cost(at, mv, order))
    }

    forward_policy!(research_cost, allow_in_quiescence, admits_recalled, wants_quiets, singular_extension, iid, iir in self { outer => outer.inner });
}

impl<D: fmt::Debug, F> fmt::Debug for Adjusted<D, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Adjusted").field("inner", &self.inner).finish_non_exhaustive()
    }
}

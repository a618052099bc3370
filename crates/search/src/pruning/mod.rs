//! Forward pruning: nodes and moves that are not searched in full \[R10\] \[R21\].
//!
//! | pruning | prunes |
//! |---|---|
//! | [`NullMove`] | nodes so good that even a pass stays above beta |
//! | [`NullWindowPass`] | nothing: it passes, so that memories learn what the pass allows |
//! | [`Futility<M>`](Futility) | nodes far above beta, quiet moves far below alpha, near the leaves |
//! | [`Razoring`] | nodes far below alpha where exchanges save nothing |
//! | [`ProbCut<M>`](ProbCut) | nodes that a shallower search sees far outside the window; with several depths Multi-ProbCut |
//! | [`CaptureCut`] | nodes where a capture stays far above beta in a shallower search |
//! | [`MateSearch`] | nodes where the mate solver proves a mate |
//! | [`LateMovePruning`] | the last quiet moves, near the leaves |
//! | [`ExchangePruning`] | moves that give material away, near the leaves |
//! | [`Delta`] | in quiescence, captures too small to reach alpha |
//! | [`QuietProbCut<M>`](QuietProbCut) | quiescence where no exchange can reach alpha |
//!
//! `M` is a [`MarginModel`]: how far off a shallow search may be. [`FixedMargin`] and [`LinearMargin`] depend at most
//! on depths, [`ByMoveNumber`] and [`ByStage`] on the game, and [`Counted`] learns.
//!
//! Combinations: `()` prunes nothing; a tuple of two to six is all of them, asked in order; an `Option` is one or none.
//! The trait is object-safe: a `Box<dyn ForwardPruning>` is a pruning, and a list becomes one pruning by `reduce(|one,
//! next| Box::new((one, next)))`.
//!
//! None of them preserves the value of the search; that is what an experiment with them measures.

mod counted;
mod futility;
mod late_moves;
mod margin;
mod mate_search;
mod null_move;
mod probcut;
mod quiescence;

pub use counted::Counted;
pub use futility::{Futility, Razoring};
pub use late_moves::{ExchangePruning, LateMovePruning};
pub use margin::{ByMoveNumber, ByStage, FixedMargin, LinearMargin, MarginModel, Side, Stage};
pub use mate_search::MateSearch;
pub use null_move::{NullMove, NullWindowPass};
pub use probcut::{CaptureCut, Cut, ProbCut};
pub use quiescence::{Delta, QuietProbCut};

use komadai_core::{Move, Value};

use crate::engine::probe::Probe;
use crate::forward::forward;
use crate::node::Node;

/// Forward pruning: nodes that return a value, and moves that are skipped, without a full search.
///
/// It is shared and read-only; it learns only through a memory ([`Counted`]). All methods have default bodies, so that
/// a pruning implements only those that it needs:
///
/// ```
/// use komadai_core::{Position, Value};
/// use komadai_eval::Material;
/// use komadai_search::{Depth, ForwardPruning, Limits, Probe, modern};
///
/// /// Prunes nodes in the last two plies whose evaluation lies four pawns above beta.
/// struct FarAbove;
///
/// impl ForwardPruning for FarAbove {
///     fn uses_static_value(&self) -> bool { true }
///
///     fn prune(&self, probe: &mut dyn Probe) -> Option<(Value, &'static str)> {
///         let at = probe.node();
///         let value = at.static_value?;
///         let far = value >= at.beta + Value::from_cp(400) && !at.beta.is_mate();
///         (at.depth <= Depth::plies(2) && !at.is_pv() && far).then_some((value, "far above"))
///     }
/// }
///
/// let mut searcher = modern(Material::default(), 1)?.add_pruning(FarAbove);
/// assert!(searcher.search(&Position::startpos(), &Limits::nodes(1_000)).best.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[allow(unused_variables, reason = "names of what a method is given are its documentation")]
pub trait ForwardPruning {
    /// Whether it reads [`Node::static_value`], which is then computed at every node out of check.
    #[inline]
    fn uses_static_value(&self) -> bool {
        false
    }

    /// The value of the node if it is pruned, and the name of the pruning for observers. Not called at the root.
    #[inline]
    fn prune(&self, probe: &mut dyn Probe) -> Option<(Value, &'static str)> {
        None
    }

    /// The name of the pruning that skips a move, if one does; `order` moves of the node were searched before it. Not
    /// called for the first move, which is always searched.
    ///
    /// Called below the root of the main search for every later move that [`ForwardPruning::skip_quiets`] does not skip:
    /// captures, checks and answers to checks too, with any window. A pruning limits itself by [`Node::in_check`],
    /// [`Node::is_pv`], [`Node::is_quiet`] and [`Position::gives_check`](komadai_core::Position::gives_check), as
    /// [`ExchangePruning`] does; `at.alpha.is_mate()` means that all moves so far are mated.
    #[inline]
    fn skip(&self, at: &Node<'_>, mv: Move, order: usize) -> Option<&'static str> {
        None
    }

    /// The name of the pruning that from now on skips every quiet move of the node that gives no check, and every
    /// promotion that gains little; `order` moves, at least one, were searched.
    ///
    /// Called after each searched move until it returns a name. Quiet moves that are not generated by then are never
    /// generated, which is why it is cheaper than the same answer by [`ForwardPruning::skip`].
    #[inline]
    fn skip_quiets(&self, at: &Node<'_>, order: usize) -> Option<&'static str> {
        None
    }

    /// The value with which quiescence ends at a node, if it is pruned there, and the name of the pruning. Called out
    /// of check if the evaluation ([`Node::static_value`]) did not reach beta.
    #[inline]
    fn stop(&self, at: &Node<'_>) -> Option<(Value, &'static str)> {
        None
    }

    /// Whether quiescence skips a capture or promotion. Not called in check.
    #[inline]
    fn skip_tactical(&self, at: &Node<'_>, mv: Move) -> bool {
        false
    }
}

/// No pruning.
impl ForwardPruning for () {}

/// The methods of a pruning, forwarded to what a pattern finds in it.
macro_rules! forward_all {
    ($self:ident $parts:tt) => {
        forward!($self $parts
            fn uses_static_value(&$self) -> bool;
            fn prune(&$self, probe: &mut dyn Probe) -> Option<(Value, &'static str)>;
            fn skip(&$self, at: &Node<'_>, mv: Move, order: usize) -> Option<&'static str>;
            fn skip_quiets(&$self, at: &Node<'_>, order: usize) -> Option<&'static str>;
            fn stop(&$self, at: &Node<'_>) -> Option<(Value, &'static str)>;
            fn skip_tactical(&$self, at: &Node<'_>, mv: Move) -> bool;
        );
    };
}

impl<A: ForwardPruning + ?Sized> ForwardPruning for &A {
    forward_all!(self { lent => (**lent) });
}

/// A pruning whose type is unknown at compile time: `Box<dyn ForwardPruning>`.
impl<T: ForwardPruning + ?Sized> ForwardPruning for Box<T> {
    forward_all!(self { boxed => (**boxed) });
}

/// An optional pruning, for searches assembled at run time.
impl<A: ForwardPruning> ForwardPruning for Option<A> {
    forward_all!(self { Some(pruning) => pruning, None => () });
}

/// Tuples: all of them, in order.
macro_rules! in_order {
    ($($part:ident $at:tt),+) => {
        /// All of them, in order.
        impl<$($part: ForwardPruning),+> ForwardPruning for ($($part,)+) {
            #[inline]
            fn uses_static_value(&self) -> bool {
                $(self.$at.uses_static_value())||+
            }

            #[inline]
            fn prune(&self, probe: &mut dyn Probe) -> Option<(Value, &'static str)> {
                None$(.or_else(|| self.$at.prune(probe)))+
            }

            #[inline]
            fn skip(&self, at: &Node<'_>, mv: Move, order: usize) -> Option<&'static str> {
                None$(.or_else(|| self.$at.skip(at, mv, order)))+
            }

            #[inline]
            fn skip_quiets(&self, at: &Node<'_>, order: usize) -> Option<&'static str> {
                None$(.or_else(|| self.$at.skip_quiets(at, order)))+
            }

            #[inline]
            fn stop(&self, at: &Node<'_>) -> Option<(Value, &'static str)> {
                None$(.or_else(|| self.$at.stop(at)))+
            }

            #[inline]
            fn skip_tactical(&self, at: &Node<'_>, mv: Move) -> bool {
                $(self.$at.skip_tactical(at, mv))||+
            }
        }
    };
}

in_order!(A 0, B 1);
in_order!(A 0, B 1, C 2);
in_order!(A 0, B 1, C 2, D 3);
in_order!(A 0, B 1, C 2, D 3, E 4);
in_order!(A 0, B 1, C 2, D 3, E 4, F 5);

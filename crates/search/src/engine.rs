//! [`Engine`]: anything that searches a position under limits, without its type.

use komadai_core::{Evaluator, MateSolver, Tracked};

use crate::limits::Limits;
use crate::memory::MoveMemory;
use crate::observe::Observer;
use crate::policy::DepthPolicy;
use crate::pruning::ForwardPruning;
use crate::report::{Progress, Report};
use crate::searcher::Searcher;
use crate::table::TranspositionTable;

/// Searches a position under limits: the one interface of matches, test suites, self-play and USI programs.
///
/// Every [`Searcher`] is one, whatever its parts, and so is every [`Consultation`](crate::Consultation). The trait is
/// object-safe: `Box<dyn Engine + Send>` holds any of them. A call costs one indirection a search, nothing a node.
///
/// The law: after [`Engine::clear`], the same position under the same limits of nodes or depth gets the same report,
/// times left aside. Matches and self-play games are reproducible because of it.
///
/// ```
/// use komadai_core::{Position, Tracked};
/// use komadai_search::{Engine, Limits, Searcher, modern};
/// # use komadai_core::{Change, Evaluator, Value};
/// # #[derive(Clone, Copy)]
/// # struct Hands;
/// # impl Evaluator for Hands {
/// #     type State = ();
/// #     fn fresh(&self, _: &Position) {}
/// #     fn advance(&self, _: &(), _: &Position, _: &Change) {}
/// #     fn evaluate(&self, _: &(), pos: &Position) -> Value {
/// #         let us = pos.side_to_move();
/// #         Value::from_cp(pos.hand(us).len() as i32 - pos.hand(!us).len() as i32)
/// #     }
/// # }
///
/// // Two searches of different types, side by side.
/// let mut engines: Vec<Box<dyn Engine>> = vec![Box::new(modern(Hands, 1)?), Box::new(Searcher::new(Hands))];
/// for engine in &mut engines {
///     let report = engine.search_game(Tracked::new(Position::startpos()), &Limits::depth(2), &mut |_| {});
///     assert!(report.best.is_some());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Engine {
    /// Searches the last position of a game, whose earlier positions count for repetitions, and calls `progress`
    /// after each iteration.
    fn search_game(
        &mut self,
        board: Tracked,
        limits: &Limits,
        progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Report;

    /// Forgets everything that earlier searches left behind.
    fn clear(&mut self);
}

impl<T: Engine + ?Sized> Engine for &mut T {
    fn search_game(
        &mut self,
        board: Tracked,
        limits: &Limits,
        progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Report {
        (**self).search_game(board, limits, progress)
    }

    fn clear(&mut self) {
        (**self).clear();
    }
}

impl<T: Engine + ?Sized> Engine for Box<T> {
    fn search_game(
        &mut self,
        board: Tracked,
        limits: &Limits,
        progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Report {
        (**self).search_game(board, limits, progress)
    }

    fn clear(&mut self) {
        (**self).clear();
    }
}

impl<E, D, P, K, T, M, O> Engine for Searcher<E, D, P, K, T, M, O>
where
    E: Evaluator,
    D: DepthPolicy,
    P: ForwardPruning,
    K: MoveMemory,
    T: TranspositionTable,
    M: MateSolver,
    O: Observer,
{
    fn search_game(
        &mut self,
        board: Tracked,
        limits: &Limits,
        progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Report {
        Searcher::search_game(self, board, limits, progress)
    }

    fn clear(&mut self) {
        Searcher::clear(self);
    }
}

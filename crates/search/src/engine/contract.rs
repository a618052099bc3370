//! [`Engine`]: the object-safe interface of everything that searches a position under limits.

use komadai_core::{Position, Tracked};

use crate::engine::searcher::Searcher;
use crate::engine::sockets::Sockets;
use crate::forward::forward;
use crate::limits::Limits;
use crate::report::{OnProgress, Report};

/// Searches a position under limits: the one interface of matches, test suites, self-play and USI programs.
///
/// Every [`Searcher`] is one, whatever its parts, and so are [`Consultation`](crate::Consultation) and
/// [`ParallelSearcher`](crate::ParallelSearcher). The trait is object-safe: `Box<dyn Engine + Send>` holds any of them. A call costs one indirection a search, nothing a node.
///
/// Contract: after [`Engine::clear`], the same position under the same limits of nodes or depth gets the same report,
/// except for times. This makes matches and self-play games reproducible. A parallel search on several threads cannot
/// promise it, and clearing does not reset a [`MoveChoice`](crate::MoveChoice) that draws at random.
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::Material;
/// use komadai_search::{Engine, Limits, Searcher, modern};
///
/// // Two searches of different types, side by side.
/// let (plain, strong) = (Searcher::new(Material::default()), modern(Material::default(), 1)?);
/// let mut engines: Vec<Box<dyn Engine>> = vec![Box::new(plain), Box::new(strong)];
/// for engine in &mut engines {
///     let report = engine.search(&Position::startpos(), &Limits::depth(2));
///     assert!(report.best.is_some());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Engine {
    /// Searches the last position of a game, whose earlier positions count for repetitions, and calls `progress`
    /// after each iteration.
    fn search_game(&mut self, board: Tracked, limits: &Limits, progress: OnProgress<'_>) -> Report;

    /// Searches a position without a history of earlier positions.
    ///
    /// Engines that vote have a `search` of their own, which also returns the votes.
    fn search(&mut self, pos: &Position, limits: &Limits) -> Report {
        self.search_game(Tracked::new(pos.clone()), limits, &mut |_| {})
    }

    /// Empties tables and memories, so that the next search is that of a new engine.
    fn clear(&mut self);
}

/// A boxed engine.
impl<T: Engine + ?Sized> Engine for Box<T> {
    forward!(self { boxed => (**boxed) }
        fn search_game(&mut self, board: Tracked, limits: &Limits, progress: OnProgress<'_>) -> Report;
        fn search(&mut self, pos: &Position, limits: &Limits) -> Report;
        fn clear(&mut self);
    );
}

impl<S: Sockets> Engine for Searcher<S> {
    fn search_game(&mut self, board: Tracked, limits: &Limits, progress: OnProgress<'_>) -> Report {
        Searcher::search_game(self, board, limits, progress)
    }

    fn clear(&mut self) {
        Searcher::clear(self);
    }
}

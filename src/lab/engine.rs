//! A searcher of any type behind one name, for experiments that choose their parts at run time.

use komadai_core::{Evaluator, MateSolver, Tracked};
use komadai_search::{
    DepthPolicy, ForwardPruning, Limits, MoveMemory, Observer, Progress, Report, Searcher, TranspositionTable,
};

/// What a match or a suite asks of a player: a move for a position of a game.
///
/// A call costs one indirection a search, nothing a node: behind it stands a searcher of one type, compiled as
/// if nobody knew of this trait.
pub trait Engine: Send {
    /// Searches the last position of a game; [`Searcher::search_game`].
    fn search_game(
        &mut self,
        board: Tracked,
        limits: &Limits,
        progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Report;

    /// Forgets everything that earlier searches left behind.
    fn clear(&mut self);
}

impl<E, D, P, K, T, M, O> Engine for Searcher<E, D, P, K, T, M, O>
where
    E: Evaluator<State: Send> + Send,
    D: DepthPolicy + Send,
    P: ForwardPruning + Send,
    K: MoveMemory + Send,
    T: TranspositionTable + Send,
    M: MateSolver + Send,
    O: Observer + Send,
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

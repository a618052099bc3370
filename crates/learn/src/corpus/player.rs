//! Who finds the moves of a corpus.

use komadai_core::{Evaluator, MateSolver, Move, Tracked, Value};
use komadai_search::{
    DepthPolicy, ForwardPruning, Limits, MoveMemory, Observer, Searcher, TranspositionTable,
};

/// Plays both sides of a game.
///
/// The law: after [`Player::clear`], the same game with the same limits of nodes gets the same answers. A corpus is
/// reproducible because of it.
pub trait Player {
    /// Forgets everything that earlier games left behind.
    fn clear(&mut self);

    /// The move for the last position of a game and its value for the side to move; there is a legal one. `None`, or a move
    /// that is not legal, ends the game without a result, and it is dropped.
    fn choose(&mut self, board: &Tracked, limits: &Limits) -> Option<(Move, Value)>;
}

impl<E, D, P, K, T, M, O> Player for Searcher<E, D, P, K, T, M, O>
where
    E: Evaluator,
    D: DepthPolicy,
    P: ForwardPruning,
    K: MoveMemory,
    T: TranspositionTable,
    M: MateSolver,
    O: Observer,
{
    fn clear(&mut self) {
        Searcher::clear(self);
    }

    fn choose(&mut self, board: &Tracked, limits: &Limits) -> Option<(Move, Value)> {
        let report = self.search_game(board.clone(), limits, &mut |_| {});
        report.best.map(|mv| (mv, report.value))
    }
}

//! Replay of games, with each position as a search would see it: with the path that led there.

use komadai_core::{Move, Position};
use komadai_search::{Node, Step};

/// A game cannot be replayed: one of its moves is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number}, {mv}: not legal there")]
#[non_exhaustive]
pub struct ReplayError {
    /// Number of the move in the game, from 1.
    pub number: usize,
    /// The move.
    pub mv: Move,
}

/// Replays a game and shows each position, as a node whose path is the game so far, with the move played in it.
/// Returns the number of moves.
///
/// ```
/// use komadai_core::Position;
/// use komadai_learn::replay;
///
/// let moves = ["7g7f", "3c3d", "8h2b+"].map(|mv| mv.parse().unwrap());
/// let mut captures = 0;
/// replay(&Position::startpos(), moves, |at, mv| captures += usize::from(at.is_capture(mv)))?;
/// assert_eq!(captures, 1);
/// # Ok::<(), komadai_learn::ReplayError>(())
/// ```
///
/// # Errors
///
/// [`ReplayError`]: the first move that is not legal. The positions before it have been shown.
pub fn replay(
    start: &Position,
    moves: impl IntoIterator<Item = Move>,
    mut show: impl FnMut(&Node<'_>, Move),
) -> Result<usize, ReplayError> {
    let mut pos = start.clone();
    let mut path: Vec<Step> = Vec::new();
    for mv in moves {
        if !pos.is_legal(mv) {
            return Err(ReplayError { number: path.len() + 1, mv });
        }
        show(&Node { path: &path, ..Node::new(&pos) }, mv);
        path.push(Step { mv: Some(mv), piece: pos.placed_by(mv), captured: pos.piece_at(mv.to()) });
        pos.do_move(mv);
    }
    Ok(path.len())
}

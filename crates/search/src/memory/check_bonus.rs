//! Quiet moves that give check are tried earlier.

use komadai_core::{CheckSquares, Move, Piece};

use super::{MoveMemory, limited};
use crate::node::Node;
use crate::parameters::parameters;

parameters! {
    /// Adds to the score of quiet moves that give check.
    ///
    /// It learns nothing. Most checks are bad moves, but the good ones are moves that a shogi program must not reduce;
    /// Stockfish does the same.
    ///
    /// ```
    /// use komadai_core::Position;
    /// use komadai_search::memory::{CheckBonus, MoveMemory};
    /// use komadai_search::Node;
    ///
    /// let pos: Position = "4k4/9/9/9/9/9/9/9/4K4 b G 1".parse()?;
    /// let at = Node::new(&pos);
    /// let memory = CheckBonus { score: 6_000 };
    /// assert_eq!(memory.score(&at, "G*5b".parse()?), 6_000);
    /// assert_eq!(memory.score(&at, "G*5f".parse()?), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct CheckBonus {
        /// What a check adds to the score of a move, see [`SCORE_PER_PLY`](super::SCORE_PER_PLY).
        pub score: i32 = 10_000,
    }
}

impl MoveMemory for CheckBonus {
    #[inline]
    fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
        if !at.in_check && self.score != 0 && at.pos.gives_check(mv) { limited(self.score) } else { 0 }
    }

    #[inline]
    fn scorer(&self, at: &Node<'_>) -> impl Fn(Move, Piece) -> i32 {
        let squares = if at.in_check || self.score == 0 { None } else { CheckSquares::of(at.pos) };
        let (pos, score) = (at.pos, limited(self.score));
        move |mv, piece| match &squares {
            Some(squares) if squares.gives_check_as(pos, mv, piece) => score,
            _ => 0,
        }
    }
}

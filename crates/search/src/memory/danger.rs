//! Quiet moves that leave or enter the reach of cheaper pieces.

use komadai_core::{Bitboard, ByKind, Move, Piece, PieceKind, PieceValues, Position, Square, attacks};

use super::{MoveMemory, SCORE_LIMIT, limited};
use crate::node::Node;
use crate::parameters::parameters;

parameters! {
    /// Scores quiet moves by danger: leaving a square that a cheaper piece of the opponent attacks gains, entering one loses.
    ///
    /// It learns nothing, so that it also scores moves that histories have not met yet. In shogi, where a piece can be
    /// dropped anywhere, many moves put a rook before a pawn; Stockfish orders quiet moves of chess by the same idea.
    /// Classes of pieces from cheap to valuable: pawn; lance and knight; silver; gold and what moves like it; bishop
    /// and rook; horse and dragon. Answers to a check score 0.
    ///
    /// ```
    /// use komadai_core::Position;
    /// use komadai_search::memory::{Danger, MoveMemory};
    /// use komadai_search::Node;
    ///
    /// // The black rook on 5e is attacked by the white pawn on 5d.
    /// let pos: Position = "4k4/9/9/2p1p4/4R4/9/9/9/4K4 b - 1".parse()?;
    /// let at = Node::new(&pos);
    /// let memory = Danger { per_pawn: 1_000 };
    /// assert_eq!(memory.score(&at, "5e1e".parse()?), 9_500, "a rook of 950 out of danger");
    /// assert_eq!(memory.score(&at, "5e7e".parse()?), 0, "from one danger into another");
    /// assert_eq!(memory.score(&at, "5i4i".parse()?), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Danger {
        /// Score for a hundred centipawns of the moving piece's value ([`PieceValues::PAIRS_2007`]), see
        /// [`SCORE_PER_PLY`](super::SCORE_PER_PLY).
        pub per_pawn: i32 = 900,
    }
}

/// The number of classes of pieces, without the king.
const CLASSES: usize = 6;

/// The class of each kind, from cheap to valuable, in the order of [`PieceKind::ALL`]; a king is in none.
const CLASS: ByKind<usize> = ByKind([0, 1, 1, 2, 4, 4, 3, CLASSES, 3, 3, 3, 3, 5, 5]);

/// `[class]`: the squares that the opponent's pieces of cheaper classes attack; none for the king.
type Reach = [Bitboard; CLASSES + 1];

fn reach_of_cheaper(pos: &Position) -> Reach {
    let (us, them) = (pos.side_to_move(), !pos.side_to_move());
    let promoted = pos.of(us, PieceKind::Horse) | pos.of(us, PieceKind::Dragon);
    let dearest = if promoted.is_empty() { CLASS[PieceKind::Rook] } else { CLASS[PieceKind::Dragon] };
    let mut attacked = [Bitboard::EMPTY; CLASSES + 1];
    let pawns = pos.of(them, PieceKind::Pawn);
    attacked[CLASS[PieceKind::Pawn]] = pawns.forward(them);
    for square in pos.of_color(them) - pawns {
        if let Some(piece) = pos.piece_at(square)
            && CLASS[piece.kind()] < dearest
        {
            attacked[CLASS[piece.kind()]] |= attacks::attacks(piece, square, pos.occupied());
        }
    }
    let mut reach = [Bitboard::EMPTY; CLASSES + 1];
    for class in 1..CLASSES {
        reach[class] = reach[class - 1] | attacked[class - 1];
    }
    reach
}

/// Whether the opponent attacks a square with a piece of a cheaper class: a bit of [`reach_of_cheaper`].
#[inline]
fn is_in_reach(pos: &Position, square: Square, class: usize) -> bool {
    let attackers = pos.attackers(!pos.side_to_move(), square, pos.occupied());
    let cheaper = |from| pos.piece_at(from).is_some_and(|piece| CLASS[piece.kind()] < class);
    class < CLASSES && attackers.into_iter().any(cheaper)
}

impl Danger {
    #[inline]
    fn is_on(self, at: &Node<'_>) -> bool {
        self.per_pawn != 0 && !at.in_check
    }

    /// Score of leaving the reach of cheaper pieces with a piece of this kind.
    #[inline]
    fn worth(self, kind: PieceKind) -> i32 {
        // Beyond this every kind has the largest score; within it the product fits.
        let per_pawn = self.per_pawn.clamp(-SCORE_LIMIT, SCORE_LIMIT);
        limited(PieceValues::PAIRS_2007.board[kind] * per_pawn / 100)
    }
}

/// 1 for a move that leaves the reach of cheaper pieces, −1 for one that enters it, or 0; `in_reach` tells whether a square lies in it.
#[inline]
fn out_of_reach(mv: Move, in_reach: impl Fn(Square) -> bool) -> i32 {
    i32::from(mv.from().is_some_and(&in_reach)) - i32::from(in_reach(mv.to()))
}

impl MoveMemory for Danger {
    #[inline]
    fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
        let moved = mv.from().and_then(|from| at.pos.piece_at(from)).map(Piece::kind);
        let Some(kind) = mv.dropped().or(moved).filter(|_| self.is_on(at)) else { return 0 };
        out_of_reach(mv, |square| is_in_reach(at.pos, square, CLASS[kind])) * self.worth(kind)
    }

    #[inline]
    fn scorer(&self, at: &Node<'_>) -> impl Fn(Move, Piece) -> i32 {
        // Nothing is in danger where the reach is empty.
        let reach = if self.is_on(at) { reach_of_cheaper(at.pos) } else { [Bitboard::EMPTY; CLASSES + 1] };
        let worth = ByKind::from_fn(|kind| self.worth(kind));
        move |mv, piece| {
            let kind = if mv.is_promotion() { piece.kind().unpromoted() } else { piece.kind() };
            out_of_reach(mv, |square| reach[CLASS[kind]].contains(square)) * worth[kind]
        }
    }
}

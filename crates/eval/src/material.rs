//! The value of the pieces, the evaluation every other one is measured against.
//!
//! The state is one number: Black's pieces less White's. A plain move changes nothing, a capture or a
//! promotion adds a difference, so that keeping it up costs a few cycles a move (paper 001 measures 106.3
//! cycles a position with material against 98.2 without any evaluation).

use komadai_core::{ByKind, Change, Color, Evaluator, Hand, Piece, PieceKind, Placed, Position, Value};

/// The value of each kind in hundredths of a pawn. A piece in hand counts as its plain kind on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PieceValues(pub ByKind<i32>);

/// Paper 001, Table 2, in the order of [`PieceKind::ALL`]. The king cannot be won and counts nothing.
const PAPER_001: [i32; PieceKind::COUNT] =
    [100, 400, 400, 550, 800, 950, 600, 0, 600, 600, 600, 600, 1150, 1300];

impl PieceValues {
    /// The values of paper 001, Table 2 (those of Gekisashi): the same on the board and in hand.
    pub const PAPER_001: PieceValues = PieceValues(ByKind(PAPER_001));
}

impl Default for PieceValues {
    fn default() -> Self {
        Self::PAPER_001
    }
}

/// Evaluation by the value of the pieces alone.
///
/// Values may be of any size; the result is held inside ±[`Value::MAX_EVAL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Material {
    /// What each kind is worth; paper 001, Table 2 unless told otherwise.
    pub values: PieceValues,
}

impl Material {
    /// Evaluation by given values.
    pub const fn new(values: PieceValues) -> Material {
        Material { values }
    }

    /// Worth of a piece in its place for Black. Between extreme values sums may wrap, never panic.
    #[inline]
    fn worth(&self, piece: Piece) -> i32 {
        let value = self.values.0[piece.kind()];
        match piece.color() {
            Color::Black => value,
            Color::White => value.wrapping_neg(),
        }
    }

    fn hand(&self, hand: Hand) -> i32 {
        hand.iter().fold(0, |sum, (kind, n)| sum.wrapping_add(self.values.0[kind].wrapping_mul(n as i32)))
    }
}

impl Evaluator for Material {
    /// Black's pieces less White's.
    type State = i32;

    fn fresh(&self, pos: &Position) -> i32 {
        let hands = self.hand(pos.hand(Color::Black)).wrapping_sub(self.hand(pos.hand(Color::White)));
        pos.occupied()
            .into_iter()
            .filter_map(|square| pos.piece_at(square))
            .fold(hands, |sum, piece| sum.wrapping_add(self.worth(piece)))
    }

    #[inline]
    fn advance(&self, parent: &i32, _: &Position, change: &Change) -> i32 {
        let sum =
            |placed: &[Placed]| placed.iter().fold(0i32, |sum, p| sum.wrapping_add(self.worth(p.piece)));
        parent.wrapping_add(sum(change.came())).wrapping_sub(sum(change.left()))
    }

    #[inline]
    fn evaluate(&self, state: &i32, pos: &Position) -> Value {
        Value::from_cp(match pos.side_to_move() {
            Color::Black => *state,
            Color::White => state.wrapping_neg(),
        })
    }
}

//! The value of the pieces, the evaluation every other one is measured against.
//!
//! The state is one number: Black's pieces less White's. A plain move changes nothing, a capture or a
//! promotion adds a difference, so that keeping it up costs a few cycles a move (paper 001 measures 106.3
//! cycles a position with material against 98.2 without any evaluation).

use komadai_core::{Change, Color, Evaluator, Piece, PieceValues, Place, Placed, Position, Value};

/// Evaluation by the value of the pieces alone.
///
/// ```
/// use komadai_core::{PieceKind, PieceValues};
/// use komadai_eval::Material;
///
/// let mut values = PieceValues::default();
/// values.hand[PieceKind::Pawn] = 115;
/// let material = Material::new(values);
/// # assert_eq!(material.values, values);
/// ```
///
/// Values may be of any size; the result is held inside ±[`Value::MAX_EVAL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Material {
    /// What each kind is worth; paper 001, Table 2 unless told otherwise.
    pub values: PieceValues,
}

impl Material {
    /// Evaluation by given values.
    pub const fn new(values: PieceValues) -> Material {
        Material { values }
    }

    /// Worth to Black of a piece where it is. Sums of extreme values may wrap, never panic.
    #[inline]
    pub(crate) fn worth(&self, placed: Placed) -> i32 {
        let value = match placed.place {
            Place::Board(_) => self.values.board[placed.piece.kind()],
            Place::Hand => self.values.hand[placed.piece.kind()],
        };
        match placed.piece.color() {
            Color::Black => value,
            Color::White => value.wrapping_neg(),
        }
    }
}

impl Evaluator for Material {
    /// Black's pieces less White's.
    type State = i32;

    fn fresh(&self, pos: &Position) -> i32 {
        let board = pos.occupied().into_iter().fold(0i32, |sum, square| {
            let placed = pos.piece_at(square).map(|piece| Placed { piece, place: Place::Board(square) });
            sum.wrapping_add(placed.map_or(0, |placed| self.worth(placed)))
        });
        Color::ALL.into_iter().fold(board, |sum, color| {
            pos.hand(color).iter().fold(sum, |sum, (kind, count)| {
                let each = self.worth(Placed { piece: Piece::new(color, kind), place: Place::Hand });
                sum.wrapping_add(each.wrapping_mul(count as i32))
            })
        })
    }

    #[inline]
    fn advance(&self, parent: &i32, _: &Position, change: &Change) -> i32 {
        let sum = |all: &[Placed]| all.iter().fold(0i32, |sum, &placed| sum.wrapping_add(self.worth(placed)));
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

#[cfg(feature = "artifact")]
impl komadai_core::artifact::Artifact for Material {
    const KIND: [u8; 8] = *b"material";
    const VERSION: u16 = 1;

    /// Every value is one an evaluation may have.
    fn validate(&self) -> Result<(), String> {
        for (place, values) in [("on the board", &self.values.board), ("in hand", &self.values.hand)] {
            for kind in komadai_core::PieceKind::ALL {
                let most = Value::MAX_EVAL.cp();
                if !(-most..=most).contains(&values[kind]) {
                    return Err(format!(
                        "{kind:?} {place} is worth {}, expected at most {most}",
                        values[kind]
                    ));
                }
            }
        }
        Ok(())
    }
}

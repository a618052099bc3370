//! Material evaluation: the sum of piece values, the baseline of every other evaluation.
//!
//! The state is one number: Black's pieces less White's. A plain move changes nothing, and a capture or a promotion adds a
//! difference, so an update costs a few cycles (paper 001 measures 106.3 cycles a position with material against 98.2 without any
//! evaluation).

use komadai_core::{Change, Color, Evaluator, PieceValues, Place, Placed, Position, Value};

/// Evaluator by material: the values of the pieces on the board and in hand.
///
/// ```
/// use komadai_core::{Evaluator, PieceKind, PieceValues, Position};
/// use komadai_eval::Material;
///
/// let mut values = PieceValues::default();
/// values.hand[PieceKind::Pawn] = 115;
/// let material = Material::new(values);
/// let pos: Position = "4k4/9/9/9/9/9/9/9/4K4 b 2P 1".parse()?;
/// assert_eq!(material.evaluate(&material.fresh(&pos), &pos).cp(), 230);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Piece values are in centipawns and may be of any size; the result is limited to ±[`Value::MAX_EVAL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Material {
    /// The values of the kinds in centipawns; by default those of paper 001, Table 2.
    pub values: PieceValues,
}

impl Material {
    /// Makes an evaluator with the given piece values.
    pub const fn new(values: PieceValues) -> Material {
        Material { values }
    }

    /// Value of a piece for Black. Sums of extreme values may wrap, but never panic.
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
        let mut sum = 0i32;
        pos.visit_pieces(|placed, count| {
            sum = sum.wrapping_add(self.worth(placed).wrapping_mul(count as i32));
        });
        sum
    }

    #[inline]
    fn advance(&self, parent: &i32, _: &Position, change: &Change) -> i32 {
        let sum = |all: &[Placed]| all.iter().fold(0i32, |sum, &placed| sum.wrapping_add(self.worth(placed)));
        parent.wrapping_add(sum(change.added())).wrapping_sub(sum(change.removed()))
    }

    #[inline]
    fn evaluate(&self, state: &i32, pos: &Position) -> Value {
        let black = Value::from_cp(*state);
        if pos.side_to_move() == Color::Black { black } else { -black }
    }
}

#[cfg(feature = "artifact")]
impl komadai_core::artifact::Artifact for Material {
    const KIND: [u8; 8] = *b"material";
    const VERSION: u16 = 1;
    const WHAT: &'static str = "values of the pieces";

    /// Checks that every value is within ±[`Value::MAX_EVAL`].
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

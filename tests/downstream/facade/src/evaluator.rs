//! An evaluation with incremental state: material, and pieces near the enemy king.

use crate::pruning::steps;
use komadai::{Change, Color, Evaluator, Piece, PieceKind, PieceValues, Place, Placed, Position, Value};

/// Material, and a bonus for each piece on the board that stands near the enemy king.
pub struct Siege {
    /// Values of the pieces.
    pub values: PieceValues,
    /// Centipawns for each step nearer than five.
    pub bonus: i32,
}

impl Default for Siege {
    fn default() -> Self {
        Self { values: PieceValues::default(), bonus: 8 }
    }
}

impl Siege {
    /// What one piece adds to Black's side of the balance.
    fn worth(&self, pos: &Position, Placed { piece, place }: Placed) -> i32 {
        let worth = match place {
            Place::Hand => self.values.hand[piece.kind()],
            Place::Board(_) if piece.kind() == PieceKind::King => 0,
            Place::Board(square) => {
                let near = |king| i32::from(5_u8.saturating_sub(steps(king, square)));
                self.values.board[piece.kind()] + self.bonus * pos.king(!piece.color()).map_or(0, near)
            }
        };
        if piece.color() == Color::Black { worth } else { -worth }
    }
}

impl Evaluator for Siege {
    /// Centipawns for Black.
    type State = i32;

    fn fresh(&self, pos: &Position) -> i32 {
        let board = pos.occupied().into_iter().filter_map(|square| {
            let piece = pos.piece_at(square)?;
            Some(self.worth(pos, Placed { piece, place: Place::Board(square) }))
        });
        let held = |color: Color| {
            let each =
                move |kind| self.worth(pos, Placed { piece: Piece::new(color, kind), place: Place::Hand });
            pos.hand(color).iter().map(move |(kind, count)| each(kind) * count as i32).sum::<i32>()
        };
        board.sum::<i32>() + Color::ALL.into_iter().map(held).sum::<i32>()
    }

    fn advance(&self, parent: &i32, after: &Position, change: &Change) -> i32 {
        if change.added()[0].piece.kind() == PieceKind::King {
            return self.fresh(after); // every distance to this king changes
        }
        let sum = |pieces: &[Placed]| pieces.iter().map(|&placed| self.worth(after, placed)).sum::<i32>();
        parent + sum(change.added()) - sum(change.removed())
    }

    fn evaluate(&self, state: &i32, pos: &Position) -> Value {
        Value::from_cp(if pos.side_to_move() == Color::Black { *state } else { -state })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai::testing;

    #[test]
    fn advance_equals_fresh_along_random_games() {
        testing::assert_advance_equals_fresh(&Siege::default(), 1, 4);
    }
}

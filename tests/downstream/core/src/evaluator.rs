//! An evaluation with a state that is updated move by move: pieces in hand.

use komadai_core::{Change, Color, Evaluator, Place, Placed, Position, Value};

/// Thirty centipawns for each piece in hand.
pub struct InHand;

impl Evaluator for InHand {
    /// Black's pieces in hand less White's.
    type State = i32;

    fn fresh(&self, pos: &Position) -> i32 {
        pos.hand(Color::Black).len() as i32 - pos.hand(Color::White).len() as i32
    }

    fn advance(&self, parent: &i32, _: &Position, change: &Change) -> i32 {
        let sum = |placed: &[Placed]| -> i32 {
            let held = placed.iter().filter(|placed| placed.place == Place::Hand);
            held.map(|placed| if placed.piece.color() == Color::Black { 1 } else { -1 }).sum()
        };
        parent + sum(change.added()) - sum(change.removed())
    }

    fn evaluate(&self, state: &i32, pos: &Position) -> Value {
        let black = Value::from_cp(30 * state);
        if pos.side_to_move() == Color::Black { black } else { -black }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::testing;

    #[test]
    fn the_state_kept_up_is_that_from_nothing() {
        testing::assert_advance_equals_fresh(&InHand, 1, 6);
    }
}

//! Measures an evaluation of your own: copy this file and change the evaluation.
//!
//! ```sh
//! cargo run --release --example custom_evaluator                                          # a match against material
//! cargo run --release --example custom_evaluator -- self-play --a modern --b modern --eval advance --nodes 2000 --pairs 150
//! cargo run --release --example custom_evaluator -- heuristics --eval advance --rows null,late-moves
//! cargo run --release --example custom_evaluator -- next-move --eval advance
//! ```

use std::process::ExitCode;

use komadai::eval::Material;
use komadai::{Change, Color, Evaluator, Piece, Place, Position, Square, Value};
use komadai_lab::{Parts, own_parts};

/// Material, and three centipawns for each rank that a piece has advanced.
#[derive(Clone, Default)]
struct Advance(Material);

/// Ranks advanced, as Black counts them.
fn ranks(piece: Piece, square: Square) -> i32 {
    let rank = square.rank() as i32;
    if piece.color() == Color::Black { 9 - rank } else { 1 - rank }
}

impl Evaluator for Advance {
    type State = (i32, i32);

    fn fresh(&self, pos: &Position) -> Self::State {
        let sum = pos.occupied().into_iter().filter_map(|at| Some(ranks(pos.piece_at(at)?, at))).sum();
        (self.0.fresh(pos), sum)
    }

    fn advance(&self, parent: &Self::State, after: &Position, change: &Change) -> Self::State {
        let on_board = |places: &[komadai::Placed]| -> i32 {
            places
                .iter()
                .map(|it| if let Place::Board(at) = it.place { ranks(it.piece, at) } else { 0 })
                .sum()
        };
        (
            self.0.advance(&parent.0, after, change),
            parent.1 + on_board(change.added()) - on_board(change.removed()),
        )
    }

    fn evaluate(&self, state: &Self::State, pos: &Position) -> Value {
        let sign = if pos.side_to_move() == Color::Black { 3 } else { -3 };
        Value::from_cp(self.0.evaluate(&state.0, pos).cp() + sign * state.1)
    }
}

fn main() -> ExitCode {
    own_parts("custom_evaluator", Parts::new().with_evaluation("advance", Advance::default))
}

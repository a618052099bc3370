//! Pieces count for more near a king: so little shape that no two quiet moves are quite alike.
//!
//! By material alone nearly every quiet move is as good as the next, so that whichever is tried first is "right". TACOS
//! knows places, king safety and formations; this knows what all of them have in common.

use komadai::{Change, Color, Evaluator, PieceKind, Position, Square, Value};

/// Hundredths of a pawn for each king's move that a piece stands nearer than the far edge of the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearness {
    /// To the king it attacks; kings and pawns do not count.
    pub(crate) attack: i32,
    /// Gold and silver, to their own king.
    pub(crate) defence: i32,
    /// For each rank that a pawn has gone.
    pub(crate) pawn: i32,
}

impl Default for Nearness {
    fn default() -> Self {
        Nearness { attack: 4, defence: 5, pawn: 3 }
    }
}

impl Evaluator for Nearness {
    type State = ();

    fn fresh(&self, _: &Position) {}

    fn advance(&self, (): &(), _: &Position, _: &Change) {}

    fn evaluate(&self, (): &(), pos: &Position) -> Value {
        let us = pos.side_to_move();
        Value::from_cp(self.shape(pos, us) - self.shape(pos, !us))
    }
}

impl Nearness {
    fn shape(&self, pos: &Position, color: Color) -> i32 {
        let kings = [pos.king(color), pos.king(!color)];
        let worth = |square: Square| {
            let Some(piece) = pos.piece_at(square) else { return 0 };
            let near = |king: Option<Square>| king.map_or(0, |king| 8 - distance(king, square));
            match piece.kind() {
                PieceKind::King => 0,
                PieceKind::Pawn => self.pawn * (9 - i32::from(square.seen_by(color).rank())),
                PieceKind::Gold | PieceKind::Silver => {
                    self.defence * near(kings[0]) + self.attack * near(kings[1])
                }
                _ => self.attack * near(kings[1]),
            }
        };
        pos.of_color(color).into_iter().map(worth).sum()
    }
}

/// Moves that a king needs from one square to another.
fn distance(a: Square, b: Square) -> i32 {
    let (files, ranks) = (a.file().abs_diff(b.file()), a.rank().abs_diff(b.rank()));
    i32::from(files.max(ranks))
}

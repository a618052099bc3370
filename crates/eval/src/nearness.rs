//! Nearness of pieces to the kings: just enough shape that few quiet moves have the same value.
//!
//! By material alone nearly all quiet moves are equally good, so the first one tried seems best. This small evaluation breaks the
//! ties by what places, king safety and formations have in common. It is the evaluation of the ending in `blend`, one of the
//! names of `komadai::evaluation::Evaluation`.

use komadai_core::{Change, Color, Evaluator, PieceKind, Position, Square, Value};

/// Evaluation of how near pieces stand to the kings, in centipawns; add it to [`Material`](crate::Material) by [`Sum`](crate::Sum).
///
/// ```
/// use komadai_core::{Evaluator, Position};
/// use komadai_eval::{Material, Nearness, Sum};
///
/// let eval = Sum(Material::default(), Nearness::default());
/// let mut pos = Position::startpos();
/// pos.do_move("7g7f".parse()?);
/// let value = eval.evaluate(&eval.fresh(&pos), &pos);
/// assert_eq!(value.cp(), -3);                             // for White: the pawn has gone one rank
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Nearness {
    /// Centipawns for each king's move by which a piece is nearer to the enemy king than 8, the largest distance; not for kings and
    /// pawns.
    pub attack: i32,
    /// The same for golds and silvers, by the distance to their own king.
    pub defence: i32,
    /// Centipawns for each rank that a pawn has advanced.
    pub pawn: i32,
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
            let near = |king: Option<Square>| king.map_or(0, |king| 8 - i32::from(king.distance(square)));
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

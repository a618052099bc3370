//! Delta pruning: in quiescence, captures that cannot reach alpha are not played.

use komadai_core::{Move, PieceValues, Value};

use super::ForwardPruning;
use crate::node::Node;

/// Delta pruning: skips captures in quiescence with which evaluation, gain and margin together stay at or below alpha.
///
/// The gain is what is taken, counted as an exchange (the piece changes hands), and the promotion. Moves that give
/// check are played all the same.
///
/// ```
/// use komadai_eval::Material;
/// use komadai_search::{Delta, Searcher};
///
/// let searcher = Searcher::new(Material::default()).pruning(Delta::default());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Delta {
    /// By how much the evaluation may rise besides the gain.
    pub margin: Value,
    /// Values by which gains are counted.
    pub values: PieceValues,
}

impl Default for Delta {
    /// Six tenths of a pawn of paper 001; OpenShogiLib takes nearly three pawns, and more with depth.
    fn default() -> Self {
        Self { margin: Value::from_cp(60), values: PieceValues::default() }
    }
}

impl ForwardPruning for Delta {
    fn name(&self) -> &'static str {
        "delta pruning"
    }

    #[inline]
    fn skip_tactical(&self, at: &Node<'_>, mv: Move) -> bool {
        let Some(value) = at.static_value else { return false };
        if at.alpha.is_mate() {
            return false;
        }
        let taken = at.pos.piece_at(mv.to()).map_or(0, |piece| self.values.exchange(piece.kind()));
        let promoted = match mv.from().and_then(|from| at.pos.piece_at(from)) {
            Some(piece) if mv.is_promotion() => self.values.promotion(piece.kind()),
            _ => 0,
        };
        let most = value.cp() + taken + promoted + self.margin.cp();
        most <= at.alpha.cp() && !at.pos.gives_check(mv)
    }
}

//! Quiescence: captures that cannot reach alpha are not played, and where none can, it ends.

use komadai_core::{Move, PieceValues, Value};

use super::ForwardPruning;
use super::margin::{self, FixedMargin, MarginModel, Side};
use crate::depth::Depth;
use crate::node::Node;
use crate::parameters::parameters;

parameters! {
    /// Delta pruning: skips captures in quiescence if evaluation, gain and margin together stay at or below alpha.
    ///
    /// The gain is what is taken, counted as an exchange (the piece changes hands), and the promotion. Moves that give
    /// check are always played.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Delta {
        /// By how much the evaluation may rise besides the gain: six tenths of a pawn of paper 001. OpenShogiLib takes nearly three pawns,
        /// and more with depth.
        pub margin: Value = Value::from_cp(60),
        /// Values by which gains are counted.
        pub values: PieceValues = PieceValues::default(),
    }
}

impl ForwardPruning for Delta {
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

/// ProbCut in quiescence (Takeuchi et al.): the evaluation is the shallow search, the exchanges are the deep one.
///
/// If even the margin does not lift the evaluation above alpha, no exchange is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuietProbCut<M = FixedMargin> {
    /// The margin: what exchanges may win.
    pub margin: M,
}

impl Default for QuietProbCut {
    /// A bishop of paper 001 and two pawns: exchanges that win more are rare.
    fn default() -> Self {
        QuietProbCut { margin: FixedMargin(Value::from_cp(1000)) }
    }
}

impl<M: MarginModel> ForwardPruning for QuietProbCut<M> {
    #[inline]
    fn stop(&self, at: &Node<'_>) -> Option<(Value, &'static str)> {
        if at.alpha.is_mate() {
            return None;
        }
        let margin = margin::of(&self.margin, at.pos, Depth::ZERO, Depth::ZERO, Side::BelowAlpha)?;
        let most = at.static_value? + margin;
        (most <= at.alpha).then_some((most, "ProbCut in quiescence"))
    }
}

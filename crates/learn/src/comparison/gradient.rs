//! Loss and gradient over the leaves of lines, the leaves held where they are.

use core::ops::Range;

use komadai_core::{Color, Evaluator, Position};
use komadai_eval::FeatureId;

use super::siblings::{GameLines, TrainingGame, error};
use super::weighted::Weighted;
use crate::features::worth;

/// Loss and gradient summed over comparisons, not divided by their number.
#[derive(Debug)]
pub(super) struct LossGradient {
    /// Σ T.
    pub(super) loss: f64,
    /// ∂/∂w of it: `[feature]`, per hundredth of a pawn.
    pub(super) gradient: Vec<f64>,
}

/// Adds loss and gradient of a game's comparisons, whose lines [`search_siblings`](super::siblings::search_siblings) found.
pub(super) fn add_gradient(
    game: &TrainingGame,
    lines: &GameLines,
    eval: &Weighted<'_>,
    steepness: f64,
    sum: &mut LossGradient,
) {
    let mut pos = game.start.clone();
    let mut at = 0;
    let mut leaves = Leaves::default();
    for (ply, of_moves) in lines.positions() {
        for &mv in &game.moves[at..ply] {
            pos.do_move(mv);
        }
        at = ply;
        let mover = if pos.side_to_move() == Color::Black { 1.0 } else { -1.0 };
        leaves.clear();
        for line in of_moves {
            let mut leaf = pos.clone();
            for &mv in line {
                leaf.do_move(mv);
            }
            leaves.push(&leaf, eval);
        }
        leaves.add_to(sum, mover, steepness);
    }
}

/// The leaves of one position, the played move's first.
#[derive(Debug, Default)]
struct Leaves {
    /// Features of all leaves, one behind the other.
    found: Vec<(FeatureId, f32)>,
    /// Value for Black of each leaf, and which features are its.
    each: Vec<(f64, Range<usize>)>,
}

impl Leaves {
    fn clear(&mut self) {
        self.found.clear();
        self.each.clear();
    }

    fn push(&mut self, leaf: &Position, eval: &Weighted<'_>) {
        let start = self.found.len();
        eval.set.list(leaf, &mut self.found);
        let base = f64::from(eval.base.fresh(leaf));
        let found = self.found[start..].iter();
        let value = found.fold(base, |sum, &feature| sum + worth(feature, eval.weights));
        self.each.push((value, start..self.found.len()));
    }

    /// T'(x) = k T(x) (1 − T(x)); each sibling pushes its leaf down by it, and the played move's up.
    fn add_to(&self, sum: &mut LossGradient, mover: f64, steepness: f64) {
        let Some(((played, of_played), siblings)) = self.each.split_first() else { return };
        let mut pull = 0.0;
        for (value, of_sibling) in siblings {
            let wrong = error(mover * (value - played), steepness);
            let slope = mover * steepness * wrong * (1.0 - wrong);
            sum.loss += wrong;
            pull += slope;
            self.add_features(&mut sum.gradient, of_sibling, slope);
        }
        self.add_features(&mut sum.gradient, of_played, -pull);
    }

    fn add_features(&self, gradient: &mut [f64], which: &Range<usize>, factor: f64) {
        for &(feature, count) in &self.found[which.clone()] {
            if let Some(slot) = gradient.get_mut(feature as usize) {
                *slot += factor * f64::from(count);
            }
        }
    }
}

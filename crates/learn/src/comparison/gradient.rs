//! Loss and gradient over the leaves of lines, with the leaves kept fixed.

use core::ops::Range;

use komadai_core::{Color, Evaluator, Position};
use komadai_eval::FeatureId;

use super::siblings::{PositionLines, TrainingGame, error};
use super::weighted::Weighted;
use crate::dyn_feature_set::worth;

/// Adds the loss of a game's comparisons and its gradient, not divided by their number. [`search_siblings`](super::siblings::search_siblings)
/// found the lines. `sums`: ∂/∂w of Σ T, `[feature]`, per hundredth of a pawn; then Σ T.
pub(super) fn add_gradient(
    game: &TrainingGame,
    lines: &[PositionLines],
    eval: &Weighted<'_>,
    steepness: f64,
    sums: &mut [f64],
) {
    let mut pos = game.start.clone();
    let mut at = 0;
    let mut leaves = Leaves::default();
    for compared in lines {
        for &mv in &game.moves[at..compared.ply] {
            pos.do_move(mv);
        }
        at = compared.ply;
        let mover = if pos.side_to_move() == Color::Black { 1.0 } else { -1.0 };
        leaves.clear();
        for line in compared.lines() {
            leaves.push(&pos.after(line.iter().copied()), eval);
        }
        leaves.add_to(sums, mover, steepness);
    }
}

/// The leaves of one position, the played move's first.
#[derive(Debug, Default)]
struct Leaves {
    /// Features of all leaves, one after the other.
    found: Vec<(FeatureId, f32)>,
    /// Value for Black of each leaf, and the range of its features.
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

    /// T'(x) = k T(x) (1 − T(x)); each sibling pushes its own leaf down by it, and the played move's leaf up.
    fn add_to(&self, sums: &mut [f64], mover: f64, steepness: f64) {
        let Some((loss, gradient)) = sums.split_last_mut() else { return };
        let Some(((played, of_played), siblings)) = self.each.split_first() else { return };
        let mut pull = 0.0;
        for (value, of_sibling) in siblings {
            let wrong = error(mover * (value - played), steepness);
            let slope = mover * steepness * wrong * (1.0 - wrong);
            *loss += wrong;
            pull += slope;
            self.add_features(gradient, of_sibling, slope);
        }
        self.add_features(gradient, of_played, -pull);
    }

    fn add_features(&self, gradient: &mut [f64], which: &Range<usize>, factor: f64) {
        for &(feature, count) in &self.found[which.clone()] {
            if let Some(slot) = gradient.get_mut(feature as usize) {
                *slot += factor * f64::from(count);
            }
        }
    }
}

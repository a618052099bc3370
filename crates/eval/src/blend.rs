//! Opening and ending evaluated apart, and interpolated by progress: the evaluation of GPS Shogi as paper 001 describes it
//! (section 5.5), where pairs of pieces and material judge the opening and tables around the kings the ending.

use komadai_core::{Change, Evaluator, Position, Value};

use crate::progress::{MAX_PROGRESS, Progress};
use crate::{FeatureId, FeatureSet};

/// Two evaluators in the ratio of progress: `opening` alone at 0, `ending` alone at 127.
///
/// Both are kept up at every move, so that it costs what the two cost together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blend<P, A, B> {
    /// How far the game has come.
    pub progress: P,
    /// Evaluation of the opening.
    pub opening: A,
    /// Evaluation of the ending.
    pub ending: B,
}

impl<P: Progress, A: Evaluator, B: Evaluator> Evaluator for Blend<P, A, B> {
    type State = (P::State, A::State, B::State);

    fn fresh(&self, pos: &Position) -> Self::State {
        (self.progress.fresh(pos), self.opening.fresh(pos), self.ending.fresh(pos))
    }

    #[inline]
    fn advance(&self, parent: &Self::State, after: &Position, change: &Change) -> Self::State {
        (
            self.progress.advance(&parent.0, after, change),
            self.opening.advance(&parent.1, after, change),
            self.ending.advance(&parent.2, after, change),
        )
    }

    #[inline]
    fn advance_null(&self, parent: &Self::State, after: &Position) -> Self::State {
        (
            self.progress.advance_null(&parent.0, after),
            self.opening.advance_null(&parent.1, after),
            self.ending.advance_null(&parent.2, after),
        )
    }

    /// Rounded towards 0.
    #[inline]
    fn evaluate(&self, state: &Self::State, pos: &Position) -> Value {
        let most = i32::from(MAX_PROGRESS);
        let come = i32::from(self.progress.progress(&state.0, pos)).min(most);
        let opening = self.opening.evaluate(&state.1, pos).cp();
        let ending = self.ending.evaluate(&state.2, pos).cp();
        Value::from_cp((opening * (most - come) + ending * come) / most)
    }
}

/// The features of a set twice, for the opening and for the ending: training on them finds the two ends of a [`Blend`] at
/// once.
///
/// Feature `i` of the set is `i` with its value × (1 − t), and `i + len` with its value × t, where t is progress / 127.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Staged<P, F> {
    /// How far the game has come.
    pub progress: P,
    /// The features of each end.
    pub features: F,
}

impl<P: Progress, F: FeatureSet> FeatureSet for Staged<P, F> {
    const NAME: &'static str = "staged";

    fn len(&self) -> usize {
        2 * self.features.len()
    }

    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        let come = self.progress.progress(&self.progress.fresh(pos), pos);
        let t = f32::from(come) / f32::from(MAX_PROGRESS);
        let ending = self.features.len() as FeatureId;
        self.features.visit(pos, |id, value| {
            if come < MAX_PROGRESS {
                each(id, value * (1.0 - t));
            }
            if come > 0 {
                each(ending + id, value * t);
            }
        });
    }
}

//! The sum of two evaluators.

use komadai_core::{Change, Evaluator, Position, Value};

/// Evaluator whose value is the sum of two evaluators' values. Nest it for more than two.
///
/// Each part and the sum are limited to ±[`Value::MAX_EVAL`].
///
/// ```
/// use komadai_core::{Evaluator, Position};
/// use komadai_eval::{Material, Sum};
///
/// let twice = Sum(Material::default(), Material::default());
/// let pos: Position = "4k4/9/9/9/9/9/9/9/4K4 b P 1".parse()?;
/// assert_eq!(twice.evaluate(&twice.fresh(&pos), &pos).cp(), 200);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum<A, B>(pub A, pub B);

impl<A: Evaluator, B: Evaluator> Evaluator for Sum<A, B> {
    type State = (A::State, B::State);

    #[inline]
    fn fresh(&self, pos: &Position) -> Self::State {
        (self.0.fresh(pos), self.1.fresh(pos))
    }

    #[inline]
    fn advance(&self, parent: &Self::State, after: &Position, change: &Change) -> Self::State {
        (self.0.advance(&parent.0, after, change), self.1.advance(&parent.1, after, change))
    }

    #[inline]
    fn advance_into(&self, parent: &Self::State, after: &Position, change: &Change, state: &mut Self::State) {
        self.0.advance_into(&parent.0, after, change, &mut state.0);
        self.1.advance_into(&parent.1, after, change, &mut state.1);
    }

    #[inline]
    fn advance_null(&self, parent: &Self::State, after: &Position) -> Self::State {
        (self.0.advance_null(&parent.0, after), self.1.advance_null(&parent.1, after))
    }

    #[inline]
    fn evaluate(&self, state: &Self::State, pos: &Position) -> Value {
        Value::from_cp(self.0.evaluate(&state.0, pos).cp() + self.1.evaluate(&state.1, pos).cp())
    }
}

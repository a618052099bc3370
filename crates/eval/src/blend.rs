//! Tapered evaluation: an opening and an ending evaluation, interpolated by progress.
//!
//! GPS Shogi does the same, as paper 001 describes it (section 5.5): pairs of pieces and material evaluate the opening, and tables
//! around the kings evaluate the ending.

use komadai_core::{Change, Evaluator, Position, Value};

use crate::progress::{MAX_PROGRESS, PieceProgress};

/// Evaluator that interpolates between two evaluators by progress: `opening` alone at 0, `ending` alone at 127.
///
/// Both are updated at every move, so it costs as much as the two together.
///
/// ```
/// use komadai_core::{Evaluator, PieceKind, PieceValues, Position};
/// use komadai_eval::{Blend, Material, PieceProgress};
///
/// let mut ending = PieceValues::default();
/// ending.hand[PieceKind::Rook] = 1_200;
/// let blend = Blend {
///     progress: PieceProgress::default(),
///     opening: Material::default(),
///     ending: Material::new(ending),
/// };
/// let value = |sfen: &str| {
///     let pos: Position = sfen.parse().unwrap();
///     blend.evaluate(&blend.fresh(&pos), &pos).cp()
/// };
/// // Late in a game, by pieces near the other king, it is worth more.
/// let (early, late) = (value("4k4/9/9/9/9/9/9/9/4K4 b R 1"), value("4k4/9/PPPPPPPPP/9/9/9/9/9/4K4 b R 1"));
/// let pawns = 9 * PieceValues::default().board[PieceKind::Pawn];
/// assert!(950 <= early && early < late - pawns && late - pawns <= 1_200);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blend<A, B> {
    /// The measure of progress.
    pub progress: PieceProgress,
    /// Evaluator of the opening.
    pub opening: A,
    /// Evaluator of the ending.
    pub ending: B,
}

impl<A: Evaluator, B: Evaluator> Evaluator for Blend<A, B> {
    /// The sum of progress, then the states of both evaluators.
    type State = (i32, A::State, B::State);

    fn fresh(&self, pos: &Position) -> Self::State {
        (self.progress.fresh(pos), self.opening.fresh(pos), self.ending.fresh(pos))
    }

    #[inline]
    fn advance_into(&self, parent: &Self::State, after: &Position, change: &Change, state: &mut Self::State) {
        state.0 = self.progress.advance(parent.0, change);
        self.opening.advance_into(&parent.1, after, change, &mut state.1);
        self.ending.advance_into(&parent.2, after, change, &mut state.2);
    }

    #[inline]
    fn advance(&self, parent: &Self::State, after: &Position, change: &Change) -> Self::State {
        (
            self.progress.advance(parent.0, change),
            self.opening.advance(&parent.1, after, change),
            self.ending.advance(&parent.2, after, change),
        )
    }

    #[inline]
    fn advance_null(&self, parent: &Self::State, after: &Position) -> Self::State {
        (parent.0, self.opening.advance_null(&parent.1, after), self.ending.advance_null(&parent.2, after))
    }

    /// Rounds towards 0.
    #[inline]
    fn evaluate(&self, state: &Self::State, pos: &Position) -> Value {
        let most = i32::from(MAX_PROGRESS);
        let come = i32::from(self.progress.progress(state.0));
        let opening = self.opening.evaluate(&state.1, pos).cp();
        let ending = self.ending.evaluate(&state.2, pos).cp();
        Value::from_cp((opening * (most - come) + ending * come) / most)
    }
}

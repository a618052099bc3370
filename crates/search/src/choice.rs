//! Which root move to play, once all are searched.

use komadai_core::rng::SplitMix64;
use komadai_core::{Position, Value};

use crate::bound::Bound;
use crate::report::RootMove;

/// Chooses among the searched root moves, which come best first.
///
/// It sits behind a `dyn`: asked once a search, it costs nothing there, and spares the searcher a type.
pub trait MoveChoice {
    /// Index of the move to play; `None` without moves.
    ///
    /// Only moves with [`Bound::Exact`] have a value of their own, the others are known not to be better than
    /// the last exact one.
    fn choose(&mut self, root: &Position, moves: &[RootMove]) -> Option<usize>;

    /// How many moves must have exact values; the search raises `MultiPV` to it.
    fn lines(&self) -> usize {
        1
    }
}

/// The move of the highest value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BestValue;

impl MoveChoice for BestValue {
    fn choose(&mut self, _: &Position, moves: &[RootMove]) -> Option<usize> {
        (!moves.is_empty()).then_some(0)
    }
}

/// A draw among the moves nearly as good as the best: for varied games from one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearBest {
    /// How much less than the best value a move may have.
    pub margin: Value,
    /// How many moves take part at most.
    pub lines: usize,
    rng: SplitMix64,
}

impl NearBest {
    /// Moves within `margin` of the best, at most `lines` of them, drawn by `seed`.
    pub fn new(margin: Value, lines: usize, seed: u64) -> Self {
        Self { margin, lines, rng: SplitMix64::new(seed) }
    }
}

impl MoveChoice for NearBest {
    /// A better move is likelier: its weight is its lead over the move just outside the margin.
    fn choose(&mut self, _: &Position, moves: &[RootMove]) -> Option<usize> {
        let best = moves.first()?;
        if best.value.is_mate() {
            return Some(0);
        }
        let lead = |other: &RootMove| i64::from((other.value - best.value + self.margin).cp()) + 1;
        let near =
            moves.iter().take(self.lines).take_while(|other| other.bound == Bound::Exact && lead(other) > 0);
        let weights: Vec<i64> = near.map(lead).collect();
        let mut drawn = self.rng.below(weights.iter().sum::<i64>().max(1) as u64) as i64;
        let index = weights.iter().position(|&weight| {
            drawn -= weight;
            drawn < 0
        });
        Some(index.unwrap_or(0))
    }

    fn lines(&self) -> usize {
        self.lines
    }
}

//! The choice of the root move to play, after the search.

use komadai_core::rng::SplitMix64;
use komadai_core::{Position, Value};

use crate::book::drawn;
use crate::bound::Bound;
use crate::report::RootMove;

/// Chooses the move to play among the searched root moves.
///
/// The searcher keeps it behind `Box<dyn MoveChoice + Send>`: it is called once a search, and adds no type parameter.
pub trait MoveChoice {
    /// The index of the move to play in `moves`, which come best first; `None` if there are none.
    ///
    /// Only moves with [`Bound::Exact`] have a value of their own; the others are not better than the last exact one.
    fn choose(&mut self, root: &Position, moves: &[RootMove]) -> Option<usize>;

    /// The number of moves that must have exact values; the search raises [`Limits::lines`](crate::Limits::lines) to it.
    fn lines(&self) -> usize {
        1
    }
}

/// Plays the move of the highest value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BestValue;

impl MoveChoice for BestValue {
    fn choose(&mut self, _: &Position, moves: &[RootMove]) -> Option<usize> {
        (!moves.is_empty()).then_some(0)
    }
}

/// Plays a random move among those nearly as good as the best: for varied games from one position.
///
/// ```
/// use komadai_core::{Position, Value};
/// use komadai_eval::Material;
/// use komadai_search::{Limits, NearBest, Searcher};
///
/// // One of the eight best moves, within 30 centipawns of the best.
/// let choice = NearBest::new(Value::from_cp(30), 8, 2024);
/// let mut searcher = Searcher::new(Material::default()).choice(choice);
/// assert!(searcher.search(&Position::startpos(), &Limits::depth(1)).best.is_some());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearBest {
    /// How far below the best value the value of a move may lie.
    pub margin: Value,
    /// The most moves that take part.
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
        let margin = self.margin;
        let lead = |other: &RootMove| i64::from((other.value - best.value + margin).cp()) + 1;
        let near =
            moves.iter().take(self.lines).take_while(|other| other.bound == Bound::Exact && lead(other) > 0);
        Some(drawn(near.map(|other| lead(other) as u64), &mut self.rng).unwrap_or(0))
    }

    fn lines(&self) -> usize {
        self.lines
    }
}

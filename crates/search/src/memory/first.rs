//! [`First`]: a memory whose moves come before every other one \[R2\].

use komadai_core::{Move, Value};

use super::{Candidates, MoveMemory};
use crate::node::{Node, Outcome};

/// Tries what `A` recalls before every other move, the table's included.
///
/// This is how the thesis measures a killer alone \[R2\]; for playing strength the table's move is better first.
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::Material;
/// use komadai_search::{BrotherBest, First, Limits, Searcher};
///
/// let mut searcher = Searcher::new(Material::default()).memory(First(BrotherBest::default()));
/// assert!(searcher.search(&Position::startpos(), &Limits::depth(3)).best.is_some());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct First<A>(pub A);

impl<A: MoveMemory> MoveMemory for First<A> {
    #[inline]
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        self.0.recall(at, out);
        out.all_before_all(out.len());
    }

    #[inline]
    fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
        self.0.score(at, mv)
    }

    #[inline]
    fn correct(&self, at: &Node<'_>) -> Value {
        self.0.correct(at)
    }

    #[inline]
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        self.0.record(at, outcome);
    }

    #[inline]
    fn forget(&mut self) {
        self.0.forget();
    }

    #[inline]
    fn looks_back(&self) -> bool {
        self.0.looks_back()
    }

    #[inline]
    fn in_quiescence(&self) -> bool {
        self.0.in_quiescence()
    }

    #[inline]
    fn gives_probabilities(&self) -> bool {
        self.0.gives_probabilities()
    }
}

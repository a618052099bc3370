//! [`First`]: a memory whose moves come before every other one \[R2\].

use super::combine::forward;
use super::{Candidates, MoveMemory};
use crate::node::Node;

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

    forward!(score, correct, record, forget, in_quiescence, gives_probabilities in self { first => first.0 });
}

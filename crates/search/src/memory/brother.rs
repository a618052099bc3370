//! Brotherbest: the classical killer heuristic, best moves of siblings and cousins \[R1\].

use super::replies::Replies;
use super::{Candidates, MoveMemory};
use crate::node::{MAX_PLY, Node, Outcome};

/// Killer moves by ply: the newest `N` best or cutting moves of each ply, newest first.
///
/// Paper 000 keeps one move a slot and names two or three slots as a variant (section 4.1, not significantly better in
/// TACOS); engines of the time kept two.
///
/// ```
/// use komadai_eval::Material;
/// use komadai_search::{BrotherBest, Searcher};
///
/// let searcher = Searcher::new(Material::default()).memory(BrotherBest::<3>::new());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrotherBest<const N: usize = 2> {
    /// `[ply]`
    replies: Replies<N>,
}

impl<const N: usize> BrotherBest<N> {
    /// An empty memory.
    pub fn new() -> Self {
        Self { replies: Replies::new(MAX_PLY + 1) }
    }
}

impl Default for BrotherBest<2> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize> MoveMemory for BrotherBest<N> {
    #[inline]
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        self.replies.recall(Some(at.ply().min(MAX_PLY)), out);
    }

    #[inline]
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        self.replies.learn(Some(at.ply().min(MAX_PLY)), *outcome, |_| true);
    }

    fn forget(&mut self) {
        self.replies.forget();
    }
}

//! The counter-move: one quiet reply to each kind of move, as chess engines keep it.

use super::replies::Replies;
use super::{Candidates, MoveMemory, PLACES, arrived};
use crate::node::{Node, Outcome};

/// Countermove heuristic: the last quiet move that was best after a piece arrived on a square (Uiterwijk 1992).
///
/// The same idea as [`PremoveBest`](super::PremoveBest), as chess programs have it: captures have an order of their own
/// there, so that the slot is kept for a quiet move, which no exchange points to. Put it behind the moves of
/// [`BrotherBest`](super::BrotherBest): `(BrotherBest, CounterMove, History)`.
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::Material;
/// use komadai_search::{CounterMove, Limits, Searcher};
///
/// let mut searcher = Searcher::new(Material::default()).memory(CounterMove::default());
/// assert!(searcher.search(&Position::startpos(), &Limits::depth(3)).best.is_some());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterMove {
    /// `[piece that moved last × 81 + its square]`
    replies: Replies,
}

impl Default for CounterMove {
    fn default() -> Self {
        Self { replies: Replies::new(PLACES) }
    }
}

impl MoveMemory for CounterMove {
    #[inline]
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        let mut known = Candidates::default();
        self.replies.recall(arrived(at), &mut known);
        // The reply was quiet where it was learnt; here it may take something, and is then ordered as a capture.
        known.iter().filter(|&reply| !at.is_capture(reply)).for_each(|reply| out.push(reply));
    }

    #[inline]
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        self.replies.learn(arrived(at), *outcome, |best| !at.is_capture(best));
    }

    fn forget(&mut self) {
        self.replies.forget();
    }
}

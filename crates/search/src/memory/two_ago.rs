//! The control experiment of \[R1\]: a killer by the move before the last, without the last.

use komadai_core::Move;

use super::replies::Replies;
use super::{Candidates, MoveMemory};
use crate::node::{Node, Outcome};

/// Killer by the move before the last: the last best move after one's own last move, whatever the opponent answered.
///
/// Paper 000, section 6.5, tried it to learn how much older moves count: the program became worse than with
/// [`PremoveBest`](super::PremoveBest). It is here so that this can be measured again, not for play. A pass as
/// the opponent's answer does no harm; one's own last move must be a move.
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::Material;
/// use komadai_search::{Limits, Searcher, TwoAgo};
///
/// let mut searcher = Searcher::new(Material::default()).memory(TwoAgo::default());
/// assert!(searcher.search(&Position::startpos(), &Limits::depth(3)).best.is_some());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwoAgo {
    /// `[code of the move before the last]`
    replies: Replies,
}

impl Default for TwoAgo {
    fn default() -> Self {
        Self { replies: Replies::new(Move::CODES) }
    }
}

impl MoveMemory for TwoAgo {
    #[inline]
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        self.replies.recall(at.back(2).map(Move::code), out);
    }

    #[inline]
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        self.replies.learn(at.back(2).map(Move::code), *outcome, |_| true);
    }

    fn forget(&mut self) {
        self.replies.forget();
    }
}

//! Premovebest: the best reply to a move, wherever in the tree the move was made \[R1\].

use komadai_core::Move;

use super::replies::Replies;
use super::{Candidates, MoveMemory};
use crate::node::{Node, Outcome};

/// Killer by the last move: the last best or cutting reply to each move, anywhere in the tree.
///
/// Positions after the same move may lie far apart in the tree and still be alike in what the move has done: it
/// threatens something, or leaves something undefended. Paper 000, section 3.1.2: a table over all moves, one reply each,
/// overwritten. Addressed by [`Move::code`], 14,256 slots of two bytes; neither the thesis nor this tells whose move it is.
/// At the root and after a pass there is no move to reply to.
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::Material;
/// use komadai_search::{Limits, PremoveBest, Searcher};
///
/// let mut searcher = Searcher::new(Material::default()).memory(PremoveBest::default());
/// assert!(searcher.search(&Position::startpos(), &Limits::depth(3)).best.is_some());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PremoveBest {
    /// `[code of the last move]`
    replies: Replies,
}

impl Default for PremoveBest {
    fn default() -> Self {
        Self { replies: Replies::new(Move::CODES) }
    }
}

impl MoveMemory for PremoveBest {
    #[inline]
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        self.replies.recall(at.back(1).map(Move::code), out);
    }

    #[inline]
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        self.replies.learn(at.back(1).map(Move::code), *outcome, |_| true);
    }

    fn forget(&mut self) {
        self.replies.forget();
    }
}

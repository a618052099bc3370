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

#[cfg(test)]
mod tests {
    use super::super::fixture::{cut, recalled};
    use super::*;

    #[test]
    fn the_reply_to_a_move_is_recalled_after_it_at_any_ply() {
        let mut memory = PremoveBest::default();
        cut(&mut memory, "7g7f 3c3d 2g2f", "8c8d");
        assert_eq!(recalled(&memory, "2g2f"), "8c8d");
        assert_eq!(recalled(&memory, "7g7f"), "");
        cut(&mut memory, "2g2f", "3c3d");
        assert_eq!(recalled(&memory, "7g7f 3c3d 2g2f"), "3c3d", "one reply, overwritten");
    }

    #[test]
    fn there_is_no_reply_at_the_root_or_to_a_pass() {
        let mut memory = PremoveBest::default();
        cut(&mut memory, "", "7g7f");
        cut(&mut memory, "7g7f pass", "2g2f");
        assert_eq!(memory, PremoveBest::default());
        assert_eq!(recalled(&memory, ""), "");
        assert_eq!(recalled(&memory, "7g7f pass"), "");
    }
}

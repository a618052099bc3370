//! Passbest: the best reply to a null move, tried after the moves that stand beside it \[R1\].

use super::replies::Replies;
use super::{Candidates, MoveMemory};
use crate::node::{MAX_PLY, Node, Outcome};

/// Killer by null move: the best reply to the last pass, at each ply.
///
/// Null-move pruning passes before it moves. If the pass fails, its refutation is the opponent's threat. That move is recalled
/// at the siblings of the refuting node, which are reached by real moves, most of which do nothing about the threat. So it
/// attacks, and works the better the sharper the position is (paper 000, sections 3.1.2 and 3.2). Without a pruning that
/// passes it learns nothing.
///
/// As in TACOS, one move a ply: where the parent has not passed, the threat of a cousin stands in. In check it recalls
/// nothing, as in the thesis: there is no pass in check, so no slot holds an answer to one.
///
/// ```
/// use komadai_eval::Material;
/// use komadai_search::{NullMove, PassBest, Searcher};
///
/// let searcher = Searcher::new(Material::default()).memory(PassBest::default()).pruning(NullMove::default());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassBest {
    /// `[ply]`
    replies: Replies,
}

impl Default for PassBest {
    fn default() -> Self {
        Self { replies: Replies::new(MAX_PLY + 1) }
    }
}

impl MoveMemory for PassBest {
    #[inline]
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        if !at.in_check && !at.after_pass() {
            self.replies.recall(Some(at.ply().min(MAX_PLY)), out);
        }
    }

    #[inline]
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        self.replies.learn(at.after_pass().then(|| at.ply().min(MAX_PLY)), *outcome, |_| true);
    }

    fn forget(&mut self) {
        self.replies.forget();
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{Line, cut, finish, recalled, recalled_at};
    use super::*;
    use crate::bound::Bound;

    #[test]
    fn upper_bounds_teach_nothing_forgetting_is_complete_and_in_check_it_is_silent() {
        let mut memory = PassBest::default();
        let pass = Line::new("7g7f 3c3d pass");
        finish(&mut memory, &pass.node(), "2b8h+", Bound::Upper);
        assert_eq!(recalled(&memory, "7g7f 3c3d 2g2f"), "");
        finish(&mut memory, &pass.node(), "2b8h+", Bound::Exact);
        memory.forget();
        assert_eq!(recalled(&memory, "7g7f 3c3d 2g2f"), "");
        cut(&mut memory, "7g7f 3c3d pass", "2b8h+");
        let check = Line::new("7g7f 3c3d 8h3c+");
        assert!(check.node().in_check);
        assert_eq!(recalled_at(&memory, &check.node()), "");
    }
}

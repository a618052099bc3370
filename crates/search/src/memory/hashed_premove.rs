//! A premove killer with several replies to a kind of move, recaptures left out.

use super::replies::Replies;
use super::{Candidates, MoveMemory, PLACES, arrived};
use crate::node::{Node, Outcome};

/// Killers by piece and target of the last move: the newest `N` best replies, recaptures left out.
///
/// It differs from [`PremoveBest`](super::PremoveBest) in three ways, each a trade. The address is piece and target, not
/// the whole move: a silver on 4d threatens the same wherever it came from, so that more nodes teach one slot, and
/// side, kind and square make 2,268 of them. Several replies a slot blunt the overwriting that the thesis complains of
/// (section 4.3), without telling contexts apart. And a recapture is not remembered: it is a good reply to nearly
/// everything, the ordering of captures tries it early anyway, and it would drive out the replies that are hard to find.
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::Material;
/// use komadai_search::{HashedPremove, Limits, Searcher};
///
/// let mut searcher = Searcher::new(Material::default()).memory(HashedPremove::<2>::new());
/// assert!(searcher.search(&Position::startpos(), &Limits::depth(3)).best.is_some());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HashedPremove<const N: usize = 2> {
    /// `[piece that moved last × 81 + its square]`
    replies: Replies<N>,
}

impl<const N: usize> HashedPremove<N> {
    /// An empty memory.
    pub fn new() -> Self {
        Self { replies: Replies::new(PLACES) }
    }
}

impl Default for HashedPremove<2> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize> MoveMemory for HashedPremove<N> {
    #[inline]
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        self.replies.recall(arrived(at), out);
    }

    #[inline]
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        self.replies
            .learn(arrived(at), *outcome, |best| at.back(1).is_some_and(|last| last.to() != best.to()));
    }

    fn forget(&mut self) {
        self.replies.forget();
    }
}

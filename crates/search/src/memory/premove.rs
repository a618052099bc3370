//! Killers by the last move or two of one side: the best reply to it, wherever in the tree it was made \[R1\].
//!
//! [`PremoveBest`] is the thesis's, [`TwoAgo`] its control; [`HashedPremove`] and [`CounterMove`] address by piece and target.

use komadai_core::Move;

use super::replies::Replies;
use super::{Candidates, MoveMemory, PLACES, arrived};
use crate::node::{Node, Outcome};

/// Killer by the last move: the last best or cutting reply to each move, anywhere in the tree.
///
/// Positions after the same move may lie far apart in the tree and still be alike in what the move has done: it
/// threatens something, or leaves something undefended. Paper 000, section 3.1.2: a table over all moves, one reply each,
/// overwritten. Addressed by [`Move::code`], 14,256 slots of two bytes; neither the thesis nor this tells whose move it is.
/// At the root and after a pass there is no move to reply to.
///
/// ```
/// use komadai_eval::Material;
/// use komadai_search::{PremoveBest, Searcher};
///
/// let searcher = Searcher::new(Material::default()).memory(PremoveBest::default());
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

/// Killer by the move before the last: the last best move after one's own last move, whatever the opponent answered.
///
/// Paper 000, section 6.5, tried it to learn how much older moves count: the program became worse than with
/// [`PremoveBest`]. It is here so that this can be measured again, not for play. A pass as
/// the opponent's answer does no harm; one's own last move must be a move.
///
/// ```
/// use komadai_eval::Material;
/// use komadai_search::{Searcher, TwoAgo};
///
/// let searcher = Searcher::new(Material::default()).memory(TwoAgo::default());
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

/// Killers by piece and target of the last move: the newest `N` best replies, recaptures left out.
///
/// It differs from [`PremoveBest`] in three ways, each a trade. The address is piece and target, not
/// the whole move: a silver on 4d threatens the same wherever it came from, so that more nodes teach one slot, and
/// side, kind and square make 2,268 of them. Several replies a slot blunt the overwriting that the thesis complains of
/// (section 4.3), without telling contexts apart. And a recapture is not remembered: it is a good reply to nearly
/// everything, the ordering of captures tries it early anyway, and it would drive out the replies that are hard to find.
///
/// ```
/// use komadai_eval::Material;
/// use komadai_search::{HashedPremove, Searcher};
///
/// let searcher = Searcher::new(Material::default()).memory(HashedPremove::<2>::new());
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

/// Countermove heuristic: the last quiet move that was best after a piece arrived on a square (Uiterwijk 1992).
///
/// The same idea as [`PremoveBest`], as chess programs have it: captures have an order of their own
/// there, so that the slot is kept for a quiet move, which no exchange points to. Put it behind the moves of
/// [`BrotherBest`](super::BrotherBest): `(BrotherBest, CounterMove, History)`.
///
/// ```
/// use komadai_eval::Material;
/// use komadai_search::{CounterMove, Searcher};
///
/// let searcher = Searcher::new(Material::default()).memory(CounterMove::default());
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

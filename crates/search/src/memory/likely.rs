//! [`Likely`]: a memory whose moves have a probability of their own \[R1\].

use super::combine::forward_memory;
use super::{Candidates, MoveMemory};
use crate::node::Node;
use crate::policy::bits::Bits;

/// Gives the moves that `A` recalls a probability, by which a depth policy may price them.
///
/// TACOS searches killers with a probability that is high compared with other moves, so that they are tried near the leaves
/// as well (paper 000, sections 3.1.2 and 6.5; it prints no numbers). A natural probability is the killer's effectiveness,
/// the share of its legal moves that are best or cut: about 0.6 in the thesis (section 3.2.3).
/// [`RealizationProbability`](crate::RealizationProbability) takes the higher of this probability and its model's; a policy
/// that counts plies ignores it. For use in quiescence, the memory must take part there ([`Phases`](super::Phases)).
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::Material;
/// use komadai_search::policy::Bits;
/// use komadai_search::{ContextBest, Likely, Limits, Phases, RealizationProbability, Searcher};
///
/// let killer = Likely { inner: ContextBest::default(), surprise: Bits::of_share(6, 10) };
/// let mut searcher = Searcher::new(Material::default())
///     .depth_policy(RealizationProbability::tacos())
///     .memory(Phases::everywhere(killer));
/// assert!(searcher.search(&Position::startpos(), &Limits::depth(2)).best.is_some());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Likely<A> {
    /// The memory.
    pub inner: A,
    /// −log2 of the probability of what it recalls; [`Bits::NEVER`] gives none.
    pub surprise: Bits,
}

impl<A: MoveMemory> MoveMemory for Likely<A> {
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        out.likely(self.surprise, |out| self.inner.recall(at, out));
    }

    forward_memory!(score, scorer, gain, correct, record, forget, in_quiescence in self { likely => likely.inner });

    fn gives_probabilities(&self) -> bool {
        self.surprise < Bits::NEVER
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{Line, finish, mv};
    use super::super::{BrotherBest, PremoveBest};
    use super::*;
    use crate::bound::Bound;

    const HALF: Bits = Bits::ONE;

    #[test]
    fn what_it_recalls_has_its_probability_and_what_others_recall_has_none() {
        let mut memory = (Likely { inner: BrotherBest::<1>::new(), surprise: HALF }, PremoveBest::default());
        let line = Line::new("7g7f");
        finish(&mut memory.1, &line.node(), "8c8d", Bound::Lower);
        finish(&mut memory.0, &line.node(), "3c3d", Bound::Lower);
        let mut moves = Candidates::default();
        memory.recall(&line.node(), &mut moves);
        let surprise = |text| moves.surprise(mv(text));
        assert_eq!((surprise("3c3d"), surprise("8c8d"), surprise("1c1d")), (HALF, Bits::NEVER, Bits::NEVER));
        // Partitioning keeps each move's own.
        assert_eq!(moves.partition(|mv, surprise| mv.code() > 0 && surprise == Bits::NEVER), 1);
        assert_eq!((moves.get(0), moves.surprise(mv("3c3d"))), (Some(mv("8c8d")), HALF));
        assert!(memory.gives_probabilities());
        let silent = Likely { inner: BrotherBest::<1>::new(), surprise: Bits::NEVER };
        assert!(!silent.gives_probabilities() && !(silent, BrotherBest::default()).gives_probabilities());
        assert!(!BrotherBest::default().gives_probabilities());
    }

    #[test]
    fn of_two_probabilities_of_a_move_the_higher_counts_whichever_memory_comes_first() {
        let line = Line::new("7g7f");
        let surprise = |one, other| {
            let inner = PremoveBest::default();
            let mut memory =
                (Likely { inner: BrotherBest::<1>::new(), surprise: one }, Likely { inner, surprise: other });
            finish(&mut memory, &line.node(), "3c3d", Bound::Lower);
            let mut moves = Candidates::default();
            memory.recall(&line.node(), &mut moves);
            assert_eq!(moves.len(), 1);
            moves.surprise(mv("3c3d"))
        };
        for other in [Bits::from_units(3 * Bits::UNITS), Bits::NEVER] {
            assert_eq!((surprise(HALF, other), surprise(other, HALF)), (HALF, HALF));
        }
    }
}

//! How likely a move is: by its category, as counted in games.
//!
//! [`MoveProbability`] is what realization probability \[R3\] and an ordering by probability ask. Two answer: [`ByCategory`]
//! here, [`Softmax`](super::Softmax) next door.

use komadai_core::Move;

use super::bits::Bits;
use super::built_in_counts::{COARSE_COUNTS, TACOS_COUNTS};
use super::category::{Classifier, Coarse, Tacos};
use super::count::Count;
use super::recent::Recent;
use crate::memory::MoveMemory;
use crate::node::{Node, Outcome};

/// How likely each move of a node is to be played.
pub trait MoveProbability {
    /// −log2 of the probability of a legal move.
    fn surprise(&self, at: &Node<'_>, mv: Move) -> Bits;

    /// The mean of [`MoveProbability::surprise`] over the moves played in the games it was counted or trained on: what
    /// an average move costs.
    fn average(&self) -> Bits;

    /// As [`DepthPolicy::looks_back`](crate::DepthPolicy::looks_back).
    fn looks_back(&self) -> bool {
        true
    }
}

/// Shared with others, and what it worked out about a node as well.
impl<M: MoveProbability + ?Sized> MoveProbability for &M {
    #[inline]
    fn surprise(&self, at: &Node<'_>, mv: Move) -> Bits {
        (**self).surprise(at, mv)
    }

    #[inline]
    fn average(&self) -> Bits {
        (**self).average()
    }

    #[inline]
    fn looks_back(&self) -> bool {
        (**self).looks_back()
    }
}

/// Probabilities by category: all moves of a category have that of the category.
///
/// That is the definition of the paper, and on purpose no distribution over the moves of a node: it says how
/// likely it is that a move *of this kind* is played where there is one. So a category with many moves is not
/// made dear by their number, and siblings need not be known to price a move.
#[derive(Clone, Debug)]
pub struct ByCategory<C: Classifier> {
    classifier: C,
    /// `[category]`
    surprise: Box<[Bits]>,
    average: Bits,
    recent: Recent<C::View>,
}

impl<C: Classifier> ByCategory<C> {
    /// From counts, in the order of [`Classifier::NAMES`]. Categories beyond the counts are taken as never seen.
    pub fn new(classifier: C, counts: &[Count]) -> ByCategory<C> {
        let of = |n: usize| counts.get(n).copied().unwrap_or_default();
        let surprise: Box<[Bits]> = (0..C::NAMES.len()).map(|n| of(n).surprise()).collect();
        // In wide integers: numbers of games are nobody's promise.
        let played: u128 = (0..surprise.len()).map(|n| u128::from(of(n).played)).sum();
        let sum: u128 = (0..surprise.len())
            .map(|n| u128::from(of(n).played) * surprise[n].units().unsigned_abs() as u128)
            .sum();
        let average = match played {
            0 => Bits::ONE,
            played => Bits::from_units(((sum + played / 2) / played) as i32),
        };
        ByCategory { classifier, surprise, average, recent: Recent::new() }
    }

    /// The classifier.
    pub fn classifier(&self) -> &C {
        &self.classifier
    }

    /// −log2 of the probability of a category; `None` if there is no such category.
    pub fn of(&self, category: super::category::Category) -> Option<Bits> {
        self.surprise.get(category.index()).copied()
    }
}

impl ByCategory<Tacos> {
    /// The 21 categories with the counts of [`TACOS_COUNTS`].
    pub fn tacos() -> Self {
        Self::new(Tacos::default(), &TACOS_COUNTS)
    }
}

impl ByCategory<Coarse> {
    /// The eight categories with the counts of [`COARSE_COUNTS`].
    pub fn coarse() -> Self {
        Self::new(Coarse::default(), &COARSE_COUNTS)
    }
}

impl<C: Classifier> MoveProbability for ByCategory<C> {
    #[inline]
    fn surprise(&self, at: &Node<'_>, mv: Move) -> Bits {
        let last = if self.classifier.looks_back() { at.back(1) } else { None };
        let category = self.recent.with(
            at,
            last,
            || self.classifier.look(at),
            |view| self.classifier.category(view, at, mv),
        );
        self.surprise.get(category.index()).copied().unwrap_or(Bits::ONE)
    }

    #[inline]
    fn average(&self) -> Bits {
        self.average
    }

    #[inline]
    fn looks_back(&self) -> bool {
        self.classifier.looks_back()
    }
}

/// Orders the quiet moves of a node by probability, the likeliest first: by category, as TACOS makes its moves
/// \[R3\], or by a softmax. It learns nothing while searching.
///
/// Where the depth policy asks the same model, lend it to both, so that each node is looked at once (such a searcher stays
/// on the thread of its model; for others give each a clone):
///
/// ```
/// use komadai_search::policy::{ByCategory, CategoryOrder, RealizationProbability};
/// # use komadai_core::{Change, Evaluator, Position, Value};
/// # use komadai_search::{Limits, Searcher};
/// # struct Hands;
/// # impl Evaluator for Hands {
/// #     type State = ();
/// #     fn fresh(&self, _: &Position) {}
/// #     fn advance(&self, _: &(), _: &Position, _: &Change) {}
/// #     fn evaluate(&self, _: &(), _: &Position) -> Value { Value::ZERO }
/// # }
/// let model = ByCategory::tacos();
/// let report = Searcher::new(Hands)
///     .depth_policy(RealizationProbability::new(&model))
///     .memory(CategoryOrder(&model))
///     .search(&Position::startpos(), &Limits::depth(2));
/// assert!(report.best.is_some());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CategoryOrder<M>(pub M);

impl<M: MoveProbability> MoveMemory for CategoryOrder<M> {
    #[inline]
    fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
        -self.0.surprise(at, mv).units()
    }

    #[inline]
    fn record(&mut self, _: &Node<'_>, _: &Outcome) {}

    #[inline]
    fn forget(&mut self) {}

    #[inline]
    fn looks_back(&self) -> bool {
        self.0.looks_back()
    }
}

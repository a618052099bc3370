//! [`MoveProbability`], and its model by categories of moves as counted in games.
//!
//! Realization probability \[R3\] and [`CategoryOrder`] use it. There are two models: [`ByCategory`] here, and
//! [`Softmax`](super::Softmax).

use komadai_core::Move;

use super::bits::Bits;
use super::category::{Classifier, Coarse, Tacos};
use super::count::{COARSE_COUNTS, Count, TACOS_COUNTS};
use super::node_cache::NodeCache;
use crate::forward::forward;
use crate::memory::{MoveMemory, SCORE_LIMIT, SCORE_PER_PLY};
use crate::node::Node;

/// A model of how likely each move of a node is to be played.
pub trait MoveProbability {
    /// −log2 of the probability of a legal move.
    fn surprise(&self, at: &Node<'_>, mv: Move) -> Bits;

    /// The mean of [`MoveProbability::surprise`] over the moves played in the games it was counted or trained on: what
    /// an average move costs.
    fn average(&self) -> Bits;
}

/// A shared model, together with its cache of nodes.
impl<M: MoveProbability + ?Sized> MoveProbability for &M {
    forward!(self { lent => (**lent) }
        fn surprise(&self, at: &Node<'_>, mv: Move) -> Bits;
        fn average(&self) -> Bits;
    );
}

/// Move probabilities by category: a move has the probability of its category.
///
/// By the paper's definition this is no distribution over the moves of a node: it says how likely a move *of this kind*
/// is played where there is one. So a category does not cost more for having many moves, and the cost of a move does
/// not depend on its siblings.
///
/// ```
/// use komadai_core::Position;
/// use komadai_search::Node;
/// use komadai_search::policy::{ByCategory, MoveProbability};
///
/// let pos: Position = "4k4/9/9/9/4p4/9/9/4R4/4K4 b - 1".parse()?;
/// let (at, model) = (Node::new(&pos), ByCategory::tacos());
/// assert!(model.surprise(&at, "5h5e".parse()?) < model.surprise(&at, "5h1h".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ByCategory<C: Classifier> {
    classifier: C,
    /// `[category]`
    surprise: Box<[Bits]>,
    average: Bits,
    cache: NodeCache<C::View>,
}

impl<C: Classifier> ByCategory<C> {
    /// A model from counts, in the order of [`Classifier::NAMES`]. Categories beyond the counts are taken as never seen.
    pub fn new(classifier: C, counts: &[Count]) -> ByCategory<C> {
        let of = |n: usize| counts.get(n).copied().unwrap_or_default();
        let surprise: Box<[Bits]> = (0..C::NAMES.len()).map(|n| of(n).surprise()).collect();
        // Wide integers hold any counts.
        let played: u128 = (0..surprise.len()).map(|n| u128::from(of(n).played)).sum();
        let sum: u128 = (0..surprise.len())
            .map(|n| u128::from(of(n).played) * surprise[n].units().unsigned_abs() as u128)
            .sum();
        let average = match played {
            0 => Bits::ONE,
            played => Bits::from_units(((sum + played / 2) / played) as i32),
        };
        ByCategory { classifier, surprise, average, cache: NodeCache::new() }
    }
}

impl ByCategory<Tacos> {
    /// The 21 categories with the counts of [`TACOS_COUNTS`].
    pub fn tacos() -> Self {
        Self::new(Tacos, &TACOS_COUNTS)
    }
}

impl ByCategory<Coarse> {
    /// The eight categories with the counts of [`COARSE_COUNTS`].
    pub fn coarse() -> Self {
        Self::new(Coarse, &COARSE_COUNTS)
    }
}

impl<C: Classifier> MoveProbability for ByCategory<C> {
    fn surprise(&self, at: &Node<'_>, mv: Move) -> Bits {
        let category =
            self.cache.with(at, || self.classifier.look(at), |view| self.classifier.category(view, at, mv));
        self.surprise.get(category).copied().unwrap_or(Bits::ONE)
    }

    fn average(&self) -> Bits {
        self.average
    }
}

/// Orders the quiet moves of a node by probability, the likeliest first: by category, as TACOS does \[R3\], or by a softmax.
/// It learns nothing while searching.
///
/// The score of a move is how much less surprising it is than the average move played in games, in the unit of
/// [`SCORE_PER_PLY`](crate::memory::SCORE_PER_PLY): a move that [`RealizationProbability`](super::RealizationProbability)
/// would charge two plies scores one ply below 0, one that it would charge half a ply scores half a ply above.
///
/// If the depth policy uses the same model, lend it to both, so that each node is looked at once (such a searcher stays
/// on the thread of its model; for other threads give each a clone):
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::Material;
/// use komadai_search::policy::{ByCategory, CategoryOrder, RealizationProbability};
/// use komadai_search::{Limits, Searcher};
///
/// let model = ByCategory::tacos();
/// let report = Searcher::new(Material::default())
///     .depth_policy(RealizationProbability::around(&model))
///     .memory(CategoryOrder(&model))
///     .search(&Position::startpos(), &Limits::depth(2));
/// assert!(report.best.is_some());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CategoryOrder<M>(pub M);

impl<M: MoveProbability> MoveMemory for CategoryOrder<M> {
    fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
        let likelier = i64::from((self.0.average() - self.0.surprise(at, mv)).units());
        let ply = i64::from(self.0.average().units().max(1));
        let limit = i64::from(SCORE_LIMIT);
        (likelier * i64::from(SCORE_PER_PLY) / ply).clamp(-limit, limit) as i32
    }
}

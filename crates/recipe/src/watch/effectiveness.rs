//! How often a killer is right: the effectiveness of the thesis, counted while a search runs \[R2\].

use komadai_core::Move;
use komadai_search::{Bound, Candidates, Depth, Node, Observer, Outcome};

counts! {
    /// Counts of the effectiveness of a killer: times legal, best, and cutting.
    Tally {
        /// Times a recalled move was legal, and tried.
        legal,
        /// Times it was best without a cut.
        best,
        /// Times it cut.
        cut,
        /// Of [`Tally::legal`], those at nodes where no move reached alpha, so that none is known to be best.
        open,
    }
}

impl Tally {
    /// (times best + times cut) / (times legal), paper 000, formula 3.1; not a number if never legal.
    pub fn rate(&self) -> f64 {
        (self.best + self.cut) as f64 / self.legal as f64
    }

    /// The same among the nodes where some move is known to be best. The program of the thesis may have had a best move
    /// at every node; with null windows more than half of all nodes have none, and no killer can be right there.
    pub fn rate_where_known(&self) -> f64 {
        (self.best + self.cut) as f64 / (self.legal - self.open) as f64
    }

    fn count(&mut self, right: bool, bound: Bound) {
        self.legal += 1;
        match bound {
            Bound::Upper => self.open += 1,
            Bound::Exact => self.best += u64::from(right),
            Bound::Lower => self.cut += u64::from(right),
        }
    }
}

/// Effectiveness of the recalled moves of one category.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CategoryTally {
    /// Recalled moves of this category.
    pub recalled: Tally,
    /// All moves of this category that were best or cut, recalled or not. In a search without killers this is the
    /// baseline that the thesis calls "no killer".
    pub right: u64,
}

/// Observer that counts how often recalled moves are best or cut.
///
/// To measure as the thesis does, give the search only one memory, before every other move: `First<PassBest>`. A recalled
/// move counts if it is legal and tried; one behind a cut was never tried and is left out. The root asks no memory and is
/// left out too. Quiescence counts with [`Effectiveness::quiescence`], as in the thesis, whose program has no other search
/// near the leaves; a node there that ends with its evaluation has no best move, and counts among [`Tally::open`].
///
/// `B` sorts nodes into bins: it gets the node and the budget spent on the way there. With a depth policy that takes −log2 p
/// for a move of probability p ([`RealizationProbability`](komadai_search::policy::RealizationProbability)) this budget *is*
/// the depth of the thesis's figure 3.4; with whole plies it is the ply, except for extensions. `C` sorts moves into
/// categories. Both are functions of yours; numbers at and beyond the last one are counted with the last.
///
/// ```
/// use komadai_recipe::watch::effectiveness::Effectiveness;
/// use komadai::search::{BrotherBest, First, Limits, Searcher};
/// use komadai::{Position, eval::Material};
///
/// let by_ply = Effectiveness::new(32, |at, _| at.ply(), 2, |at, mv| usize::from(at.is_capture(mv)));
/// let mut searcher = Searcher::new(Material::default())
///     .memory(First(BrotherBest::<1>::new()))
///     .observer(by_ply);
/// searcher.search(&Position::startpos(), &Limits::depth(4));
/// let seen = searcher.seen();
/// assert!(seen.all.legal > 0 && seen.all.rate() <= 1.0);
/// assert_eq!(seen.bins.iter().map(|bin| bin.legal).sum::<u64>(), seen.all.legal);
/// ```
#[derive(Clone)]
pub struct Effectiveness<B, C> {
    bin: B,
    category: C,
    /// Counts of all nodes together.
    pub all: Tally,
    /// Counts by the bin of the node.
    pub bins: Vec<Tally>,
    /// Counts by the category of the move.
    pub categories: Vec<CategoryTally>,
    /// Budget of the root in this iteration.
    root: Depth,
    /// Whether nodes of quiescence count as well; off by default. Memories take part there only if they are told to
    /// ([`Phases`](komadai_search::Phases)).
    pub quiescence: bool,
}

komadai_core::debug_by_sizes!(Effectiveness<B, C> { all, root, quiescence } [bins, categories]);

impl<B, C> Effectiveness<B, C>
where
    B: Fn(&Node<'_>, Depth) -> usize,
    C: Fn(&Node<'_>, Move) -> usize,
{
    /// Observer with so many bins of nodes and categories of moves, at least one each.
    pub fn new(bins: usize, bin: B, categories: usize, category: C) -> Self {
        let (all, bins) = (Tally::default(), vec![Tally::default(); bins.max(1)]);
        let categories = vec![CategoryTally::default(); categories.max(1)];
        Effectiveness { bin, category, all, bins, categories, root: Depth::ZERO, quiescence: false }
    }
}

impl<B, C> Observer for Effectiveness<B, C>
where
    B: Fn(&Node<'_>, Depth) -> usize,
    C: Fn(&Node<'_>, Move) -> usize,
{
    fn enter(&mut self, at: &Node<'_>) {
        if at.ply() == 0 {
            self.root = at.depth;
        }
    }

    fn leave(&mut self, at: &Node<'_>, recalled: &Candidates, legal: usize, outcome: &Outcome) {
        if at.ply() == 0 {
            return;
        }
        let last = self.categories.len() - 1;
        if outcome.bound != Bound::Upper {
            let category = (self.category)(at, outcome.best).min(last);
            self.categories[category].right += 1;
        }
        if legal == 0 {
            return;
        }
        let bin = (self.bin)(at, self.root - at.depth).min(self.bins.len() - 1);
        for mv in recalled.iter().take(legal).filter(|mv| at.tried.contains(mv)) {
            let right = mv == outcome.best;
            let category = (self.category)(at, mv).min(last);
            self.all.count(right, outcome.bound);
            self.bins[bin].count(right, outcome.bound);
            self.categories[category].recalled.count(right, outcome.bound);
        }
    }

    fn hears_skips(&self) -> bool {
        false
    }

    fn in_quiescence(&self) -> bool {
        self.quiescence
    }
}

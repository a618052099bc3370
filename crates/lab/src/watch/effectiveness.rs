//! How often a killer is right: the effectiveness of the thesis, counted while a search runs \[R2\].

use komadai_core::Move;
use komadai_search::{Bound, Candidates, Depth, Node, Observer, Outcome};

/// Counts of the effectiveness of a killer: times legal, best, and cutting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Tally {
    /// Times a recalled move was legal, and tried.
    pub legal: u64,
    /// Times it was best without a cut.
    pub best: u64,
    /// Times it cut.
    pub cut: u64,
    /// Of [`Tally::legal`], those at nodes where no move reached alpha, so that none is known to be best.
    pub open: u64,
}

impl Tally {
    /// (times best + times cut) / (times legal), paper 000, formula 3.1; not a number if never legal.
    pub fn rate(&self) -> f64 {
        (self.best + self.cut) as f64 / self.legal as f64
    }

    /// The same among the nodes where some move is known to be best. The program of the thesis may have had a best move
    /// at every node; with null windows more than half of all nodes has none, and no killer can be right there.
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

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.legal += other.legal;
        self.best += other.best;
        self.cut += other.cut;
        self.open += other.open;
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
/// To measure as the thesis does, give the search one memory alone, before every other move: `First<PassBest>`. A recalled
/// move counts where it is legal and tried; one that came behind a cut was never asked and is left out. The root asks no
/// memory and is left out too. Quiescence counts after [`Effectiveness::with_quiescence`], as in the thesis, whose program has no other
/// search near the leaves; a node there that ends with its evaluation has no best move, and counts among [`Tally::open`].
///
/// `B` sorts nodes into bins: it is given the node and the budget spent on the way there. With a depth policy that takes
/// −log2 p for a move of probability p ([`RealizationProbability`](komadai_search::policy::RealizationProbability)) that
/// *is* the depth of the thesis's figure 3.4; with whole plies it is the ply, but for extensions. `C` sorts moves into
/// categories. Both are functions of yours; numbers at and beyond the last one are counted with the last.
///
/// ```
/// use komadai_lab::Effectiveness;
/// use komadai::search::{BrotherBest, First, Limits, Searcher};
/// use komadai::{Position, eval::Material};
///
/// let by_ply = Effectiveness::new(32, |at, _| at.ply(), 2, |at, mv| usize::from(at.is_capture(mv)));
/// let mut searcher = Searcher::new(Material::default())
///     .memory(First(BrotherBest::<1>::new()))
///     .observer(by_ply);
/// searcher.search(&Position::startpos(), &Limits::depth(4));
/// let seen = searcher.seen();
/// assert!(seen.all().legal > 0 && seen.all().rate() <= 1.0);
/// assert_eq!(seen.bins().iter().map(|bin| bin.legal).sum::<u64>(), seen.all().legal);
/// ```
#[derive(Clone)]
pub struct Effectiveness<B, C> {
    bin: B,
    category: C,
    all: Tally,
    bins: Vec<Tally>,
    categories: Vec<CategoryTally>,
    /// Budget of the root in this iteration.
    root: Depth,
    quiescence: bool,
}

komadai_core::debug_by_sizes!(Effectiveness<B, C> { all, root, quiescence } [bins, categories]);

impl<B, C> Effectiveness<B, C>
where
    B: Fn(&Node<'_>, Depth) -> usize,
    C: Fn(&Node<'_>, Move) -> usize,
{
    /// Observer with so many bins of nodes and categories of moves, at least one each.
    pub fn new(bins: usize, bin: B, categories: usize, category: C) -> Self {
        Effectiveness {
            bin,
            category,
            all: Tally::default(),
            bins: vec![Tally::default(); bins.max(1)],
            categories: vec![CategoryTally::default(); categories.max(1)],
            root: Depth::ZERO,
            quiescence: false,
        }
    }

    /// Counts nodes of quiescence as well. Memories take part there only if they are told to
    /// ([`Phases`](komadai_search::Phases)).
    #[must_use]
    pub fn with_quiescence(mut self) -> Self {
        self.quiescence = true;
        self
    }
}

impl<B, C> Effectiveness<B, C> {
    /// Counts of all nodes together.
    pub fn all(&self) -> Tally {
        self.all
    }

    /// Counts by the bin of the node.
    pub fn bins(&self) -> &[Tally] {
        &self.bins
    }

    /// Counts by the category of the move.
    pub fn categories(&self) -> &[CategoryTally] {
        &self.categories
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

#[cfg(test)]
mod tests {
    use komadai_core::{Position, Value};
    use komadai_eval::Material;
    use komadai_search::{First, Limits, MoveMemory, NodeCount, Searcher};

    use super::*;

    /// Recalls always the same moves and counts where they were legal and right, by hand.
    #[derive(Default)]
    struct Always {
        moves: Vec<Move>,
        right: u64,
    }

    impl MoveMemory for Always {
        fn recall(&self, _: &Node<'_>, out: &mut Candidates) {
            for &mv in &self.moves {
                out.push(mv);
            }
        }

        fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
            let known = outcome.bound != Bound::Upper && at.ply() > 0;
            self.right += u64::from(known && self.moves.contains(&outcome.best));
        }

        fn forget(&mut self) {}
    }

    fn always(moves: &[&str]) -> Always {
        Always { moves: moves.iter().map(|text| text.parse().unwrap()).collect(), right: 0 }
    }

    type Watched = Effectiveness<fn(&Node<'_>, Depth) -> usize, fn(&Node<'_>, Move) -> usize>;

    /// Three bins by plies spent, captures apart from other moves; all tests have one type of search.
    fn watch(killer: &mut Always, plies: u32) -> (Watched, NodeCount) {
        let mut seen: Watched = Effectiveness::new(
            3,
            |_, spent| spent.whole_plies() as usize,
            2,
            |at, mv| usize::from(at.is_capture(mv)),
        );
        let mut nodes = NodeCount::default();
        Searcher::new(Material::default())
            .memory(First(killer))
            .observer((&mut seen, &mut nodes))
            .search(&Position::startpos(), &Limits::depth(plies));
        (seen, nodes)
    }

    #[test]
    fn what_was_best_or_cut_is_counted_as_the_memory_itself_saw_it_and_adds_up() {
        let mut killer = always(&["3c3d", "7g7f", "8c8d"]);
        let (seen, nodes) = watch(&mut killer, 4);
        let all = seen.all();
        assert_eq!(all.best + all.cut, killer.right);
        assert!(killer.right > 0 && all.legal > killer.right, "{all:?}");
        assert!(all.rate() < all.rate_where_known() && all.rate_where_known() <= 1.0, "{all:?}");
        let (mut bins, mut categories) = (Tally::default(), Tally::default());
        seen.bins().iter().for_each(|&bin| bins += bin);
        seen.categories().iter().for_each(|category| categories += category.recalled);
        assert_eq!((bins, categories), (all, all));
        // The root asks nobody; beyond the last bin is the last bin.
        let [root, near, far] = seen.bins() else { panic!("three bins") };
        assert!(*root == Tally::default() && near.legal > 0 && far.legal > near.legal, "{:?}", seen.bins());
        let right: u64 = seen.categories().iter().map(|category| category.right).sum();
        assert!(nodes.cuts <= right && right <= nodes.inner, "{right} {nodes:?}");
    }

    #[test]
    fn without_killers_the_baseline_alone_is_counted() {
        let (seen, _) = watch(&mut always(&[]), 4);
        assert_eq!(seen.all(), Tally::default());
        assert!(seen.all().rate().is_nan());
        assert!(seen.categories().iter().all(|category| category.right > 0));
    }

    #[test]
    fn a_move_behind_a_cut_was_not_asked() {
        let pos = Position::startpos();
        let moves: Vec<Move> = ["7g7f", "2g2f"].iter().map(|text| text.parse().unwrap()).collect();
        let mut seen = Effectiveness::new(1, |_, _| 0, 1, |_, _| 0);
        let mut recalled = Candidates::default();
        for &mv in &moves {
            recalled.push(mv);
        }
        let path = [komadai_search::Step::PASS];
        let at = Node { path: &path, tried: &moves[..1], depth: Depth::PLY, ..Node::new(&pos) };
        let outcome = |bound| Outcome { best: moves[0], value: Value::ZERO, bound };
        seen.leave(&at, &recalled, 2, &outcome(Bound::Lower));
        assert_eq!(seen.all(), Tally { legal: 1, best: 0, cut: 1, open: 0 });
        seen.leave(&Node { tried: &moves, ..at }, &recalled, 2, &outcome(Bound::Exact));
        assert_eq!(seen.all(), Tally { legal: 3, best: 1, cut: 1, open: 0 });
        seen.leave(&Node { tried: &moves, ..at }, &recalled, 1, &outcome(Bound::Upper));
        assert_eq!(seen.all(), Tally { legal: 4, best: 1, cut: 1, open: 1 });
    }
}

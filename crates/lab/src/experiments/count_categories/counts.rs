//! Counts of move categories in games, class by class, on several threads \[R3\].

use komadai::search::Node;
use komadai::search::policy::category::Category;
use komadai::{Move, PieceValues, see};
use komadai_learn::{CategoryCounts, CountsError, GameError, map_in_parallel};
use komadai_search::policy::category::Classifier;

use crate::data::games::ClassedGame;

/// Counts of the categories of a classifier in games, for each of so many classes of games.
pub(super) fn count_categories<C: Classifier + Sync>(
    classifier: &C,
    games: &[&ClassedGame],
    classes: usize,
    threads: usize,
) -> Result<Vec<CategoryCounts>, GameError> {
    let count_game = |(): &mut (), game: &&ClassedGame| {
        let mut counts = CategoryCounts::new::<C>();
        counts.add_game(classifier, &game.start, game.moves.iter().copied()).map(|_| (game.class, counts))
    };
    let mut sums = vec![CategoryCounts::new::<C>(); classes];
    for counted in map_in_parallel(vec![(); threads], games, count_game, || {}) {
        let (class, counts) = counted?;
        sums[class].merge(&counts)?;
    }
    Ok(sums)
}

/// Counts of all classes together.
pub(super) fn total_counts<C: Classifier>(classes: &[CategoryCounts]) -> Result<CategoryCounts, CountsError> {
    let mut sum = CategoryCounts::new::<C>();
    for counts in classes {
        sum.merge(counts)?;
    }
    Ok(sum)
}

/// Captures that win material and give check: the one category whose probability a paper of ours tells, about 43 %
/// (paper 004, §2.3.3).
pub(super) struct WinsWithCheck {
    values: PieceValues,
}

impl Default for WinsWithCheck {
    fn default() -> Self {
        WinsWithCheck { values: PieceValues::PAIRS_2007 }
    }
}

impl Classifier for WinsWithCheck {
    const NAMES: &'static [&'static str] = &["wins material with check", "all other moves"];
    type View = ();

    fn look(&self, _: &Node<'_>) {}

    fn category(&self, (): &(), at: &Node<'_>, mv: Move) -> Category {
        let fits = at.is_capture(mv) && at.pos.gives_check(mv) && see::see(at.pos, mv, &self.values) > 0;
        Category::new(u8::from(!fits))
    }
}

//! The counting itself: the part to copy into an experiment of your own, with a classifier of your own.

use komadai::lab::{ClassedGame, Failure, map_in_parallel};
use komadai::learn::CategoryCounts;
use komadai::search::Node;
use komadai::search::policy::category::{Category, Classifier};
use komadai::{Move, PieceValues, see};

/// Counts of games, a class each.
pub(crate) fn count<C: Classifier + Sync>(
    classifier: &C,
    games: &[&ClassedGame],
    classes: usize,
    threads: usize,
) -> Result<Vec<CategoryCounts>, Failure> {
    let count_game = |(): &mut (), game: &&ClassedGame| {
        let mut counts = CategoryCounts::new::<C>();
        counts.add_game(classifier, &game.start, game.moves.iter().copied()).map(|_| (game.class, counts))
    };
    let of_games = map_in_parallel(vec![(); threads], games, count_game, || {});
    let mut sums = vec![CategoryCounts::new::<C>(); classes];
    for counted in of_games {
        let (class, counts) = counted?;
        sums[class].merge(&counts)?;
    }
    Ok(sums)
}

/// All classes together.
pub(crate) fn total<C: Classifier>(classes: &[CategoryCounts]) -> Result<CategoryCounts, Failure> {
    let mut sum = CategoryCounts::new::<C>();
    for counts in classes {
        sum.merge(counts)?;
    }
    Ok(sum)
}

/// Captures that win material and give check: the one category whose probability a paper of ours tells, about 43 %
/// (paper 004, §2.3.3).
pub(crate) struct WinsWithCheck {
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

    fn looks_back(&self) -> bool {
        false
    }
}

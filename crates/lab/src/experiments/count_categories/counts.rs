//! Counts of move categories in games, class by class, on several threads \[R3\].

use komadai::search::Node;
use komadai::search::policy::Count;
use komadai::{Move, PieceValues, see};
use komadai_learn::{CategoryCounts, CountsError, GameError, map_in_parallel};
use komadai_search::policy::category::Classifier;

use crate::data::games::ClassedGame;
use crate::stats::by_game::MeanByGame;

/// Counts of the categories in some games.
#[derive(Clone)]
pub(super) struct Counted {
    pub(super) sum: CategoryCounts,
    /// `[category]`: how often a move of it was played if there was one, by games.
    shares: Vec<MeanByGame>,
}

impl Counted {
    fn new<C: Classifier>() -> Counted {
        Counted { sum: CategoryCounts::new::<C>(), shares: vec![MeanByGame::default(); C::NAMES.len()] }
    }

    fn add(&mut self, game: &CategoryCounts) -> Result<(), CountsError> {
        for (share, (_, count)) in self.shares.iter_mut().zip(game.rows()) {
            share.push(count.positions, count.played as f64);
        }
        self.sum.merge(game)
    }

    /// Name, count and share of each category.
    pub(super) fn rows(&self) -> impl Iterator<Item = (&str, Count, &MeanByGame)> {
        self.sum.rows().zip(&self.shares).map(|((name, count), share)| (name, count, share))
    }
}

/// Counts of the categories of a classifier in games: for each of `classes` classes of games, and of all together.
pub(super) fn count_categories<C: Classifier + Sync>(
    classifier: &C,
    games: &[&ClassedGame],
    classes: usize,
    threads: usize,
) -> Result<(Vec<Counted>, Counted), GameError> {
    let count_game = |(): &mut (), game: &&ClassedGame| {
        let mut counts = CategoryCounts::new::<C>();
        counts.add_game(classifier, &game.start, game.moves.iter().copied()).map(|_| (game.class, counts))
    };
    let mut all = Counted::new::<C>();
    let mut sums = vec![all.clone(); classes];
    for counted in map_in_parallel(vec![(); threads], games, count_game, || {}) {
        let (class, counts) = counted?;
        sums[class].add(&counts)?;
        all.add(&counts)?;
    }
    Ok((sums, all))
}

/// Captures that win material and give check: the only category whose probability one of our papers gives, about 43 % (paper 004, §2.3.3).
pub(super) struct WinsWithCheck;

impl Classifier for WinsWithCheck {
    const NAMES: &'static [&'static str] = &["wins material with check", "all other moves"];
    type View = ();

    fn look(&self, _: &Node<'_>) {}

    fn category(&self, (): &(), at: &Node<'_>, mv: Move) -> usize {
        let wins = || see::see(at.pos, mv, &PieceValues::PAIRS_2007) > 0;
        usize::from(!(at.is_capture(mv) && at.pos.gives_check(mv) && wins()))
    }
}

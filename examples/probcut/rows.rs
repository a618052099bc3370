//! All positions under all searches, to one depth.

use std::time::Duration;

use komadai::Move;
use komadai::lab::{
    Engine, Failure, NamedEvaluation, Progress, Recipe, SuiteEntry, ThreadClock, map_in_parallel,
};
use komadai::search::Limits;

use crate::options::Options;

/// What a search made of a position.
pub(crate) struct Found {
    /// Whether its move was played in the game.
    pub(crate) played: bool,
    /// Whether its move is that of the deeper search without ProbCut.
    pub(crate) confirmed: bool,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
}

/// `[recipe][position]`.
pub(crate) fn search(
    suite: &[SuiteEntry],
    recipes: &[Recipe],
    eval: &NamedEvaluation,
    options: &Options,
) -> Result<Vec<Vec<Found>>, Failure> {
    let engines = || {
        let engines = recipes.iter().map(|recipe| eval.engine(recipe, options.hash.hash_mb as usize));
        engines.collect::<Result<Vec<Box<dyn Engine + Send>>, _>>()
    };
    let workers = (0..options.threads.count().min(suite.len())).map(|_| engines());
    let workers = workers.collect::<Result<Vec<_>, _>>()?;
    let progress = Progress::new(suite.len(), 0, "positions");
    let by_position = map_in_parallel(
        workers,
        suite,
        |engines, entry| position(engines, entry, options),
        || progress.step(),
    );
    progress.finish();
    let mut by_recipe: Vec<Vec<Found>> = recipes.iter().map(|_| Vec::new()).collect();
    for found in by_position {
        for (of_recipe, found) in by_recipe.iter_mut().zip(found) {
            of_recipe.push(found);
        }
    }
    Ok(by_recipe)
}

/// A position under each search; the first one is the search without ProbCut, and searches deeper as well.
fn position(engines: &mut [Box<dyn Engine + Send>], entry: &SuiteEntry, options: &Options) -> Vec<Found> {
    let deeper = {
        engines[0].clear();
        let limits = Limits::depth(options.depth + options.deeper);
        engines[0].search_game(entry.game.tracked(), &limits, &mut |_| {}).best
    };
    let found = |engine: &mut Box<dyn Engine + Send>| {
        engine.clear();
        let clock = ThreadClock::now();
        let report = engine.search_game(entry.game.tracked(), &Limits::depth(options.depth), &mut |_| {});
        let is = |wanted: &dyn Fn(Move) -> bool| report.best.is_some_and(wanted);
        Found {
            played: is(&|mv| entry.moves.contains(&mv)),
            confirmed: is(&|mv| deeper == Some(mv)),
            nodes: report.nodes,
            time: clock.elapsed(),
        }
    };
    engines.iter_mut().map(found).collect()
}

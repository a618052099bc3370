//! One position under one search.

use std::time::Duration;

use crate::Move;
use crate::lab::recipe::{EngineRecipe, NamedEvaluation};
use crate::lab::suite::SuiteEntry;
use crate::lab::thread_clock::ThreadClock;
use crate::search::{Limits, TableError};
use komadai_search::Engine;

/// What a search made of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Solved {
    /// The move it would play.
    pub(super) best: Option<Move>,
    /// Whether that is one of the moves of the file.
    pub(super) right: bool,
    /// The first iteration from which on the move stayed one of them, the one that was broken off included.
    pub(super) since: Option<u32>,
    /// The last iteration that was finished.
    pub(super) depth: u32,
    /// Nodes spent.
    pub(super) nodes: u64,
    /// Processor time spent.
    pub(super) time: Duration,
}

/// A search of a recipe, limited by nodes.
pub(super) struct Solver {
    engine: Box<dyn Engine + Send>,
    limits: Limits,
}

impl Solver {
    pub(super) fn new(
        recipe: &EngineRecipe,
        eval: &NamedEvaluation,
        nodes: u64,
        hash_mb: usize,
    ) -> Result<Solver, TableError> {
        let engine = recipe.engine(eval, hash_mb)?;
        Ok(Solver { engine, limits: Limits::nodes(nodes) })
    }

    /// Searches a position, from empty tables.
    pub(super) fn solve(&mut self, entry: &SuiteEntry) -> Solved {
        self.engine.clear();
        let is_right = |mv: Move| entry.moves.contains(&mv);
        let clock = ThreadClock::now();
        let mut since = None;
        let report = self.engine.search_game(entry.game.tracked(), &self.limits, &mut |progress| {
            let best = progress.lines.first().map(|line| line.mv);
            since = match since {
                Some(depth) if best.is_some_and(is_right) => Some(depth),
                _ => best.is_some_and(is_right).then_some(progress.depth),
            };
        });
        let time = clock.elapsed();
        let right = report.best.is_some_and(is_right);
        // The iteration that was broken off may have lost the right move, or found it.
        let since = right.then(|| since.unwrap_or(report.depth + 1));
        Solved { best: report.best, right, since, depth: report.depth, nodes: report.nodes, time }
    }
}

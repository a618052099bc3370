//! One position under one search.

use komadai::Move;
use komadai::eval::Material;
use komadai::lab::{Engine, Recipe, SuiteEntry};
use komadai::search::{Limits, TableError};

/// What a search made of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Solved {
    /// The move it would play.
    pub(crate) best: Option<Move>,
    /// Whether that is one of the moves of the file.
    pub(crate) right: bool,
    /// The first iteration from which on the move stayed one of them, the one that was broken off included.
    pub(crate) since: Option<u32>,
    /// The last iteration that was finished.
    pub(crate) depth: u32,
    /// Nodes spent.
    pub(crate) nodes: u64,
}

/// A search of a recipe, limited by nodes.
pub(crate) struct Solver {
    engine: Box<dyn Engine + Send>,
    limits: Limits,
}

impl Solver {
    pub(crate) fn new(recipe: &Recipe, nodes: u64, hash_mb: usize) -> Result<Solver, TableError> {
        let engine = recipe.engine(Material::default(), hash_mb)?;
        Ok(Solver { engine, limits: Limits::nodes(nodes) })
    }

    /// Searches a position, from empty tables.
    pub(crate) fn solve(&mut self, entry: &SuiteEntry) -> Solved {
        self.engine.clear();
        let is_right = |mv: Move| entry.moves.contains(&mv);
        let mut since = None;
        let report = self.engine.search_game(entry.game.tracked(), &self.limits, &mut |progress| {
            let best = progress.lines.first().map(|line| line.mv);
            since = match since {
                Some(depth) if best.is_some_and(is_right) => Some(depth),
                _ => best.is_some_and(is_right).then_some(progress.depth),
            };
        });
        let right = report.best.is_some_and(is_right);
        // The iteration that was broken off may have lost the right move, or found it.
        let since = right.then(|| since.unwrap_or(report.depth + 1));
        Solved { best: report.best, right, since, depth: report.depth, nodes: report.nodes }
    }
}

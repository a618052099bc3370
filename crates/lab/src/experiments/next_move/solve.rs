//! One position under one search.

use std::time::Duration;

use komadai::analysis::fingerprint;
use komadai_core::Move;
use komadai_report::Failure;
use komadai_search::{Engine, Limits};

use crate::data::suite::SuiteEntry;
use crate::recipe::{EngineRecipe, NamedEvaluation};
use crate::run::thread_clock::ThreadClock;

/// What a search made of a position.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
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
    /// All that decides what it finds in a position.
    name: String,
}

impl Solver {
    pub(super) fn new(
        recipe: &EngineRecipe,
        eval: &NamedEvaluation,
        nodes: u64,
        hash_mb: usize,
    ) -> Result<Solver, Failure> {
        let mut engine = recipe.engine(eval, hash_mb).map_err(|error| format!("--hash-mb: {error}"))?;
        let print = fingerprint(&mut engine);
        let name = format!("{recipe} {eval} {print:06x}, {nodes} nodes, {hash_mb} MB");
        Ok(Solver { engine, limits: Limits::nodes(nodes), name })
    }

    /// Everything that decides what the search finds in a position.
    pub(super) fn question(&self, entry: &SuiteEntry) -> String {
        let moves: Vec<String> = entry.moves.iter().map(ToString::to_string).collect();
        format!("{}; {}; {}", self.name, entry.game, moves.join(","))
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

/// A position, and what both searches made of it.
pub(super) struct Row {
    pub(super) entry: SuiteEntry,
    pub(super) solved: [Solved; 2],
}

/// The classes of the file, in their order.
pub(super) fn classes(rows: &[Row]) -> Vec<&str> {
    let mut classes: Vec<&str> = Vec::new();
    for row in rows {
        if !classes.contains(&row.entry.class.as_str()) {
            classes.push(&row.entry.class);
        }
    }
    classes
}

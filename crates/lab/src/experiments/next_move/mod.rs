//! Next-move problems: how many does each of two searches solve?
//!
//! ```sh
//! cargo run --release -- next-move
//! cargo run --release -- next-move --a modern+history --b bare --nodes 200000
//! cargo run --release -- next-move --file FILE
//! ```
//!
//! Two searches get every position and the same nodes. A position counts as solved if the move chosen at the end is one of the moves of the
//! file, and as solved at a depth if this holds from the iteration of that depth to the last. The thesis [R4] gave 100 problems for players
//! of the first dan and 100 for the fourth to a program with Contextbest and without, 10 seconds each. We may not give away problem books,
//! so the built-in problems are few, and there are positions with the moves that professionals played as well. Agreeing with those is not
//! solving: the classes of a file are never added up.
//!
//! [`Solver`] is the part to copy into an experiment of your own. `tables.rs` has the tables, the figure of positions solved by depth, and
//! the numbers of the thesis.
//!
//! A journal keeps what was found in each position, so that an interrupted run can be resumed.

mod tables;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use komadai_core::Move;
use komadai_recipe::{EngineRecipe, NamedEvaluation, Parts};
use komadai_report::options::{Eval, HashMb, Nodes, Out, Threads};
use komadai_report::{Failure, InputText, Printed, words};
use komadai_search::{Engine, Limits};

use crate::data::suite::{SuiteEntry, read_suite};
use crate::experiments::game_options::TwoRecipes;
use crate::run::answers::{self, ask};
use crate::run::clocks::ThreadClock;
use crate::run::print_of;

/// Gives next-move problems to two searches and says which solves more, and how sure that is.
#[derive(Args)]
#[command(
    after_help = "A RECIPE is a base (bare, modern, tacos) with parts added (+history) and taken out (-null), or engines that \
                  vote, such as consultation-8-100: eight in one tree, with noise of 100 centipawns. Lines of FILE are \
                  NAME<TAB>POSITION<TAB>MOVES<TAB>CLASS: the position as SFEN or as a game in USI, right moves \
                  separated by commas, or moves that were played if the class begins with the word played. Positions \
                  without moves are left out."
)]
pub(super) struct Options {
    #[command(flatten)]
    of: TwoRecipes,
    /// A file of positions [default: 11 problems and 100 positions from games].
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    nodes: Nodes<50_000>,
    #[command(flatten)]
    hash_mb: HashMb,
    #[command(flatten)]
    eval: Eval,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    out: Out,
}

/// Problems first, then positions of games.
const BUILT_IN: [&str; 2] = [komadai::samples::PROBLEMS, komadai::samples::PLAYED];

/// Gives the positions to both searches; prints and saves the results.
pub(super) fn run(options: &Options, parts: &Parts) -> Result<Vec<Printed>, Failure> {
    let input = InputText::read(options.file.as_deref(), "the built-in positions", &BUILT_IN)?;
    let mut entries = input.parse(read_suite)?;
    entries.retain(|entry| !entry.moves.is_empty());
    let entries = input.at_least_one(entries, "position with a move")?;
    let [a, b] = [parts.engine_recipe(&options.of.a)?, parts.engine_recipe(&options.of.b)?];
    let eval = parts.evaluation(&options.eval.eval).map_err(|error| format!("--eval: {error}"))?;
    let solver = |recipe| Solver::new(recipe, &eval, options.nodes.nodes, options.hash_mb.hash_mb);
    let both = || Ok::<_, Failure>([solver(&a)?, solver(&b)?]);
    let workers = options.threads.workers_of(entries.len(), both)?;
    let answers = answers::open(&options.out, "next-move")?;
    let names = [0, 1].map(|which| workers[0][which].name.clone());
    let searches: Vec<(&SuiteEntry, usize)> =
        entries.iter().flat_map(|entry| [0, 1].map(|which| (entry, which))).collect();
    let question = |&(entry, which): &(&SuiteEntry, usize)| entry.question(&names[which]);
    let solved = ask(&answers, "searches", &searches, question, workers, |solvers, &(entry, which)| {
        Ok(solvers[which].solve(entry))
    })?;
    let pairs = solved.chunks_exact(2).map(|of| [of[0].clone(), of[1].clone()]);
    let rows: Vec<Row> =
        entries.into_iter().zip(pairs).map(|(entry, solved)| Row { entry, solved }).collect();

    let mut out = options.out.report();
    let Options { of: TwoRecipes { a, b }, nodes: Nodes { nodes }, hash_mb: HashMb { hash_mb }, .. } =
        options;
    let (positions, nodes) = (rows.len(), words::count(*nodes, "node", "nodes"));
    writeln!(out, "{positions} positions, {nodes} each, {hash_mb} MB of table, {eval}; a is {a}, b is {b}")?;
    tables::write(&mut out, &rows)?;
    out.csv("next-move.csv", &tables::everything(&rows))?;
    out.figure("next-move.svg", &tables::solved_by_depth(&rows, [a, b]))?;
    writeln!(out, "\n{}", tables::speed(&rows))?;
    Ok(out.finish()?)
}

/// Result of a search in a position.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
struct Solved {
    /// The move it would play.
    best: Option<Move>,
    /// Whether that is one of the moves of the file.
    right: bool,
    /// The first iteration from which on the best move was one of them, the interrupted one included.
    since: Option<u32>,
    /// The last iteration that was finished.
    depth: u32,
    /// Nodes spent.
    nodes: u64,
    /// Processor time spent.
    time: Duration,
}

/// A search of a recipe, limited by nodes.
struct Solver {
    engine: Box<dyn Engine + Send>,
    limits: Limits,
    /// Everything that decides what it finds in a position.
    name: String,
}

impl Solver {
    fn new(
        recipe: &EngineRecipe,
        eval: &NamedEvaluation,
        nodes: u64,
        hash_mb: usize,
    ) -> Result<Solver, Failure> {
        let mut engine = recipe.engine(eval, hash_mb).map_err(|error| format!("--hash-mb: {error}"))?;
        let print = print_of(&mut engine, recipe.search(), eval)?;
        let name = format!("{recipe} {eval} {print:06x}, {nodes} nodes, {hash_mb} MB");
        Ok(Solver { engine, limits: Limits::nodes(nodes), name })
    }

    /// Searches a position, from empty tables.
    fn solve(&mut self, entry: &SuiteEntry) -> Solved {
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
        // The interrupted iteration may have lost the right move, or found it.
        let since = right.then(|| since.unwrap_or(report.depth + 1));
        Solved { best: report.best, right, since, depth: report.depth, nodes: report.nodes, time }
    }
}

/// A position, and the results of both searches.
struct Row {
    entry: SuiteEntry,
    solved: [Solved; 2],
}

/// The classes of the file, in their order.
fn classes(rows: &[Row]) -> Vec<&str> {
    let mut classes: Vec<&str> = Vec::new();
    for row in rows {
        if !classes.contains(&row.entry.class.as_str()) {
            classes.push(&row.entry.class);
        }
    }
    classes
}

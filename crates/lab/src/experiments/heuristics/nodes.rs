//! Nodes to a depth, cuts by the first move, agreement: what a part does to the tree.

use std::collections::BTreeMap;
use std::io::Write;

use komadai_core::{Move, Tracked};
use komadai_recipe::{Instrumented, Recipe};
use komadai_report::{Cell, Failure, Report, Table, grouped, words};
use komadai_search::{Limits, NodeCount};

use super::{Comparison, Options, Row, Setup};
use crate::data::suite::SuiteEntry;
use crate::run::answers::ask;
use crate::run::clocks::ThreadClock;
use crate::stats::bootstrap::Bootstrap;
use crate::stats::chance::percent_more;

/// What one search did with one position.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct Seen {
    /// `[depth of a column]`; the cap if it was not reached.
    nodes: Vec<u64>,
    cuts: u64,
    first_cuts: u64,
    /// The move chosen within the nodes for a move of a game.
    chosen: Option<Move>,
    /// Nanoseconds per node of the search to the depths, by the clock of the thread.
    nanoseconds: f64,
}

/// What one search did with all positions.
type Measured = Vec<Seen>;

/// Prints and saves one table.
pub(super) fn table(setup: &Setup<'_>, rows: &Comparison, out: &mut Report) -> Result<(), Failure> {
    let (options, suite) = (setup.options, &setup.suite);
    let is_named = |row: &&Row| options.rows.iter().any(|word| row.name.contains(word.as_str()));
    let wanted: Vec<_> = rows.rows.iter().filter(|row| options.rows.is_empty() || is_named(row)).collect();
    let mut recipes: Vec<&Recipe> = Vec::new();
    for recipe in wanted.iter().flat_map(|row| [&row.with, &row.without]) {
        if recipes.iter().all(|other| other.parts_text() != recipe.parts_text()) {
            recipes.push(recipe);
        }
    }
    let measured = measure(setup, &recipes)?;
    let deep_nodes = options.nodes.nodes.saturating_mul(30);
    let deep = reference(setup, deep_nodes)?;

    let of = |recipe: &Recipe| &measured[&recipe.parts_text()];
    let compared: Vec<_> =
        wanted.iter().map(|row| (row.name.as_str(), of(&row.with), of(&row.without))).collect();
    let table = comparison(options, suite, &deep, &compared);
    let count = |nodes: u64| words::count(nodes, "node", "nodes");
    let (title, positions, most) = (&rows.title, suite.len(), count(options.cap));
    let resamples = grouped(Bootstrap::default().resamples.into());
    let title = format!(
        "{title}: {positions} positions, at most {most} each; 95 % intervals, of ratios by {resamples} paired resamples"
    );
    out.table(&title, &format!("{}.csv", rows.name), &table)?;
    let (nodes, deep) = (count(options.nodes.nodes), count(deep_nodes));
    writeln!(
        out,
        "\nRatio above 1: the part saves nodes. Time a node: with it, as a multiple of that without. Agreement (per cent, after {nodes}; with it, and what it adds): with the \
         move played, and with the modern recipe after {deep}."
    )?;
    if let Some(base) = measured.get(&rows.base.parts_text()) {
        writeln!(out, "{}", itself(options, &rows.base, base))?;
    }
    Ok(())
}

/// Cost of the search that the rows start from: median nodes, and the branching factor from the first depth to the last, by geometric
/// means.
fn itself(options: &Options, recipe: &Recipe, measured: &Measured) -> String {
    let nodes = |column: usize| -> Vec<f64> {
        measured.iter().map(|seen| seen.nodes[column].max(1) as f64).collect()
    };
    let bootstrap = Bootstrap { seed: options.seed.seed, ..Bootstrap::default() };
    let medians = (0..options.depths.len()).filter_map(|column| bootstrap.median(&nodes(column)));
    let medians: Vec<String> = medians.map(|median| format!("{median:.0}")).collect();
    let depths: Vec<String> = options.depths.iter().map(ToString::to_string).collect();
    let branching = match options.depths[..] {
        [first, .., last] => {
            let mean =
                |column| nodes(column).iter().map(|nodes| nodes.ln()).sum::<f64>() / measured.len() as f64;
            let factor = ((mean(depths.len() - 1) - mean(0)) / f64::from(last - first)).exp();
            format!("; effective branching factor {factor:.2} from {first} to {last}")
        }
        _ => String::new(),
    };
    let (medians, columns) = (medians.join(", "), depths.join(", "));
    format!("{recipe} itself: median nodes {medians} to depth {columns}{branching}\n")
}

/// A row for each part, of its name and what the searches with the part and without it did.
fn comparison(
    options: &Options,
    suite: &[SuiteEntry],
    deep: &[Option<Move>],
    compared: &[(&str, &Measured, &Measured)],
) -> Table {
    let bootstrap = Bootstrap { seed: options.seed.seed, ..Bootstrap::default() };
    let ratio = |these: &Measured, those: &Measured, number: &dyn Fn(&Seen) -> f64| {
        let pairs: Vec<_> = these.iter().zip(those).map(|(a, b)| (number(a), number(b))).collect();
        bootstrap.geometric_mean_of_ratios(&pairs).map_or(Cell::Empty, |ratio| Cell::Around(ratio, 2))
    };
    let capped = |seen: &Measured| seen.iter().filter(|seen| seen.nodes.last() == Some(&options.cap)).count();
    let first_cuts = |seen: &Measured| {
        let (cuts, first) = seen.iter().fold((0, 0), |(a, b), seen| (a + seen.cuts, b + seen.first_cuts));
        100.0 * first as f64 / cuts.max(1) as f64
    };
    let hit = |seen: &Seen, right: &[Move]| seen.chosen.is_some_and(|mv| right.contains(&mv));
    let agreement = |with: &Measured, without: &Measured, right: &[Vec<Move>]| {
        let both = with.iter().zip(without).zip(right);
        let hits: Vec<_> =
            both.map(|((with, without), right)| (hit(with, right), hit(without, right))).collect();
        let share = 100.0 * hits.iter().filter(|hits| hits.0).count() as f64 / hits.len() as f64;
        let more = percent_more(&hits).map_or_else(String::new, |more| format!(" {more:+.1}"));
        format!("{share:.1}{more}")
    };
    let played: Vec<Vec<Move>> = suite.iter().map(|entry| entry.moves.clone()).collect();
    let deep: Vec<Vec<Move>> = deep.iter().map(|mv| mv.iter().copied().collect()).collect();
    let depths = options.depths.iter().map(|depth| format!("nodes without / with, depth {depth}"));
    Table::of(compared)
        .column("part", |(name, ..)| *name)
        .columns(depths, |(_, with, without)| {
            (0..options.depths.len())
                .map(|column| ratio(with, without, &|seen| seen.nodes[column].max(1) as f64))
        })
        .column("not reached, without / with", |(_, with, without)| {
            format!("{} / {}", capped(without), capped(with))
        })
        .real("first-move cuts with", 1, |(_, with, _)| first_cuts(with))
        .real("without", 1, |(.., without)| first_cuts(without))
        .column("time a node", |(_, with, without)| ratio(without, with, &|seen| seen.nanoseconds))
        .column("the game's move, %; change", |(_, with, without)| agreement(with, without, &played))
        .column("a deeper search's, %; change", |(_, with, without)| agreement(with, without, &deep))
        .column("positions", |_| suite.len())
        .table()
}

/// All recipes over all positions, by the parts of each recipe.
///
/// It goes position by position, so that other work of the machine slows all recipes down alike, and times can be compared.
fn measure(setup: &Setup<'_>, recipes: &[&Recipe]) -> Result<BTreeMap<String, Measured>, Failure> {
    let (options, suite) = (setup.options, &setup.suite);
    let depths = options.depths.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let (cap, choice, mb) = (options.cap, options.nodes.nodes, setup.hash_mb);
    let described = recipes.iter().map(|&recipe| -> Result<_, Failure> {
        let search = setup.describe(recipe)?;
        let words = format!("nodes, time {search} depths {depths} cap {cap} choice {choice} table {mb} MB");
        Ok((words, recipe))
    });
    let described = described.collect::<Result<Vec<_>, _>>()?;
    let of_entry = |entry| described.iter().map(move |(search, recipe)| (search, *recipe, entry));
    let searches: Vec<(&String, &Recipe, &SuiteEntry)> = suite.iter().flat_map(of_entry).collect();
    let question = |(search, _, entry): &(&String, _, &SuiteEntry)| format!("{search}; {}", entry.position());
    // The first search of a thread is slow: code and memory are cold. So it is made twice.
    let workers = vec![true; options.threads.threads];
    let seen =
        ask(&setup.journal, "searches", &searches, question, workers, |is_cold, (_, recipe, entry)| {
            let searcher = setup.eval.instrumented(recipe, (None, None), mb);
            let mut searcher = searcher.map_err(|error| format!("--hash-mb: {error}"))?;
            if std::mem::take(is_cold) {
                see(options, &mut *searcher, entry);
                searcher.clear();
            }
            Ok(see(options, &mut *searcher, entry))
        })?;
    let mut measured: BTreeMap<String, Measured> = BTreeMap::new();
    for ((_, recipe, _), seen) in searches.iter().zip(seen) {
        measured.entry(recipe.parts_text()).or_default().push(seen);
    }
    Ok(measured)
}

/// Searches one position with a new searcher, to the depths and once more within the nodes for a move of a game.
fn see(options: &Options, searcher: &mut dyn Instrumented, entry: &SuiteEntry) -> Seen {
    let mut nodes = vec![options.cap; options.depths.len()];
    let deepest = options.depths.last().copied();
    let limits = Limits { nodes: Some(options.cap), depth: deepest, ..Limits::default() };
    let mut told = 0;
    let board = Tracked::from(entry.position());
    let start = ThreadClock::now();
    let report = searcher.search_game(board.clone(), &limits, &mut |progress| {
        told = progress.depth;
        for (slot, &depth) in nodes.iter_mut().zip(&options.depths) {
            if depth == progress.depth {
                *slot = progress.nodes;
            }
        }
    });
    let nanoseconds = (start.elapsed().as_nanos() as f64 / report.nodes.max(1) as f64).max(1.0);
    // A mate ends a search early: no deeper iteration would have cost anything.
    if report.value.is_mate() && report.nodes < options.cap {
        for (slot, &depth) in nodes.iter_mut().zip(&options.depths) {
            if depth > told {
                *slot = report.nodes;
            }
        }
    }
    let NodeCount { cuts, first_cuts, .. } = searcher.instruments().0;
    searcher.clear();
    let chosen = searcher.search_game(board, &Limits::nodes(options.nodes.nodes), &mut |_| {}).best;
    Seen { nodes, cuts, first_cuts, chosen, nanoseconds }
}

/// The moves of a deep search, to agree with.
fn reference(setup: &Setup<'_>, nodes: u64) -> Result<Vec<Option<Move>>, Failure> {
    let recipe: Recipe = "modern".parse()?;
    let search = format!("deep {} nodes {nodes}", setup.describe(&recipe)?);
    let workers = setup.options.threads.workers_of(setup.suite.len(), || setup.eval.engine(&recipe, 64))?;
    setup.ask(&search, workers, |engine, entry| {
        engine.clear();
        Ok(engine.search(&entry.position(), &Limits::nodes(nodes)).best)
    })
}

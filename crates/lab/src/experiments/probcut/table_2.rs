//! Table 2: all positions under all searches to one depth, beside the paper's numbers.

use std::time::Duration;

use komadai::analysis::fingerprint;
use komadai_core::Move;
use komadai_core::rng::mix;
use komadai_search::{Engine, Limits};
use serde::{Deserialize, Serialize};

use super::Options;
use crate::data::suite::SuiteEntry;
use crate::recipe::{NamedEvaluation, Recipe};
use crate::run::answers::{self, ask};
use crate::run::clocks::ThreadClock;
use crate::stats::bootstrap::Bootstrap;
use komadai_report::{Cell, Failure, Table};

/// What a search made of a position.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct Found {
    /// Whether its move was played in the game.
    played: bool,
    /// Whether its move is that of the deeper search without ProbCut.
    confirmed: bool,
    nodes: u64,
    time: Duration,
}

/// What all searches made of each position, `[position][recipe]`.
pub(super) fn search(
    suite: &[SuiteEntry],
    recipes: &[Recipe],
    eval: &NamedEvaluation,
    options: &Options,
) -> Result<Vec<Vec<Found>>, Failure> {
    let engines = || {
        let engines = recipes.iter().map(|recipe| eval.engine(recipe, options.hash.megabytes()));
        engines.collect::<Result<Vec<Box<dyn Engine + Send>>, _>>()
    };
    let workers = (0..options.threads.count().min(suite.len())).map(|_| engines());
    let mut workers = workers.collect::<Result<Vec<_>, _>>()?;
    let print = workers[0].iter_mut().fold(0, |all, engine| mix(all ^ fingerprint(engine)));
    let searches = format!(
        "{} recipes {print:016x}, {}, depth {} and {} more, {} MB",
        recipes.len(),
        eval.name(),
        options.depth.depth,
        options.deeper,
        options.hash.hash_mb
    );
    let question = |entry: &SuiteEntry| {
        let moves: Vec<String> = entry.moves.iter().map(ToString::to_string).collect();
        format!("{searches}; {}; {}", entry.game, moves.join(","))
    };
    let asked: Vec<(String, &SuiteEntry)> = suite.iter().map(|entry| (question(entry), entry)).collect();
    let answers = answers::open(&options.out, "probcut")?;
    ask(&answers, &asked, "positions", workers, |engines, entry| Ok(position(engines, entry, options)))
}

/// A position under each search; the first one is the search without ProbCut, and searches deeper as well.
fn position(engines: &mut [Box<dyn Engine + Send>], entry: &SuiteEntry, options: &Options) -> Vec<Found> {
    let search = |engine: &mut Box<dyn Engine + Send>, depth: u32| {
        engine.clear();
        engine.search_game(entry.game.tracked(), &Limits::depth(depth), &mut |_| {})
    };
    let deeper = search(&mut engines[0], options.depth.depth + options.deeper).best;
    let found = |engine: &mut Box<dyn Engine + Send>| {
        let clock = ThreadClock::now();
        let report = search(engine, options.depth.depth);
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

/// A row a search. Nodes are compared position by position with those of the row of the same base without ProbCut.
pub(super) fn ours(names: &[String], found: &[Vec<Found>]) -> Table {
    let heading = [
        "search",
        "positions",
        "of other nodes",
        "played",
        "as deeper",
        "time (s)",
        "nodes",
        "nodes/s",
        "times the nodes",
        "95 %",
    ];
    let mut table = Table::new(heading);
    for (number, name) in names.iter().enumerate() {
        let rows = || found.iter().map(|of_position| of_position[number]);
        let base = name.split('+').next().unwrap_or(name);
        let without = names.iter().position(|other| other == base).unwrap_or(number);
        let nodes: u64 = rows().map(|found| found.nodes).sum();
        let time = rows().map(|found| found.time).sum::<Duration>().as_secs_f64();
        let at_least_1 = |of_position: &[Found], number: usize| of_position[number].nodes.max(1) as f64;
        let pairs = found.iter().map(|all| (at_least_1(all, without), at_least_1(all, number)));
        let pairs: Vec<(f64, f64)> = pairs.collect();
        let ratio = Bootstrap::default().geometric_mean_of_ratios(&pairs).filter(|_| name != base);
        // Where ProbCut asked nothing, the search is that without it.
        let differ = found.iter().filter(|all| all[without].nodes != all[number].nodes).count();
        let first = [
            name.as_str().into(),
            found.len().into(),
            differ.into(),
            rows().filter(|found| found.played).count().into(),
            rows().filter(|found| found.confirmed).count().into(),
            Cell::real(time, 2),
            nodes.into(),
            Cell::real(nodes as f64 / time, 0),
        ];
        table.push(first.into_iter().chain(Cell::estimate(ratio, 3)));
    }
    table
}

/// The paper's table 2.
pub(super) fn paper() -> Table {
    let mut table = Table::new(["search", "played", "time (s)", "nodes (M)", "nodes/s"]);
    for (name, played, time, nodes, speed) in [
        ("no ProbCut", 574_u64, 1_427_u64, 399_u64, 279_978_u64),
        ("200 + 4 × progress", 569, 1_285, 361, 280_957),
        ("1σ", 570, 1_244, 346, 277_973),
        ("2σ", 574, 1_364, 385, 281_966),
        ("3σ", 572, 1_411, 399, 282_902),
    ] {
        table.push([name.into(), played.into(), time.into(), nodes.into(), speed.into()]);
    }
    table
}

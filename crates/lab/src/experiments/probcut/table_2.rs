//! Table 2: all positions under all searches to one depth, beside the paper's numbers.

use std::time::Duration;

use komadai_core::Move;
use komadai_core::rng::mix;
use komadai_eval::reliability::ReliabilityModel;
use komadai_search::Limits;
use serde::{Deserialize, Serialize};

use super::{Options, PROBCUT, Search};
use crate::data::suite::SuiteEntry;
use crate::run::answers::{self, ask};
use crate::run::clocks::ThreadClock;
use crate::run::print_of;
use crate::stats::bootstrap::{Bootstrap, sums_by_game};
use komadai_recipe::watch::audit::PruningAudit;
use komadai_recipe::{Instrumented, NamedEvaluation};
use komadai_report::{Cell, Failure, Table, content_fingerprint};

/// Result of a search in a position.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct Found {
    /// Whether its move was played in the game.
    played: bool,
    /// Whether its move is that of the search without ProbCut.
    same: bool,
    nodes: u64,
    /// Nodes that ProbCut cut.
    cuts: u64,
    time: Duration,
}

/// A search whose cuts are counted.
type Watched = Box<dyn Instrumented + Send>;

/// How many nodes ProbCut has cut since the search was made.
fn cuts(engine: &Watched) -> u64 {
    let kinds = engine.instruments().1.0.iter().flat_map(|audit| &audit.kinds);
    kinds.filter(|((by, _), _)| *by == PROBCUT).map(|(_, of)| of.seen).sum()
}

/// Results of all searches in each position, `[position][recipe]`.
pub(super) fn search(
    suite: &[SuiteEntry],
    searches: &[Search<'_>],
    model: &ReliabilityModel,
    eval: &NamedEvaluation,
    options: &Options,
) -> Result<Vec<Vec<Found>>, Failure> {
    // Claims are counted and none is kept.
    let watched = |search: &Search<'_>| {
        let audit = Some(PruningAudit::new(0, 0));
        eval.instrumented(&search.recipe, (audit, None), options.hash.hash_mb)
    };
    let engines = || searches.iter().map(watched).collect::<Result<Vec<Watched>, _>>();
    let mut workers = options.threads.workers_of(suite.len(), engines)?;
    let setup = describe(&mut workers[0], searches, model, eval, options)?;
    let question = |entry: &SuiteEntry| entry.question(&setup);
    let answers = answers::open(&options.out, "probcut")?;
    let limits = Limits::depth(options.depth.depth);
    ask(&answers, "positions", suite, question, workers, |engines, entry| {
        // The first search of a base is without ProbCut.
        let mut without: Option<Move> = None;
        let found = |(engine, of): (&mut Watched, &Search<'_>)| {
            engine.clear();
            let (before, clock) = (cuts(engine), ThreadClock::now());
            let report = engine.search_game(entry.game.tracked(), &limits, &mut |_| {});
            let time = clock.elapsed();
            if of.margin.is_empty() {
                without = report.best;
            }
            let played = report.best.is_some_and(|mv| entry.moves.contains(&mv));
            let (same, cuts) = (report.best == without, cuts(engine) - before);
            Found { played, same, nodes: report.nodes, cuts, time }
        };
        Ok(engines.iter_mut().zip(searches).map(found).collect())
    })
}

/// Everything but the position that decides what is found. A cut needs more plies than the search behind the number of an engine has, so
/// recipes and spread are added.
fn describe(
    engines: &mut [Watched],
    searches: &[Search<'_>],
    model: &ReliabilityModel,
    eval: &NamedEvaluation,
    options: &Options,
) -> Result<String, Failure> {
    let mut print = 0;
    for (engine, search) in engines.iter_mut().zip(searches) {
        let recipe = content_fingerprint(search.recipe.parts_text());
        print = mix(print ^ print_of(engine, &search.recipe, eval)? ^ mix(recipe));
    }
    let (recipes, eval, depth, mb) = (searches.len(), eval.name(), options.depth.depth, options.hash.hash_mb);
    let spread = options.model.describe(model)?;
    Ok(format!("{recipes} recipes {print:016x}, {eval}, {spread}, depth {depth}, {mb} MB"))
}

/// One row per search of a base. Nodes are compared with those of the row without ProbCut: position by position, each with the same weight,
/// and in total, as in the paper, where the hardest positions count most. Intervals are by games.
pub(super) fn ours(base: &str, suite: &[SuiteEntry], searches: &[Search<'_>], found: &[Vec<Found>]) -> Table {
    let games: Vec<&str> = suite.iter().map(SuiteEntry::source).collect();
    let of_base: Vec<_> = searches.iter().enumerate().filter(|(_, search)| search.base == base).collect();
    let without = of_base.first().map_or(0, |&(number, _)| number);
    let rows = |number: usize| found.iter().map(move |of_position| of_position[number]);
    let nodes = |number| rows(number).map(|found| found.nodes).sum::<u64>();
    let cuts = |number| rows(number).map(|found| found.cuts).sum::<u64>();
    let seconds = |number| rows(number).map(|found| found.time).sum::<Duration>().as_secs_f64();
    let pairs = |number| {
        let at_least_1 = |found: Found| found.nodes.max(1) as f64;
        rows(without).map(at_least_1).zip(rows(number).map(at_least_1))
    };
    // A ratio of sums; of positions and their logarithms it is the logarithm of the geometric mean.
    let other = |number, of: fn((f64, f64)) -> (f64, f64), value: fn(f64) -> f64| {
        let by_game = sums_by_game(&games, pairs(number).map(of));
        let ratio = Bootstrap::default().ratio_of_sums(&by_game).map(|ratio| ratio.map(value));
        Cell::estimate(ratio.filter(|_| number != without), 3)
    };
    Table::of(of_base)
        .column("depths", |(_, search)| search.of)
        .column("margin", |(_, search)| search.margin)
        // If ProbCut asks nothing, the search is the same as without it.
        .column("of other nodes", |(number, _)| {
            found.iter().filter(|all| all[without].nodes != all[number].nodes).count()
        })
        .real("cuts a search", 1, |(number, _)| cuts(number) as f64 / found.len().max(1) as f64)
        .column("played", |(number, _)| rows(number).filter(|found| found.played).count())
        .column("as without", |(number, _)| rows(number).filter(|found| found.same).count())
        .real("time (s)", 2, |(number, _)| seconds(number))
        .column("nodes", |(number, _)| nodes(number))
        .real("nodes/s", 0, |(number, _)| nodes(number) as f64 / seconds(number))
        .columns(["times the nodes", "95 %"], |(number, _)| {
            other(number, |(a, b)| (1.0, (b / a).ln()), f64::exp)
        })
        .columns(["times all nodes", "95 % of all"], |(number, _)| other(number, |pair| pair, |ratio| ratio))
        .table()
        .keys(2)
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use komadai::default_reliability;
    use komadai_recipe::Parts;

    use super::*;
    use crate::experiments::probcut::with_margins;
    use crate::experiments::program::{Experiment, read_words};

    /// How a search of this recipe is described.
    fn described(recipe: &str, model: &str) -> String {
        let words = format!("probcut --eval material --hash-mb 1 --model {model}");
        let words: Vec<_> = words.split(' ').map(Into::into).collect();
        let Experiment::Probcut(options) = read_words(&words, Path::new(".")).unwrap() else { panic!() };
        let (model, eval) = (options.model.load().unwrap(), Parts::new().evaluation("material").unwrap());
        let recipe = with_margins(Parts::new(), &model).unwrap().recipe(recipe).unwrap();
        let mut engines: Vec<Watched> = vec![eval.instrumented(&recipe, (None, None), 1).unwrap()];
        let searches = [Search { base: "modern", of: "the paper's", margin: "", recipe }];
        describe(&mut engines, &searches, &model, &eval, &options).unwrap()
    }

    #[test]
    fn another_spread_and_another_margin_are_other_questions() {
        assert_ne!(default_reliability::of("pairs"), default_reliability::of("default"));
        let one = described("modern+probcut+sigma-1", "default");
        assert_ne!(one, described("modern+probcut+sigma-1", "pairs"));
        assert_ne!(one, described("modern+probcut+sigma-2", "default"));
    }
}

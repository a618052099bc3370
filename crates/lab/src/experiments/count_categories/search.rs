//! What the probabilities do to a search: the same positions and nodes, moves priced in different ways.

use komadai::analysis::fingerprint;
use komadai::artifact::{Artifact, Provenance};
use komadai::evaluation::Evaluation;
use komadai::journal::Answers;
use komadai::rng::SplitMix64;
use komadai::search::policy::category::Tacos;
use komadai::search::policy::{ByCategory, CategoryOrder, Count, RealizationProbability};
use komadai::search::{
    BrotherBest, Depth, DepthPolicy, HashTable, History, LateMove, Limits, MoveMemory, PlainDepth, Report,
    Searcher,
};
use komadai::{Move, Position};
use komadai_learn::MoveWeights;
use komadai_recipe::{AnyDepth, AnyMemory, NamedEvaluation};
use komadai_report::{Cell, Failure, Interval, Table, content_fingerprint};

use super::tables::{between, percent};
use crate::data::games::{ClassedGame, GamePosition};
use crate::run::answers::ask;

/// Plies before which games are left out: openings are known by heart.
const FROM_PLY: usize = 20;

/// A position of each game and the move played in it, by chance.
pub(super) fn problems(games: &[&ClassedGame], most: usize, seed: u64) -> Vec<GamePosition> {
    let mut rng = SplitMix64::new(seed);
    games.iter().filter_map(|game| game.draw(FROM_PLY..=usize::MAX, &mut rng)).take(most).collect()
}

/// What a search made of a position.
#[derive(serde::Serialize, serde::Deserialize)]
struct Found {
    best: Option<Move>,
    depth: u32,
    reached: u64,
    nodes: u64,
}

/// A search of a position.
type SearchOf<'a> = dyn Fn(&Position) -> Result<Report, Failure> + Sync + 'a;

/// A way to price moves and to order quiet ones, and the search of a position in which it is done so.
struct Way<'a> {
    name: &'static str,
    order: &'static str,
    search: Box<SearchOf<'a>>,
}

fn way<'a>(
    name: &'static str,
    order: &'static str,
    search: impl Fn(&Position) -> Result<Report, Failure> + Sync + 'a,
) -> Way<'a> {
    Way { name, order, search: Box::new(search) }
}

/// A row for each way to price moves.
pub(super) fn compare(
    problems: &[GamePosition],
    counts: &[Count],
    softmax: Option<&MoveWeights>,
    eval: &Evaluation,
    nodes: u64,
    threads: usize,
    answers: &Answers,
) -> Result<Table, Failure> {
    let ways = ways(counts, softmax, eval, nodes);
    let models = format!("{counts:?} {:?}", softmax.map(|weights| weights.to_bytes(&Provenance::default())));
    let print = fingerprint(&mut NamedEvaluation::from(eval.clone()).engine(&"modern".parse()?, 1)?);
    let models = content_fingerprint(models);
    let search = format!("{eval} {print:06x}, models {models:06x}, {nodes} nodes");
    let mut asked = Vec::new();
    for way in &ways {
        let question = |problem: &GamePosition| {
            format!("{search}; {}, order by {}; {}", way.name, way.order, problem.pos)
        };
        asked.extend(problems.iter().map(|problem| (question(problem), (way, problem))));
    }
    let found = ask(answers, &asked, "searches", vec![(); threads], |(), (way, problem)| {
        let Report { best, depth, reached, nodes, .. } =
            (way.search)(&problem.pos).map_err(|error| error.to_string())?;
        Ok(Found { best, depth, reached: reached as u64, nodes })
    })?;
    let mut table = Table::new([
        "moves cost",
        "quiet order",
        "positions",
        "mean depth (plies)",
        "longest path (plies)",
        "played move (%)",
        "95 %",
        "nodes",
    ]);
    for (way, found) in ways.iter().zip(found.chunks(problems.len())) {
        let mean = |sum: f64| sum / found.len() as f64;
        let same = found.iter().zip(problems).filter(|(found, problem)| found.best == Some(problem.played));
        let share = Interval::of_share(same.count() as u64, found.len() as u64);
        table.push([
            way.name.into(),
            way.order.into(),
            found.len().into(),
            Cell::real(mean(found.iter().map(|found| f64::from(found.depth)).sum()), 2),
            Cell::real(mean(found.iter().map(|found| found.reached as f64).sum()), 1),
            percent(share),
            between(share, 0),
            found.iter().map(|found| found.nodes).sum::<u64>().into(),
        ]);
    }
    Ok(table)
}

fn ways<'a>(
    counts: &'a [Count],
    softmax: Option<&'a MoveWeights>,
    eval: &'a Evaluation,
    nodes: u64,
) -> Vec<Way<'a>> {
    let tacos = || ByCategory::new(Tacos::default(), counts);
    let mut ways = vec![
        way("a ply each", "history", move |pos| {
            run(PlainDepth::default(), History::default(), eval, pos, nodes)
        }),
        way("more when late", "history", move |pos| {
            run(LateMove::<PlainDepth>::default(), History::default(), eval, pos, nodes)
        }),
        way("by category", "history", move |pos| {
            run(RealizationProbability::new(tacos()), History::default(), eval, pos, nodes)
        }),
        way("by category", "category", move |pos| {
            run(RealizationProbability::new(tacos()), CategoryOrder(tacos()), eval, pos, nodes)
        }),
        way("by category, second looks half a ply", "category", move |pos| {
            let half = Depth::from_units(Depth::UNITS / 2);
            let policy = RealizationProbability { research: half, ..RealizationProbability::new(tacos()) };
            run(policy, CategoryOrder(tacos()), eval, pos, nodes)
        }),
    ];
    if let Some(weights) = softmax {
        ways.push(way("by softmax", "history", move |pos| {
            run(RealizationProbability::new(weights.softmax()?), History::default(), eval, pos, nodes)
        }));
        ways.push(way("by softmax", "softmax", move |pos| {
            run(
                RealizationProbability::new(weights.softmax()?),
                CategoryOrder(weights.softmax()?),
                eval,
                pos,
                nodes,
            )
        }));
    }
    ways
}

/// Searches with brothers tried first and this order behind them. All ways share one type of search: nodes count here, not time.
fn run(
    policy: impl DepthPolicy + Send + 'static,
    order: impl MoveMemory + Send + 'static,
    eval: &Evaluation,
    pos: &Position,
    nodes: u64,
) -> Result<Report, Failure> {
    let policy: AnyDepth = Box::new(policy);
    let memories: Vec<AnyMemory> = vec![Box::new(BrotherBest::default()), Box::new(order)];
    let mut searcher =
        Searcher::new(eval.clone()).depth_policy(policy).memory(memories).table(HashTable::new(8)?);
    Ok(searcher.search(pos, &Limits::nodes(nodes)))
}

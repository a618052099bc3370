//! What the probabilities do to a search: the same positions and nodes, moves priced in different ways.

use komadai::Position;
use komadai::evaluation::Evaluation;
use komadai::lab::{Cell, ClassedGame, Failure, GamePosition, Interval, Progress, Table, map_in_parallel};
use komadai::learn::MoveWeights;
use komadai::rng::SplitMix64;
use komadai::search::policy::category::Tacos;
use komadai::search::policy::{ByCategory, CategoryOrder, Count, RealizationProbability};
use komadai::search::{
    BrotherBest, Depth, DepthPolicy, HashTable, History, LateMove, Limits, MoveMemory, PlainDepth, Report,
    Searcher,
};

use crate::tables::{between, percent};

/// Plies before which games are left out: openings are known by heart.
const FROM_PLY: usize = 20;

/// A position of each game and the move played in it, by chance.
pub(crate) fn problems(games: &[&ClassedGame], most: usize, seed: u64) -> Vec<GamePosition> {
    let mut rng = SplitMix64::new(seed);
    games.iter().filter_map(|game| game.draw(FROM_PLY..=usize::MAX, &mut rng)).take(most).collect()
}

/// A row for each way to price moves.
pub(crate) fn compare(
    problems: &[GamePosition],
    counts: &[Count],
    softmax: Option<&MoveWeights>,
    eval: &Evaluation,
    nodes: u64,
    threads: usize,
) -> Result<Table, Failure> {
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
    let rows = 5 + if softmax.is_some() { 2 } else { 0 };
    let progress = Progress::new(rows * problems.len(), 0, "searches");
    let mut row =
        |name: &str, order: &str, search: &(dyn Fn(&Position) -> Result<Report, Failure> + Sync)| {
            let one =
                |(): &mut (), problem: &GamePosition| search(&problem.pos).map_err(|error| error.to_string());
            let found = map_in_parallel(vec![(); threads], problems, one, || progress.step());
            let reports = found.into_iter().collect::<Result<Vec<_>, _>>()?;
            let mean = |sum: f64| sum / reports.len() as f64;
            let same =
                reports.iter().zip(problems).filter(|(report, problem)| report.best == Some(problem.played));
            let same = same.count();
            let share = Interval::of_share(same as u64, reports.len() as u64);
            table.push([
                name.into(),
                order.into(),
                reports.len().into(),
                Cell::real(mean(reports.iter().map(|report| f64::from(report.depth)).sum()), 2),
                Cell::real(mean(reports.iter().map(|report| report.reached as f64).sum()), 1),
                percent(share),
                between(share, 0),
                reports.iter().map(|report| report.nodes).sum::<u64>().into(),
            ]);
            Ok::<(), Failure>(())
        };
    let killers = || (BrotherBest::default(), History::default());
    row("a ply each", "history", &|pos| run(PlainDepth::default(), killers(), eval, pos, nodes))?;
    row("more when late", "history", &|pos| {
        run(LateMove::<PlainDepth>::default(), killers(), eval, pos, nodes)
    })?;
    let tacos = || ByCategory::new(Tacos::default(), counts);
    row("by category", "history", &|pos| {
        run(RealizationProbability::new(tacos()), killers(), eval, pos, nodes)
    })?;
    row("by category", "category", &|pos| {
        let model = tacos();
        let memory = (BrotherBest::default(), CategoryOrder(&model));
        run(RealizationProbability::new(&model), memory, eval, pos, nodes)
    })?;
    row("by category, second looks half a ply", "category", &|pos| {
        let model = tacos();
        let memory = (BrotherBest::default(), CategoryOrder(&model));
        let half = Depth::from_units(Depth::UNITS / 2);
        run(
            RealizationProbability { research: half, ..RealizationProbability::new(&model) },
            memory,
            eval,
            pos,
            nodes,
        )
    })?;
    if let Some(weights) = softmax {
        row("by softmax", "history", &|pos| {
            run(RealizationProbability::new(weights.softmax()?), killers(), eval, pos, nodes)
        })?;
        row("by softmax", "softmax", &|pos| {
            let model = weights.softmax()?;
            let memory = (BrotherBest::default(), CategoryOrder(&model));
            run(RealizationProbability::new(&model), memory, eval, pos, nodes)
        })?;
    }
    progress.finish();
    Ok(table)
}

fn run<D: DepthPolicy, K: MoveMemory>(
    policy: D,
    memory: K,
    eval: &Evaluation,
    pos: &Position,
    nodes: u64,
) -> Result<Report, Failure> {
    let mut searcher =
        Searcher::new(eval.clone()).depth_policy(policy).memory(memory).table(HashTable::new(8)?);
    Ok(searcher.search(pos, &Limits::nodes(nodes)))
}

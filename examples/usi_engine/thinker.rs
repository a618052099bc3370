//! The search behind the engine. Whoever wants another recipe changes [`searcher`] and nothing else.

use std::sync::Arc;

use komadai::evaluation::{Choice, Evaluation};
use komadai::search::{Limits, Progress, Report, RootMove, Searcher, modern};
use komadai::{Evaluator, MateSolver, Tracked, Value, search};

use crate::options::Options;

/// A searcher of any type.
pub(crate) trait Thinker: Send {
    fn think(&mut self, board: Tracked, limits: &Limits, progress: &mut dyn FnMut(&Progress<'_>)) -> Report;
    fn clear(&mut self);
}

impl<E, D, P, K, T, M, O> Thinker for Searcher<E, D, P, K, T, M, O>
where
    E: Evaluator<State: Send> + Send,
    D: search::DepthPolicy + Send,
    P: search::ForwardPruning + Send,
    K: search::MoveMemory + Send,
    T: search::TranspositionTable + Send,
    M: MateSolver + Send,
    O: search::Observer + Send,
{
    fn think(&mut self, board: Tracked, limits: &Limits, progress: &mut dyn FnMut(&Progress<'_>)) -> Report {
        self.search_game(board, limits, progress)
    }

    fn clear(&mut self) {
        Searcher::clear(self);
    }
}

/// The evaluation that `EvalFile` names; the default for no name.
pub(crate) fn evaluation(file: &str) -> Result<Evaluation, String> {
    let named = || file.parse::<Evaluation>().map_err(|error| format!("EvalFile: {error}"));
    if file.is_empty() { Ok(Evaluation::default()) } else { named() }
}

/// The recipe.
pub(crate) fn searcher(options: &Options, eval: &Evaluation) -> Result<Box<dyn Thinker>, String> {
    match eval.choice() {
        // Material alone knows no plan: at even material it would rather repeat moves than try something.
        Choice::Material(material) => recipe(*material, options, Value::from_cp(-50)),
        Choice::Pairs(pairs) => recipe(Arc::clone(pairs), options, Value::ZERO),
    }
}

fn recipe<E>(eval: E, options: &Options, draw: Value) -> Result<Box<dyn Thinker>, String>
where
    E: Evaluator<State: Send> + Send + 'static,
{
    let searcher = modern(eval, options.hash_mb)
        .map_err(|error| error.to_string())?
        .draw_value(draw)
        .multi_pv(options.multi_pv)
        .map_err(|error| error.to_string())?;
    Ok(Box::new(searcher))
}

/// The `info` line of one line of play; `multi` numbers it where there are several.
pub(crate) fn info(progress: &Progress<'_>, line: &RootMove, multi: Option<usize>) -> String {
    let nps = (progress.nodes as f64 / progress.elapsed.as_secs_f64().max(0.001)) as u64;
    let mut text = format!(
        "info depth {} seldepth {} time {} nodes {} nps {nps}",
        progress.depth,
        progress.reached,
        progress.elapsed.as_millis(),
        progress.nodes
    );
    if let Some(fill) = progress.fill {
        add(&mut text, "hashfull", &fill);
    }
    if let Some(number) = multi {
        add(&mut text, "multipv", &number);
    }
    match line.value.mate_distance() {
        Some(plies) => add(&mut text, "score mate", &plies),
        None => add(&mut text, "score cp", &line.value.cp()),
    }
    let pv: Vec<String> = line.pv.iter().map(ToString::to_string).collect();
    add(&mut text, "pv", &pv.join(" "));
    text
}

fn add(text: &mut String, word: &str, value: &impl ToString) {
    for part in [" ", word, " ", &value.to_string()] {
        text.push_str(part);
    }
}

/// The last `info` line: the line of play that begins with the move chosen.
pub(crate) fn last_info(report: &Report) -> Option<String> {
    let chosen = report.moves.iter().find(|root| Some(root.mv) == report.best)?;
    let progress = Progress {
        depth: report.depth,
        reached: report.reached,
        nodes: report.nodes,
        elapsed: report.elapsed,
        fill: report.fill,
        lines: &report.moves,
    };
    // A search broken off in its first iteration has no value to tell yet.
    if chosen.depth == 0 {
        return Some(format!("info depth 0 nodes {} score cp 0 pv {}", report.nodes, chosen.mv));
    }
    Some(info(&progress, chosen, None))
}

//! `info` lines: what a search reports while it runs and at its end.

use std::fmt::Display;
use std::time::Duration;

use komadai_core::Move;
use komadai_search::{Bound, Progress, Pulse, Report, RootMove};

/// The `info` line of one line of play; `number` is its `multipv`, if there are several.
///
/// ```
/// use std::time::Duration;
/// use komadai_search::{Bound, Progress, RootMove};
/// use komadai_usi::info;
/// use komadai_core::Value;
///
/// let line = RootMove {
///     mv: "7g7f".parse()?,
///     value: Value::from_cp(34),
///     bound: Bound::Exact,
///     depth: 2,
///     pv: vec!["7g7f".parse()?, "3c3d".parse()?].into(),
///     nodes: 900,
/// };
/// let progress = Progress {
///     depth: 2,
///     reached: 7,
///     nodes: 1_500,
///     elapsed: Duration::from_millis(10),
///     fill: Some(3),
///     lines: &[line.clone()],
/// };
/// assert_eq!(
///     info::line(&progress, &line, None),
///     "info depth 2 seldepth 7 time 10 nodes 1500 nps 150000 hashfull 3 score cp 34 pv 7g7f 3c3d"
/// );
/// # Ok::<(), komadai_core::ParseMoveError>(())
/// ```
pub fn line(progress: &Progress<'_>, line: &RootMove, number: Option<usize>) -> String {
    let nps = (progress.nodes as f64 / progress.elapsed.as_secs_f64().max(0.001)) as u64;
    let (fill, number) = (word("hashfull", progress.fill), word("multipv", number));
    let score = if line.value.is_mate() {
        // As in USI: a mate of unknown length is a sign alone.
        line.value.to_string()
    } else {
        format!("cp {}", line.value.cp())
    };
    let bound = match line.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    format!(
        "info depth {} seldepth {} time {} nodes {} nps {nps}{fill}{number} score {score}{bound} pv {}",
        progress.depth,
        progress.reached,
        progress.elapsed.as_millis(),
        progress.nodes,
        moves(&line.pv)
    )
}

/// The last `info` line of a search: the line of play that begins with the move chosen; `None` if none was. `numbered`: it includes its `multipv`.
pub fn last_line(report: &Report, numbered: bool) -> Option<String> {
    let mv = report.best?;
    let index = report.moves.iter().position(|root| root.mv == mv);
    let number = numbered.then_some(index.unwrap_or(0) + 1);
    if let Some(chosen) = index.map(|index| &report.moves[index]).filter(|root| root.depth > 0) {
        return Some(line(&report.progress(&report.moves), chosen, number));
    }
    // A search that broke off before it finished one move has no value but the evaluation.
    let (nodes, number, cp) = (report.nodes, word("multipv", number), report.value.cp());
    Some(format!("info depth 0 nodes {nodes}{number} score cp {cp} pv {mv}"))
}

/// The first `lines` lines of play without that of [`last_line`], so that all numbers that a user sees belong to one list: if the search
/// broke off, the order is not that of the last iteration.
pub(crate) fn other_lines(report: &Report, lines: usize) -> Vec<String> {
    let moves = report.moves.iter().take(lines).enumerate();
    moves
        .filter(|(_, root)| Some(root.mv) != report.best && root.depth > 0)
        .map(|(index, root)| line(&report.progress(&report.moves), root, Some(index + 1)))
        .collect()
}

/// The `info` line of a search within an iteration; `None` if it has not written to its pulse.
pub(crate) fn pulse(pulse: &Pulse, elapsed: Duration) -> Option<String> {
    let nodes = pulse.nodes();
    if nodes == 0 && pulse.depth() == 0 {
        return None;
    }
    let nps = (nodes as f64 / elapsed.as_secs_f64().max(0.001)) as u64;
    let fill = word("hashfull", pulse.fill());
    let root_move = pulse.root_move().map(|(mv, number)| format!(" currmove {mv} currmovenumber {number}"));
    let (depth, time, root_move) = (pulse.depth(), elapsed.as_millis(), root_move.unwrap_or_default());
    Some(format!("info depth {depth} time {time} nodes {nodes} nps {nps}{fill}{root_move}"))
}

/// A blank, a word and its value; nothing if the value is unknown.
pub(crate) fn word(word: &str, value: Option<impl Display>) -> String {
    value.map_or_else(String::new, |value| format!(" {word} {value}"))
}

/// The text as one line: control characters become blanks.
pub(crate) fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Moves separated by blanks.
pub(crate) fn moves(line: &[Move]) -> String {
    line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

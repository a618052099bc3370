//! [`Task`]: the work of a `go`, done in a thread of its own.

use std::time::Instant;

use komadai_core::Tracked;
use komadai_search::{Bound, Engine, Limits, Progress, Report};

use crate::options::Options;
use crate::program::{MateLineSolver, Remark};
use crate::standard::{MULTI_PV, NEVER_RESIGN, PONDER, RESIGN_VALUE};
use crate::{info, limits, mate};

/// A position to be searched, perhaps after a question for a mate.
pub(crate) struct Task {
    /// The position with its history.
    pub(crate) board: Tracked,
    /// Limits of question and search together.
    pub(crate) limits: Limits,
    /// When the `go` came.
    pub(crate) begun: Instant,
    /// The solver to ask first, and its nodes.
    pub(crate) question: Option<(MateLineSolver, u64)>,
    /// What to say about the search.
    pub(crate) remark: Option<Remark>,
    /// The form of the answer.
    pub(crate) style: Style,
}

/// The form of an answer, by the options.
pub(crate) struct Style {
    /// Lines of play are numbered.
    numbered: bool,
    /// A move to ponder on is named.
    ponder: bool,
    /// The engine resigns when it is this many centipawns behind.
    resign: Option<i64>,
}

impl Style {
    pub(crate) fn of(options: &Options) -> Style {
        Style {
            numbered: options.number(MULTI_PV) > 1,
            ponder: options.is_on(PONDER),
            resign: Some(options.number(RESIGN_VALUE)).filter(|&value| value < NEVER_RESIGN),
        }
    }
}

impl Task {
    /// Does the work, sends `info` lines meanwhile, and returns the last lines, which end with `bestmove`.
    pub(crate) fn run(self, engine: &mut dyn Engine, info: &mut dyn FnMut(String)) -> Vec<String> {
        let Task { board, limits, begun, question, remark, style } = self;
        if let Some((mut solver, nodes)) = question
            && let Some((line, shortest)) = mate::before_search(&mut *solver, &board, nodes, &limits)
        {
            return mate::answer(&line, shortest, style.numbered, style.ponder);
        }
        // Times are told from the `go` on, the question included.
        let asked = begun.elapsed();
        let limits = limits::after(asked, limits);
        let position = remark.is_some().then(|| board.position().clone());
        let mut shown = 0;
        let mut report = engine.search_game(board, &limits, &mut |progress| {
            let progress = &Progress { elapsed: progress.elapsed + asked, ..*progress };
            shown = progress.lines.len();
            for (i, line) in progress.lines.iter().enumerate() {
                info(info::line(progress, line, style.numbered.then_some(i + 1)));
            }
        });
        report.elapsed += asked;
        let mut lines = last_words(&report, &style, shown);
        let said = remark.zip(position).and_then(|(remark, position)| remark(&position, &report));
        if let Some(said) = said {
            // Before the last line of play, which programs expect right before the move.
            lines.insert(0, format!("info string {}", info::one_line(&said)));
        }
        lines
    }
}

/// The last lines of play, as many as have been shown, with that of the chosen move last, and the move.
fn last_words(report: &Report, style: &Style, shown: usize) -> Vec<String> {
    let mut lines = if style.numbered { info::other_lines(report, shown) } else { Vec::new() };
    lines.extend(info::last_line(report, style.numbered));
    // A bound is no reason to resign.
    let settled = report.moves.iter().any(|root| Some(root.mv) == report.best && root.bound == Bound::Exact);
    let behind = report.searched().filter(|_| settled).map(|value| -i64::from(value.cp()));
    let resigns = behind.zip(style.resign).is_some_and(|(behind, limit)| behind >= limit);
    lines.push(match report.best.filter(|_| !resigns) {
        None => "bestmove resign".to_owned(),
        Some(best) => {
            format!("bestmove {best}{}", info::word("ponder", report.pv.get(1).filter(|_| style.ponder)))
        }
    });
    lines
}

#[cfg(test)]
mod tests {
    use komadai_core::Value;
    use komadai_search::{Line, RootMove};

    use super::*;

    /// The last words of a search that found these moves, of which the first is the best.
    fn words(moves: &[(&str, i32, Bound)], depth: u32, style: &Style) -> Vec<String> {
        let root = |&(mv, cp, bound): &(&str, i32, Bound)| {
            let mv = mv.parse().unwrap();
            RootMove { mv, value: Value::from_cp(cp), bound, depth, pv: Line::from_slice(&[mv]), nodes: 9 }
        };
        let moves: Vec<RootMove> = moves.iter().map(root).collect();
        let (best, value, pv) = (Some(moves[0].mv), moves[0].value, moves[0].pv.clone());
        last_words(&Report { best, value, pv, depth, nodes: 9, moves, ..Report::default() }, style, 3)
    }

    #[test]
    fn no_move_stands_in_two_of_the_last_lines() {
        // The search was broken off when 2g2f had become better than 7g7f.
        let moves = [("2g2f", 50, Bound::Lower), ("7g7f", 40, Bound::Exact), ("1g1f", 0, Bound::Upper)];
        let lines = words(&moves, 3, &Style { resign: None, numbered: true, ponder: false });
        let numbered = |line: &String| line.split_once(" multipv ").map(|(_, rest)| rest.to_owned());
        assert_eq!(
            lines.iter().filter_map(numbered).collect::<Vec<_>>(),
            ["2 score cp 40 pv 7g7f", "3 score cp 0 upperbound pv 1g1f", "1 score cp 50 lowerbound pv 2g2f"]
        );
    }

    #[test]
    fn a_move_that_the_report_does_not_list_has_a_line_of_play_too() {
        let report = Report { best: Some("7g7f".parse().unwrap()), nodes: 9, ..Report::default() };
        let style = Style { resign: Some(0), numbered: false, ponder: false };
        let lines = last_words(&report, &style, 0);
        assert_eq!(lines, ["info depth 0 nodes 9 score cp 0 pv 7g7f", "bestmove 7g7f"]);
    }

    #[test]
    fn only_a_settled_value_is_a_reason_to_resign() {
        let style = Style { resign: Some(3_000), numbered: false, ponder: false };
        for (bound, depth, told, answer) in [
            (Bound::Exact, 4, " score cp -3000 pv", "bestmove resign"),
            (Bound::Lower, 4, " score cp -3000 lowerbound pv", "bestmove 7g7f"),
            (Bound::Upper, 0, "depth 0 nodes 9 score cp -3000 pv", "bestmove 7g7f"),
        ] {
            let lines = words(&[("7g7f", -3_000, bound)], depth, &style);
            assert!(lines.len() == 2 && lines[0].contains(told) && lines[1] == answer, "{lines:?}");
        }
    }
}

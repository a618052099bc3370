//! Mate questions: `go mate`, and the question before each search.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use komadai_core::{Move, Position, Tracked};
use komadai_search::Limits;

use crate::info;
use crate::program::MateLine;

/// A borrowed [`MateLineSolver`](crate::MateLineSolver).
type Solve<'a> = &'a mut dyn FnMut(&mut Position, u64) -> MateLine;

/// Nodes between two looks at the clock.
const SLICE: u64 = 1_000;
/// A move with less time than this is searched without a mate question: the solver and its first nodes take a millisecond or two.
pub(crate) const LEAST_TIME: Duration = Duration::from_millis(20);

/// The last lines of a `go mate`.
pub(crate) fn checkmate(solver: Solve<'_>, mut pos: Position) -> Vec<String> {
    match solver(&mut pos, u64::MAX) {
        MateLine::Mate { line, shortest } => {
            let said = format!("info string mate in {}{}", line.len(), doubt(shortest));
            let answer = format!("checkmate {}", info::moves(&line));
            if shortest { vec![answer] } else { vec![said, answer] }
        }
        MateLine::NoMate => vec!["checkmate nomate".to_owned()],
        MateLine::Unknown => vec!["checkmate timeout".to_owned()],
    }
}

/// What is said after the length of a mate.
fn doubt(shortest: bool) -> &'static str {
    if shortest { "" } else { ", not shown to be shortest" }
}

/// Returns a mate by checks alone, and whether it is shown to be shortest, if it can be proved with `nodes` nodes in at most a quarter of
/// the time of the move. After a `ponderhit`, that time counts from it.
///
/// `None` also if the mate comes too late for the limit of moves, or if its first move goes back to a position of the game: a mate proved
/// again and again but never carried out would end as perpetual check, which loses.
pub(crate) fn before_search(
    solver: Solve<'_>,
    board: &Tracked,
    nodes: u64,
    limits: &Limits,
) -> Option<(Vec<Move>, bool)> {
    let mut pos = board.position().clone();
    pos.king(!pos.side_to_move())?;
    let stopped = || limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
    let begun = Instant::now();
    let is_over = || {
        let hit = limits.ponder.as_ref().and_then(|ponder| ponder.seen());
        let (since, soft, hard) =
            hit.map_or((begun, limits.soft_time, limits.time), |hit| (hit.at, hit.soft_time, hit.time));
        soft.or(hard).is_some_and(|time| since.elapsed() >= time / 4)
    };
    let mut left = nodes;
    while left > 0 && !stopped() && !is_over() {
        let slice = left.min(SLICE);
        left -= slice;
        match solver(&mut pos, slice) {
            MateLine::Mate { line, shortest } => {
                return ends_the_game(board, &line, limits).then_some((line, shortest));
            }
            MateLine::NoMate => return None,
            MateLine::Unknown => {}
        }
    }
    None
}

/// Whether a mate may be played out under the rules of repetition and the limit of moves. It is asked for anew at every move, so a first
/// move that repeats a position could come again and again.
fn ends_the_game(board: &Tracked, line: &[Move], limits: &Limits) -> bool {
    let Some(&first) = line.first() else { return false };
    if !board.position().is_legal(first) {
        return false;
    }
    let last = board.position().move_number() as usize + line.len() - 1;
    let in_time = limits.draw_after.is_none_or(|most| last <= most as usize);
    let mut after = board.clone();
    after.do_move(first);
    in_time && after.repetition().is_none()
}

/// The last lines of a `go` answered by a proved mate; `ponder`: the reply is named; `numbered`: the line includes its `multipv`.
pub(crate) fn answer(line: &[Move], shortest: bool, numbered: bool, ponder: bool) -> Vec<String> {
    let number = info::word("multipv", numbered.then_some(1));
    let (plies, pv) = (line.len(), info::moves(line));
    let reply = info::word("ponder", line.get(1).filter(|_| ponder));
    let best = line.first().map_or_else(|| "resign".to_owned(), ToString::to_string);
    vec![
        format!("info string mate in {plies} proved before the search{}", doubt(shortest)),
        format!("info depth {plies}{number} score mate {plies} pv {pv}"),
        format!("bestmove {best}{reply}"),
    ]
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use komadai_search::Ponder;

    use super::*;

    #[test]
    fn without_time_nodes_or_leave_no_question_is_asked() {
        let board = Tracked::new("4k4/9/4P4/9/9/9/9/9/4K4 b G 1".parse().unwrap());
        let line = vec!["G*5b".parse::<Move>().unwrap()];
        let asked = |nodes: u64, limits: &Limits| {
            let mut calls = 0;
            let mut solver = |_: &mut Position, _: u64| {
                calls += 1;
                MateLine::Mate { line: line.clone(), shortest: true }
            };
            (before_search(&mut solver, &board, nodes, limits).is_some(), calls)
        };
        assert_eq!(asked(10_000, &Limits::none()), (true, 1));
        assert_eq!(asked(0, &Limits::none()), (false, 0));
        assert_eq!(asked(10_000, &Limits::time(Duration::ZERO)), (false, 0));
        let stop = Some(Arc::new(AtomicBool::new(true)));
        assert_eq!(asked(10_000, &Limits { stop, ..Limits::none() }), (false, 0));
        // While the opponent thinks there is time; after the hit, as much as for a move.
        let ponder = Arc::new(Ponder::default());
        let limits = Limits { ponder: Some(Arc::clone(&ponder)), ..Limits::none() };
        assert_eq!(asked(10_000, &limits), (true, 1));
        ponder.hit(None, Some(Duration::ZERO));
        assert_eq!(asked(10_000, &limits), (false, 0));
    }

    #[test]
    fn a_mate_that_may_not_be_shortest_says_so_and_its_line_is_numbered_where_lines_are() {
        let pos: Position = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1".parse().unwrap();
        let line = vec!["G*5b".parse::<Move>().unwrap()];
        for (shortest, doubt) in [(true, ""), (false, ", not shown to be shortest")] {
            let mut solver = |_: &mut Position, _: u64| MateLine::Mate { line: line.clone(), shortest };
            let before = if shortest { String::new() } else { format!("info string mate in 1{doubt}\n") };
            let said = checkmate(&mut solver, pos.clone()).join("\n");
            assert_eq!(said, format!("{before}checkmate G*5b"));
            for (numbered, number) in [(true, " multipv 1"), (false, "")] {
                let said = answer(&line, shortest, numbered, false);
                assert_eq!(said[0], format!("info string mate in 1 proved before the search{doubt}"));
                assert_eq!(said[1], format!("info depth 1{number} score mate 1 pv G*5b"));
            }
        }
    }

    #[test]
    fn nodes_are_spent_in_slices_and_not_one_more() {
        let board = Tracked::new(Position::startpos());
        let mut slices = Vec::new();
        let mut solver = |_: &mut Position, nodes: u64| {
            slices.push(nodes);
            MateLine::Unknown
        };
        assert_eq!(before_search(&mut solver, &board, 2_500, &Limits::none()), None);
        assert_eq!(slices, [1_000, 1_000, 500]);
    }
}

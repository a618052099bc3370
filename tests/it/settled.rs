//! A search that is broken off anywhere reports a value that it had settled: never the edge of a window, no mate that is none.
//!
//! An observer writes down what every open window around a root move gave. A report may say only that.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use std::ops::ControlFlow;

use komadai::eval::Material;
use komadai::learn::in_parallel;
use komadai::notation::record;
use komadai::search::{
    Bound, Candidates, Limits, MateSearch, Node, Observer, Outcome, Report, Searcher, modern,
};
use komadai::tsume::{Solver, Verdict};
use komadai::{Evaluator, Move, Position, Tracked, Value, default_model};

/// What open windows gave, in the order in which they were finished: root move, its value for the side to move at the root, bound.
#[derive(Default)]
struct Windows(Vec<(Move, Value, Bound)>);

impl Windows {
    fn note(&mut self, at: &Node<'_>, value: Value, bound: Bound) {
        if let [step] = at.path
            && let Some(mv) = step.mv
            && at.beta - at.alpha > Value::from_cp(1)
        {
            let bound = match bound {
                Bound::Upper => Bound::Lower,
                Bound::Lower => Bound::Upper,
                Bound::Exact => Bound::Exact,
            };
            self.0.push((mv, -value, bound));
        }
    }

    fn has(&self, mv: Move, is: impl Fn(Value, Bound) -> bool) -> bool {
        self.0.iter().any(|&(known, value, bound)| known == mv && is(value, bound))
    }
}

impl Observer for Windows {
    fn leave(&mut self, at: &Node<'_>, _: &Candidates, _: usize, outcome: &Outcome) {
        self.note(at, outcome.value, outcome.bound);
    }

    fn pruned(&mut self, at: &Node<'_>, _: &'static str, value: Value) {
        self.note(at, value, Bound::Exact);
    }
}

/// Positions of an old game with attacks from both sides, and of games of today.
fn positions() -> Vec<Position> {
    let text = std::fs::read("data/historic/indatsu-1711.kif").unwrap();
    let (game, mut board) = (record::read(&text, None).unwrap().games.remove(0), Position::startpos());
    let mut positions = Vec::new();
    for node in &game.nodes {
        let _ = board.do_move(node.mv);
        positions.push(board.clone());
    }
    let midgame = std::fs::read_to_string("data/positions/midgame.tsv").unwrap();
    positions.extend(midgame.lines().skip(1).map(|line| line.split('\t').nth(1).unwrap().parse().unwrap()));
    positions.retain(Position::has_legal_move);
    positions
}

/// Whether the opponent mates whatever the side to move plays.
fn is_lost(solver: &mut Solver, pos: &Position) -> bool {
    pos.legal_moves().iter().all(|&mv| {
        let mut after = pos.clone();
        let _ = after.do_move(mv);
        matches!(solver.solve_within(&mut after, 100_000).verdict, Verdict::Mate { .. })
    })
}

/// Whether the mate that a report says is there: by checks alone, or by a search that prunes nothing.
fn is_real(solver: &mut Solver, pos: &Position, report: &Report) -> bool {
    let wins = report.value > Value::ZERO;
    let mut lost = pos.clone();
    if wins {
        let _ = lost.do_move(report.best.unwrap());
    }
    is_lost(solver, &lost) || {
        let plies = report.value.mate_distance().map_or(5, i32::unsigned_abs).min(7);
        let value = Searcher::new(Material::default()).search(pos, &Limits::depth(plies)).value;
        value.is_mate() && (value > Value::ZERO) == wins
    }
}

/// What is wrong with the report of a search with so many nodes.
fn fault(eval: impl Evaluator + Copy, solver: &mut Solver, pos: &Position, nodes: u64) -> Option<String> {
    let mut windows = Windows::default();
    let mut searcher = modern(eval, 1)
        .unwrap()
        .add_pruning(MateSearch::default())
        .mate_solver(Solver::builder().hash_mb(1).show_no_mates(false).build().unwrap())
        .add_observer(&mut windows);
    let report = searcher.search_game(Tracked::new(pos.clone()), &Limits::nodes(nodes), &mut |_| {});
    drop(searcher);
    let best = report.moves.iter().find(|root| Some(root.mv) == report.best).unwrap();
    if report.searched().is_none() {
        // A hundred nodes may be too few for one move: the value is the evaluation then.
        let value = eval.evaluate(&eval.fresh(pos), pos);
        return (report.value != value || nodes > 2_000).then(|| format!("{pos}, {nodes} nodes: {report:?}"));
    }
    let settled = match best.bound {
        // The first iteration has no edges; its nodes are in quiescence. A move that mates has no node behind it.
        Bound::Exact if best.depth == 1 || report.value == Value::mate_in(1) => true,
        Bound::Exact => windows.has(best.mv, |value, bound| value == best.value && bound == Bound::Exact),
        // Better than the last exact value, of whichever move.
        Bound::Lower => {
            let exact = windows.0.iter().rfind(|(_, _, bound)| *bound == Bound::Exact);
            windows.has(best.mv, |value, bound| bound == Bound::Lower && value >= best.value)
                && (exact.is_some_and(|&(_, value, _)| value == best.value) || report.depth == 1)
        }
        Bound::Upper => false,
    };
    let wrong = if !settled || report.value != best.value {
        Some("the value was not settled")
    } else if report.value.is_mate() && !is_real(solver, pos, &report) {
        Some("the mate is none")
    } else {
        None
    };
    wrong.map(|wrong| {
        let (found, value) = (best.bound, report.value);
        format!("{wrong}: {pos}, {nodes} nodes: {value} ({found:?}) {:?}", report.pv)
    })
}

/// Breaks searches of positions off at every limit; counts searches and faults.
fn break_off(positions: &[Position], limits: &[u64]) -> (usize, Vec<String>) {
    let solver = || Solver::builder().hash_mb(16).build().unwrap();
    let cases = positions.iter().flat_map(|pos| limits.iter().map(move |&nodes| (pos, nodes)));
    let (mut searches, mut faults) = (0, Vec::new());
    let look = |solver: &mut Solver, (pos, nodes): (&Position, u64)| {
        if nodes % 2 == 0 {
            fault(&Material::default(), solver, pos, nodes)
        } else {
            fault(default_model::evaluator(), solver, pos, nodes)
        }
    };
    let _ = in_parallel(vec![solver(), solver()], cases, look, |_, fault| {
        searches += 1;
        faults.extend(fault);
        ControlFlow::<()>::Continue(())
    });
    (searches, faults)
}

#[test]
fn values_of_searches_that_are_broken_off_were_settled() {
    let positions = positions();
    let some: Vec<Position> = positions.iter().step_by(5).cloned().collect();
    let (searches, faults) = break_off(&some, &[137, 600, 1_000, 2_503, 4_000, 9_001]);
    assert!(some.len() >= 50 && searches == 6 * some.len(), "{searches}");
    assert!(faults.is_empty(), "{} of {searches}: {faults:#?}", faults.len());
}

#[test]
#[ignore = "an hour of CPU time: over 100,000 searches, at every 59th limit from 100 to 20,000 nodes"]
fn values_of_searches_that_are_broken_off_anywhere_were_settled() {
    let positions = positions();
    let limits: Vec<u64> = (100..=20_000).step_by(59).collect();
    let (searches, faults) = break_off(&positions, &limits);
    println!("{} positions, {searches} searches, {} faults", positions.len(), faults.len());
    assert!(searches >= 100_000 && faults.is_empty(), "{faults:#?}");
}

//! Rules a solver can get wrong, and manners of the solver itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::common::{GENERATED, MATES, PLENTY, problems, solver};
use komadai_core::{Mate, MateSolver, Position};
use komadai_tsume::{Solver, Verdict};

fn position(sfen: &str) -> Position {
    sfen.parse().unwrap_or_else(|error| panic!("{sfen}: {error}"))
}

fn solve(sfen: &str) -> Verdict {
    solver(1, 500_000).solve(&mut position(sfen)).verdict
}

#[test]
fn verdicts_follow_the_rules() {
    for (sfen, mate) in [
        // The king is walled in by its own pieces and the gold guards 1b: a pawn dropped there would mate, so it may not; a lance may.
        ("7nk/7p1/8G/9/9/9/9/9/9 b P 1", None),
        ("7nk/7p1/8G/9/9/9/9/9/9 b L 1", Some("L*1b")),
        // No king to mate.
        ("9/9/9/9/9/9/9/9/4K4 b 2R2B 1", None),
        ("9/9/9/9/9/9/9/9/9 w 2r 1", None),
        // White's rook on 9i checks the king on 5i, and the gold may not be dropped; without the check it mates.
        ("4k4/9/4P4/9/9/9/9/9/r3K4 b G 1", None),
        ("4k4/9/4P4/9/9/9/9/9/4K4 b Gr 1", Some("G*5b")),
        // Either side may attack.
        ("9/9/9/9/9/9/4p4/9/4K4 w g 1", Some("G*5h")),
        // A dragon alone chases a bare king for ever.
        ("8k/9/6+R2/9/9/9/9/9/9 b - 1", None),
    ] {
        let line = |mv: &str| vec![mv.parse().expect("a move of a test")];
        assert_eq!(
            solve(sfen),
            mate.map_or(Verdict::NoMate, |mv| Verdict::Mate { line: line(mv) }),
            "{sfen}"
        );
    }
    // In the open there are more paths than the limit allows.
    assert!(!matches!(solve("4k4/9/9/9/3+R5/9/9/9/9 b - 1"), Verdict::Mate { .. }));
    // A pawn on the board may mate: promoting as well, but not left on the last rank.
    let Verdict::Mate { line } = solve("7nk/7p1/8P/8L/9/9/9/9/9 b - 1") else { panic!("no mate found") };
    assert_eq!(line.len(), 1);
}

#[test]
fn line_longer_than_allowed_is_unknown_not_no_mate() {
    let three = "lnsg1gsnl/4k4/pppp1pppp/4p4/9/9/9/9/9 b RG 1";
    let mut pos = position(three);
    let mut full = solver(1, PLENTY);
    let mut short = Solver::builder().hash_mb(1).max_plies(1).build().expect("there is memory");
    let verdict = full.solve(&mut pos).verdict;
    assert_ne!(verdict, Verdict::Unknown);
    if !matches!(&verdict, Verdict::Mate { line } if line.len() == 1) {
        assert_eq!(short.solve(&mut pos).verdict, Verdict::Unknown);
    }
}

#[test]
fn search_without_nodes_or_stopped_is_unknown_and_leaves_the_position() {
    let start = position("ln1gkg1nl/6+P2/2sppps1p/2p3p2/p8/P1P1P3P/2NP1PP2/3s1KSR1/L1+b2G1NL w R2Pbgp 42");
    let mut pos = start.clone();
    let stop = Arc::new(AtomicBool::new(false));
    let mut solver = Solver::builder().hash_mb(1).stop(Arc::clone(&stop)).build().expect("there is memory");
    assert_eq!(solver.solve_within(&mut pos, 1).verdict, Verdict::Unknown);
    assert_eq!(pos, start);
    stop.store(true, Ordering::Relaxed);
    assert_eq!(solver.solve(&mut pos).verdict, Verdict::Unknown);
    assert_eq!(pos, start);
    stop.store(false, Ordering::Relaxed);
    assert_ne!(solver.solve(&mut pos).verdict, Verdict::Unknown);
}

/// The trees have more positions than a call has nodes.
#[test]
fn many_calls_with_few_nodes_reach_what_one_with_many_does() {
    let mate = "9/9/8l/5p3/3Sg1n1+R/6p+s1/6NGR/4+B1l1p/6k1+b b GS2Pgs2n2l13p 1";
    let none = problems(GENERATED).swap_remove(0).pos;
    for mut pos in [position(mate), none] {
        let solution = solver(4, 100_000).solve(&mut pos);
        assert!(solution.tree.is_some_and(|tree| tree.len() > 100), "{pos}");
        let (mut slow, mut spent) = (solver(4, 100), 0);
        let mut answers = (0..1_000).map(|_| {
            let part = slow.solve(&mut pos);
            spent += part.nodes;
            part.verdict
        });
        let answer = answers.find(|verdict| *verdict != Verdict::Unknown).expect("it is decided at last");
        assert_eq!(answer.mates(), solution.verdict.mates(), "{pos}");
        assert!(spent < 3 * solution.nodes + 100, "{spent} instead of {}: {pos}", solution.nodes);
    }
}

#[test]
fn contract_answers_with_the_first_move() {
    let mut solver = solver(1, PLENTY);
    let mut pos = position("4k4/9/4P4/9/9/9/9/9/4K4 b Gr 1");
    assert_eq!(solver.find_mate(&mut pos, 1_000), Mate::Mate("G*5b".parse().unwrap()));
    assert_eq!(solver.find_mate(&mut Position::startpos(), 1_000), Mate::NoMate);
    // What is known takes more plies than are asked for.
    let mut five =
        problems(MATES).into_iter().find(|problem| problem.plies == Some(5)).expect("a mate in 5").pos;
    assert!(matches!(solver.find_mate(&mut five, 10_000), Mate::Mate(_)));
    assert_eq!(solver.find_mate(&mut five, 3), Mate::Unknown);
    solver.clear();
    assert_eq!(solver.find_mate(&mut pos, 0), Mate::Unknown);
}

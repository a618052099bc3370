//! Rules a solver can get wrong, positions that solvers have got wrong, and habits of the solver itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::common::{
    GENERATED, NOMATES, PLENTY, REGRESSIONS, mate_in, odds, position, problems, solver, with,
};
use crate::threads::decided;
use komadai_core::testing::assert_debug_is_short;
use komadai_core::{Mate, MateSolver, Position};
use komadai_tsume::{LengthRule, Lengths, Solver, Twin, Verdict};

fn solve(sfen: &str) -> Verdict {
    solver(1, 500_000).solve(&mut position(sfen)).verdict
}

#[test]
fn verdicts_follow_the_rules() {
    for (sfen, mating) in [
        // The king is walled in by its own pieces and the gold guards 1b: a pawn dropped there would mate, which is illegal; a lance may
        // be dropped.
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
        let mate = |mv: &str| Verdict::Mate { line: vec![mv.parse().expect("a move of a test")] };
        assert_eq!(solve(sfen), mating.map_or(Verdict::NoMate, mate), "{sfen}");
    }
    // On an open board there are more paths than the limit allows.
    assert!(!matches!(solve("4k4/9/9/9/3+R5/9/9/9/9 b - 1"), Verdict::Mate { .. }));
    // A pawn on the board may mate, also by promoting, but not unpromoted on the last rank.
    let Verdict::Mate { line } = solve("7nk/7p1/8P/8L/9/9/9/9/9 b - 1") else { panic!("no mate found") };
    assert_eq!(line.len(), 1);
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
    // The known mate takes more plies than the limit.
    let mut five = mate_in(5);
    assert!(matches!(solver.find_mate(&mut five, 10_000), Mate::Mate(_)));
    assert_eq!(solver.find_mate(&mut five, 3), Mate::Unknown);
    solver.clear();
    assert_eq!(solver.find_mate(&mut pos, 0), Mate::Unknown);
}

/// Positions that other programs answered wrongly, `yo116a` among them: a mate whose proof passes near repetitions, which a table that
/// forgets the path mistakes for a no-mate. And Zuko 73 and Muso 6, 37, 40, 73, 88, 89: no mates in the editions that paper 003 used.
#[test]
fn reported_positions_and_classical_no_mates_are_never_answered_wrongly() {
    let solved = decided(&[REGRESSIONS], 1, 16_384, 150_000) + decided(&[NOMATES], 1, 16_384, 40_000);
    assert!(solved >= 12, "{solved}");
}

#[test]
fn answers_after_clearing_do_not_depend_on_what_was_solved_before() {
    let all: Vec<_> = problems(REGRESSIONS).into_iter().chain(problems(NOMATES)).take(12).collect();
    let mut solver = solver(1, 20_000);
    let mut solve = |pos: &Position| {
        solver.clear();
        solver.solve(&mut pos.clone())
    };
    let forwards: Vec<_> = all.iter().map(|problem| solve(&problem.pos)).collect();
    let mut backwards: Vec<_> = all.iter().rev().map(|problem| solve(&problem.pos)).collect();
    backwards.reverse();
    assert!(forwards == backwards);
}

#[test]
fn tables_that_cannot_be_had_are_an_error_that_says_what_was_asked() {
    let refused = Solver::builder().hash_bytes(usize::MAX).build().expect_err("no machine has so much");
    assert_eq!(refused.bytes, usize::MAX);
    assert_eq!(refused.to_string(), format!("no memory for tables of {} bytes", usize::MAX));
    assert!(Lengths::builder().hash_mb(usize::MAX).build().is_err());
}

/// The tables begin small: a mate in one is found at once, however much memory was granted.
#[test]
fn a_short_mate_touches_little_of_a_large_grant() {
    let mut solver = Solver::builder().hash_mb(2_048).build().expect("address space is there");
    let mut pos = position("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    assert!(solver.solve(&mut pos).verdict.mates() == Some(true));
    // The places that its debug text shows are those of the smallest table.
    let shown = format!("{solver:?}");
    let places =
        shown.split("places: ").nth(1).and_then(|rest| rest.split(|c: char| !c.is_ascii_digit()).next());
    let places: usize = places.and_then(|number| number.parse().ok()).expect("the number of places");
    assert!(places < 20_000, "{places} places");
}

#[test]
fn solvers_and_what_they_found_are_shown_without_their_tables() {
    let mut pos = position("ln2k3+L/7g1/4p+Snp1/p2+L2R2/6p2/1+rSK1s3/P2PP+pN2/2G2PP2/L4G3 w 2BG6Psn2p 1");
    let mut solver = with(odds(), Twin::default()).hash_mb(4).build().expect("four megabytes");
    let solution = solver.solve(&mut pos);
    assert_debug_is_short(&solver);
    assert_debug_is_short(&solution);
    assert_debug_is_short(&Twin::default());
    let mut lengths = Lengths::default();
    lengths.measure(&mut pos, LengthRule::EveryPly);
    assert_debug_is_short(&lengths);
    let many = Solver::builder().hash_mb(4).build_threads(16).expect("four megabytes");
    assert_debug_is_short(&many);
}

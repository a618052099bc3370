//! The committed problems: practical mates, reported positions, classical no-mates.

use crate::common::{MATES, NEXTMOVES, NOMATES, PLENTY, REGRESSIONS, assert_mates, problems, solver};
use komadai_core::Position;
use komadai_tsume::{DfpnHeuristic, Solver, Unit, Verdict};

#[test]
fn practical_mates_are_all_found_and_play_to_mate() {
    let mut solver = solver(16, PLENTY);
    for problem in problems(MATES).into_iter().chain(problems(NEXTMOVES)) {
        let mut pos = problem.pos.clone();
        let solution = solver.solve(&mut pos);
        assert_eq!(pos, problem.pos, "{}: the solver left another position", problem.name);
        let Verdict::Mate { line } = solution.verdict else {
            panic!("{}: {:?} after {} nodes", problem.name, solution.verdict, solution.nodes)
        };
        assert_mates(&problem.pos, &line, &problem.name);
        // The line is the longest defence against one proof, so it is never shorter than the shortest mate.
        assert!(problem.plies.is_some_and(|plies| line.len() as u32 >= plies), "{}: {line:?}", problem.name);
    }
}

#[test]
fn plain_numbers_find_short_mates_too() {
    let mut solver = Solver::builder()
        .hash_mb(16)
        .heuristic(&Unit as &dyn DfpnHeuristic)
        .build()
        .expect("there is memory");
    for problem in problems(MATES).into_iter().filter(|problem| problem.plies <= Some(7)) {
        let Verdict::Mate { line } = solver.solve(&mut problem.pos.clone()).verdict else {
            panic!("{} is not solved", problem.name)
        };
        assert_mates(&problem.pos, &line, &problem.name);
    }
}

/// Positions that other programs answered wrongly, `yo116a` among them: a mate whose proof passes near
/// repetitions, which a table that forgets the path takes for no mate.
#[test]
fn reported_positions_are_never_answered_wrongly() {
    let mut solver = solver(16, 300_000);
    let mut solved = 0;
    for problem in problems(REGRESSIONS) {
        match (solver.solve(&mut problem.pos.clone()).verdict, problem.label.as_str()) {
            (Verdict::Mate { line }, label) => {
                assert_ne!(label, "nomate", "{}", problem.name);
                assert_mates(&problem.pos, &line, &problem.name);
                solved += 1;
            }
            (Verdict::NoMate, label) => {
                assert_ne!(label, "mate", "{}", problem.name);
                solved += 1;
            }
            (Verdict::Unknown, _) => {}
        }
    }
    assert!(solved >= 10, "{solved}");
}

/// Zuko 73 and Muso 6, 37, 40, 73, 88, 89: no mates in the editions that paper 003 used.
#[test]
fn classical_no_mates_are_never_called_mates() {
    let mut solver = solver(16, 50_000);
    for problem in problems(NOMATES) {
        let verdict = solver.solve(&mut problem.pos.clone()).verdict;
        assert!(!matches!(verdict, Verdict::Mate { .. }), "{}: {verdict:?}", problem.name);
    }
}

#[test]
fn nodes_after_clearing_do_not_depend_on_what_was_solved_before() {
    let all: Vec<_> = problems(REGRESSIONS).into_iter().chain(problems(NOMATES)).take(12).collect();
    let mut solver = solver(1, 20_000);
    let mut nodes = |pos: &Position| {
        solver.clear();
        let solution = solver.solve(&mut pos.clone());
        (solution.nodes, solution.verdict)
    };
    let forwards: Vec<_> = all.iter().map(|problem| nodes(&problem.pos)).collect();
    let mut backwards: Vec<_> = all.iter().rev().map(|problem| nodes(&problem.pos)).collect();
    backwards.reverse();
    assert_eq!(forwards, backwards);
}

#[test]
fn a_search_that_is_asked_again_goes_on_where_it_stopped() {
    let problems = problems(MATES);
    let problem = problems.iter().find(|problem| problem.plies == Some(11)).expect("there is a mate in 11");
    let at_once = Solver::default().solve(&mut problem.pos.clone());
    let mut solver = Solver::builder().nodes(at_once.nodes / 4 + 1).build().expect("there is memory");
    let mut spent = 0;
    for _ in 0..100 {
        let solution = solver.solve(&mut problem.pos.clone());
        spent += solution.nodes;
        if let Verdict::Mate { line } = solution.verdict {
            assert_mates(&problem.pos, &line, &problem.name);
            assert!(spent < 3 * at_once.nodes + 100, "{spent} instead of {}", at_once.nodes);
            return;
        }
    }
    panic!("not solved in a hundred pieces");
}

//! The committed problems: reported positions, classical no-mates.

use crate::common::{NOMATES, REGRESSIONS, problems, solver};
use crate::threads::decided;
use komadai_core::Position;

/// Positions that other programs answered wrongly, `yo116a` among them: a mate whose proof passes near
/// repetitions, which a table that forgets the path takes for no mate. And Zuko 73 and Muso 6, 37, 40, 73, 88, 89: no mates in the
/// editions that paper 003 used.
#[test]
fn reported_positions_and_classical_no_mates_are_never_answered_wrongly() {
    let solved = decided(&[REGRESSIONS], 1, 16, 150_000) + decided(&[NOMATES], 1, 16, 40_000);
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

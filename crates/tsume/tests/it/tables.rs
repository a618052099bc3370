//! Tables as their users see them: memory that cannot be had, a question asked under a large grant, what a debugger prints.

use komadai_core::Position;
use komadai_tsume::{Lengths, Solver, Verdict};

#[test]
fn tables_that_cannot_be_had_are_an_error_that_says_what_was_asked() {
    let refused = Solver::builder().hash_bytes(usize::MAX).build().expect_err("no machine has so much");
    assert_eq!(refused.bytes, usize::MAX);
    assert_eq!(refused.to_string(), format!("no memory for tables of {} bytes", usize::MAX));
    assert!(Lengths::builder().hash_mb(usize::MAX).build().is_err());
}

/// What a debugger prints of a solver tells the size of its table, and does not write it out.
#[test]
fn a_solver_is_shown_in_a_few_lines() {
    let solver = Solver::builder().hash_mb(64).build().expect("there is memory");
    let shown = format!("{solver:?}");
    assert!(shown.contains("places") && shown.len() < 1_000, "{} characters", shown.len());
}

/// The tables begin small: a mate in one is found at once however much was granted.
#[test]
fn a_short_mate_touches_little_of_a_large_grant() {
    let mut solver = Solver::builder().hash_mb(2_048).build().expect("address space is there");
    let mut pos: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse().expect("a position");
    assert!(matches!(solver.solve(&mut pos).verdict, Verdict::Mate { .. }));
    // Its places, as it is shown, are those of the smallest table.
    let shown = format!("{solver:?}");
    let places =
        shown.split("places: ").nth(1).and_then(|rest| rest.split(|c: char| !c.is_ascii_digit()).next());
    let places: usize = places.and_then(|number| number.parse().ok()).expect("the number of places");
    assert!(places < 20_000, "{places} places");
}

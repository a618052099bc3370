//! Tables as their users see them: memory that cannot be had, a question asked under a large grant, what a debugger prints.

use crate::common::odds;
use komadai_core::Position;
use komadai_core::testing::assert_debug_is_short;
use komadai_tsume::{LengthRule, Lengths, Solver, Twin, Verdict};

#[test]
fn tables_that_cannot_be_had_are_an_error_that_says_what_was_asked() {
    let refused = Solver::builder().hash_bytes(usize::MAX).build().expect_err("no machine has so much");
    assert_eq!(refused.bytes, usize::MAX);
    assert_eq!(refused.to_string(), format!("no memory for tables of {} bytes", usize::MAX));
    assert!(Lengths::builder().hash_mb(usize::MAX).build().is_err());
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

#[test]
fn solvers_and_what_they_found_are_shown_without_their_tables() {
    let mut pos: Position = "ln2k3+L/7g1/4p+Snp1/p2+L2R2/6p2/1+rSK1s3/P2PP+pN2/2G2PP2/L4G3 w 2BG6Psn2p 1"
        .parse()
        .expect("a position");
    let mut solver = Solver::builder()
        .heuristic(odds())
        .hash_mb(4)
        .cycles(Twin::default())
        .build()
        .expect("four megabytes");
    let solution = solver.solve(&mut pos);
    assert_debug_is_short(&solver);
    assert_debug_is_short(&solution);
    assert_debug_is_short(&Twin::default());
    let mut lengths = Lengths::default();
    lengths.measure(&mut pos, LengthRule::EveryPly);
    assert_debug_is_short(&lengths);
    let many = Solver::builder().hash_mb(4).threads(16).build().expect("four megabytes");
    assert_debug_is_short(&many);
}

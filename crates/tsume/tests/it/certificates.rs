//! Certificates of the committed problems: written by the solver, read by the checker.

use std::io::Read;

use crate::common::{REGRESSIONS, checked, problem, solver};
use komadai_tsume::checker::{self, Claim};

/// A bishop walks to and fro and wins a pawn each time: the table keeps proofs of the same boards with one pawn and
/// with two, and those with one lead to those with two.
#[test]
fn mate_that_comes_back_to_the_same_boards_with_more_in_hand_is_shown() {
    let tree = solver(16, 1_000_000).solve(&mut problem(REGRESSIONS, "yo116a").pos).tree;
    assert_eq!(checked(&tree.expect("a mate that is found is shown")).claim, Claim::Mate);
}

/// Files that were written once, `(claim, records, plies)`: the format must not change under its version.
#[test]
fn certificates_of_version_1_are_accepted_for_ever() {
    let told = |bytes: &[u8]| {
        let checked = checker::check(bytes).unwrap_or_else(|error| panic!("{error}"));
        (checked.claim, checked.records, checked.plies)
    };
    assert_eq!(told(include_bytes!("../../../../data/tsume/mate.kmdc")), (Claim::Mate, 44, 19));
    assert_eq!(told(include_bytes!("../../../../data/tsume/white-mates.kmdc")), (Claim::Mate, 10, 9));
    assert_eq!(told(include_bytes!("../../../../data/tsume/perpetual-check.kmdc")), (Claim::NoMate, 93, 0));
    assert_eq!(told(include_bytes!("../../../../data/tsume/lower.kmdc")), (Claim::NoMateWithin, 84, 9));
}

/// A stream that begins as a certificate does and never ends.
#[test]
fn endless_certificates_are_refused() {
    let begin: &[u8] = include_bytes!("../../../../data/tsume/mate.kmdc");
    let mate = checker::check(begin.chain(std::io::repeat(0))).expect_err("it has no end");
    let hisshi = b"KMDH\x01\x00\x01".chain(std::io::repeat(0));
    for error in [mate, checker::check_hisshi(hisshi).expect_err("it has no end")] {
        assert!(error.to_string().contains("more than 1 GiB"), "{error}");
    }
}

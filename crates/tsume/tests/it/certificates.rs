//! Certificates: of lengths (a mate within so many plies and none within fewer), of repetitions, and of former times.

use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::common::truth::{listed, random_problem};
use crate::common::{MATES, PLENTY, REGRESSIONS, checked, lengths, problem, problems, solver};
use komadai_core::Position;
use komadai_tsume::checker::{CheckError, Checked, Claim, check, check_hisshi};
use komadai_tsume::{Certificate, Length, LengthRule, Lengths};

/// More records than any certificate here needs.
const MOST: u32 = 1_000_000;

#[track_caller]
fn accepted(certificate: &Certificate) -> Checked {
    let pos = &certificate.position;
    let checked = check(&certificate.bytes[..]).unwrap_or_else(|error| panic!("{pos}: {error}"));
    assert_eq!(checked.sfen, pos.unnumbered());
    assert_eq!((checked.claim, checked.records), (certificate.claim, certificate.records.into()), "{pos}");
    checked
}

#[test]
fn exact_lengths_of_the_committed_mates_are_shown_from_both_sides() {
    let mut lengths = lengths(8, PLENTY);
    let (mut records, mut references, mut largest) = (0, 0, 0);
    for problem in problems(MATES) {
        let mut pos = problem.pos.clone();
        let Length::Exact(plies) = lengths.length(&mut pos, LengthRule::EveryPly) else {
            panic!("{}", problem.name)
        };
        assert_eq!(Some(plies.into()), problem.plies, "{}", problem.name);
        let mate = lengths.certify_mate(&pos, plies, MOST).expect("a mate that was found is shown");
        let none = lengths.certify_no_mate(&pos, plies - 2, MOST).expect("so is that none is shorter");
        assert_eq!((mate.claim, mate.plies), (Claim::Mate, u32::from(plies)));
        assert_eq!((none.claim, none.plies), (Claim::NoMateWithin, u32::from(plies - 2)));
        // A proof within the shortest length cannot be shorter.
        assert_eq!(accepted(&mate).plies, u32::from(plies), "{}", problem.name);
        let checked = accepted(&none);
        assert_eq!(checked.plies, u32::from(plies - 2), "{}", problem.name);
        (records, references) = (records + checked.records, references + checked.references);
        largest = largest.max(none.bytes.len());
        // Nothing false is written, and nothing larger than allowed.
        assert_eq!(lengths.certify_mate(&pos, plies - 2, MOST), None, "{}", problem.name);
        assert_eq!(lengths.certify_no_mate(&pos, plies, MOST), None, "{}", problem.name);
        assert_eq!(lengths.certify_no_mate(&pos, plies - 2, none.records / 4), None, "{}", problem.name);
        assert_eq!(pos, problem.pos);
    }
    assert!(records > 1_000 && references > 300 && largest < 100_000, "{records} {references} {largest}");
}

#[test]
fn certificates_of_small_random_problems_exist_for_just_the_lengths_that_are_true() {
    let mut problems = listed(random_problem, 21, 2_000).filter(|(_, graph, _)| graph.len() >= 8);
    let mut lengths = lengths(1, PLENTY);
    // Mates, no-mates, and among the no-mates some that mate later.
    let (mut shown, mut none, mut long) = (0, 0, 0);
    while long < 1 || shown < 12 || none < 50 {
        let (pos, _, truth) = problems.next().expect("there is no end of them");
        for plies in [1, 3, 5, 7, 9] {
            let mates = truth.is_some_and(|truth| truth <= plies.into());
            let mate = lengths.certify_mate(&pos, plies, MOST);
            let no_mate = lengths.certify_no_mate(&pos, plies, MOST);
            assert_eq!((mate.is_some(), no_mate.is_some()), (mates, !mates), "{pos} {plies} {truth:?}");
            let certificate = mate.or(no_mate).expect("one of them is there");
            let checked = accepted(&certificate);
            assert_eq!(checked.plies, certificate.plies, "{pos} {plies}");
            let truly = if mates { truth.expect("it mates") } else { plies.into() };
            // A longer mate that is still in time may be shown.
            assert!(checked.plies as usize >= truly && checked.plies <= plies.into(), "{pos} {plies}");
            (shown, none) = (shown + i32::from(mates), none + i32::from(!mates));
            long += i32::from(!mates && truth.is_some());
        }
    }
}

#[test]
fn even_numbers_stand_for_the_odd_one_before_and_0_for_nothing() {
    let pos = problems(MATES).remove(0).pos;
    let mut lengths = lengths(1, PLENTY);
    assert_eq!(lengths.certify_no_mate(&pos, 2, MOST), lengths.certify_no_mate(&pos, 1, MOST));
    assert_eq!(lengths.certify_mate(&pos, 4, MOST).map(|mate| mate.plies), Some(3));
    assert_eq!((lengths.certify_mate(&pos, 0, MOST), lengths.certify_no_mate(&pos, 0, MOST)), (None, None));
    // Nobody mates from here, in however many plies.
    let none = lengths.certify_no_mate(&Position::startpos(), u16::MAX, MOST).expect("there is no check");
    assert_eq!((accepted(&none).plies, none.records), (u16::MAX.into(), 1));
}

#[test]
fn limits_end_the_search_for_what_the_table_does_not_know() {
    let pos = problems(MATES).pop().expect("problems").pos;
    let mut few = lengths(1, 100);
    assert_eq!((few.certify_mate(&pos, 11, MOST), few.certify_no_mate(&pos, 9, MOST)), (None, None));
    // The flag ends it even where the table knows everything.
    let stop = Arc::new(AtomicBool::new(false));
    let mut stopped = Lengths::builder().hash_mb(4).stop(Arc::clone(&stop)).build().expect("there is memory");
    assert_eq!(stopped.measure(&mut pos.clone(), LengthRule::EveryPly).length, Length::Exact(11));
    stop.store(true, Ordering::Relaxed);
    assert_eq!((stopped.certify_mate(&pos, 11, MOST), stopped.certify_no_mate(&pos, 9, MOST)), (None, None));
}

/// A bishop walks to and fro and wins a pawn each time: the table keeps proofs of the same boards with one pawn and
/// with two, and those with one lead to those with two.
#[test]
fn mate_that_comes_back_to_the_same_boards_with_more_in_hand_is_shown() {
    let tree = solver(16, 1_000_000).solve(&mut problem(REGRESSIONS, "yo116a").pos).tree;
    assert_eq!(checked(&tree.expect("a mate that is found is shown")).claim, Claim::Mate);
}

/// Files written in the past, with `(claim, records, plies)`: the format must not change within a version.
#[test]
fn certificates_of_version_1_are_accepted_for_ever() {
    let told = |bytes: &[u8]| {
        let checked = check(bytes).unwrap_or_else(|error| panic!("{error}"));
        (checked.claim, checked.records, checked.plies)
    };
    assert_eq!(told(include_bytes!("../../../../data/tsume/mate.kmdc")), (Claim::Mate, 44, 19));
    assert_eq!(told(include_bytes!("../../../../data/tsume/white-mates.kmdc")), (Claim::Mate, 10, 9));
    assert_eq!(told(include_bytes!("../../../../data/tsume/perpetual-check.kmdc")), (Claim::NoMate, 93, 0));
    assert_eq!(told(include_bytes!("../../../../data/tsume/lower.kmdc")), (Claim::NoMateWithin, 84, 9));
}

/// Streams that never end: some begin like a certificate; of a stream of another kind nothing more is read.
#[test]
fn endless_certificates_are_refused() {
    let begin: &[u8] = include_bytes!("../../../../data/tsume/mate.kmdc");
    let mate = check(begin.chain(std::io::repeat(0))).expect_err("it has no end");
    let hisshi = b"KMDH\x01\x00\x01".chain(std::io::repeat(0));
    for error in [mate, check_hisshi(hisshi).expect_err("it has no end")] {
        assert!(error.to_string().contains("more than 1 GiB"), "{error}");
    }
    assert!(matches!(check(std::io::repeat(0)), Err(CheckError::Foreign(_))));
    assert!(matches!(check_hisshi(std::io::repeat(0)), Err(CheckError::Foreign(_))));
}

//! Certificates of no mate within so many plies that somebody changed: no false claim passes, and the error names what is
//! wrong.

use std::collections::BTreeSet;

use crate::common::forge::{CASES, Case, about, assert_says, bits, forge, sealed, told};
use crate::common::{MATES, assert_mates, position, problems};
use komadai_core::Move;
use komadai_core::rng::SplitMix64;
use komadai_tsume::checker::{CheckError, Claim, check};

/// The cases of no mate within so many plies.
fn cases() -> impl Iterator<Item = &'static Case> {
    CASES.iter().filter(|case| case.claim == Claim::NoMateWithin)
}

#[test]
fn head_that_says_two_plies_more_or_another_claim_is_refused() {
    for case in cases() {
        let payload = case.payload();
        // Behind the position: number of records, one or two bytes, then the plies, one byte.
        let at = 8 + case.sfen.len() + if payload[8 + case.sfen.len()] > 127 { 2 } else { 1 };
        let mut raised = payload.to_vec();
        raised[at] += 2;
        // What never mates does not mate within two plies more either, so a certificate may also serve for that.
        assert!(check(&sealed(raised)[..]).is_err() || case.plies.is_none(), "{}", case.sfen);
        for claim in [1, 2] {
            let mut other = payload.to_vec();
            other[6] = claim;
            let may_pass = claim == 2 && case.plies.is_none();
            assert!(check(&sealed(other)[..]).is_err() || may_pass, "claim {claim} of {}", case.sfen);
        }
        for plies in [0, payload[at] + 1] {
            let mut even = payload.to_vec();
            even[at] = plies;
            assert_says(check(&sealed(even)[..]), &format!("no mate within {plies} plies, expected an odd"));
        }
    }
}

/// What can be wrong with a record.
const FAULTS: [&str; 7] = [
    "is not legal",
    "before the first one",
    "has another board",
    "does not serve this hand",
    "holds for",
    "mates, expected none",
    "more than is held",
];

/// Every byte of some certificates in turn, of any claim, and forged ones: no false claim passes, and whatever can be wrong with a record
/// of no mate within so many plies is named.
#[test]
fn changed_bytes_under_a_right_checksum_are_refused_or_still_true_and_every_kind_of_fault_is_named() {
    let mut seen = BTreeSet::new();
    let mut note = |refused: CheckError| {
        let CheckError::Fault { wrong, .. } = refused else { return };
        let kind = FAULTS.iter().position(|words| wrong.contains(words));
        seen.insert(kind.unwrap_or_else(|| panic!("{wrong} in a certificate of no mate")));
    };
    for case in CASES.iter().filter(|case| case.certificate.len() < 400) {
        let (payload, head) = (case.payload(), 8 + case.sfen.len());
        for at in 6..payload.len() {
            for byte in [0, 1, 2, 3, 5, payload[at] ^ 1] {
                let mut changed = payload.to_vec();
                changed[at] = byte;
                match check(&sealed(changed)[..]) {
                    Err(error) if at >= head && case.claim == Claim::NoMateWithin => note(error),
                    Err(_) => {}
                    Ok(checked) => assert!(case.allows(&checked) != Some(false), "{checked:?}"),
                }
            }
        }
    }
    // A dragon that checks for ever comes back to its boards with more plies left than the first time.
    let for_ever = position("8k/9/6+R2/9/9/9/9/9/9 b - 1");
    let mut rng = SplitMix64::new(37);
    for _ in 0..200 {
        check(&forge(&mut rng, &for_ever, Claim::NoMateWithin, 9)[..]).map_or_else(&mut note, drop);
    }
    assert_eq!(seen.len(), FAULTS.len(), "{seen:?}");
}

#[test]
fn errors_say_where_they_are_and_what_is_wrong() {
    let said = |what: &str| format!("certificate: record 1, after no move: {what}");
    let takes = bits("5a5b");
    // The pawn steps to 5b with promotion or without, and the king takes it.
    let two = |plies: u8, place: &[u8]| [&[1, plies, 0], &takes[..], place, &takes, place].concat();
    assert_eq!(told(3, "-", &[1, 1, 0]), "NoMateWithin within 1");
    assert_eq!(told(3, "-", &two(3, &[])), "NoMateWithin within 3");
    // After both the king stands on 5b alone: the second rests on the first, or is a record of its own.
    let five = [&[2, 5, 0], &takes[..], &[0], &takes, &[2]].concat();
    assert_eq!(told(3, "-", &five), "NoMateWithin within 5");
    assert_eq!(told(3, "-", &two(5, &[])), said("refers 35 records back, before the first one"));
    assert_eq!(told(3, "G", &[1, 1, 0]), said("the check G*5b mates, expected none that does"));
    assert_eq!(
        told(3, "-", &[1, 0x81, 0x80, 4]),
        "certificate: no mate within 65537 plies, expected an odd number from 1 to 65535"
    );
    // The most that can be claimed, about a position without any check.
    let none = about(3, "4k4/9/9/9/9/9/9/9/9 b -", &[1, 0xff, 0xff, 3, 0]);
    let checked = check(&none[..]).expect("there is no check");
    assert_eq!((checked.claim, checked.plies), (Claim::NoMateWithin, 65_535));
}

/// The mates in three: to a claim that there is none within three, the error names the mate in one that follows.
#[test]
fn false_claim_is_told_the_check_that_mates() {
    let mut rng = SplitMix64::new(36);
    let mut told = 0;
    for problem in problems(MATES).iter().filter(|problem| problem.plies == Some(3)) {
        for _ in 0..20 {
            let forged = forge(&mut rng, &problem.pos, Claim::NoMateWithin, 3);
            let error = check(&forged[..]).expect_err("it is false");
            let CheckError::Fault { record: 1, wrong, .. } = &error else { continue };
            let Some((before, _)) = wrong.split_once(" mates, expected none that does") else { continue };
            // A move, a reply, and the check that mates.
            let moves: Vec<Move> = before.split(' ').filter_map(|word| word.parse().ok()).collect();
            assert_eq!(moves.len(), 3, "{error}");
            assert_mates(&problem.pos, &moves, &problem.name);
            told += 1;
        }
    }
    assert!(told > 50, "{told}");
}

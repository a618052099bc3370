//! Certificates that somebody changed, by accident or on purpose: no false claim passes.
//!
//! A list of all positions (`crate::common::truth`) decides which claims are false.

use std::collections::HashMap;

use crate::common::forge::{CASES, MOST, about, assert_says, bits, forge, put_number, sealed, told};
use crate::common::truth::{listed, random_problem};
use komadai_core::rng::SplitMix64;
use komadai_tsume::checker::{Claim, check};

/// Cut short at every byte, with and without the right checksum, and with one byte more.
#[test]
fn every_prefix_and_every_longer_file_is_refused() {
    for case in CASES.iter().step_by(8) {
        let (payload, bytes, sfen) = (case.payload(), &case.certificate, &case.sfen);
        for len in 0..bytes.len() {
            assert!(check(&bytes[..len]).is_err(), "{len} bytes of {sfen}");
        }
        for len in 0..payload.len() {
            assert!(check(&sealed(payload[..len].to_vec())[..]).is_err(), "{len} bytes of {sfen}");
        }
        let longer = sealed([payload, &[0]].concat());
        assert_says(check(&longer[..]), "1 bytes after the last record");
    }
}

#[test]
fn any_bytes_behind_a_right_head_are_read_without_harm() {
    let mut rng = SplitMix64::new(8);
    let heads = [
        "l6+P1/g1B2kS2/1p1N1B3/1P7/4N4/1S7/9/5+r3/6+R2 b L2P3g2s2n2l13p",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -",
        "9/9/9/9/9/9/4p4/9/4K4 w g",
        "8k/9/9/9/9/9/9/9/9 b 2n",
    ];
    for _ in 0..20_000 {
        let (claim, which) = (1 + rng.below(3) as u8, rng.below(4) as usize);
        let body: Vec<u8> = (0..rng.below(60)).map(|_| rng.below(256) as u8).collect();
        if let Ok(checked) = check(&about(claim, heads[which], &[&[1, 1], &body[..]].concat())[..]) {
            // Only where there is hardly anything to show, for instance that the first one is no mate in one.
            assert!((which > 0 || claim == 3) && (claim > 1) == (which != 2), "{checked:?}");
        }
    }
}

#[test]
fn forged_certificates_of_false_claims_are_refused_and_some_of_true_ones_pass() {
    let mut rng = SplitMix64::new(5);
    // [claim, true or not]: how many passed, and out of how many.
    let mut passed: HashMap<(Claim, bool), (usize, usize)> = HashMap::new();
    let problems = listed(random_problem, 5, MOST).filter(|(_, graph, _)| graph.len() >= 3);
    for (pos, _, truth) in problems.take(90) {
        for (claim, plies) in [
            (Claim::Mate, 0),
            (Claim::NoMate, 0),
            (Claim::NoMateWithin, 1),
            (Claim::NoMateWithin, 3),
            (Claim::NoMateWithin, 5),
        ] {
            let truly = match claim {
                Claim::Mate => truth.is_some(),
                Claim::NoMate => truth.is_none(),
                Claim::NoMateWithin => truth.is_none_or(|truth| truth > plies),
            };
            for _ in 0..4 {
                let accepted = check(&forge(&mut rng, &pos, claim, plies)[..]).is_ok();
                assert!(truly || !accepted, "false {claim:?} {plies} accepted of {pos}");
                let tally = passed.entry((claim, truly)).or_default();
                *tally = (tally.0 + usize::from(accepted), tally.1 + 1);
            }
        }
    }
    // Some true ones are found by luck, so the forger writes what a checker can read.
    let (mate, none, within) = (Claim::Mate, Claim::NoMate, Claim::NoMateWithin);
    assert!(passed[&(mate, true)].0 > 3 && passed[&(none, true)].0 > 15, "{passed:?}");
    assert!(passed[&(within, true)].0 > 150 && passed[&(within, false)].1 > 50, "{passed:?}");
    assert!(passed[&(mate, false)].1 > 30 && passed[&(none, false)].1 > 15, "{passed:?}");
}

#[test]
fn errors_of_the_head_say_what_was_read_and_what_was_expected() {
    let told = |bytes: &[u8]| check(bytes).unwrap_err().to_string();
    assert_eq!(
        told(b""),
        "certificate: ends before its last record does: the file was cut short, copy it again"
    );
    assert_eq!(
        told(b"KIFU and more"),
        "begins with \"KIFU\", expected a certificate of a mate or no-mate, which begins with \"KMDC\""
    );
    assert_eq!(
        told(b"KMDC\x02\x00\x01 and more"),
        "certificate: version 2, expected 1: it was written by another version of the program"
    );
    assert_eq!(
        told(&sealed(b"KMDC\x01\x00\x07".to_vec())),
        "certificate: claim 7, expected 1 (mate), 2 (no mate) or 3 (no mate within so many plies)"
    );
    assert_eq!(
        told(&sealed(b"KMDC\x01\x00\x01\x01x".to_vec())),
        "certificate: position \"x\": expected board, side and hands"
    );
    assert!(
        told(b"KMDC\x01\x00\x07 damaged").contains("expected 64656761 as stored at their end: the file was")
    );
}

#[test]
fn errors_of_a_record_say_where_it_is_and_what_is_wrong() {
    let mate = |mv: &str, rest: &[u8]| [&[1, 9, 0], &bits(mv)[..], rest].concat();
    assert_eq!(told(1, "G", &mate("G*5b", &[])), "Mate within 1");
    assert_eq!(told(1, "2G", &mate("G*5b", &[])), "Mate within 1");
    let said = |what: &str| format!("certificate: record 1, after no move: {what}");
    assert_eq!(told(1, "-", &mate("G*5b", &[])), said("G*5b is not legal, expected a check that mates"));
    assert_eq!(told(1, "G", &mate("G*5d", &[])), said("G*5d gives no check"));
    // All pieces but the gold that mates are given to the defender, or one more of a kind than there are.
    let given = [17, 4 << 5, 4 << 8, 4 << 11, 2 << 14, 2 << 16, 3 << 18];
    let all: usize = given.iter().sum();
    let told_of = |difference: usize| {
        let mut body = vec![1, 1, 1];
        put_number(&mut body, difference);
        body.extend(bits("G*5b"));
        told(1, "2R2B4G4S4N4L17P", &body)
    };
    assert_eq!(told_of(all), "Mate within 1");
    for one in [1, 1 << 5, 1 << 8, 1 << 11, 1 << 14, 1 << 16, 2 << 18, 1 << 21] {
        let difference = all + one;
        assert_eq!(
            told_of(difference),
            said(&format!("hand that differs by {difference:#x}, more than is held"))
        );
    }
    let two = [&[2, 1, 0], &bits("G*5b")[..]].concat();
    assert_eq!(told(1, "G", &two), "certificate: 1 records, expected 2");
    let none = [&[1, 0, 0], &bits("G*5b")[..]].concat();
    assert_eq!(told(1, "G", &none), "certificate: mate within 1 plies, expected 0 or fewer");
    // Gold to the side: the king takes it or steps aside; the first reply refers to the record it comes from.
    let circle = mate("G*4b", &[2]);
    assert_eq!(told(1, "G", &circle), said("refers to record 1, which is not finished"));
    assert_eq!(told(1, "G", &mate("G*4b", &[3])), said("refers 1 records back, before the first one"));
    // No mate: what answers the first check?
    let answered = |reply: &str, rest: &[u8]| [&[1, 0, 0], &bits(reply)[..], rest].concat();
    assert_eq!(
        told(2, "G", &answered("5a5c", &[0])),
        said("after the check 5c5b the reply 5a5c is not legal")
    );
}

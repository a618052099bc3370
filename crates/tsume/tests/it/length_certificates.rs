//! Certificates of lengths: a mate within so many plies, and none within fewer.

use std::time::Instant;

use crate::common::problems;
use komadai_core::Position;
use komadai_tsume::checker::{self, Checked, Claim};
use komadai_tsume::{Certificate, Length, LengthRule, Lengths};

/// More records than any certificate here takes.
const MOST: u32 = 1_000_000;

fn bytes(certificate: &Certificate) -> Vec<u8> {
    let mut bytes = Vec::new();
    certificate.write(&mut bytes).expect("memory takes all bytes");
    bytes
}

#[track_caller]
fn accepted(certificate: &Certificate) -> Checked {
    let pos = certificate.position();
    let checked = checker::check(&bytes(certificate)[..]).unwrap_or_else(|error| panic!("{pos}: {error}"));
    assert_eq!(Some(checked.sfen.as_str()), pos.to_string().rsplit_once(' ').map(|(sfen, _)| sfen));
    assert_eq!((checked.claim, checked.records), (certificate.claim(), certificate.records().into()), "{pos}");
    checked
}

/// Prints, for each problem with an exact length, the size of its certificates and what they cost.
#[test]
#[ignore = "minutes: KOMADAI_TSUME=FILE.sfen [KOMADAI_HASH=MB] cargo test --release -p komadai-tsume --test it length_certificates -- --ignored --nocapture"]
fn lengths_of_a_file_are_shown() {
    let file = std::env::var("KOMADAI_TSUME").expect("KOMADAI_TSUME names a file of problems");
    let text = std::fs::read_to_string(file).expect("a problem file is UTF-8");
    let hash = std::env::var("KOMADAI_HASH").ok().and_then(|value| value.parse().ok()).unwrap_or(64);
    let mut lengths = Lengths::builder().hash_mb(hash).build().expect("there is memory");
    println!("name plies nodes; claim nodes records references bytes building checking, twice");
    for problem in problems(&text) {
        lengths.clear();
        let mut pos: Position = problem.pos.clone();
        let Length::Exact(plies) = lengths.length(&mut pos, LengthRule::EveryPly) else { continue };
        print!("{} {plies} {}", problem.name, lengths.nodes());
        for claim in [Claim::Mate, Claim::NoMateWithin] {
            let start = Instant::now();
            let certificate = match claim {
                Claim::Mate => lengths.certify_mate(&pos, plies, MOST),
                _ if plies == 1 => continue,
                _ => lengths.certify_no_mate(&pos, plies - 2, MOST),
            };
            let built = start.elapsed().as_secs_f64();
            let certificate = certificate.unwrap_or_else(|| panic!("{}: {claim:?}", problem.name));
            let start = Instant::now();
            let checked = accepted(&certificate);
            print!(
                "; {claim:?} {} {} {} {} {built:.4} {:.4}",
                lengths.nodes(),
                checked.records,
                checked.references,
                bytes(&certificate).len(),
                start.elapsed().as_secs_f64()
            );
        }
        println!();
    }
}

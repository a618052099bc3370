//! The search for a mate in one, against every check played by the rules.

use crate::common::{MATES, position, problems};
use crate::mate_in_one::{NoMateInOne, free_squares, mate_in_one, mate_or_counts, may_mate_in_one};
use crate::node::{self, checks, tried};
use komadai_core::rng::SplitMix64;
use komadai_core::{Checks, Move, Position, movegen, random};

/// By the rules alone: every legal check is played. Without drops, replies from hand do not count.
fn plain(pos: &mut Position, drops_count: bool) -> bool {
    checks(pos).into_iter().any(|check| {
        let answered = |reply: &Move| drops_count || !reply.is_drop();
        tried(pos, check, |pos| !pos.legal_moves().iter().any(answered))
    })
}

#[test]
fn guard_that_the_move_pins_does_not_take() {
    // The silver leaves the rook's file, so that the knight on 9e, which could take on 8g, is pinned.
    let mut pos = position("9/R8/9/2+P6/n1Bs5/S1B6/1pS6/k1P6/+p3+R4 b S2N4gn4l14p 1");
    let (mv, _) = mate_in_one(&pos, &mut 0).expect("9f8g mates");
    assert_eq!(mv.to_string(), "9f8g");
    assert!(plain(&mut pos, true));
}

#[test]
fn sieve_loses_no_mate() {
    let mut rng = SplitMix64::new(29);
    let (mut mates, mut none, mut opened) = (0, 0, 0);
    for mut pos in (0..20).flat_map(|_| problems(MATES)).map(|problem| problem.pos) {
        // A line of random checks and replies, and at times of any moves, so that pieces stand on each other's lines.
        for _ in 0..24 {
            let found = [mate_in_one(&pos, &mut 0).is_some(), may_mate_in_one(&pos, &mut 0)];
            let expected = [true, false].map(|drops_count| plain(&mut pos, drops_count));
            assert_eq!(found, expected, "where drops count, where not: {pos}");
            mates += found.iter().filter(|found| **found).count();
            none += found.iter().filter(|found| !**found).count();
            let checks = movegen::count_checks(&pos, &Checks::of(&pos)).all() as usize;
            let counts = NoMateInOne { checks, free_squares: free_squares(&pos) };
            assert_eq!(mate_or_counts(&pos), mate_in_one(&pos, &mut 0).ok_or(counts), "{pos}");
            opened += usize::from(!pos.discoverers(pos.side_to_move()).is_empty());
            let giving = node::checks(&pos);
            let any = giving.is_empty() || rng.below(4) == 0;
            let next = if any {
                random::legal_move(&mut rng, &pos)
            } else {
                Some(giving[rng.below(giving.len() as u64) as usize])
            };
            let Some(mv) = next else { break };
            pos.do_move(mv);
        }
    }
    assert!(mates > 500 && none > 10_000 && opened > 500, "{mates}, {none}, {opened}");
}

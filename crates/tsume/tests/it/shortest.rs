//! Shortest mates: their proofs and lines, and what the solver says of its own lines.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use komadai_core::Position;
use komadai_tsume::checker::Claim;
use komadai_tsume::{Length, LengthRule, Lengths, SHORTEST, Solver, Tree, Verdict};

use crate::common::{MATES, PLENTY, assert_mates, checked, lengths, position, problems};

/// Position and plies of every fifth mate of the committed file.
fn mates() -> impl Iterator<Item = (Position, u16)> {
    let all = problems(MATES);
    all.into_iter().step_by(5).map(|problem| (problem.pos, problem.plies.unwrap() as u16))
}

/// Asserts that the checker accepts a proof of a mate in so many plies.
fn assert_accepted(tree: &Tree, plies: u16) {
    let checked = checked(tree);
    assert_eq!((checked.claim, checked.plies), (Claim::Mate, plies.into()), "{}", tree.position());
}

/// Asserts that a line mates in `plies` and that neither side could do better at any move of it.
fn assert_best(lengths: &mut Lengths, pos: &Position, tree: &Tree, plies: u16) {
    let mut at = pos.clone();
    for (ply, &mv) in (0..).zip(&tree.line()) {
        if ply % 2 == 0 {
            let left = lengths.length(&mut at, LengthRule::EveryPly);
            assert_eq!(left, Length::Exact(plies - ply), "{pos}, after {ply}");
        }
        at.do_move(mv);
    }
    assert_eq!(tree.line().len(), usize::from(plies), "{pos}");
    assert_mates(pos, &tree.line(), &pos.to_string());
}

#[test]
fn a_shortest_mate_is_shown_and_its_line_is_best_play() {
    let mut lengths = lengths(8, PLENTY);
    for (mut pos, plies) in mates() {
        lengths.clear();
        let tree = lengths.shortest_mate(&mut pos, 1_000_000).expect("it is found");
        assert_accepted(&tree, plies);
        assert_best(&mut lengths, &pos, &tree, plies);
    }
    assert!(lengths.shortest_mate(&mut Position::startpos(), 1_000).is_none());
    // With few positions no mate is found, and the position is unchanged.
    let (start, _) = mates().last().unwrap();
    let mut pos = start.clone();
    lengths.clear();
    assert!(lengths.shortest_mate(&mut pos, 500).is_none() && pos == start);
}

#[test]
fn the_solver_says_which_lines_are_shortest() {
    let (mut shortest, mut longer) = (0, 0);
    let mut lengths = lengths(8, PLENTY);
    // The table for shortest mates has 8 or 32 KiB, which is too small for many of them.
    let all = [64 << 10, 256 << 10].into_iter().flat_map(|bytes| mates().map(move |mate| (bytes, mate)));
    for (bytes, (mut pos, plies)) in all {
        let builder = Solver::builder().hash_bytes(bytes);
        let mut plain = builder.clone().build().unwrap();
        let mut solver = builder.shortest(SHORTEST).build().unwrap();
        let (solution, found) = (solver.solve(&mut pos), plain.solve(&mut pos));
        let (Verdict::Mate { line }, Verdict::Mate { line: other }) = (&solution.verdict, &found.verdict)
        else {
            panic!("{pos} is a mate")
        };
        let tree = solution.tree.as_ref().unwrap();
        assert_eq!(&tree.line(), line, "{pos}");
        assert_accepted(tree, line.len() as u16);
        assert!(!found.shortest && found.shortest_positions == 0, "{pos}");
        assert!(solution.shortest_positions > 0 && solution.nodes == found.nodes, "{pos}");
        if solution.shortest {
            assert_best(&mut lengths, &pos, tree, plies);
            shortest += 1;
        } else {
            assert_eq!(line, other, "{pos}");
        }
        longer += usize::from(other.len() > plies.into() && solution.shortest);
    }
    assert!(shortest > 8 && longer > 1, "{shortest}, {longer}");
}

/// Df-pn's proofs of these have the shortest length, which the search from below does not find in time. After a reply to their first
/// move, the mate in the proof is longer than necessary.
#[test]
fn a_proof_that_is_no_longer_than_need_be_has_a_line_of_best_play() {
    let mut lengths = lengths(1, PLENTY);
    for sfen in ["9/9/6k2/9/3+R3b1/9/8K/9/9 w rg 1", "6+r2/5+pk2/9/7K1/4b4/9/9/6r2/9 w B4G4S4N4L15P2p 1"] {
        let mut pos = position(sfen);
        let mut solver = Solver::builder().hash_mb(1).shortest(SHORTEST).build().unwrap();
        let solution = solver.solve(&mut pos);
        assert!(solution.shortest, "{pos}");
        let tree = solution.tree.unwrap();
        assert_accepted(&tree, 7);
        assert_best(&mut lengths, &pos, &tree, 7);
    }
}

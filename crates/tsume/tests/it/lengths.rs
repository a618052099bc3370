//! Lengths: the same at every table size and with every heuristic, from below and from a proof, and what limits leave.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::common::{MATES, ZUKO_MUSO, assert_mates, end_of, lengths, mate_in, position, problems, solver};
use komadai_core::Position;
use komadai_tsume::{Length, LengthRule, Lengths, LengthsBuilder, Measured, Tree, Unit};

const RULES: [LengthRule; 2] = [LengthRule::EveryPly, LengthRule::Traditional];

/// The mates of at most `most` plies in a file.
fn mates(text: &str, most: u32) -> impl Iterator<Item = Position> {
    let mates = problems(text).into_iter();
    mates.filter(move |problem| problem.plies.is_some_and(|plies| plies <= most)).map(|problem| problem.pos)
}

fn build(builder: LengthsBuilder) -> Lengths {
    builder.build().expect("there is memory")
}

fn proof(pos: &mut Position) -> Tree {
    let tree = solver(16, 10_000_000).solve(pos).tree.expect("it is a mate within the limits");
    (*tree).clone()
}

/// Lengths and lines depend on no table and no guess. The search from below may only look for mates in one, so that lengths from a proof
/// come from above.
#[test]
fn length_and_line_are_the_same_from_below_and_from_above_and_with_every_heuristic() {
    for mut pos in mates(MATES, 9).step_by(4) {
        let proof = proof(&mut pos);
        for rule in RULES {
            let below = lengths(4, 20_000_000).measure(&mut pos, rule);
            let above = build(Lengths::builder().hash_mb(4).max_plies(1)).measure_from(&proof, rule);
            let plain = build(Lengths::builder().hash_mb(1).heuristic(Unit)).measure(&mut pos, rule);
            for other in [above, plain] {
                assert_eq!((other.length, &other.line), (below.length, &below.line), "{rule:?} {pos}");
            }
            assert!(matches!(below.length, Length::Exact(_)) && !below.line.is_empty(), "{rule:?} {pos}");
        }
    }
}

/// The search from below finds the mate, but has no positions left for the choices in its line.
#[test]
fn exact_length_from_a_proof_has_a_line_of_as_many_moves_whatever_the_limits_leave_open() {
    let mut pos = position("3G2k2/9/7SR/9/9/9/9/9/9 b BNrb2gs2n3l18p 1");
    let proof = proof(&mut pos);
    for nodes in [20_000, 25_000] {
        let mut lengths = build(Lengths::builder().hash_mb(4).nodes(nodes).heuristic(Unit));
        // The second look needs only what this finds out to get the length.
        let Measured { length: Length::AtLeast(_), .. } = lengths.measure(&mut pos, LengthRule::EveryPly)
        else {
            panic!("{nodes} are too many")
        };
        let measured = lengths.measure_from(&proof, LengthRule::EveryPly);
        assert_eq!((measured.length, measured.line.len()), (Length::Exact(11), 11), "{nodes}");
        assert_mates(&pos, &measured.line, "a line with choices left open");
    }
}

#[test]
fn a_short_proof_lowers_no_limit_for_the_next_mate() {
    let mut lengths = build(Lengths::builder().hash_mb(4));
    let measured = lengths.measure_from(&proof(&mut mate_in(3)), LengthRule::EveryPly);
    assert_eq!(measured.length, Length::Exact(3));
    assert_eq!(lengths.length(&mut mate_in(11), LengthRule::EveryPly), Length::Exact(11));
}

/// As many again for the verification and for the line, half as many for the solution, and a few for each node of the proof.
#[test]
fn bounds_from_few_positions_hold_and_take_few() {
    for mut pos in mates(ZUKO_MUSO, 19) {
        let proof = proof(&mut pos);
        for rule in RULES {
            let bounds = |nodes: u64| {
                let mut lengths = build(Lengths::builder().hash_mb(16).max_plies(1).nodes(nodes));
                let measured = lengths.measure_from(&proof, rule);
                assert!(end_of(&pos, &measured.line).in_check(), "{rule:?} {pos}");
                let taken = measured.nodes;
                assert!(taken <= nodes * 7 / 2 + 10_000, "{taken} of {nodes}: {rule:?} {pos}");
                match measured.length {
                    Length::Exact(plies) => (plies, plies),
                    Length::Between { at_least, at_most } => (at_least, at_most),
                    other => panic!("{other:?} of {pos}"),
                }
            };
            let (few, many) = (bounds(100), bounds(20_000));
            assert!(Some(few.1.into()) <= proof.plies(proof.root()), "{rule:?} {few:?} {pos}");
            assert!(few.0 <= many.1 && many.0 <= few.1, "{rule:?} {few:?} {many:?} {pos}");
        }
    }
}

#[test]
fn solution_of_a_composed_problem_leaves_no_piece_over() {
    // Shogi Zuko 69: 19 plies with a piece left over, 13 in the record.
    for mut pos in mates(ZUKO_MUSO, 21) {
        let mut lengths = lengths(16, 100_000);
        let line = lengths.measure_from(&proof(&mut pos), LengthRule::Traditional).without_leftovers;
        let at = end_of(&pos, &line);
        assert!(line.is_empty() || at.in_check() && at.hand(pos.side_to_move()).is_empty(), "{pos}");
    }
}

#[test]
fn no_mate_has_no_length() {
    let tree = solver(1, 10_000).solve(&mut position("8k/9/6+R2/9/9/9/9/9/9 b - 1")).tree;
    let Measured { length, line, .. } =
        Lengths::default().measure_from(&tree.expect("it is shown"), LengthRule::Traditional);
    assert_eq!((length, line.len()), (Length::NoMate, 0));
    let kingless = "9/9/9/9/9/9/9/9/4K4 b 2R2B 1";
    for (rule, mut pos) in
        RULES.into_iter().flat_map(|rule| [Position::startpos(), position(kingless)].map(|pos| (rule, pos)))
    {
        assert_eq!(lengths(1, 10_000).length(&mut pos, rule), Length::NoMate, "{pos}");
    }
}

#[test]
fn limits_leave_a_lower_bound_and_the_position() {
    let start = mate_in(11);
    let mut pos = start.clone();
    let Length::AtLeast(lower) = lengths(1, 1_000).length(&mut pos, LengthRule::EveryPly) else {
        panic!("too few nodes")
    };
    assert!(lower > 1 && lower <= 11, "{lower}");
    let mut short = build(Lengths::builder().hash_mb(1).max_plies(5));
    assert_eq!(short.length(&mut pos, LengthRule::EveryPly), Length::AtLeast(7));
    let mut stopped = build(Lengths::builder().hash_mb(1).stop(Arc::new(AtomicBool::new(true))));
    assert!(matches!(stopped.measure(&mut pos, LengthRule::EveryPly).length, Length::AtLeast(1 | 3)));
    assert!(stopped.is_stopped());
    assert_eq!(pos, start);
}

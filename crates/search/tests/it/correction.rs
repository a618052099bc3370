//! Correction history: what it learns of the error of an evaluation, and at which positions it applies that.

use crate::common::fake::{cp, mv};
use crate::common::position;
use komadai_core::{Position, Value};
use komadai_search::{Bound, Correction, Depth, MoveMemory, Node, Outcome};

/// A node of four plies evaluated as 50, whose value turned out to be `value`.
fn record(memory: &mut Correction, pos: &Position, best: &str, value: Value, bound: Bound) {
    let at = Node { depth: Depth::plies(4), static_value: Some(cp(50)), ..Node::new(pos) };
    memory.record(&at, &Outcome { best: mv(best), value, bound });
}

fn correct(memory: &Correction, pos: &Position) -> i32 {
    memory.correct(&Node::new(pos)).cp()
}

#[test]
fn it_moves_toward_the_error_and_no_further_than_200() {
    let pos = Position::startpos();
    for (value, sign) in [(250, 1), (-250, -1)] {
        let mut memory = Correction::with(|new| new.rate = 2);
        let mut before = 0;
        for _ in 0..20 {
            record(&mut memory, &pos, "7g7f", cp(value), Bound::Exact);
            let now = correct(&memory, &pos) * sign;
            assert!(now > before || now == 200, "{now} after {before}");
            before = now;
        }
        for _ in 0..1_000 {
            record(&mut memory, &pos, "7g7f", cp(29_999 * sign), Bound::Exact);
        }
        assert_eq!(correct(&memory, &pos), 200 * sign);
    }
}

#[test]
fn deeper_nodes_count_for_more() {
    let pos = Position::startpos();
    let after = |plies| {
        let mut memory = Correction::with(|new| new.rate = 2);
        let at = Node { depth: Depth::plies(plies), static_value: Some(Value::ZERO), ..Node::new(&pos) };
        let best = mv("7g7f");
        memory.record(&at, &Outcome { best, value: cp(400), bound: Bound::Exact });
        correct(&memory, &pos)
    };
    // 400 × 2 × depth / 256, at most 16 plies and at least one.
    assert_eq!([0, 1, 4, 16, 40].map(after), [3, 3, 12, 50, 50]);
}

#[test]
fn it_learns_nothing_from_open_bounds_captures_mates_and_unknown_evaluations() {
    let pos = position("4k4/9/7p1/9/9/9/9/7R1/4K4 b - 1");
    let untouched = Correction::with(|new| new.rate = 2);
    let learned = |best: &str, value: Value, bound| {
        let mut memory = Correction::with(|new| new.rate = 2);
        record(&mut memory, &pos, best, value, bound);
        memory != untouched
    };
    // A single error is too small to see after rounding: a hundred of them.
    let (above, below) = (cp(150), cp(-50));
    for (best, value, bound, learns) in [
        ("2h3h", above, Bound::Lower, true),
        ("2h3h", cp(50), Bound::Lower, false),
        ("2h3h", below, Bound::Lower, false),
        ("2h3h", below, Bound::Upper, true),
        ("2h3h", cp(50), Bound::Upper, false),
        ("2h3h", above, Bound::Upper, false),
        ("2h3h", above, Bound::Exact, true),
        ("2h3h", below, Bound::Exact, true),
        // A capture, a mate.
        ("2h2c", cp(250), Bound::Exact, false),
        ("2h3h", Value::mate_in(3), Bound::Exact, false),
    ] {
        assert_eq!(learned(best, value, bound), learns, "{best} {value:?} {bound:?}");
    }
    let mut memory = Correction::with(|new| new.rate = 2);
    let outcome = Outcome { best: mv("2h3h"), value: cp(250), bound: Bound::Exact };
    memory.record(&Node::new(&pos), &outcome);
    assert_eq!(memory, untouched, "no evaluation");
}

#[test]
fn it_tells_pawns_hands_and_sides_apart() {
    let mut memory = Correction::with(|new| new.rate = 2);
    let pos = position("4k4/9/7p1/9/9/9/9/7R1/4K4 b N 1");
    (0..20).for_each(|_| record(&mut memory, &pos, "2h3h", cp(450), Bound::Exact));
    let both = correct(&memory, &pos);
    assert!(both > 0);
    for (other, share) in [
        // The rook and the king do not matter.
        ("3k5/9/7p1/9/9/9/9/1R7/4K4 b N 1", 2),
        // Other pawns, or another hand: half of what is known.
        ("4k4/9/8p/9/9/9/9/7R1/4K4 b N 1", 1),
        ("4k4/9/7p1/9/9/9/9/7R1/4K4 b n 1", 1),
        ("4k4/9/8p/9/9/9/9/7R1/4K4 b - 1", 0),
        ("4k4/9/7p1/9/9/9/9/7R1/4K4 w N 1", 0),
    ] {
        assert_eq!(correct(&memory, &position(other)), both * share / 2, "{other}");
    }
}

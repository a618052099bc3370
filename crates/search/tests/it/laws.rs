//! Each check of `testing` fails for a part that breaks its law, and says what it saw.

use core::cell::Cell;
use core::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::common::FINE;
use komadai_core::{Move, Piece, Position, Value};
use komadai_search::memory::{CORRECTION_LIMIT, SCORE_LIMIT};
use komadai_search::{
    Depth, DepthPolicy, ForwardPruning, MarginModel, MoveMemory, Node, Outcome, Probe, Side, testing,
};

/// Asserts that a check fails with this message.
fn assert_refused<A: Debug>(expected: &str, check: impl FnOnce() -> A) {
    let panicked = catch_unwind(AssertUnwindSafe(check)).expect_err(expected);
    let said = panicked.downcast_ref::<String>().map(String::as_str);
    let said = said.or(panicked.downcast_ref::<&str>().copied()).unwrap_or_default();
    assert!(said.contains(expected), "{said}, expected {expected}");
}

/// How often a memory acted in the check.
fn remembers<K: MoveMemory>(memory: K) -> u64 {
    testing::assert_memory_laws(&FINE, memory, 1, 6, 3)
}

/// A memory that breaks a law by its answers about a move or a position, given how often it was asked before.
struct Forgetful {
    score: fn(&Node<'_>, Move, i32) -> i32,
    scorer: i32,
    correct: fn(i32) -> i32,
    asked: Cell<i32>,
    recorded: i32,
}

impl MoveMemory for Forgetful {
    fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
        (self.score)(at, mv, self.recorded)
    }

    fn scorer(&self, at: &Node<'_>) -> impl Fn(Move, Piece) -> i32 {
        move |mv, _| self.score(at, mv) + self.scorer
    }

    fn correct(&self, _: &Node<'_>) -> Value {
        self.asked.set(self.asked.get() + 1);
        Value::from_cp((self.correct)(self.asked.get()))
    }

    fn record(&mut self, _: &Node<'_>, _: &Outcome) {
        self.recorded += 1;
    }
}

fn scores(score: fn(&Node<'_>, Move, i32) -> i32) -> Forgetful {
    Forgetful { score, scorer: 0, correct: |_| 0, asked: Cell::new(0), recorded: 0 }
}

#[test]
fn memories_that_break_a_law_are_found() {
    assert!(remembers(scores(|_, mv, _| mv.to().index() as i32)) > 0);
    let late = |_: &Node<'_>, mv: Move, recorded| if recorded > 100 { mv.to().index() as i32 } else { 0 };
    let none = || scores(|_, _, _| 0);
    for (memory, expected) in [
        (
            scores(|_, _, _| SCORE_LIMIT + 1),
            " scores 100001, not within ±100000: seed 1, position 0, depth 3: search of ",
        ),
        (Forgetful { scorer: 1, ..scores(|_, _, _| 7) }, " scores 8, then 7: "),
        (
            Forgetful { correct: |_| CORRECTION_LIMIT.cp() + 1, ..none() },
            " is corrected by +1001, not within ±+1000: ",
        ),
        (Forgetful { correct: |asked| asked, ..none() }, " is corrected by +1, then by +2: "),
        (scores(late), "forgotten and searched again it differs: value "),
    ] {
        assert_refused(expected, || remembers(memory));
    }
}

/// A pruning that breaks a law.
#[derive(Default)]
struct Unlawful {
    skips: Option<fn(&Unlawful, &Node<'_>, usize) -> bool>,
    gives: Option<Value>,
    asked: Cell<u32>,
}

impl ForwardPruning for Unlawful {
    fn prune(&self, _: &mut dyn Probe) -> Option<(Value, &'static str)> {
        self.gives.map(|value| (value, "unlawful"))
    }

    fn skip(&self, at: &Node<'_>, _: Move, order: usize) -> Option<&'static str> {
        self.asked.set(self.asked.get() + 1);
        self.skips.is_some_and(|skips| skips(self, at, order)).then_some("unlawful")
    }
}

fn skips(skips: fn(&Unlawful, &Node<'_>, usize) -> bool) -> Unlawful {
    Unlawful { skips: Some(skips), ..Unlawful::default() }
}

#[test]
fn prunings_that_break_a_law_are_found() {
    let gives = |value| Unlawful { gives: Some(value), ..Unlawful::default() };
    let invented = " is claimed, the full search finds value ";
    for (pruning, depth, expected) in [
        (skips(|pruning, _, _| pruning.asked.get() % 7 == 0), 2, "the same search again differs"),
        (
            skips(|_, at, _| at.static_value.is_some_and(|value| value < at.alpha)),
            3,
            "`uses_static_value` is false",
        ),
        // All answers to a check but one.
        (skips(|_, at, _| at.in_check), 3, invented),
        // The search ends at depth 1.
        (gives(Value::mate_in(1)), 3, invented),
        (gives(Value::INFINITE), 2, "is no value of a position"),
    ] {
        assert_refused(expected, || testing::assert_pruning_laws(&FINE, &pruning, 1, 8, depth));
    }
}

/// A policy that breaks a law: by the cost of a move, or of a re-search.
struct Unpayable {
    cost: fn(&Unpayable, &Node<'_>) -> Depth,
    more_again: Depth,
    /// Whether every third node asked loses a ply.
    shortens: bool,
    asked: Cell<i32>,
}

impl DepthPolicy for Unpayable {
    fn cost(&self, at: &Node<'_>, _: Move, _: usize) -> Depth {
        self.asked.set(self.asked.get() + 1);
        (self.cost)(self, at)
    }

    fn research_cost(&self, _: &Node<'_>, _: Move, cost: Depth) -> Depth {
        cost + self.more_again
    }

    fn iir(&self, _: &Node<'_>) -> Depth {
        self.asked.set(self.asked.get() + 1);
        if self.shortens && self.asked.get() % 3 == 0 { Depth::PLY } else { Depth::ZERO }
    }
}

fn costs(cost: fn(&Unpayable, &Node<'_>) -> Depth) -> Unpayable {
    Unpayable { cost, more_again: Depth::ZERO, shortens: false, asked: Cell::new(0) }
}

#[test]
fn policies_that_break_a_law_are_found() {
    let one = || costs(|_, _| Depth::PLY);
    for (policy, depth, expected) in [
        (costs(|policy, _| Depth::PLY + Depth::from_units(policy.asked.get())), 2, " plies, then 1."),
        // Nodes lose budget at random.
        (Unpayable { shortens: true, ..one() }, 3, "the same search again differs: value "),
        // Sums would overflow.
        (
            costs(|_, _| Depth::NEVER),
            2,
            " costs 8388607.98 plies, not within ±128.00: seed 2, position 0, depth 2: search of ",
        ),
        (Unpayable { more_again: Depth::PLY, ..one() }, 2, " costs 1.00 plies, in a re-search 2.00: "),
        (costs(|_, _| Depth::ZERO), 1, "paths do not end: one is 128 plies long: "),
    ] {
        assert_refused(expected, || testing::assert_policy_laws(&FINE, &policy, 2, 6, depth));
    }
}

/// A margin by the plies between the budgets, the side, and how often it was asked before.
type ByAsking = fn(Depth, Side, i32) -> Value;
struct Margin(ByAsking, Cell<i32>);

impl MarginModel for Margin {
    fn margin(&self, _: &Position, shallow: Depth, deep: Depth, side: Side) -> Value {
        self.1.set(self.1.get() + 1);
        (self.0)(deep - shallow, side, self.1.get())
    }
}

#[test]
fn margins_that_break_a_law_are_found() {
    let falls = |more: Depth, side, _| match side {
        Side::AboveBeta => Value::ZERO,
        Side::BelowAlpha => Value::from_cp(more.units() - 1),
    };
    let beyond = "the margin is mate 1999, not 0 to +29999: seed 1, position 0, budgets of 0.00 and 0.00 plies, at least beta: ";
    let margins: [(ByAsking, &str); 3] = [
        (falls, "the margin is -1, not 0 to +"),
        (|_, _, _| Value::MAX_EVAL + Value::from_cp(2), beyond),
        (|_, _, asked| Value::from_cp(asked), ", then +"),
    ];
    for (margin, expected) in margins {
        assert_refused(expected, || testing::assert_margin_laws(&Margin(margin, Cell::new(0)), 1, 1));
    }
}

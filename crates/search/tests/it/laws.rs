//! Each check of `testing` fails for a part that breaks its law, and says what it saw.

use core::cell::Cell;

use crate::common::FINE;
use komadai_core::{Move, Piece, Position, Value};
use komadai_search::memory::{CORRECTION_LIMIT, SCORE_LIMIT};
use komadai_search::pruning::{ByMoveNumber, ByStage, Counted, FixedMargin, LinearMargin};
use komadai_search::{
    Depth, DepthPolicy, ForwardPruning, MarginModel, MoveMemory, Node, Outcome, Probe, Side, testing,
};

/// How often a memory acted in the check.
fn remembers<K: MoveMemory>(memory: K) -> u64 {
    testing::assert_memory_laws(&FINE, memory, 1, 6, 3)
}

/// A memory that breaks a law: by what it says of a move or of a position, asked so many times before.
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
fn a_memory_that_only_scores_is_accepted() {
    assert!(remembers(scores(|_, mv, _| mv.to().index() as i32)) > 0);
}

#[test]
#[should_panic(expected = " scores 100001, not within ±100000: seed 1, position 0, depth 3: search of ")]
fn a_score_beyond_the_limit_is_found() {
    remembers(scores(|_, _, _| SCORE_LIMIT + 1));
}

#[test]
#[should_panic(expected = " scores 8, then 7: ")]
fn scores_in_two_ways_that_differ_are_found() {
    remembers(Forgetful { scorer: 1, ..scores(|_, _, _| 7) });
}

#[test]
#[should_panic(expected = " is corrected by +1001, not within ±+1000: ")]
fn a_correction_beyond_the_limit_is_found() {
    remembers(Forgetful { correct: |_| CORRECTION_LIMIT.cp() + 1, ..scores(|_, _, _| 0) });
}

#[test]
#[should_panic(expected = " is corrected by +1, then by +2: ")]
fn a_correction_that_changes_by_itself_is_found() {
    remembers(Forgetful { correct: |asked| asked, ..scores(|_, _, _| 0) });
}

#[test]
#[should_panic(expected = "forgotten and searched again it differs: value ")]
fn a_memory_that_does_not_forget_is_found() {
    remembers(scores(|_, mv, recorded| if recorded > 100 { mv.to().index() as i32 } else { 0 }));
}

#[test]
fn margins_keep_their_laws() {
    let range = |(least, most): (Value, Value)| (least.cp(), most.cp());
    assert_eq!(range(testing::assert_margin_laws(&FixedMargin::default(), 1, 20)), (300, 300));
    assert_eq!(range(testing::assert_margin_laws(&LinearMargin::default(), 1, 20)), (100, 100 + 128 * 80));
    assert_eq!(range(testing::assert_margin_laws(&ByStage::default(), 1, 50)), (240, 600));
    assert_eq!(range(testing::assert_margin_laws(&Counted::default(), 1, 20)), (29_999, 29_999));
    let (least, most) = testing::assert_margin_laws(&ByMoveNumber::default(), 1, 40);
    assert!(Value::ZERO < least && least < most);
}

/// How often a pruning acted in the check.
fn prunes<P: ForwardPruning>(pruning: &P, depth: u32) -> u64 {
    testing::assert_pruning_laws(&FINE, pruning, 1, 8, depth)
}

/// A pruning that breaks a law.
#[derive(Default)]
struct Unlawful {
    skips: Option<fn(&Unlawful, &Node<'_>, usize) -> bool>,
    gives: Option<Value>,
    asked: Cell<u32>,
}

impl ForwardPruning for Unlawful {
    fn prune<P: Probe>(&self, _: &mut P) -> Option<(Value, &'static str)> {
        self.gives.map(|value| (value, Self::NAME))
    }

    fn skip(&self, at: &Node<'_>, _: Move, order: usize) -> Option<&'static str> {
        self.asked.set(self.asked.get() + 1);
        self.skips.is_some_and(|skips| skips(self, at, order)).then_some(Self::NAME)
    }
}

fn skips(skips: fn(&Unlawful, &Node<'_>, usize) -> bool) -> Unlawful {
    Unlawful { skips: Some(skips), ..Unlawful::default() }
}

#[test]
#[should_panic(expected = "the same search again differs")]
fn a_pruning_that_keeps_something_is_found() {
    prunes(&skips(|pruning, _, _| pruning.asked.get() % 7 == 0), 2);
}

#[test]
#[should_panic(expected = "`USES_STATIC_VALUE` is false")]
fn a_pruning_that_uses_the_static_value_in_secret_is_found() {
    prunes(&skips(|_, at, _| at.static_value.is_some_and(|value| value < at.alpha)), 3);
}

#[test]
#[should_panic(expected = " is claimed, the full search finds value ")]
fn a_pruning_that_invents_mates_is_found() {
    // All answers to a check but one.
    prunes(&skips(|_, at, _| at.in_check), 3);
}

#[test]
#[should_panic(expected = " is claimed, the full search finds value ")]
fn a_pruning_that_claims_mates_at_once_is_found() {
    // The search ends at depth 1.
    prunes(&Unlawful { gives: Some(Value::mate_in(1)), ..Unlawful::default() }, 3);
}

#[test]
#[should_panic(expected = "is no value of a position")]
fn a_pruning_without_a_value_is_found() {
    prunes(&Unlawful { gives: Some(Value::INFINITE), ..Unlawful::default() }, 2);
}

/// How often a policy did not take one ply.
fn prices<D: DepthPolicy>(policy: &D, depth: u32) -> u64 {
    testing::assert_policy_laws(&FINE, policy, 2, 6, depth)
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
#[should_panic(expected = " plies, then 1.")]
fn a_policy_that_keeps_something_is_found() {
    prices(&costs(|policy, _| Depth::PLY + Depth::from_units(policy.asked.get())), 2);
}

#[test]
#[should_panic(expected = "the same search again differs: value ")]
fn a_policy_whose_nodes_lose_budget_at_random_is_found() {
    prices(&Unpayable { shortens: true, ..costs(|_, _| Depth::PLY) }, 3);
}

#[test]
#[should_panic(
    expected = " costs 8388607.98 plies, not within ±128.00: seed 2, position 0, depth 2: search of "
)]
fn a_cost_that_sums_cannot_bear_is_found() {
    prices(&costs(|_, _| Depth::NEVER), 2);
}

#[test]
#[should_panic(expected = " costs 1.00 plies, in a re-search 2.00: ")]
fn a_re_search_that_costs_more_is_found() {
    prices(&Unpayable { more_again: Depth::PLY, ..costs(|_, _| Depth::PLY) }, 2);
}

#[test]
#[should_panic(expected = "paths do not end: one is 128 plies long: ")]
fn a_policy_whose_paths_do_not_end_is_found() {
    prices(&costs(|_, _| Depth::ZERO), 1);
}

/// A margin by a function of the budgets.
struct Margin<F>(F);

impl<F: Fn(Depth, Depth, Side) -> Value> MarginModel for Margin<F> {
    fn margin(&self, _: &Position, shallow: Depth, deep: Depth, side: Side) -> Value {
        (self.0)(shallow, deep, side)
    }
}

#[test]
#[should_panic(expected = "the margin is -1, not 0 to +")]
fn a_negative_margin_is_found() {
    let model = Margin(|shallow: Depth, deep: Depth, side| match side {
        Side::AboveBeta => Value::ZERO,
        Side::BelowAlpha => Value::from_cp((deep - shallow).units() - 1),
    });
    testing::assert_margin_laws(&model, 1, 1);
}

#[test]
#[should_panic(
    expected = "the margin is mate 1999, not 0 to +29999: seed 1, position 0, budgets of 0.00 and 0.00 plies, at least beta: "
)]
fn a_margin_beyond_every_value_is_found() {
    testing::assert_margin_laws(
        &Margin(|_: Depth, _: Depth, _: Side| Value::MAX_EVAL + Value::from_cp(2)),
        1,
        1,
    );
}

#[test]
#[should_panic(expected = ", then +")]
fn a_margin_that_changes_by_itself_is_found() {
    let asked = Cell::new(0);
    let model = Margin(|_: Depth, _: Depth, _| {
        asked.set(asked.get() + 1);
        Value::from_cp(asked.get())
    });
    testing::assert_margin_laws(&model, 1, 1);
}

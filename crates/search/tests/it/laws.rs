//! The checks of `testing` hold for the parts of this crate, and each of them fails for a part that breaks its law.

use core::cell::Cell;

use crate::common::FINE;
use komadai_core::{Move, Position, Value};
use komadai_search::pruning::{Adaptive, ByMoveNumber, ByStage, Counted, Cut, FixedMargin, LinearMargin};
use komadai_search::{
    Adjusted, BrotherBest, ByCategory, CaptureCut, ContextBest, CounterMove, Delta, Depth, DepthPolicy,
    ExchangePruning, ForwardPruning, Futility, History, HistoryPruning, LateMove, LateMovePruning,
    MarginModel, MateSearch, Node, NullMove, NullWindowPass, PlainDepth, ProbCut, Probe, QuietProbCut,
    Razoring, RealizationProbability, Side, Singular, testing,
};

#[test]
fn memories_keep_the_value() {
    testing::assert_value_stays(&FINE, (BrotherBest::<2>::default(), History::default()), 1, 12, 3);
    testing::assert_value_stays(&FINE, (ContextBest::default(), CounterMove::default()), 2, 12, 3);
}

/// How often a pruning acted in the check.
fn prunes<P: ForwardPruning>(pruning: &P, depth: u32) -> u64 {
    testing::assert_pruning_laws(&FINE, pruning, 1, 8, depth)
}

/// A value with one thing changed.
fn with<T: Default>(change: impl FnOnce(&mut T)) -> T {
    let mut value = T::default();
    change(&mut value);
    value
}

/// Prunings that use the static value, none of them there, and one that needs nothing. One type, which is compiled once.
type ByValue = (
    Option<NullMove>,
    Option<Futility>,
    Option<Razoring>,
    Option<CaptureCut>,
    Option<LateMovePruning>,
    Option<NullWindowPass>,
);

#[test]
fn prunings_that_use_the_static_value_keep_their_laws() {
    let acted = |set: fn(&mut ByValue), depth| prunes(&with(set), depth);
    assert_eq!(acted(|_| {}, 2), 0);
    assert!(acted(|all| all.0 = Some(NullMove::default()), 3) > 0);
    assert!(acted(|all| all.1 = Some(Futility::default()), 3) > 0);
    assert!(acted(|all| all.2 = Some(Razoring::default()), 3) > 0);
    assert!(
        acted(|all| all.3 = Some(CaptureCut { from_depth: Depth::plies(2), ..CaptureCut::default() }), 3) > 0
    );
    assert!(acted(|all| all.4 = Some(LateMovePruning::default()), 3) > 0);
    // It passes for memories and prunes nothing.
    assert_eq!(acted(|all| all.5 = Some(NullWindowPass::default()), 3), 0);
}

/// Prunings that do not say that they use it.
type BySearch = (
    Option<ProbCut>,
    Option<HistoryPruning>,
    Option<ExchangePruning>,
    Option<Delta>,
    Option<QuietProbCut>,
    Option<MateSearch>,
);

#[test]
fn prunings_that_do_not_use_the_static_value_keep_their_laws() {
    let acted = |set: fn(&mut BySearch), depth| prunes(&with(set), depth);
    let near = Cut { from: Depth::plies(2), below: Depth::plies(4), less: Depth::PLY };
    let probcut = ProbCut { cuts: vec![near], ..ProbCut::multi(FixedMargin::default()) };
    assert!(prunes(&with(|all: &mut BySearch| all.0 = Some(probcut)), 3) > 0);
    assert!(acted(|all| all.1 = Some(HistoryPruning::default()), 3) > 0);
    assert!(acted(|all| all.2 = Some(ExchangePruning::default()), 3) > 0);
    assert!(acted(|all| all.3 = Some(Delta::default()), 3) > 0);
    assert!(acted(|all| all.4 = Some(QuietProbCut::default()), 3) > 0);
    // There is no solver to ask.
    assert_eq!(acted(|all| all.5 = Some(MateSearch { from_depth: Depth::PLY, nodes: 10 }), 3), 0);
}

/// How often a policy did not take one ply.
fn prices<D: DepthPolicy>(policy: &D, depth: u32) -> u64 {
    testing::assert_policy_laws(&FINE, policy, 2, 6, depth)
}

#[test]
fn policies_keep_their_laws() {
    assert_eq!(prices(&PlainDepth::UNIFORM, 3), 0);
    assert!(prices(&PlainDepth::default(), 3) > 0);
    assert!(prices(&LateMove::<PlainDepth>::default(), 3) > 0);
    assert!(
        prices(&Singular { from_depth: Depth::plies(2), ..Singular::around(PlainDepth::default()) }, 3) > 0
    );
    assert!(prices(&RealizationProbability::tacos(), 3) > 0);
    assert!(prices(&RealizationProbability::new(ByCategory::coarse()), 3) > 0);
    let halved = Adjusted::around(PlainDepth::UNIFORM, |at: &Node<'_>, mv, _, cost| {
        if at.is_capture(mv) { cost - Depth::from_units(32) } else { cost }
    });
    assert!(prices(&halved, 3) > 0);
}

#[test]
fn margins_keep_their_laws() {
    let range = |(least, most): (Value, Value)| (least.cp(), most.cp());
    assert_eq!(range(testing::assert_margin_laws(&FixedMargin::default(), 1, 20)), (300, 300));
    assert_eq!(range(testing::assert_margin_laws(&LinearMargin::default(), 1, 20)), (100, 100 + 128 * 80));
    assert_eq!(range(testing::assert_margin_laws(&ByStage::default(), 1, 50)), (240, 600));
    assert_eq!(range(testing::assert_margin_laws(&Counted::default(), 1, 20)), (29_999, 29_999));
    for (least, most) in [
        testing::assert_margin_laws(&ByMoveNumber::default(), 1, 40),
        testing::assert_margin_laws(&Adaptive::default(), 1, 20),
    ] {
        assert!(Value::ZERO < least && least < most);
    }
}

/// A pruning that breaks a law.
#[derive(Default)]
struct Unlawful {
    skips: Option<fn(&Unlawful, &Node<'_>, usize) -> bool>,
    /// What is skipped by the method with a name, if it differs.
    skips_by: Option<fn(usize) -> bool>,
    gives: Option<Value>,
    asked: Cell<u32>,
}

impl ForwardPruning for Unlawful {
    fn prune<P: Probe>(&self, _: &mut P) -> Option<Value> {
        self.gives
    }

    fn skip(&self, at: &Node<'_>, _: Move, order: usize) -> bool {
        self.asked.set(self.asked.get() + 1);
        self.skips.is_some_and(|skips| skips(self, at, order))
    }

    fn skip_by(&self, at: &Node<'_>, mv: Move, order: usize) -> Option<&'static str> {
        self.skips_by.map_or_else(|| self.skip(at, mv, order), |skips| skips(order)).then_some("unlawful")
    }

    fn looks_back(&self) -> bool {
        false
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
#[should_panic(expected = "`looks_back` is false")]
fn a_pruning_that_looks_back_in_secret_is_found() {
    prunes(&skips(|_, at, order| order > 4 && at.tried.len() > 3), 2);
}

#[test]
#[should_panic(expected = "`USES_STATIC_VALUE` is false")]
fn a_pruning_that_uses_the_static_value_in_secret_is_found() {
    prunes(&skips(|_, at, _| at.static_value.is_some_and(|value| value < at.alpha)), 3);
}

#[test]
#[should_panic(expected = "is claimed, the full search finds")]
fn a_pruning_that_invents_mates_is_found() {
    // All answers to a check but one.
    prunes(&skips(|_, at, _| at.in_check), 3);
}

#[test]
#[should_panic(expected = "`prune_by` from `prune`")]
fn a_pruning_whose_method_with_a_name_disagrees_is_found() {
    prunes(&Unlawful { skips_by: Some(|order| order > 5), ..skips(|_, _, order| order > 3) }, 2);
}

#[test]
#[should_panic(expected = "is no value of a position")]
fn a_pruning_without_a_value_is_found() {
    prunes(&Unlawful { gives: Some(Value::INFINITE), ..Unlawful::default() }, 2);
}

/// A policy that breaks a law: by the cost of a move, or of a re-search.
struct Unpayable {
    cost: fn(&Unpayable, &Node<'_>) -> Depth,
    more_again: Depth,
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

    fn looks_back(&self) -> bool {
        false
    }
}

fn costs(cost: fn(&Unpayable, &Node<'_>) -> Depth) -> Unpayable {
    Unpayable { cost, more_again: Depth::ZERO, asked: Cell::new(0) }
}

#[test]
#[should_panic(expected = ", then 1.0")]
fn a_policy_that_keeps_something_is_found() {
    prices(&costs(|policy, _| Depth::PLY + Depth::from_units(policy.asked.get())), 2);
}

#[test]
#[should_panic(expected = "`looks_back` is false")]
fn a_policy_that_looks_back_in_secret_is_found() {
    prices(&costs(|_, at| Depth::from_units(64 + at.tried.len() as i32)), 3);
}

#[test]
#[should_panic(expected = "plies, more than")]
fn a_cost_that_sums_cannot_bear_is_found() {
    prices(&costs(|_, _| Depth::NEVER), 2);
}

#[test]
#[should_panic(expected = " costs 1.00, again 2.00")]
fn a_re_search_that_costs_more_is_found() {
    prices(&Unpayable { more_again: Depth::PLY, ..costs(|_, _| Depth::PLY) }, 2);
}

#[test]
#[should_panic(expected = "paths do not end")]
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
#[should_panic(expected = "the margin is ")]
fn a_negative_margin_is_found() {
    let model = Margin(|shallow: Depth, deep: Depth, side| match side {
        Side::AboveBeta => Value::ZERO,
        Side::BelowAlpha => Value::from_cp((deep - shallow).units() - 1),
    });
    testing::assert_margin_laws(&model, 1, 1);
}

#[test]
#[should_panic(expected = "then ")]
fn a_margin_that_changes_by_itself_is_found() {
    let asked = Cell::new(0);
    let model = Margin(|_: Depth, _: Depth, _| {
        asked.set(asked.get() + 1);
        Value::from_cp(asked.get())
    });
    testing::assert_margin_laws(&model, 1, 1);
}

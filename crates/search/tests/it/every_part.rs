//! The checks of `testing` accept every memory, pruning, depth policy and margin of this crate: some seeds each time, a thousand on demand.

use std::cell::RefCell;
use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::common::FINE;
use crate::common::memories::{memories, softmax};
use komadai_search::memory::{CheckBonus, Danger};
use komadai_search::policy::ByCategory;
use komadai_search::pruning::{ByMoveNumber, ByStage, Counted, Cut, FixedMargin, LinearMargin};
use komadai_search::{
    Adjusted, CaptureCut, ContinuationHistory, Delta, Depth, DepthPolicy, ExchangePruning, Futility, History,
    LateMove, LateMovePruning, MarginModel, MateSearch, MoveMemory, Node, NullMove, NullWindowPass,
    PlainDepth, ProbCut, QuietProbCut, Razoring, RealizationProbability, Singular, testing,
};

/// Runs a check with every seed and prints how many it refused; the part must have acted unless it never does anything.
fn accepted(seeds: RangeInclusive<u64>, name: &str, idle: bool, check: impl Fn(u64) -> u64) {
    let (mut refused, mut acted) = (Vec::new(), 0);
    for seed in seeds.clone() {
        match catch_unwind(AssertUnwindSafe(|| check(seed))) {
            Ok(count) => acted += count,
            Err(_) => refused.push(seed),
        }
    }
    println!("{name}: {} of {} seeds refused, acted {acted} times", refused.len(), seeds.count());
    assert!(refused.is_empty(), "{name}: refused with the seeds {refused:?}");
    assert_eq!(acted == 0, idle, "{name}");
}

/// A list of parts of one type with one `Option` set, so that the search with them is compiled once.
macro_rules! one_each {
    ($type:ty, $check:expr, $seeds:expr, { $($name:literal: $field:tt = $part:expr;)* }) => {
        $(accepted($seeds, $name, false, |seed| {
            let mut all = <$type>::default();
            all.$field = Some($part);
            $check(all, seed)
        });)*
    };
}

type Scorers = (Option<History>, Option<ContinuationHistory>, Option<Danger>, Option<CheckBonus>);

fn every_memory(seeds: RangeInclusive<u64>) {
    for (name, memory) in memories() {
        let memory = RefCell::new(memory);
        // The last one learns margins, and says nothing of moves.
        accepted(seeds.clone(), name, name == "counted", |seed| {
            let memory: &mut dyn MoveMemory = &mut **memory.borrow_mut();
            memory.forget();
            testing::assert_memory_laws(&FINE, memory, seed, 2, 3)
        });
    }
    // Those that score all moves of a node in a way of their own, which no object has.
    let scorers = |all: Scorers, seed| testing::assert_memory_laws(&FINE, all, seed, 2, 3);
    one_each!(Scorers, scorers, seeds.clone(), {
        "History": 0 = History::default();
        "ContinuationHistory": 1 = ContinuationHistory::default();
        "Danger": 2 = Danger::default();
        "CheckBonus": 3 = CheckBonus { score: 1_000 };
    });
}

type ByValue =
    (Option<NullMove>, Option<Futility>, Option<Razoring>, Option<CaptureCut>, Option<LateMovePruning>);
type BySearch =
    (Option<ProbCut>, Option<ExchangePruning>, Option<Delta>, Option<QuietProbCut>, Option<MateSearch>);

fn prunings(seeds: RangeInclusive<u64>) {
    let by_value = |all: ByValue, seed| testing::assert_pruning_laws(&FINE, &all, seed, 2, 3);
    one_each!(ByValue, by_value, seeds.clone(), {
        "NullMove": 0 = NullMove::default();
        "Futility": 1 = Futility::default();
        "Razoring": 2 = Razoring::default();
        "CaptureCut": 3 = CaptureCut { from_depth: Depth::plies(2), ..CaptureCut::default() };
        "LateMovePruning": 4 = LateMovePruning::default();
    });
    let near = Cut { from: Depth::plies(2), below: Depth::plies(4), less: Depth::PLY };
    let by_search = |all: BySearch, seed| testing::assert_pruning_laws(&FINE, &all, seed, 2, 3);
    one_each!(BySearch, by_search, seeds.clone(), {
        "ProbCut": 0 = ProbCut { cuts: vec![near], ..ProbCut::multi(FixedMargin::default()) };
        "ExchangePruning": 1 = ExchangePruning::default();
        "Delta": 2 = Delta::default();
        "QuietProbCut": 3 = QuietProbCut::default();
        "MateSearch": 4 = MateSearch { from_depth: Depth::PLY, nodes: 10 };
    });
    // It passes for memories and prunes nothing.
    let pass = |seed| testing::assert_pruning_laws(&FINE, &NullWindowPass::default(), seed, 2, 3);
    accepted(seeds, "NullWindowPass", true, pass);
}

fn policies(seeds: RangeInclusive<u64>) {
    fn accept(seeds: &RangeInclusive<u64>, name: &str, idle: bool, policy: &dyn DepthPolicy) {
        let check = |seed| testing::assert_policy_laws(&FINE, policy, seed, 4, 3);
        accepted(seeds.clone(), name, idle, check);
    }
    let seeds = &seeds;
    accept(seeds, "PlainDepth::UNIFORM", true, &PlainDepth::UNIFORM);
    accept(seeds, "PlainDepth", false, &PlainDepth::default());
    let deepening =
        PlainDepth { iid_from: Depth::plies(2), iir_from: Depth::plies(2), ..PlainDepth::default() };
    accept(seeds, "PlainDepth with internal deepening", false, &deepening);
    accept(seeds, "LateMove", false, &LateMove::<PlainDepth>::default());
    let singular = Singular { from_depth: Depth::plies(2), ..Singular::around(PlainDepth::default()) };
    accept(seeds, "Singular", false, &singular);
    accept(seeds, "LateMove around Singular", false, &LateMove::around(singular));
    accept(seeds, "RealizationProbability::tacos", false, &RealizationProbability::tacos());
    let coarse = RealizationProbability::new(ByCategory::coarse());
    accept(seeds, "RealizationProbability of coarse categories", false, &coarse);
    let softmax = RealizationProbability::new(softmax());
    accept(seeds, "RealizationProbability of Softmax", false, &softmax);
    let halved = Adjusted::around(PlainDepth::UNIFORM, |at: &Node<'_>, mv, _, cost| {
        if at.is_capture(mv) { cost - Depth::from_units(32) } else { cost }
    });
    accept(seeds, "Adjusted", false, &halved);
}

fn margins(seeds: RangeInclusive<u64>) {
    fn accept<M: MarginModel>(seeds: &RangeInclusive<u64>, name: &str, model: &M) {
        accepted(seeds.clone(), name, false, |seed| {
            let (_, most) = testing::assert_margin_laws(model, seed, 8);
            u64::from(most.cp() > 0)
        });
    }
    accept(&seeds, "FixedMargin", &FixedMargin::default());
    accept(&seeds, "LinearMargin", &LinearMargin::default());
    accept(&seeds, "ByMoveNumber", &ByMoveNumber::default());
    accept(&seeds, "ByStage", &ByStage::default());
    accept(&seeds, "Counted", &Counted::default());
}

/// Seeds that were refused once: the solver sees a mate in one above a leaf that takes the static value, mated or not.
#[test]
fn a_mate_above_a_leaf_that_is_not_searched_is_no_invention() {
    let pruning = MateSearch { from_depth: Depth::PLY, nodes: 10 };
    for seed in [597, 599] {
        assert!(testing::assert_pruning_laws(&FINE, &pruning, seed, 1, 3) > 0);
    }
}

#[test]
fn every_memory_is_accepted() {
    every_memory(1..=2);
}

#[test]
fn every_pruning_is_accepted() {
    prunings(1..=2);
}

#[test]
fn every_policy_is_accepted() {
    policies(1..=3);
}

#[test]
fn every_margin_is_accepted() {
    margins(1..=20);
}

#[test]
fn a_position_that_is_mate_in_one_is_no_path_without_end() {
    // Position 14: the search rightly stops at depth 1.
    assert!(testing::assert_policy_laws(&FINE, &LateMove::<PlainDepth>::default(), 1, 20, 3) > 0);
}

#[test]
fn a_large_tree_is_no_path_without_end() {
    // Moves of a quarter of a ply make a million nodes and more.
    let policy = RealizationProbability::new(ByCategory::coarse());
    assert!(testing::assert_policy_laws(&FINE, &policy, 368, 4, 3) > 0);
}

#[test]
#[ignore = "an hour together: cargo test --release -p komadai-search --test it every_part:: -- --ignored --nocapture"]
fn every_memory_is_accepted_with_a_thousand_seeds() {
    every_memory(1..=1_000);
}

#[test]
#[ignore = "an hour together: cargo test --release -p komadai-search --test it every_part:: -- --ignored --nocapture"]
fn every_pruning_is_accepted_with_a_thousand_seeds() {
    prunings(1..=1_000);
}

#[test]
#[ignore = "an hour together: cargo test --release -p komadai-search --test it every_part:: -- --ignored --nocapture"]
fn every_policy_and_margin_is_accepted_with_a_thousand_seeds() {
    margins(1..=1_000);
    policies(1..=1_000);
}

//! The checks of `testing` accept every memory, pruning, depth policy and margin of this crate: some seeds each time, a thousand on demand.

use std::cell::RefCell;
use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use crate::common::FINE;
use crate::common::memories::{extremes, memories, softmax};
use komadai_search::memory::{CheckBonus, Danger};
use komadai_search::policy::ByCategory;
use komadai_search::pruning::{ByMoveNumber, ByStage, Counted, Cut, FixedMargin, LinearMargin};
use komadai_search::{
    Adjusted, CaptureCut, ContinuationHistory, Delta, Depth, DepthPolicy, ExchangePruning, First,
    ForwardPruning, Futility, History, LateMove, LateMovePruning, MarginModel, MateSearch, MoveMemory, Node,
    NullMove, NullWindowPass, PlainDepth, ProbCut, QuietProbCut, Razoring, RealizationProbability, Singular,
    testing,
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

/// Memories that score all moves of a node in a way of their own, which no object has: one of them at a time, in one search.
type Scorers = (Option<History>, Option<ContinuationHistory>, Option<Danger>, Option<CheckBonus>);

fn every_memory(seeds: RangeInclusive<u64>) {
    for (name, memory) in memories().into_iter().chain(extremes()) {
        let memory = RefCell::new(memory);
        // One of them learns margins, and says nothing of moves.
        accepted(seeds.clone(), name, name == "counted", |seed| {
            // Before the move of the table, which is harder, and as it is.
            let check = |first: bool| {
                let memory: &mut dyn MoveMemory = &mut **memory.borrow_mut();
                let (front, back) = if first { (Some(First(memory)), None) } else { (None, Some(memory)) };
                testing::assert_memory_laws(&FINE, (front, back), seed, 2, 3)
            };
            check(true) + check(false)
        });
    }
    let scorers: [(&str, Scorers); 4] = [
        ("History", (Some(History::default()), None, None, None)),
        ("ContinuationHistory", (None, Some(ContinuationHistory::default()), None, None)),
        ("Danger", (None, None, Some(Danger::default()), None)),
        ("CheckBonus", (None, None, None, Some(CheckBonus { score: 1_000 }))),
    ];
    for (name, scorer) in scorers {
        let check = |seed| testing::assert_memory_laws(&FINE, scorer.clone(), seed, 2, 3);
        accepted(seeds.clone(), name, false, check);
    }
}

fn prunings(seeds: RangeInclusive<u64>) {
    let near = Cut { from: Depth::plies(2), below: Depth::plies(4), less: Depth::PLY };
    let prunings: [(&str, &dyn ForwardPruning); 11] = [
        ("NullMove", &NullMove::default()),
        ("Futility", &<Futility>::default()),
        ("Razoring", &Razoring::default()),
        ("CaptureCut", &CaptureCut { from_depth: Depth::plies(2), ..CaptureCut::default() }),
        ("LateMovePruning", &LateMovePruning::default()),
        ("ProbCut", &ProbCut { cuts: vec![near], ..ProbCut::multi(FixedMargin::default()) }),
        ("ExchangePruning", &ExchangePruning::default()),
        ("Delta", &Delta::default()),
        ("QuietProbCut", &<QuietProbCut>::default()),
        ("MateSearch", &MateSearch { from_depth: Depth::PLY, nodes: 10 }),
        // It passes for memories and prunes nothing.
        ("NullWindowPass", &NullWindowPass::default()),
    ];
    for (name, pruning) in prunings {
        let check = |seed| testing::assert_pruning_laws(&FINE, pruning, seed, 2, 3);
        accepted(seeds.clone(), name, name == "NullWindowPass", check);
    }
}

fn policies(seeds: RangeInclusive<u64>) {
    let deepening =
        PlainDepth { iid_from: Depth::plies(2), iir_from: Depth::plies(2), ..PlainDepth::default() };
    let singular = Singular { from_depth: Depth::plies(2), ..Singular::around(PlainDepth::default()) };
    let halved = Adjusted::around(PlainDepth::UNIFORM, |at: &Node<'_>, mv, _, cost| {
        if at.is_capture(mv) { cost - Depth::from_units(32) } else { cost }
    });
    let policies: [(&str, &dyn DepthPolicy); 10] = [
        ("PlainDepth::UNIFORM", &PlainDepth::UNIFORM),
        ("PlainDepth", &PlainDepth::default()),
        ("PlainDepth with internal deepening", &deepening),
        ("LateMove", &LateMove::<PlainDepth>::default()),
        ("Singular", &singular),
        ("LateMove around Singular", &LateMove::around(singular)),
        ("RealizationProbability::tacos", &RealizationProbability::tacos()),
        ("RealizationProbability, coarse", &RealizationProbability::new(ByCategory::coarse())),
        ("RealizationProbability of Softmax", &RealizationProbability::new(softmax())),
        ("Adjusted", &halved),
    ];
    for (name, policy) in policies {
        let check = |seed| testing::assert_policy_laws(&FINE, policy, seed, 4, 3);
        accepted(seeds.clone(), name, name == "PlainDepth::UNIFORM", check);
    }
}

/// Margins, and the range that the positions of a hundred seeds show.
fn margins(seeds: RangeInclusive<u64>) {
    let margins: [(&str, &dyn MarginModel, i32, i32); 5] = [
        ("FixedMargin", &FixedMargin::default(), 300, 300),
        ("LinearMargin", &LinearMargin::default(), 100, 100 + 128 * 80),
        ("ByMoveNumber", &ByMoveNumber::default(), 200, 708),
        ("ByStage", &ByStage::default(), 240, 600),
        ("Counted", &Counted::default(), 29_999, 29_999),
    ];
    for (name, model, least, most) in margins {
        accepted(seeds.clone(), name, false, |seed| {
            let (from, to) = testing::assert_margin_laws(&model, seed, 8);
            assert!(least <= from.cp() && to.cp() <= most, "{from} to {to}");
            u64::from(to.cp() == most)
        });
    }
}

/// So many seeds for memories, prunings, policies and margins, each kind on a thread of its own.
fn every_part(seeds: [u64; 4]) {
    let kinds: [fn(RangeInclusive<u64>); 4] = [every_memory, prunings, policies, margins];
    thread::scope(|scope| {
        for (kind, seeds) in kinds.into_iter().zip(seeds) {
            scope.spawn(move || kind(1..=seeds));
        }
    });
}

#[test]
fn every_part_is_accepted() {
    every_part([2, 2, 3, 20]);
}

#[test]
#[ignore = "an hour: cargo test --release -p komadai-search --test it every_part:: -- --ignored --nocapture"]
fn every_part_is_accepted_with_a_thousand_seeds() {
    every_part([1_000; 4]);
}

#[test]
fn what_was_refused_once_is_accepted() {
    // The solver sees a mate in one above a leaf that takes the static value, mated or not.
    let pruning = MateSearch { from_depth: Depth::PLY, nodes: 10 };
    for seed in [597, 599] {
        assert!(testing::assert_pruning_laws(&FINE, &pruning, seed, 1, 3) > 0);
    }
    // No path without end: position 14 is a mate in one, at which the search rightly stops; and moves of a quarter of a ply make a
    // tree of a million nodes and more.
    assert!(testing::assert_policy_laws(&FINE, &LateMove::<PlainDepth>::default(), 1, 20, 3) > 0);
    let cheap = RealizationProbability::new(ByCategory::coarse());
    assert!(testing::assert_policy_laws(&FINE, &cheap, 368, 4, 3) > 0);
}

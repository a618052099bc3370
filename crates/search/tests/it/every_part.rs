//! The checks of `testing` accept every memory, pruning, depth policy and margin of this crate: some seeds each time, a thousand on demand.

use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use crate::common::memories::{extremes, memories, softmax};
use crate::common::{FINE, POSITIONS, position};
use komadai_core::rng::SplitMix64;
use komadai_core::{Position, Value};
use komadai_search::memory::{CORRECTION_LIMIT, GAIN_LIMIT, SCORE_LIMIT};
use komadai_search::policy::ByCategory;
use komadai_search::pruning::{ByMoveNumber, ByStage, Counted, Cut, FixedMargin, LinearMargin};
use komadai_search::{
    Adjusted, Bound, CaptureCut, Delta, Depth, DepthPolicy, ExchangePruning, ForwardPruning, Futility,
    LateMove, LateMovePruning, MarginModel, MateSearch, MoveMemory, Node, NullMove, NullWindowPass, Outcome,
    PlainDepth, ProbCut, QuietProbCut, Razoring, RealizationProbability, Singular, Step, testing,
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

fn every_memory(seeds: RangeInclusive<u64>) {
    for (name, memory) in memories().into_iter().chain(extremes()) {
        // One of them learns margins and scores no moves.
        accepted(seeds.clone(), name, name == "counted", |seed| memory.assert_laws(seed, 4));
    }
}

/// Records random outcomes of random nodes along a random game, with large budgets and values of any size, which short
/// searches do not have.
fn record(memory: &mut dyn MoveMemory, name: &str, rng: &mut SplitMix64, mut pos: Position) {
    let mut path = Vec::new();
    for _ in 0..40 {
        let moves = pos.legal_moves().to_vec();
        if moves.is_empty() {
            break;
        }
        let any = |rng: &mut SplitMix64| moves[rng.below(moves.len() as u64) as usize];
        let value = |rng: &mut SplitMix64| Value::from_cp(rng.below(60_000) as i32 - 30_000);
        let tried = [(); 4].map(|()| any(rng));
        for _ in 0..60 {
            let depth = Depth::plies(rng.below(64) as i32);
            let static_value = Some(value(rng)).filter(|_| !pos.in_check());
            let at = Node { path: &path, depth, static_value, tried: &tried, ..Node::new(&pos) };
            let bound = [Bound::Lower, Bound::Exact, Bound::Upper][rng.below(3) as usize];
            memory.record(&at, &Outcome { best: tried[3], value: value(rng), bound });
        }
        let at = Node { path: &path, ..Node::new(&pos) };
        for &mv in &moves {
            let score = memory.score(&at, mv);
            assert!((-SCORE_LIMIT..=SCORE_LIMIT).contains(&score), "{name}: {mv} scores {score}");
            let gain = memory.gain(&at, mv);
            assert!((-GAIN_LIMIT..=GAIN_LIMIT).contains(&gain), "{name}: {mv} gains {gain}");
        }
        if !pos.in_check() {
            let by = memory.correct(&at);
            assert!((-CORRECTION_LIMIT..=CORRECTION_LIMIT).contains(&by), "{name}: correction {by}");
        }
        let mv = any(rng);
        path.push(Step { mv: Some(mv), piece: pos.placed_by(mv), captured: pos.piece_at(mv.to()) });
        pos.do_move(mv);
    }
}

#[test]
fn memories_stay_in_range_whatever_they_are_taught() {
    let mut rng = SplitMix64::new(7);
    for (name, mut memory) in extremes() {
        for (_, sfen) in POSITIONS {
            record(&mut *memory, name, &mut rng, position(sfen));
        }
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
        ("RealizationProbability, coarse", &RealizationProbability::around(ByCategory::coarse())),
        ("RealizationProbability of Softmax", &RealizationProbability::around(softmax())),
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
    every_part([1, 2, 3, 20]);
}

#[test]
#[ignore = "an hour: cargo test --release -p komadai-search --test it every_part:: -- --ignored --nocapture"]
fn every_part_is_accepted_with_a_thousand_seeds() {
    every_part([1_000; 4]);
}

#[test]
fn a_mate_above_a_leaf_that_is_not_searched_is_no_invention() {
    // Seeds that were refused once: the solver sees a mate in one above a leaf that takes the static value, mated or not.
    let pruning = MateSearch { from_depth: Depth::PLY, nodes: 10 };
    for seed in [597, 599] {
        assert!(testing::assert_pruning_laws(&FINE, &pruning, seed, 1, 3) > 0);
    }
}

#[test]
fn a_position_that_is_mate_in_one_is_no_path_without_end() {
    // Position 14: the search rightly stops at depth 1.
    assert!(testing::assert_policy_laws(&FINE, &LateMove::<PlainDepth>::default(), 1, 20, 3) > 0);
}

#[test]
fn a_large_tree_is_no_path_without_end() {
    // Moves of a quarter of a ply make a million nodes and more.
    let policy = RealizationProbability::around(ByCategory::coarse());
    assert!(testing::assert_policy_laws(&FINE, &policy, 368, 4, 3) > 0);
}

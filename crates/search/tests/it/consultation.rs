//! Solo consultation, tested: every element sees exactly what it would see alone.

use crate::behaviour::MATES;
use crate::common::plain::Plain;
use crate::common::{COARSE, FINE, Material, Memory, POSITIONS, cases, position};
use komadai_core::{Position, Tracked, Value};
use komadai_search::{
    BrotherBest, Consultation, Consulted, Depth, Engine, History, Leaf, Limits, Noise, Noisy, PlainDepth,
    Quiescence, SearchParts, Searcher, Vote,
};

const NOISE: Noise = Noise { sigma: Value::from_cp(80), seed: 2012 };
/// Short enough for quiescence without a cut.
const SHORT: Quiescence = Quiescence { max_plies: 3, evasion_plies: 1, ..Quiescence::PLAIN };

/// The values of a position for each element by the minimax of paper 002, without a cut: values are vectors, noise is
/// added to quiescence. `None` if that takes too long.
fn minimax(pos: &Position, depth: u32, eval: Material, leaf: Leaf) -> Option<[Value; 16]> {
    let (quiescence, budget) = match leaf {
        Leaf::Static => (None, u64::MAX),
        Leaf::Quiescence(rules) => (Some(rules), 100_000),
    };
    let mut plain = Plain { quiescence, budget, ..Plain::new(eval) };
    let heard = |value: Value, key| {
        let noisy = |i| Value::from_cp((value + NOISE.of(i, key)).cp());
        core::array::from_fn(|i| if value.is_mate() { value } else { noisy(i) })
    };
    let values = plain.values(&mut Tracked::new(pos.clone()), depth as i32, 0, &heard);
    (plain.budget > 0).then_some(values)
}

fn memory() -> (BrotherBest, History) {
    (BrotherBest::default(), History::default())
}

fn plain(eval: Material, leaf: Leaf) -> Searcher<SearchParts<Material, PlainDepth, (), Memory>> {
    Searcher::new(eval).leaf(leaf).depth_policy(PlainDepth::UNIFORM).memory(None)
}

fn consultation<const N: usize>(eval: Material, leaf: Leaf) -> Consultation<Material, N, Memory> {
    Consultation::of(plain(eval, leaf)).noise(NOISE)
}

/// Eight engines with the leaves and the check extension of a new searcher.
fn of_default(eval: Material) -> Consultation<Material, 8, Memory> {
    Consultation::of(Searcher::new(eval).memory(None))
}

fn values(heard: &Consulted) -> Vec<Value> {
    heard.votes.iter().map(|vote| vote.value).collect()
}

/// Compares vector alpha-beta by every sound recipe with the first lanes of vector minimax.
fn assert_recipes<const N: usize>(pos: &Position, depth: u32, leaf: Leaf, want: [Value; 16]) {
    let plain = || consultation::<N>(FINE, leaf);
    let with_memory = |exact| {
        let one = self::plain(FINE, leaf).memory(Some(memory())).exact_depth(exact);
        Consultation::<_, N, _>::of(one).noise(NOISE)
    };
    let limits = Limits::depth(depth);
    let all = [
        plain().search(pos, &limits),
        with_memory(false).search(pos, &limits),
        with_memory(true).table(1).expect("a megabyte is there").search(pos, &limits),
    ];
    for (recipe, heard) in all.iter().enumerate() {
        if heard.votes.is_empty() {
            assert!(pos.legal_moves().is_empty(), "{pos}");
            continue;
        }
        assert_eq!(values(heard), want[..N], "N = {N}, recipe {recipe}, depth {depth}: {pos}");
        // Fewer iterations only if every element sees a mate that no deeper search could change.
        assert!(heard.report.depth == depth || values(heard).iter().all(|value| value.is_mate()), "{pos}");
    }
}

fn compare_with_minimax(leaves: u64, leaf: Leaf) {
    let mut compared = 0;
    for (pos, depth) in cases(leaves, 5, 12) {
        let Some(want) = minimax(&pos, depth, FINE, leaf) else { continue };
        compared += 1;
        assert_recipes::<1>(&pos, depth, leaf, want);
        assert_recipes::<8>(&pos, depth, leaf, want);
        assert_recipes::<16>(&pos, depth, leaf, want);
    }
    assert!(compared >= 20, "only {compared} cases were within reach of minimax");
}

#[test]
fn vector_alpha_beta_has_the_values_of_vector_minimax() {
    compare_with_minimax(300, Leaf::Quiescence(SHORT));
    compare_with_minimax(3_000, Leaf::Static);
}

/// Compares every element with its engine, which searches alone: values at the root, and of the move voted for.
fn compare_with_single_engines<const N: usize>(cases: &[(Position, u32)], deepest: u32) {
    for (pos, depth) in cases {
        for depth in 1..=(*depth).min(deepest) {
            let limits = Limits::depth(depth);
            let leaf = Leaf::Quiescence(Quiescence::PLAIN);
            let together = consultation::<N>(FINE, leaf).search(pos, &limits);
            for (i, vote) in together.votes.iter().enumerate() {
                let alone = || consultation::<1>(FINE, leaf).first_element(i);
                assert_eq!(alone().search(pos, &limits).votes[0].value, vote.value, "element {i}: {pos}");
                // The position after the move, searched by itself, confirms the vote. In three plies nothing repeats.
                if (2..=3).contains(&depth) && !vote.value.is_mate() {
                    let mut reply = alone();
                    let reply = reply.search(&pos.after([vote.mv]), &Limits::depth(depth - 1));
                    if reply.report.depth == depth - 1 {
                        assert_eq!(-reply.votes[0].value, vote.value, "element {i} with {}: {pos}", vote.mv);
                    }
                }
            }
        }
    }
}

#[test]
fn every_element_sees_what_it_sees_alone() {
    let cases = cases(1_000, 5, 12);
    compare_with_single_engines::<8>(&cases, 4);
    compare_with_single_engines::<16>(&cases, 2);
}

#[test]
#[ignore = "half an hour: cargo test --release -p komadai-search --test it consultation -- --ignored"]
fn every_element_sees_what_it_sees_alone_to_depth_four_everywhere() {
    let cases: Vec<(Position, u32)> = cases(1, 5, 12).into_iter().map(|(pos, _)| (pos, 4)).collect();
    compare_with_single_engines::<8>(&cases, 4);
    compare_with_single_engines::<16>(&cases, 3);
    compare_with_minimax(300_000, Leaf::Static);
}

#[test]
fn with_evaluated_leaves_an_element_is_a_searcher_with_a_noisy_evaluation() {
    for (pos, depth) in cases(10_000, 5, 12) {
        let limits = Limits::depth(depth);
        let together = consultation::<8>(FINE, Leaf::Static).search(&pos, &limits);
        for (element, vote) in together.votes.iter().enumerate() {
            let alone = Searcher::new(Noisy { eval: FINE, noise: NOISE, element });
            let mut alone = alone.depth_policy(PlainDepth::UNIFORM).leaf(Leaf::Static);
            assert_eq!(
                alone.search(&pos, &limits).value,
                vote.value,
                "element {element}, depth {depth}: {pos}"
            );
        }
    }
}

#[test]
fn without_noise_all_elements_are_the_ordinary_searcher() {
    let still = Noise { sigma: Value::ZERO, ..NOISE };
    for (pos, depth) in cases(3_000, 5, 12) {
        let limits = Limits::depth(depth);
        let heard = of_default(COARSE).noise(still).search(&pos, &limits);
        let report = Searcher::new(COARSE)
            .depth_policy(PlainDepth { iid_from: Depth::NEVER, ..PlainDepth::default() })
            .search(&pos, &limits);
        if let Some(best) = report.best {
            assert_eq!((heard.report.best, heard.report.depth), (Some(best), report.depth), "{pos}");
            assert!(heard.votes.iter().all(|vote| *vote == Vote { mv: best, value: report.value }), "{pos}");
        } else {
            assert_eq!((heard.report.best, heard.votes.len()), (None, 0), "{pos}");
        }
        // The same moves in the same order, and with null windows the same nodes.
        assert_eq!(heard.report.nodes, report.nodes, "{pos}");
        assert_eq!(heard.sharing.split, 0, "{pos}");
    }
}

#[test]
fn mates_carry_no_noise() {
    let loud = Noise { sigma: Value::from_cp(3_000), seed: 1 };
    for (sfen, distance) in MATES {
        let heard = of_default(FINE).noise(loud).search(&position(sfen), &Limits::depth(3));
        let mates = |vote: &Vote| vote.value.mate_distance() == Some(distance);
        assert!(heard.votes.iter().all(mates), "{sfen}: {heard:?}");
    }
    // Nor does noise make one where there is none.
    let loudest = Noise { sigma: Value::from_cp(29_999), seed: 1 };
    let heard = of_default(FINE).noise(loudest).search(&Position::startpos(), &Limits::depth(2));
    assert!(heard.votes.iter().all(|vote| !vote.value.is_mate()), "{heard:?}");
}

#[test]
fn the_same_search_visits_the_same_nodes_and_noise_splits_opinions() {
    let pos = position(POSITIONS[1].1);
    let searcher = Searcher::new(FINE).memory(Some(memory()));
    let mut engine = Consultation::<_, 8, _>::of(searcher).noise(NOISE).table(1).unwrap();
    let one = engine.search(&pos, &Limits::depth(3));
    engine.clear();
    let other = engine.search(&pos, &Limits::depth(3));
    assert_eq!(
        (one.report.nodes, &one.votes, one.sharing),
        (other.report.nodes, &other.votes, other.sharing)
    );
    assert!(one.votes.iter().any(|vote| vote.value != one.votes[0].value));
    let sharing = one.sharing;
    assert!(sharing.split > 0 && sharing.cut > 0 && sharing.waiting > 0, "{sharing:?}");
    assert!(sharing.split + sharing.cut <= sharing.inner && sharing.waiting < sharing.moves, "{sharing:?}");
}

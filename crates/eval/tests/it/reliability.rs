//! Reliability: features against plain counting, and the answers of a model.

mod files;
mod naive;
mod tail;

use std::collections::{BTreeMap, BTreeSet};

use crate::positions::{self, positions};
use komadai_core::{Color, Position, Value};
use komadai_eval::reliability::{
    AfterSearch, Expected, Link, ReliabilityModel, SearchFacts, Sides, SpreadFeatures, SpreadWeights, Tail,
};
use komadai_eval::{FeatureId, FeatureSet, PieceProgress};

/// Features that hold, with their values in 127ths.
fn features(set: &impl FeatureSet, pos: &Position) -> BTreeMap<FeatureId, i32> {
    let mut found = BTreeMap::new();
    for (id, value) in positions::features(set)(pos) {
        *found.entry(id).or_default() += (127.0 * value).round() as i32;
    }
    found
}

#[test]
fn numbers_of_features_are_those_of_the_docs() {
    let lengths = SpreadFeatures::ALL.map(|set| set.len());
    assert_eq!(lengths, [1, 1, 2, 329, 1_131]);
    for (first, words) in [
        (0, "always"),
        (1, "own pawn on rank 1"),
        (253, "own hand: 1 pawn"),
        (328, "other's hand: 4 golds"),
        (329, "own pawn on file 1"),
        (580, "other's dragon on file 9"),
        (581, "own pawn is pinned"),
        (609, "own pawn pins"),
        (637, "own king, front left: own pawn"),
        (1_116, "other's king, back right: off the board"),
        (1_117, "squares around own king with balance of attacks -3 or less"),
        (1_130, "squares around other's king with balance of attacks +3 or more"),
    ] {
        assert_eq!(SpreadFeatures::All.describe(first), words);
    }
}

#[test]
fn every_feature_has_words_of_its_own() {
    for set in SpreadFeatures::ALL {
        let words: BTreeSet<String> = (0..set.len()).map(|id| set.describe(id as FeatureId)).collect();
        assert_eq!(words.len(), set.len(), "{set}");
        assert!(!words.contains("no feature"));
        for beyond in [set.len() as FeatureId, FeatureId::MAX] {
            assert_eq!(set.describe(beyond), "no feature", "{set}");
        }
        assert_eq!(set.to_string().parse(), Ok(set));
    }
    let error = "pairs".parse::<SpreadFeatures>().unwrap_err();
    assert!(error.to_string().contains("\"pairs\""), "{error}");
}

#[test]
fn features_are_those_of_a_plain_counting() {
    let (mut pins, mut crowded, mut without_king) = (0, 0, 0);
    for pos in positions(600) {
        let found = features(&SpreadFeatures::All, &pos).into_iter();
        let found: BTreeMap<_, _> =
            found.map(|(id, value)| (SpreadFeatures::All.describe(id), value / 127)).collect();
        let expected = naive::features(&pos);
        assert_eq!(found, expected, "{pos}");
        pins += found.keys().filter(|words| words.ends_with("is pinned")).count();
        crowded += found.keys().filter(|words| words.ends_with("+3 or more")).count();
        without_king += usize::from(Color::ALL.iter().any(|&color| pos.king(color).is_none()));
    }
    // The cases to test do occur in the positions.
    assert!(pins > 30 && crowded > 100 && without_king > 20, "{pins} {crowded} {without_king}");
}

#[test]
fn smaller_sets_are_the_first_of_larger_ones() {
    for pos in positions(100) {
        let all = features(&SpreadFeatures::All, &pos);
        let parts: BTreeMap<_, _> = all.into_iter().filter(|&(id, _)| id < 329).collect();
        assert_eq!(features(&SpreadFeatures::ProgressParts, &pos), parts, "{pos}");
        let progress = i32::from(PieceProgress::default().of(&pos));
        assert_eq!(
            features(&SpreadFeatures::Progress, &pos),
            BTreeMap::from([(0, 127), (1, progress)]),
            "{pos}"
        );
        assert_eq!(features(&SpreadFeatures::Constant, &pos), BTreeMap::from([(0, 127)]), "{pos}");
    }
}

fn pair(shallow: f32, deep: f32, tail: Tail, weights: &[f32]) -> SpreadWeights {
    SpreadWeights::new(shallow, deep, tail, weights.to_vec())
}

fn model(link: Link, pairs: Vec<SpreadWeights>) -> ReliabilityModel {
    ReliabilityModel { features: SpreadFeatures::Constant, link, pairs }
}

fn near(found: f32, expected: f32) -> bool {
    (found - expected).abs() < 1e-3
}

#[test]
fn the_pair_of_the_nearest_gap_answers_then_that_of_the_nearest_depth() {
    let pairs =
        [(1, 3, 10.0), (2, 4, 20.0), (4, 6, 30.0), (2, 6, 40.0), (4, 7, 50.0), (4, 8, 60.0), (6, 8, 70.0)];
    let pairs = pairs
        .map(|(shallow, deep, spread)| pair(shallow as f32, deep as f32, Tail::Normal, &[10.0 * spread]));
    let (model, pos) = (model(Link::Linear, pairs.to_vec()), Position::startpos());
    let wide = |gap: f32| 600.0 * (gap / 4.0).sqrt();
    for (shallow, deep, spread) in [
        (4.0, 8.0, 600.0),
        // ProbCut asks for a gap of 4 at every budget: the pair of 6 and 8 is not used.
        (5.5, 9.5, 600.0),
        (6.0, 10.0, 600.0),
        (8.0, 12.0, 600.0),
        (20.0, 24.0, 600.0),
        (2.0, 6.0, 400.0),
        (1.0, 5.0, 400.0),
        (6.0, 8.0, 700.0),
        (9.0, 11.0, 700.0),
        (3.0, 6.0, 500.0),
        // Between two gaps: the wider one, unchanged.
        (4.0, 6.5, 500.0),
        // Narrower than all of them: the narrowest, unchanged.
        (0.0, 0.0, 100.0),
        (0.0, 1.0, 100.0),
        // Wider than all of them: as in a random walk.
        (6.0, 12.0, wide(6.0)),
        (4.0, 20.0, wide(16.0)),
        (4.0, 8.4, wide(4.4)),
    ] {
        let found = model.spread(&pos, shallow, deep);
        assert!(near(found, spread), "{shallow} {deep}: {found}, not {spread}");
    }
    assert!(near(model.spread(&pos, f32::NAN, 6.0), 100.0));
    // The wider the gap, the wider the spread, wherever the depths lie.
    for shallow in 0..20 {
        let beyond = (5..40).map(|gap| model.spread(&pos, shallow as f32, (shallow + gap) as f32));
        assert!(beyond.is_sorted_by(|narrow, wide| narrow < wide), "{shallow}");
    }
}

#[test]
fn sides_move_the_centre_and_widen_each_half_for_itself() {
    let pos = Position::startpos();
    for tail in [Tail::Normal, Tail::StudentT { freedom: 2.5 }] {
        let sides = Sides { centre: -0.25, below: 1.5, above: 0.5 };
        let pair = SpreadWeights { sides, ..pair(4.0, 8.0, tail, &[200.0]) };
        let model = model(Link::Linear, vec![pair]);
        let expected = model.expected(&pos, 4.0, 8.0).unwrap();
        assert_eq!(expected, Expected { centre: -50.0, below: 300.0, above: 100.0, tail });
        assert!((expected.at_most(-50.0) - 0.5).abs() < 1e-12);
        assert!(near(model.spread(&pos, 4.0, 8.0), 200.0 * tail.width() as f32));
        // Equally many lie beyond the lower and beyond the upper end, as many as the tail says.
        for spreads in [0.5, 1.0, 3.0, 9.6] {
            let (low, high) = expected.ends(spreads);
            let (below, above) = (expected.at_most(low), 1.0 - expected.at_most(high));
            assert!((below - above).abs() < 1e-9 && (below - tail.beyond(spreads)).abs() < 1e-9, "{tail:?}");
        }
        // The density is the slope of the distribution, on both sides.
        for difference in [-700.0, -90.0, -20.0, 300.0] {
            let slope = (expected.at_most(difference + 0.01) - expected.at_most(difference - 0.01)) / 0.02;
            assert!((expected.log_density(difference).exp() / slope - 1.0).abs() < 1e-4, "{difference}");
        }
        // The chance of a value above a bar is that of a difference above it.
        let chance = model.chance_above(&pos, 4.0, 8.0, Value::from_cp(40), Value::from_cp(-160));
        assert!((chance - (1.0 - expected.at_most(-200.0))).abs() < 1e-9);
        let even = model.chance_above(&pos, 4.0, 8.0, Value::from_cp(50), Value::ZERO);
        assert!((even - 0.5).abs() < 1e-12);
        let sure = model.chance_above(&pos, 4.0, 8.0, Value::mate_in(3), Value::mated_in(4));
        assert!((0.99..=1.0).contains(&sure));
        // With a wider gap everything grows.
        let wide = model.expected(&pos, 4.0, 20.0).unwrap();
        assert_eq!((wide.centre, wide.below, wide.above), (-100.0, 600.0, 200.0));
    }
}

/// The features of each group add up to 1, whatever the numbers.
#[test]
fn every_group_of_facts_adds_up_to_one() {
    let numbers = [i32::MIN, -32_000, -3_000, -61, -1, 0, 1, 29, 30, 1_499, 9_999, i32::MAX];
    let growths = [0.0, 1.0, 1.1, 1.2, 2.0, 2.9, 5.0, 9.9, 10.0, 1e9, f64::INFINITY, f64::NAN];
    for (value, growth) in numbers.into_iter().zip(growths) {
        for scale in [0.0, 25.0, 30.0, 49.9, 200.0, 1e9] {
            let facts = SearchFacts { value, change: Some(value), same_best: true, growth: Some(growth) };
            let mut sums = BTreeMap::new();
            facts.visit(scale, |feature, share| {
                assert!((0.0..=1.0).contains(&share) && (feature as usize) < SearchFacts::FEATURES);
                let words = SearchFacts::describe(feature);
                *sums.entry(words.split(" about").next().unwrap().to_owned()).or_insert(0.0) += share;
            });
            let groups = ["nodes", "scale", "value", "value changed by"];
            assert!(
                sums.keys().eq(groups) && sums.values().all(|sum| (sum - 1.0_f32).abs() < 1e-6),
                "{sums:?}"
            );
        }
    }
}

#[test]
fn what_a_search_found_moves_the_centre_and_scales_the_spread() {
    let pos = Position::startpos();
    let facts = SearchFacts { value: 100, change: None, same_best: false, growth: None };
    let mut by = pair(1.0, 2.0, Tail::Normal, &[160.0]);
    // Without corrections the position alone decides.
    let plain = model(Link::Linear, vec![by.clone()]).after_search(&pos, 1.0, 2.0, &facts).unwrap();
    assert_eq!(plain, Expected::symmetric(0.0, 160.0, Tail::Normal));
    let weights = |named: &[(&str, f32)]| -> Vec<f32> {
        let weight = |feature| {
            let name = SearchFacts::describe(feature);
            named.iter().find(|(wanted, _)| *wanted == name).map_or(0.0, |&(_, weight)| weight)
        };
        (0..SearchFacts::FEATURES as u32).map(weight).collect()
    };
    // The facts of the search replace the sides of the position.
    by.sides = Sides { centre: 1.0, below: 2.0, above: 3.0 };
    by.after_search = Some(AfterSearch {
        tail: Tail::StudentT { freedom: 3.0 },
        factors: weights(&[("scale about 160", 0.5), ("another best move", -0.25), ("value about 200", 9.0)]),
        centres: weights(&[("value about 100", -30.0), ("another best move", 5.0)]),
    });
    let by = model(Link::Linear, vec![by]);
    let found = by.after_search(&pos, 1.0, 2.0, &facts).unwrap();
    assert!((found.above - 160.0 * 0.25_f64.exp()).abs() < 1e-9 && (found.centre + 25.0).abs() < 1e-9);
    assert!((found.below - found.above).abs() < 1e-12);
    // Depths further apart widen it, and move its centre further.
    let wide = by.after_search(&pos, 1.0, 10.0, &facts).unwrap();
    assert!((wide.above / found.above - 3.0).abs() < 1e-9 && (wide.centre / found.centre - 3.0).abs() < 1e-9);
    assert_eq!(found.tail, Tail::StudentT { freedom: 3.0 });
    assert_eq!(model(Link::Linear, Vec::new()).after_search(&pos, 1.0, 2.0, &facts), None);
}

#[test]
fn incomplete_models_answer_without_a_panic() {
    let pos = Position::startpos();
    let none = model(Link::Linear, Vec::new());
    assert!(none.spread(&pos, 1.0, 2.0).is_infinite());
    assert!((none.chance_above(&pos, 1.0, 2.0, Value::ZERO, Value::MATE) - 0.5).abs() < 1e-15);
    let mut short = model(Link::LogLinear, vec![pair(1.0, 2.0, Tail::Normal, &[3.0, 1.0])]);
    short.features = SpreadFeatures::All;
    // The constant and the first pawn rank, on which nothing stands.
    assert!(near(short.spread(&pos, 1.0, 2.0), 3.0_f32.exp()));
}

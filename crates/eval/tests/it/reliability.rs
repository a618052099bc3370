//! Reliability: features against a plain counting of them, and what a model says.

mod files;
mod naive;

use std::collections::{BTreeMap, BTreeSet};

use crate::positions::{positions, turned};
use komadai_core::{Color, Position, Value};
use komadai_eval::reliability::{
    AfterSearch, AllParts, AttackBalance, ConstantSpread, Describe, Expected, FLOOR, HandCounts,
    KingNeighbours, Link, PieceFiles, PieceRanks, Pins, ProgressParts, ProgressSpread, ReliabilityModel,
    SearchFacts, SpreadFeatures, SpreadWeights, Tail,
};
use komadai_eval::{FeatureId, FeatureSet, PieceProgress, Progress};

/// Features that hold, with their values in 127ths.
fn features(set: &impl FeatureSet, pos: &Position) -> BTreeMap<FeatureId, i32> {
    let mut found = BTreeMap::new();
    set.visit(pos, |id, value| {
        assert!((id as usize) < set.len(), "{id} of {}", set.len());
        *found.entry(id).or_default() += (127.0 * value).round() as i32;
    });
    found
}

#[test]
fn numbers_of_features_are_those_of_the_docs() {
    let lengths = SpreadFeatures::ALL.map(|set| set.len());
    assert_eq!(lengths, [1, 2, 329, 1_131]);
    assert_eq!(
        SpreadFeatures::ALL.map(SpreadFeatures::name),
        ["constant", "progress", "progress-parts", "all"]
    );
    assert_eq!((PieceRanks.len(), PieceFiles.len(), HandCounts.len()), (252, 252, 76));
    assert_eq!((Pins.len(), KingNeighbours.len(), AttackBalance.len()), (56, 480, 14));
    assert_eq!((ConstantSpread.len(), ProgressSpread.len()), (1, 2));
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
        assert_eq!(AllParts.describe(first), words);
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
        let mut found = BTreeMap::new();
        AllParts.visit(&pos, |id, value| *found.entry(AllParts.describe(id)).or_default() += value as i32);
        let expected = naive::features(&pos);
        assert_eq!(found, expected, "{pos}");
        pins += found.keys().filter(|words| words.ends_with("is pinned")).count();
        crowded += found.keys().filter(|words| words.ends_with("+3 or more")).count();
        without_king += usize::from(Color::ALL.iter().any(|&color| pos.king(color).is_none()));
    }
    // What the positions are to test does occur in them.
    assert!(pins > 30 && crowded > 100 && without_king > 20, "{pins} {crowded} {without_king}");
}

#[test]
fn features_are_the_same_for_both_players() {
    for pos in positions(200) {
        for set in SpreadFeatures::ALL {
            assert_eq!(features(&set, &pos), features(&set, &turned(&pos)), "{set} {pos}");
        }
    }
}

#[test]
fn smaller_sets_are_the_first_of_larger_ones() {
    let measure = PieceProgress::default();
    for pos in positions(100) {
        let all = features(&AllParts, &pos);
        let parts: BTreeMap<_, _> = all.into_iter().filter(|&(id, _)| id < 329).collect();
        assert_eq!(features(&ProgressParts, &pos), parts, "{pos}");
        let progress = i32::from(measure.progress(&measure.fresh(&pos), &pos));
        assert_eq!(features(&ProgressSpread, &pos), BTreeMap::from([(0, 127), (1, progress)]), "{pos}");
        assert_eq!(features(&ConstantSpread, &pos), BTreeMap::from([(0, 127)]), "{pos}");
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
fn nearest_pair_of_depths_answers() {
    let (a, b) = (pair(4.0, 8.0, Tail::Normal, &[100.0]), pair(2.0, 6.0, Tail::Normal, &[200.0]));
    let (model, pos) = (model(Link::Linear, vec![a, b]), Position::startpos());
    for (shallow, deep, spread) in
        [(4.0, 8.0, 100.0), (2.0, 6.0, 200.0), (1.0, 6.5, 200.0), (6.0, 20.0, 100.0), (3.0, 7.0, 100.0)]
    {
        assert!(near(model.spread(&pos, shallow, deep), spread), "{shallow} {deep}");
    }
    assert!(near(model.spread(&pos, f32::NAN, 6.0), 100.0));
}

#[test]
fn links_and_tails_make_the_spread() {
    let pos = Position::startpos();
    let spread =
        |link, tail, weight| model(link, vec![pair(1.0, 2.0, tail, &[weight])]).spread(&pos, 1.0, 2.0);
    let heavy = Tail::StudentT { freedom: 4.0 };
    assert!(near(spread(Link::Linear, Tail::Normal, 150.0), 150.0));
    assert!(near(spread(Link::Linear, heavy, 150.0), 150.0 * heavy.width() as f32));
    assert!(near(spread(Link::LogLinear, Tail::Normal, 5.0), 5.0_f32.exp()));
    let below = spread(Link::Linear, Tail::Normal, -300.0);
    assert!(near(below, FLOOR as f32 / 2.0), "{below}");
    // The interval of one standard deviation: arctangents for one degree of freedom, a root for two.
    for (freedom, want) in [(1.0, 1.8373), (2.0, 1.3213), (1e9, 1.0)] {
        let width = Tail::StudentT { freedom }.width();
        assert!((width / want - 1.0).abs() < 0.02 / freedom + 1e-6, "{freedom}: {width}");
    }
}

#[test]
fn chances_grow_with_the_value_and_are_even_at_the_bar() {
    let pos = Position::startpos();
    for tail in [Tail::Normal, Tail::StudentT { freedom: 3.5 }, Tail::StudentT { freedom: 5_000.0 }] {
        let model = model(Link::Linear, vec![pair(1.0, 2.0, tail, &[150.0])]);
        let bar = Value::from_cp(70);
        let chance = |cp| model.chance_above(&pos, 1.0, 2.0, Value::from_cp(cp), bar);
        assert!((chance(70) - 0.5).abs() < 1e-15);
        let mut last = 0.0;
        for cp in (-700..=700).step_by(20) {
            let now = chance(cp);
            assert!(now > last && now < 1.0, "{tail:?} {cp}");
            assert!((now + chance(140 - cp) - 1.0).abs() < 1e-9, "{tail:?} {cp}");
            last = now;
        }
        let sure = model.chance_above(&pos, 1.0, 2.0, Value::mate_in(3), Value::mated_in(4));
        assert!((0.99..=1.0).contains(&sure));
    }
}

#[test]
fn what_a_search_found_moves_the_centre_and_scales_the_spread() {
    let pos = Position::startpos();
    let facts = SearchFacts { value: 100, change: None, same_best: false, growth: None };
    let mut by = pair(1.0, 2.0, Tail::Normal, &[160.0]);
    // Without corrections it is the position that speaks.
    let plain = model(Link::Linear, vec![by.clone()]).after_search(&pos, 1.0, 2.0, &facts).unwrap();
    assert_eq!(plain, Expected { centre: 0.0, scale: 160.0, tail: Tail::Normal });
    let weights = |named: &[(&str, f32)]| -> Vec<f32> {
        let weight = |feature| {
            let name = SearchFacts::describe(feature);
            named.iter().find(|(wanted, _)| *wanted == name).map_or(0.0, |&(_, weight)| weight)
        };
        (0..SearchFacts::FEATURES as u32).map(weight).collect()
    };
    by.after_search = Some(AfterSearch {
        tail: Tail::StudentT { freedom: 3.0 },
        factors: weights(&[("scale about 160", 0.5), ("another best move", -0.25), ("value about 200", 9.0)]),
        centres: weights(&[("value about 100", -30.0), ("another best move", 5.0)]),
    });
    let found = model(Link::Linear, vec![by]).after_search(&pos, 1.0, 2.0, &facts).unwrap();
    assert!((found.scale - 160.0 * 0.25_f64.exp()).abs() < 1e-9 && (found.centre + 25.0).abs() < 1e-9);
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

//! The use of reliability models by the facade: margins and chances from the predicted spread, and how far a search can be trusted.

use std::sync::Arc;

use komadai::{LearnedMargin, Trust};
use komadai_core::{Position, Value};
use komadai_eval::reliability::{
    AfterSearch, Link, ReliabilityModel, SearchFacts, Sides, SpreadFeatures, SpreadWeights, Tail,
};
use komadai_search::{ChanceModel, Depth, Iteration, MarginModel, Report, Side};

fn model(pairs: Vec<SpreadWeights>) -> ReliabilityModel {
    ReliabilityModel { features: SpreadFeatures::Constant, link: Link::Linear, pairs }
}

fn pair(shallow: f32, deep: f32, spread: f32) -> SpreadWeights {
    SpreadWeights::new(shallow, deep, Tail::Normal, vec![spread])
}

#[test]
fn the_margin_is_a_multiple_of_the_spread_of_the_nearest_pair() {
    let model = Arc::new(model(vec![pair(1.0, 3.0, 50.0), pair(4.0, 8.0, 200.0), pair(6.0, 8.0, 90.0)]));
    let pos = Position::startpos();
    for side in Side::ALL {
        let margin = |spreads, shallow, deep| {
            let margin = LearnedMargin::new(Arc::clone(&model), spreads);
            margin.margin(&pos, Depth::plies(shallow), Depth::plies(deep), side).cp()
        };
        assert_eq!((margin(2.0, 1, 3), margin(3.0, 5, 9), margin(1e9, 4, 8)), (100, 600, 29_999));
        // ProbCut at any budget: the pair of the same gap, not one of nearer depths.
        assert_eq!([6, 7, 8, 9, 14].map(|shallow| margin(1.0, shallow, shallow + 4)), [200; 5]);
    }
    let none = LearnedMargin::new(Arc::new(self::model(vec![])), 1.0);
    assert_eq!(none.margin(&pos, Depth::plies(4), Depth::plies(8), Side::AboveBeta), Value::MAX_EVAL);
}

#[test]
fn a_cut_at_the_margin_is_wrong_as_often_on_both_sides() {
    let tail = Tail::StudentT { freedom: 2.5 };
    let sides = Sides { centre: -0.3, below: 1.25, above: 0.8 };
    let pair = SpreadWeights { sides, ..SpreadWeights::new(4.0, 8.0, tail, vec![150.0]) };
    let (model, pos) = (Arc::new(model(vec![pair])), Position::startpos());
    let depths = (Depth::plies(4), Depth::plies(8));
    for spreads in [1.0, 2.0, 3.0] {
        let learned = LearnedMargin::new(Arc::clone(&model), spreads);
        let margin = |side| learned.margin(&pos, depths.0, depths.1, side);
        let (high, low) = (margin(Side::AboveBeta), margin(Side::BelowAlpha));
        assert!(high > low, "values fall: {high:?} {low:?}");
        // The shallow value is just the margin above a bar of 0, or below it: how often is the deep one on the other side?
        let above = |value| learned.chance_above(&pos, depths.0, depths.1, value, Value::ZERO);
        let (false_high, false_low) = (1.0 - above(high), above(-low));
        let wanted = tail.beyond(spreads);
        for found in [false_high, false_low] {
            assert!((found / wanted - 1.0).abs() < 0.02, "{spreads}: {found}, not {wanted}");
        }
    }
    // If the middle is beyond such a small margin, the margin is 0.
    let narrow = LearnedMargin::new(Arc::clone(&model), 0.1);
    assert_eq!(narrow.margin(&pos, depths.0, depths.1, Side::BelowAlpha), Value::ZERO);
}

/// A search that found these values, one at each depth.
fn report(values: &[i32]) -> Report {
    let best = "7g7f".parse().expect("a move");
    let found = |(depth, &value): (u32, &i32)| {
        let (value, nodes) = (Value::from_cp(value), 100 << depth);
        Iteration { depth, value, best, nodes }
    };
    let iterations: Vec<_> = (1..).zip(values).map(found).collect();
    let value = iterations.last().map_or(Value::ZERO, |last| last.value);
    Report { best: Some(best), value, iterations, ..Report::default() }
}

/// A model of four pairs of depths, all with these sides.
fn of_pairs(sides: Sides) -> ReliabilityModel {
    let pairs = [(1.0, 3.0, 90.0), (2.0, 4.0, 100.0), (4.0, 8.0, 200.0), (6.0, 8.0, 60.0)];
    let pairs = pairs.map(|(shallow, deep, spread)| SpreadWeights { sides, ..pair(shallow, deep, spread) });
    model(pairs.to_vec())
}

#[test]
fn a_search_is_asked_about_as_much_deeper_a_one_as_the_model_knows() {
    let pos = Position::startpos();
    for (plies, depths) in
        [(1, (1.0, 3.0)), (2, (2.0, 4.0)), (4, (4.0, 8.0)), (6, (4.0, 8.0)), (20, (4.0, 8.0))]
    {
        let trust = Trust::of(&of_pairs(Sides::default()), &pos, &report(&vec![102; plies])).unwrap();
        assert_eq!(trust.depths, depths, "{plies} plies");
    }
    let nothing = ReliabilityModel { pairs: vec![], ..of_pairs(Sides::default()) };
    assert_eq!(Trust::of(&nothing, &pos, &report(&[0, 0])), None);
}

#[test]
fn a_middle_that_moved_is_told_and_lies_within_the_interval() {
    let pos = Position::startpos();
    let plain = Trust::of(&of_pairs(Sides::default()), &pos, &report(&[102; 6])).unwrap();
    assert_eq!((plain.interval, plain.middle), ((-98, 302), 102));
    // Values that fall, and vary more below their middle than above it.
    let sides = Sides { centre: -0.33, below: 0.3, above: 0.25 };
    let trust = Trust::of(&of_pairs(sides), &pos, &report(&[102; 6])).unwrap();
    assert_eq!((trust.interval, trust.middle), ((-24, 86), 36));
    let said = "4 plies deeper expect +36, in 2 cases of 3 -24 to +86; the sign holds in 73 % (as from depth 4 to 8)";
    assert_eq!(trust.to_string(), said);
    // The same with what the search found: after a rise of 90, a part of it is likely to be lost again.
    let mut risen = of_pairs(Sides::default());
    let centres = (0..SearchFacts::FEATURES).map(|feature| {
        if SearchFacts::describe(feature as u32).starts_with("value changed by about 120") {
            -100.0
        } else {
            0.0
        }
    });
    let (factors, centres) = (vec![0.0; SearchFacts::FEATURES], centres.collect());
    let after = AfterSearch { tail: Tail::Normal, factors, centres };
    risen.pairs[2].after_search = Some(after);
    let trust = Trust::of(&risen, &pos, &report(&[12, 12, 12, 12, 12, 102])).unwrap();
    assert_eq!((trust.interval, trust.middle), ((-148, 252), 52));
}

#[test]
fn models_of_the_package_are_those_of_the_evaluation_and_the_depth() {
    let depths = |evaluation: &str, depth: usize| {
        let found = report(&vec![30; depth]);
        Trust::of_package(evaluation, &Position::startpos(), &found).map(|trust| trust.depths)
    };
    assert_eq!(depths("default", 4), Some((4.0, 8.0)));
    for (depth, pair) in [(8, (8.0, 12.0)), (9, (8.0, 12.0)), (13, (10.0, 14.0))] {
        assert_eq!(depths("default", depth), Some(pair));
    }
    assert!(["pairs", "material"].iter().all(|name| depths(name, 13).is_some_and(|(_, deep)| deep <= 8.0)));
    assert_eq!(depths("data/models/pairs.kmd", 8), None);
    // The sides of these depths are used, and are narrower than those between 4 and 8.
    let (pos, found) = (Position::startpos(), report(&[30; 13]));
    let by = [komadai::default_reliability::deep(), komadai::default_reliability::model()];
    let [deep, shallow] = by.map(|model| {
        let (low, high) = Trust::of(model, &pos, &found).expect("no mate").interval;
        high - low
    });
    assert!(5 * deep < 4 * shallow, "{deep} {shallow}");
}

#[test]
fn of_decided_games_and_of_nothing_it_says_nothing() {
    let (pos, model) = (Position::startpos(), of_pairs(Sides::default()));
    assert_eq!(Trust::of(&model, &pos, &report(&[])), None);
    let mut mate = report(&[0, 0]);
    mate.value = Value::mate_in(5);
    assert_eq!(Trust::of(&model, &pos, &mate), None);
    // Nothing lies beyond a perpetual check either.
    assert_eq!(Trust::of(&model, &pos, &report(&[0, 29_999])), None);
}

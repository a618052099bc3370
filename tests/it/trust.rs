//! What is said of how far a search can be trusted.

use komadai::Trust;
use komadai_core::{Position, Value};
use komadai_eval::reliability::{
    AfterSearch, Link, ReliabilityModel, SearchFacts, Sides, SpreadFeatures, SpreadWeights, Tail,
};
use komadai_search::{Iteration, Report};

/// A search that found this at each depth.
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

fn model(pairs: &[(f32, f32, f32)], sides: Sides) -> ReliabilityModel {
    let pair = |&(shallow, deep, spread): &(f32, f32, f32)| SpreadWeights {
        sides,
        ..SpreadWeights::new(shallow, deep, Tail::Normal, vec![spread])
    };
    let pairs = pairs.iter().map(pair).collect();
    ReliabilityModel { features: SpreadFeatures::Constant, link: Link::Linear, pairs }
}

const PAIRS: [(f32, f32, f32); 4] =
    [(1.0, 3.0, 90.0), (2.0, 4.0, 100.0), (4.0, 8.0, 200.0), (6.0, 8.0, 60.0)];

#[test]
fn a_search_is_asked_about_as_much_deeper_a_one_as_the_model_knows() {
    let pos = Position::startpos();
    for (plies, depths) in
        [(1, (1.0, 3.0)), (2, (2.0, 4.0)), (4, (4.0, 8.0)), (6, (4.0, 8.0)), (20, (4.0, 8.0))]
    {
        let trust = Trust::of(&model(&PAIRS, Sides::default()), &pos, &report(&vec![102; plies])).unwrap();
        assert_eq!(trust.depths, depths, "{plies} plies");
    }
    let nothing = ReliabilityModel { pairs: vec![], ..model(&PAIRS, Sides::default()) };
    assert_eq!(Trust::of(&nothing, &pos, &report(&[0, 0])), None);
}

#[test]
fn a_middle_that_moved_is_told_and_lies_within_the_interval() {
    let pos = Position::startpos();
    let plain = Trust::of(&model(&PAIRS, Sides::default()), &pos, &report(&[102; 6])).unwrap();
    assert_eq!((plain.interval, plain.middle), ((-98, 302), 102));
    // Values that fall, and further below their middle than above it.
    let sides = Sides { centre: -0.33, below: 0.3, above: 0.25 };
    let trust = Trust::of(&model(&PAIRS, sides), &pos, &report(&[102; 6])).unwrap();
    assert_eq!((trust.interval, trust.middle), ((-24, 86), 36));
    let said = "from depth 4 to 8, such scores come to +36 in the middle, 2 of 3 to -24 to +86; the sign holds in 73 %";
    assert_eq!(trust.to_string(), said);
    // So with what the search found: after a rise of 90 it is likely that a part is lost again.
    let mut risen = model(&PAIRS, Sides::default());
    let centres = (0..SearchFacts::FEATURES).map(|feature| {
        if SearchFacts::describe(feature as u32).starts_with("value changed by about 120") {
            -100.0
        } else {
            0.0
        }
    });
    let after = AfterSearch {
        tail: Tail::Normal,
        factors: vec![0.0; SearchFacts::FEATURES],
        centres: centres.collect(),
    };
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
    assert_eq!(
        [8, 9, 13].map(|depth| depths("default", depth)),
        [(8.0, 12.0), (8.0, 12.0), (10.0, 14.0)].map(Some)
    );
    assert!(["pairs", "material"].iter().all(|name| depths(name, 13).is_some_and(|(_, deep)| deep <= 8.0)));
    assert_eq!(depths("data/models/pairs.kmd", 8), None);
    // The sides of these depths are asked, and are narrower than those between 4 and 8.
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
    let (pos, model) = (Position::startpos(), model(&PAIRS, Sides::default()));
    assert_eq!(Trust::of(&model, &pos, &report(&[])), None);
    let mut mate = report(&[0, 0]);
    mate.value = Value::mate_in(5);
    assert_eq!(Trust::of(&model, &pos, &mate), None);
    // Nothing lies beyond a perpetual check either.
    assert_eq!(Trust::of(&model, &pos, &report(&[0, 29_999])), None);
}

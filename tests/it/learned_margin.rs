//! Margins and chances by predicted spread.

use std::sync::Arc;

use komadai::LearnedMargin;
use komadai_core::{Position, Value};
use komadai_eval::reliability::{Link, ReliabilityModel, Sides, SpreadFeatures, SpreadWeights, Tail};
use komadai_search::{ChanceModel, Depth, MarginModel, Side};

fn model(pairs: Vec<SpreadWeights>) -> Arc<ReliabilityModel> {
    Arc::new(ReliabilityModel { features: SpreadFeatures::Constant, link: Link::Linear, pairs })
}

#[test]
fn the_margin_is_a_multiple_of_the_spread_of_the_nearest_pair() {
    let pair = |shallow, deep, spread| SpreadWeights::new(shallow, deep, Tail::Normal, vec![spread]);
    let model = model(vec![pair(1.0, 3.0, 50.0), pair(4.0, 8.0, 200.0), pair(6.0, 8.0, 90.0)]);
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
    let none = LearnedMargin::new(self::model(vec![]), 1.0);
    assert_eq!(none.margin(&pos, Depth::plies(4), Depth::plies(8), Side::AboveBeta), Value::MAX_EVAL);
}

#[test]
fn a_cut_at_the_margin_is_wrong_as_often_on_both_sides() {
    let tail = Tail::StudentT { freedom: 2.5 };
    let sides = Sides { centre: -0.3, below: 1.25, above: 0.8 };
    let pair = SpreadWeights { sides, ..SpreadWeights::new(4.0, 8.0, tail, vec![150.0]) };
    let (model, pos) = (model(vec![pair]), Position::startpos());
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
    // Where the middle lies beyond so small a margin, there is none.
    let narrow = LearnedMargin::new(Arc::clone(&model), 0.1);
    assert_eq!(narrow.margin(&pos, depths.0, depths.1, Side::BelowAlpha), Value::ZERO);
}

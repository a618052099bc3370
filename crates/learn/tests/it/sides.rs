//! The centre of differences, and how wide they are on either side of it.

use komadai_core::rng::SplitMix64;
use komadai_eval::reliability::{Expected, Link, Sides, SpreadWeights, Tail};
use komadai_learn::reliability::{SpreadRows, fit_sides};

use crate::reliability::student;

#[test]
fn the_sides_that_made_the_differences_are_found_and_each_is_as_risky() {
    let mut rng = SplitMix64::new(11);
    let tail = Tail::StudentT { freedom: 3.0 };
    let made = Sides { centre: -0.25, below: 1.4, above: 0.7 };
    let mut rows = SpreadRows::new(2);
    for row in 0..40_000 {
        let scale = if row % 2 == 0 { 80.0 } else { 240.0 };
        rows.feature(0, 1.0);
        rows.feature(1, (row % 2) as f32);
        let t = student(&mut rng, 3);
        let side = f64::from(if t < 0.0 { made.below } else { made.above });
        rows.end_row((scale * (f64::from(made.centre) + side * t)) as f32, row);
    }
    let weights = SpreadWeights::new(4.0, 8.0, tail, vec![80.0, 160.0]);
    let found = fit_sides(&rows, Link::Linear, &weights);
    assert!((found.centre - made.centre).abs() < 0.03, "{found:?}");
    assert!((found.below / made.below - 1.0).abs() < 0.05, "{found:?}");
    assert!((found.above / made.above - 1.0).abs() < 0.05, "{found:?}");
    // So the margins of both sides are wrong as often as the tail says, unlike those about 0.
    let beyond = |sides: Sides| {
        let mut sums = [0_u32; 2];
        for (row, &g) in rows.differences().iter().enumerate() {
            let scale = rows.sum(row, &[80.0, 160.0]);
            let (low, high) = Expected::by_sides(scale, sides, tail).ends(2.0);
            sums[0] += u32::from(f64::from(g) < low);
            sums[1] += u32::from(f64::from(g) > high);
        }
        sums.map(|sum| f64::from(sum) / rows.len() as f64 / tail.beyond(2.0))
    };
    assert!(beyond(found).iter().all(|share| (share - 1.0).abs() < 1e-2), "{:?}", beyond(found));
    let [below, above] = beyond(Sides::default());
    assert!(below > 2.0 * above, "{below} {above}");
}

#[test]
fn values_that_hardly_ever_change_are_described_by_those_that_do() {
    let weights = SpreadWeights::new(2.0, 6.0, Tail::StudentT { freedom: 1.0 }, vec![10.0]);
    let mut rows = SpreadRows::new(1);
    for row in 0..1_000_u16 {
        rows.feature(0, 1.0);
        // Eight of ten stay, one falls by 100, one rises by 50 and a little.
        let changed = [-100.0, 50.0].get(usize::from(row % 10)).copied().unwrap_or(0.0);
        rows.end_row(changed + if changed == 0.0 { 0.0 } else { f32::from(row) / 1e3 }, row.into());
    }
    let sides = fit_sides(&rows, Link::Linear, &weights);
    assert!(sides.centre.abs() < 1e-6 && (sides.below / sides.above - 2.0).abs() < 0.05, "{sides:?}");
}

#[test]
fn rows_that_say_nothing_make_no_wild_sides() {
    let weights = SpreadWeights::new(1.0, 2.0, Tail::Normal, vec![100.0]);
    assert_eq!(fit_sides(&SpreadRows::new(1), Link::Linear, &weights), Sides::default());
    let mut rows = SpreadRows::new(1);
    for row in 0..3 {
        rows.feature(0, 1.0);
        rows.end_row(50.0, row);
        let sides = fit_sides(&rows, Link::Linear, &weights);
        assert!((sides.centre - 0.5).abs() < 1e-6 && sides.below > 0.0 && sides.above > 0.0, "{sides:?}");
    }
}

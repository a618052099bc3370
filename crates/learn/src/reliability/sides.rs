//! The middle of the differences, and how wide they are on either side of it: learned after the weights, which stay.

use komadai_eval::reliability::{Link, Sides, SpreadWeights};

use super::likelihood::spreads;
use super::rows::SpreadRows;

/// Narrowest side, in scales: where nothing differs there is none to learn.
const NARROWEST: f64 = 1e-3;
/// Spreads from the centre at which a side is to hold as much as the tail says: the middle one of the margins that the paper tries,
/// 1 to 3 (section 4.3).
const MATCHED: f64 = 2.0;

/// Finds the sides of rows under trained weights: the median of the differences in scales of their positions, and of each side the scale
/// at which as many lie beyond two spreads as the tail of the weights says. So a margin of two spreads is wrong as often on both sides
/// of the window, and as foretold. A few thousand rows do.
///
/// Quantiles and not likelihoods, since the values of some searches do not change at all in most positions, which says nothing
/// of the others.
///
/// ```
/// use komadai_eval::reliability::{Link, SpreadWeights, Tail};
/// use komadai_learn::reliability::{SpreadRows, fit_sides};
///
/// // Positions of scale 100, whose values fall by 30 in the middle, by up to 330, and rise by up to 70.
/// let mut rows = SpreadRows::new(1);
/// for row in 0..=1_000 {
///     rows.feature(0, 1.0);
///     let z = (row as f32 - 500.0) / 500.0;
///     rows.end_row(-30.0 + if z < 0.0 { 300.0 * z } else { 100.0 * z }, row);
/// }
/// let weights = SpreadWeights::new(4.0, 8.0, Tail::Normal, vec![100.0]);
/// let sides = fit_sides(&rows, Link::Linear, &weights);
/// assert!((sides.centre + 0.3).abs() < 1e-6 && (sides.below / sides.above - 3.0).abs() < 1e-4);
/// ```
///
/// Without rows they are those about 0.
pub fn fit_sides(rows: &SpreadRows, link: Link, weights: &SpreadWeights) -> Sides {
    let scales = spreads(rows, link, weights);
    let mut found: Vec<f64> =
        scales.zip(rows.differences()).map(|(scale, &g)| f64::from(g) / scale).collect();
    if found.is_empty() {
        return Sides::default();
    }
    found.sort_unstable_by(f64::total_cmp);
    let tail = weights.tail;
    let (centre, share) = (quantile(&found, 0.5), tail.beyond(MATCHED));
    let side = |end: f64| ((end - centre).abs() / (MATCHED * tail.width())).max(NARROWEST) as f32;
    Sides {
        centre: centre as f32,
        below: side(quantile(&found, share)),
        above: side(quantile(&found, 1.0 - share)),
    }
}

/// The number below which a share of the sorted ones lies, by a straight line between two of them.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let (before, after) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    before + (after - before) * place.fract()
}

#[cfg(test)]
mod tests {
    use komadai_core::rng::SplitMix64;
    use komadai_eval::reliability::{Expected, Tail};

    use super::*;
    use crate::reliability::rows::testing::student;

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
        // So the margins of both sides are wrong as often as the tail says, which those about 0 are not.
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
}

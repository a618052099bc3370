//! The centre of the differences, and how wide they are on either side of it: learned after the weights, which stay fixed.

use komadai_eval::reliability::{Link, Sides, SpreadWeights};

use super::likelihood::spreads;
use super::rows::SpreadRows;

/// Narrowest side, in scales: if nothing differs, there is no width to learn.
const NARROWEST: f64 = 1e-3;
/// Number of spreads from the centre within which a side should hold as much as the tail says: the middle one of the margins that
/// the paper tries, 1 to 3 (section 4.3).
const MATCHED: f64 = 2.0;

/// Finds the sides of rows under trained weights: the median of the differences in scales of their positions, and for each side the
/// scale with which as many differences lie beyond two spreads as the tail of the weights says. So a margin of two spreads is wrong
/// equally often on both sides of the window, and as often as predicted. A few thousand rows are enough.
///
/// Quantiles are used, not likelihoods, since the values of some searches do not change at all in most positions, which says
/// nothing about the others.
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
/// Without rows the default sides, about 0, are returned.
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

/// The number below which a share of the sorted numbers lies, by linear interpolation between two of them.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let (before, after) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    before + (after - before) * place.fract()
}

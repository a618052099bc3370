//! How far the result of a search can be trusted, for engines and programs to report next to a score.

use core::cmp::Ordering;
use core::fmt;

use komadai_core::{Position, Value};
use komadai_eval::reliability::{ReliabilityModel, SearchFacts};
use komadai_search::Report;

/// What a deeper search is expected to find, for engines to report next to a score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trust {
    /// Ends of the interval that contains two thirds of the deeper values, one third on either side of `middle`, in centipawns for the
    /// side to move.
    pub interval: (i32, i32),
    /// Median of the deeper values, in centipawns for the side to move. It may differ from the value found: a deeper search often takes
    /// back a recent gain, and values of one depth may generally be above those of another.
    pub middle: i32,
    /// The shallow and the deep depth that the model was trained on.
    pub depths: (f32, f32),
    /// Chance, 0 to 1, that the deeper value has the sign of the value found; for a value of 0, the chance of the likelier sign.
    pub sign: f64,
}

impl Trust {
    /// Returns how far the result of a search can be trusted (paper 004, section 3.1, with features of the search's result). The deeper
    /// search is twice as deep, or as much deeper as the model knows; the model's pair of depths [nearest](ReliabilityModel::nearest) to
    /// that is used. `None` for a mate or a perpetual check, before the first iteration has ended, and if the model knows no pair of depths
    /// with what the search found.
    ///
    /// ```
    /// use komadai::eval::Material;
    /// use komadai::eval::reliability::ReliabilityModel;
    /// use komadai::search::{Limits, modern};
    /// use komadai::{Position, Trust};
    ///
    /// let pos = Position::startpos();
    /// let report = modern(Material::default(), 1)?.search(&pos, &Limits::depth(4));
    /// // Spread by hand; `komadai::default_reliability` has learned ones.
    /// let trust = Trust::of(&ReliabilityModel::by_progress(), &pos, &report).expect("no mate");
    /// assert_eq!(trust.depths, (4.0, 8.0));
    /// assert_eq!(trust.interval, (report.value.cp() - 200, report.value.cp() + 200));
    /// assert_eq!(trust.middle, report.value.cp());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(model: &ReliabilityModel, pos: &Position, report: &Report) -> Option<Trust> {
        let (last, earlier) = report.iterations.split_last()?;
        let value = report.value;
        // Decided by mate or by the rule of perpetual check.
        let is_decided = |value: Value| value.cp().abs() >= Value::MAX_EVAL.cp();
        if is_decided(value) || is_decided(last.value) {
            return None;
        }
        let depth = last.depth as f32;
        let widest = model.pairs.iter().map(|pair| pair.deep - pair.shallow).fold(0.0, f32::max);
        let pair = model.nearest(depth, depth + depth.min(widest))?;
        let depths = (pair.shallow, pair.deep);
        let before = earlier.last().filter(|before| !is_decided(before.value));
        let facts = SearchFacts {
            value: value.cp(),
            change: before.map(|before| (value - before.value).cp()),
            same_best: before.is_none_or(|before| Some(before.best) == report.best),
            growth: before.map(|before| last.nodes as f64 / before.nodes.max(1) as f64),
        };
        let expected = model.after_search(pos, depths.0, depths.1, &facts)?;
        let above = expected.chance_above(value, Value::ZERO);
        let sign = match value.cmp(&Value::ZERO) {
            Ordering::Greater => above,
            Ordering::Less => 1.0 - above,
            Ordering::Equal => above.max(1.0 - above),
        };
        let (low, high) = expected.ends(1.0);
        let after = |difference: f64| (f64::from(value.cp()) + difference).round() as i32;
        Some(Trust { interval: (after(low), after(high)), middle: after(expected.centre), depths, sign })
    }
}

#[cfg(feature = "default-model")]
impl Trust {
    /// The same with the package's model for the evaluation of this name ([`default_reliability`](crate::default_reliability)); `None`
    /// also if it has none. The deeper search is at most 4 plies deeper. The models for the default evaluation end at depth 14, those for `pairs`
    /// and material at 8; since spreads fall with depth, they are too large rather than too small for deeper searches.
    pub fn of_package(evaluation: &str, pos: &Position, report: &Report) -> Option<Trust> {
        use crate::default_reliability::{deep, of};
        /// The first depth that the deep models know.
        const DEEP: u32 = 8;
        let is_deep = report.iterations.last().is_some_and(|last| last.depth >= DEEP);
        Trust::of(if is_deep && evaluation == "default" { deep() } else { of(evaluation)? }, pos, report)
    }
}

impl fmt::Display for Trust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Trust { interval: (low, high), middle, depths: (shallow, deep), sign } = self;
        let more = deep - shallow;
        write!(f, "{more} plies deeper expect {middle:+}, in 2 cases of 3 {low:+} to {high:+}; ")?;
        write!(f, "the sign holds in {:.0} % (as from depth {shallow} to {deep})", 100.0 * sign)
    }
}

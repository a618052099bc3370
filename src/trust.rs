//! How far the result of a search can be trusted: what engines and programs say beside a score.

use core::cmp::Ordering;
use core::fmt;

use komadai_core::{Position, Value};
use komadai_eval::reliability::{ReliabilityModel, SearchFacts};
use komadai_search::Report;

/// What a deeper search is expected to find: what engines can say beside a score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trust {
    /// The ends of the interval, in centipawns for the side to move, that holds two deeper values of three.
    pub interval: (i32, i32),
    /// The depths, shallow and deep, that the model learned from.
    pub depths: (f32, f32),
    /// Chance that the deeper value has the sign of the value found, 0 to 1; of the value 0, the likelier sign.
    pub sign: f64,
}

impl Trust {
    /// How far the result of a search can be trusted (paper 004, section 3.1, with features of the search's result): by the pair
    /// of depths nearest to its depth and twice it. The models of the package (`komadai::default_reliability`) know none beyond 8 plies;
    /// spreads fall with depth, so that they say too much for deep searches rather than too little. `None` for a mate, and before
    /// the first iteration has ended.
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
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(model: &ReliabilityModel, pos: &Position, report: &Report) -> Option<Trust> {
        let (last, earlier) = report.iterations.split_last()?;
        let value = report.value;
        let depth = last.depth as f32;
        let pair = model.nearest(depth, 2.0 * depth).filter(|_| !value.is_mate() && !last.value.is_mate())?;
        let depths = (pair.shallow, pair.deep);
        let before = earlier.last().filter(|before| !before.value.is_mate());
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
        let (centre, spread) = (f64::from(value.cp()) + expected.centre, expected.spread());
        Some(Trust { interval: ((centre - spread) as i32, (centre + spread) as i32), depths, sign })
    }
}

impl fmt::Display for Trust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Trust { interval: (low, high), depths: (shallow, deep), sign } = self;
        write!(f, "from depth {shallow} to {deep}, 2 of 3 such scores come to {low:+} to {high:+}; ")?;
        write!(f, "the sign holds in {:.0} %", 100.0 * sign)
    }
}

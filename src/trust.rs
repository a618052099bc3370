//! How far the result of a search can be trusted: what engines and programs say beside a score.

use core::cmp::Ordering;
use core::fmt;

use komadai_core::{Position, Value};
use komadai_eval::reliability::{ReliabilityModel, SearchFacts};
use komadai_search::Report;

/// What a deeper search is expected to find: what engines can say beside a score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trust {
    /// The ends of the interval, in centipawns for the side to move, that holds two deeper values of three, one of three on
    /// either side of `middle`.
    pub interval: (i32, i32),
    /// Median of the deeper values, in centipawns for the side to move. It need not be the value found: what has just been won in a
    /// search is often lost again by a deeper one, and values of one depth may lie above those of another as a rule.
    pub middle: i32,
    /// The depths, shallow and deep, that the model learned from.
    pub depths: (f32, f32),
    /// Chance that the deeper value has the sign of the value found, 0 to 1; of the value 0, the likelier sign.
    pub sign: f64,
}

impl Trust {
    /// How far the result of a search can be trusted (paper 004, section 3.1, with features of the search's result): for a search twice as
    /// deep, or as much deeper as the model knows, by the pair of depths [nearest](ReliabilityModel::nearest) to that. `None` for a mate,
    /// and before the first iteration has ended.
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
        if value.is_mate() || last.value.is_mate() {
            return None;
        }
        let depth = last.depth as f32;
        let widest = model.pairs.iter().map(|pair| pair.deep - pair.shallow).fold(0.0, f32::max);
        let pair = model.nearest(depth, depth + depth.min(widest))?;
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
        let (low, high) = expected.ends(1.0);
        let after = |difference: f64| (f64::from(value.cp()) + difference).round() as i32;
        Some(Trust { interval: (after(low), after(high)), middle: after(expected.centre), depths, sign })
    }
}

#[cfg(feature = "default-model")]
impl Trust {
    /// The same by the models of the package ([`default_reliability`](crate::default_reliability)) for an evaluation by its name;
    /// `None` too if there is none for it. They know 4 plies more. Those of the default evaluation end at depth 14, those of `pairs` and material at 8; spreads
    /// fall with depth, so that they say too much for deeper searches rather than too little.
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
        write!(f, "from depth {shallow} to {deep}, such scores come to {middle:+} in the middle, ")?;
        write!(f, "2 of 3 to {low:+} to {high:+}; ")?;
        write!(f, "the sign holds in {:.0} %", 100.0 * sign)
    }
}

#[cfg(test)]
mod tests {
    use komadai_eval::Material;
    use komadai_eval::reliability::{AfterSearch, Link, Sides, SpreadFeatures, SpreadWeights, Tail};
    use komadai_search::{Iteration, Limits, Searcher};

    use super::*;

    /// A search that found this at each depth.
    fn report(values: &[i32]) -> Report {
        let mut report = Searcher::new(Material::default()).search(&Position::startpos(), &Limits::depth(1));
        let first = report.iterations[0];
        let found = |(depth, &value): (usize, &i32)| Iteration {
            depth: depth as u32 + 1,
            value: Value::from_cp(value),
            nodes: 100 << depth,
            ..first
        };
        report.iterations = values.iter().enumerate().map(found).collect();
        report.value = report.iterations.last().map_or(Value::ZERO, |last| last.value);
        report
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
            let trust =
                Trust::of(&model(&PAIRS, Sides::default()), &pos, &report(&vec![102; plies])).unwrap();
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

    #[cfg(feature = "default-model")]
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
        assert!(
            ["pairs", "material"].iter().all(|name| depths(name, 13).is_some_and(|(_, deep)| deep <= 8.0))
        );
        assert_eq!(depths("data/models/pairs.kmd", 8), None);
        // The sides of these depths are asked, and are narrower than those between 4 and 8.
        let (pos, found) = (Position::startpos(), report(&[30; 13]));
        let by = [crate::default_reliability::deep(), crate::default_reliability::model()];
        let [deep, shallow] = by.map(|model| {
            let (low, high) = Trust::of(model, &pos, &found).expect("no mate").interval;
            high - low
        });
        assert!(5 * deep < 4 * shallow, "{deep} {shallow}");
    }

    #[test]
    fn of_mates_and_of_nothing_it_says_nothing() {
        let (pos, model) = (Position::startpos(), model(&PAIRS, Sides::default()));
        assert_eq!(Trust::of(&model, &pos, &report(&[])), None);
        let mut mate = report(&[0, 0]);
        mate.value = Value::mate_in(5);
        assert_eq!(Trust::of(&model, &pos, &mate), None);
    }
}
